//! The program that is verified, and how to compare its answers with ours.

use super::{Case, Origin};
use crate::compare::{Cause, Difference, Kind, Lenience, STATUS, compare, is_same_output};
use crate::draft::Draft;
use crate::laws::{self, Breach, Judgement};
use crate::misreadings::Misreadings;
use crate::model::{self, Model};
use crate::outputs::{Refusal, Spot, end_of_ours, lines};
use crate::reference::{self, Answer, Part};
use crate::rules::{Level, Rule, RuleSet};
use broadside_core::ports::programs::{Command, Ended, Ending, Limits, Programs, Run};
use std::fmt;
use std::io;

/// The number of bytes of an output that are kept beyond the length of our output.
const BEYOND: usize = 1 << 17;

/// A program, how to start it, and what to ignore in its answers.
#[derive(Clone, Copy)]
pub struct ProgramUnderTest<'a> {
    /// Runs the program.
    pub programs: &'a dyn Programs,
    /// The command that starts the program.
    pub command: &'a Command,
    /// The limits at which the program is stopped.
    pub limits: Limits,
    /// The misreadings that count as right. The turns of an AI are judged without them.
    pub accepted: Misreadings,
    /// The differences that are ignored.
    pub lenience: Lenience,
    /// Whether the exit status is compared.
    pub exit_code: bool,
    /// Whether a script that shows a difference is made smaller.
    pub shrinks: bool,
}

/// A judged turn of an AI.
pub(super) struct AiTurn {
    /// One difference for each law that the turn breaks.
    pub(super) differences: Vec<Difference>,
    /// The laws that were checked.
    pub(super) reached: RuleSet,
    /// Whether the program printed nothing for the turn.
    pub(super) is_missing: bool,
}

impl fmt::Debug for ProgramUnderTest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramUnderTest").field("command", self.command).finish_non_exhaustive()
    }
}

impl<'a> ProgramUnderTest<'a> {
    /// Returns a program with default limits and lenience. No misreading counts as right.
    pub fn new(programs: &'a dyn Programs, command: &'a Command) -> Self {
        Self {
            programs,
            command,
            limits: Limits::default(),
            accepted: Misreadings::NONE,
            lenience: Lenience::default(),
            exit_code: false,
            shrinks: true,
        }
    }

    /// Runs the program. Its input is the text of a script.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`].
    pub fn run(&self, script: &[u8]) -> io::Result<Ended> {
        self.programs.run(&Run { command: self.command, input: script, limits: self.limits })
    }

    /// Keeps only the beginning of an output that is much longer than ours, because many outputs
    /// are in memory at once.
    pub(super) fn run_capped(&self, script: &[u8], ours: &Answer) -> io::Result<Ended> {
        let mut ended = self.run(script)?;
        if ended.stdout.len() > ours.output.len() + BEYOND {
            ended.stdout.truncate(ours.output.len() + BEYOND);
            ended.stdout.shrink_to_fit();
        }
        Ok(ended)
    }

    pub(super) fn run_draft(&self, origin: Origin, level: Level, draft: Draft) -> io::Result<Case> {
        let script = draft.to_bytes();
        self.run_script(origin, level, draft, script)
    }

    /// `script` must have the same meaning as `draft`.
    pub(super) fn run_script(
        &self,
        origin: Origin,
        level: Level,
        draft: Draft,
        script: Vec<u8>,
    ) -> io::Result<Case> {
        let answer = read_as(&draft, reference::run(&draft), self.accepted);
        let ended = self.run_capped(&script, &answer)?;
        Ok(Case { origin, level, draft, script, answer, ended })
    }

    pub(crate) fn judge(&self, case: &Case) -> Option<Difference> {
        let Case { draft, answer, ended, .. } = case;
        let difference = compare(draft, answer, ended, self.lenience);
        difference.or_else(|| if self.exit_code { wrong_status(answer, ended) } else { None })
    }

    /// Returns one difference for each breach of a law if the turn of an AI is judged; otherwise at
    /// most one difference.
    pub(super) fn differences(&self, case: &Case) -> Vec<Difference> {
        match self.judge_as_ai(case) {
            Some(turn) => turn.differences,
            None => self.judge(case).into_iter().collect(),
        }
    }

    /// Judges the turn that the program plays as an AI. `None` if no AI is to move, if the program
    /// did not end normally, or if the output before the turn is wrong.
    pub(super) fn judge_as_ai(&self, case: &Case) -> Option<AiTurn> {
        let Case { draft, answer, ended, .. } = case;
        let game = reference::game_awaiting_ai(draft)?;
        if !matches!(ended.ending, Ending::Exited(_)) {
            return None;
        }
        let stdout = &ended.stdout;
        let start = end_of_ours(&answer.output, stdout, self.lenience)?;
        let Judgement { breaches, reached } = laws::judge(&game, &stdout[start..], self.lenience);
        let differences = breaches.iter().map(|breach| broken_law(breach, start, stdout)).collect();
        let is_missing = lines(&stdout[start..], self.lenience).next().is_none();
        Some(AiTurn { differences, reached, is_missing })
    }

    pub(super) fn is_right_output(&self, case: &Case) -> bool {
        is_same_output(&case.answer.output, &case.ended.stdout, self.lenience)
    }

    /// Whether a program with the accepted misreadings and `others` prints `stdout`. The turn of an
    /// AI is not compared.
    pub(super) fn gives(&self, script: &[u8], others: Misreadings, stdout: &[u8]) -> bool {
        let run = self.run_model(script, others);
        if run.awaits_ai {
            return end_of_ours(&run.out, stdout, self.lenience).is_some();
        }
        is_same_output(&run.out, stdout, self.lenience)
    }

    pub(super) fn misread(&self, script: &[u8], others: Misreadings) -> Vec<u8> {
        self.run_model(script, others).out
    }

    fn run_model(&self, script: &[u8], others: Misreadings) -> model::Run {
        model::run(script, self.accepted.iter().fold(others, Misreadings::with))
    }
}

/// The place of the difference is in the program's output.
fn broken_law(breach: &Breach, start: usize, stdout: &[u8]) -> Difference {
    let Breach { rule, form, words, byte } = breach;
    let cause = Cause::new(Kind::Ai, form, rule.id(), words);
    Difference::new(&Spot::of_byte(stdout, start + byte), None, cause)
}

/// Returns the difference between two answers of an AI to one script. A law forbids such
/// differences.
pub(super) fn another_answer(first: &[u8], second: &[u8]) -> Difference {
    let byte = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let words = "another turn for the same input".to_owned();
    let breach = Breach { rule: Rule::AiSame, form: String::new(), words, byte };
    broken_law(&breach, 0, first)
}

/// The place of the difference is the end of our output.
fn wrong_status(answer: &Answer, ended: &Ended) -> Option<Difference> {
    // With an accepted misreading, only the output says whether the last command is refused.
    let last_line = answer.output.trim_ascii_end().rsplit(|byte| *byte == b'\n').next();
    let ours = Ending::Exited(u8::from(last_line.and_then(Refusal::of).is_some()));
    if ours == ended.ending {
        return None;
    }
    let (expected, got) = (ours.to_string(), ended.ending.to_string());
    let cause = Cause::new(Kind::Prints, STATUS, expected, got);
    let spot = Spot::behind(&answer.output, &ended.stdout);
    Some(Difference::new(&spot, answer.last_line(), cause))
}

/// Returns the answer of a program with these misreadings. Keeps the `end` of `answer`, the right
/// answer.
pub(crate) fn read_as(draft: &Draft, answer: Answer, misreadings: Misreadings) -> Answer {
    if misreadings == Misreadings::NONE {
        return answer;
    }
    let (mut model, mut parts) = (Model::new(misreadings), Vec::new());
    for at in draft.places() {
        let start = model.out.len();
        let goes_on = model.step(&draft.event(at));
        if model.out.len() > start {
            parts.push(Part { start, at });
        }
        if !goes_on {
            break;
        }
    }
    Answer { output: model.out, parts, ..answer }
}

#[cfg(test)]
mod tests {
    use super::another_answer;

    #[test]
    fn the_first_byte_that_differs_has_its_place() {
        let place = |first: &[u8], second: &[u8]| {
            let found = another_answer(first, second);
            (found.byte, found.line, found.column)
        };
        assert_eq!(place(b"ab\ncd\n", b"ab\ncx\n"), (4, 2, 2));
        assert_eq!(place(b"ab\n", b"b\n"), (0, 1, 1));
        assert_eq!(place(b"ab\n", b"ab\ncd\n"), (3, 2, 1));
    }
}

//! The program that is verified, and our answers that its own are compared with.

use super::{Case, Origin};
use crate::compare::{Cause, Difference, Kind, Lenience, compare, is_same_output};
use crate::draft::Draft;
use crate::laws::{self, Breach, Judgement};
use crate::misreadings::Misreadings;
use crate::model::{self, Model};
use crate::outputs::rest_behind;
use crate::reference::{self, Answer, End, Part};
use crate::rules::{Level, Rule};
use broadside_core::ports::programs::{Command, Ended, Ending, Limits, Programs, Run};
use std::fmt;
use std::io;

/// How much of an output is kept behind the end of ours, in bytes.
const BEYOND: usize = 1 << 17;

/// A program, how it is started, and what is passed over when its answers are compared.
#[derive(Clone, Copy)]
pub struct ProgramUnderTest<'a> {
    /// What runs it.
    pub programs: &'a dyn Programs,
    /// How it is started.
    pub command: &'a Command,
    /// When it is stopped.
    pub limits: Limits,
    /// Misreadings that it may have.
    pub accepted: Misreadings,
    /// What is not compared.
    pub lenience: Lenience,
    /// Whether its exit status is compared.
    pub exit_code: bool,
    /// Whether differing scripts are made smaller.
    pub shrinks: bool,
}

impl fmt::Debug for ProgramUnderTest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ProgramUnderTest").field("command", self.command).finish_non_exhaustive()
    }
}

impl<'a> ProgramUnderTest<'a> {
    /// A program to which nothing is conceded.
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

    /// What the program makes of the bytes of a script.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`].
    pub fn run(&self, script: &[u8]) -> io::Result<Ended> {
        self.programs.run(&Run { command: self.command, input: script, limits: self.limits })
    }

    /// Like [`ask`](Self::ask), but without what stands far behind the end of our answer: many runs are
    /// kept at a time, and a flood would fill the memory.
    pub(super) fn run_capped(&self, script: &[u8], ours: &Answer) -> io::Result<Ended> {
        let mut ended = self.run(script)?;
        if ended.stdout.len() > ours.output.len() + BEYOND {
            ended.stdout.truncate(ours.output.len() + BEYOND);
            ended.stdout.shrink_to_fit();
        }
        Ok(ended)
    }

    /// What the program makes of a draft, beside our answer.
    pub(super) fn try_out(&self, origin: Origin, level: Level, draft: Draft) -> io::Result<Case> {
        let script = draft.to_bytes();
        self.try_bytes(origin, level, draft, script)
    }

    /// What the program makes of `script`, which means what `draft` says, beside our answer.
    pub(super) fn try_bytes(
        &self,
        origin: Origin,
        level: Level,
        draft: Draft,
        script: Vec<u8>,
    ) -> io::Result<Case> {
        let answer = self.answer(&draft);
        let ended = self.run_capped(&script, &answer)?;
        Ok(Case { origin, level, draft, script, answer, ended })
    }

    /// The first difference between our answer and the program's.
    pub(crate) fn judge(&self, case: &Case) -> Option<Difference> {
        let Case { draft, answer, ended, .. } = case;
        let difference = compare(draft, answer, ended, self.lenience);
        difference.or_else(|| if self.exit_code { wrong_status(answer, ended) } else { None })
    }

    /// All differences. Only what a program answers as the machine can show more than one: for each law
    /// that it breaks.
    pub(super) fn differences(&self, case: &Case) -> Vec<Difference> {
        match self.judge_as_ai(case) {
            Some((start, judgement)) => {
                let stdout = &case.ended.stdout;
                judgement.breaches.iter().map(|breach| broken_law(breach, start, stdout)).collect()
            }
            None => self.judge(case).into_iter().collect(),
        }
    }

    /// What the laws say of the program's answer as the machine, and where in its output that begins.
    /// `None` where the machine is not to move, or where all before that is wrong already.
    pub(super) fn judge_as_ai(&self, case: &Case) -> Option<(usize, Judgement)> {
        let Case { draft, answer, ended, .. } = case;
        let game = reference::game_awaiting_ai(draft)?;
        if !matches!(ended.ending, Ending::Exited(_)) {
            return None;
        }
        let start = rest_behind(&answer.output, &ended.stdout, self.lenience)?;
        Some((start, laws::judge(&game, &ended.stdout[start..], self.lenience)))
    }

    /// Whether a program with the accepted misreadings and `others` prints `stdout`, whatever it
    /// answers as the machine.
    pub(super) fn gives(&self, script: &[u8], others: Misreadings, stdout: &[u8]) -> bool {
        let run = model::run(script, self.accepted.iter().fold(others, Misreadings::with));
        if run.awaits_ai {
            return rest_behind(&run.out, stdout, self.lenience).is_some();
        }
        is_same_output(&run.out, stdout, self.lenience)
    }

    /// What a program prints that has the accepted misreadings and `others`.
    pub(super) fn misread(&self, script: &[u8], others: Misreadings) -> Vec<u8> {
        model::run(script, self.accepted.iter().fold(others, Misreadings::with)).out
    }

    fn answer(&self, draft: &Draft) -> Answer {
        read_as(draft, reference::run(draft), self.accepted)
    }
}

/// A law that is broken, as a difference: its place is that in the program's output.
fn broken_law(breach: &Breach, start: usize, stdout: &[u8]) -> Difference {
    let byte = start + breach.byte;
    let before = &stdout[..byte.min(stdout.len())];
    let line_start = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
    let cause = Cause {
        kind: Kind::Ai,
        form: breach.form.clone(),
        expected: breach.rule.id().to_owned(),
        got: breach.words.clone(),
    };
    Difference {
        byte,
        line: 1 + memchr::memchr_iter(b'\n', before).count(),
        column: 1 + before.len() - line_start,
        at: None,
        cause,
    }
}

/// The difference between two answers to one script, by the law of section 9 that forbids it.
pub(super) fn another_answer(first: &[u8], second: &[u8]) -> Difference {
    let byte = first.iter().zip(second).take_while(|(a, b)| a == b).count();
    let words = "another turn for the same input".to_owned();
    let breach = Breach { rule: Rule::AiSame, form: String::new(), words, byte };
    broken_law(&breach, 0, first)
}

/// The difference between the exit status of a program and ours, behind the end of the output.
fn wrong_status(answer: &Answer, ended: &Ended) -> Option<Difference> {
    let ours = Ending::Exited(u8::from(matches!(answer.end, End::Refused(_))));
    let (expected, got) = (ours.to_string(), ended.ending.to_string());
    let byte = answer.output.len();
    let line = 1 + memchr::memchr_iter(b'\n', &answer.output).count();
    let cause = Cause { kind: Kind::Prints, form: "exit status".to_owned(), expected, got };
    (ours != ended.ending).then(|| Difference {
        byte,
        line,
        column: 1,
        at: answer.last_line(),
        cause,
    })
}

/// The answer of a program with these misreadings, and which line each part of it comes from.
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

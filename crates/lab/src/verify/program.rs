//! The program that is verified, and how to compare its answers with ours.

use super::{Case, Origin};
use crate::compare::{
    Cause, Difference, Kind, Lenience, STATUS, abnormal_end, compare, is_same_output,
};
use crate::draft::{At, Draft, Line};
use crate::laws::{self, Breach, Judgement};
use crate::misreadings::{Misreading, Misreadings};
use crate::model::{self, End, Model};
use crate::outputs::{Refusal, Spot, end_of_ours, last_line, lines, same_bytes};
use crate::reference::{self, Answer, Part};
use crate::rules::{Level, Rule, RuleSet};
use broadside_core::ports::programs::{Command, Ended, Ending, Limits, Programs, Run};
use broadside_ships::rules::{Game, Order};
use broadside_ships::script::ast;
use std::io;

/// The number of the section about SAVE (spec ships §7).
const SAVE: u8 = 7;

/// The largest number of bytes by which a kept output may be longer than our output.
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
    /// The misreadings (wrong readings of one rule each) that count as right.
    pub accepted: Misreadings,
    /// Whether findings that cost no marks are passed over.
    #[doc(hidden)]
    pub accepts_unsettled: bool,
    /// The differences that are ignored.
    pub lenience: Lenience,
    /// Whether the exit status is compared. It is not compared after the turn of an AI.
    pub exit_code: bool,
    /// Whether a script that shows a difference is made smaller.
    pub shrinks: bool,
}

/// How the program has played the turn of an AI.
pub(super) struct AiTurn {
    pub(super) differences: Vec<Difference>,
    pub(super) reached: RuleSet,
    /// Whether the program has printed nothing for the turn.
    pub(super) is_missing: bool,
}

broadside_core::opaque!(ProgramUnderTest<'_>: command);

impl<'a> ProgramUnderTest<'a> {
    /// Returns a program with default limits and lenience. No misreading counts as right.
    pub fn new(programs: &'a dyn Programs, command: &'a Command) -> Self {
        Self {
            programs,
            command,
            limits: Limits::default(),
            accepted: Misreadings::NONE,
            accepts_unsettled: false,
            lenience: Lenience::default(),
            exit_code: false,
            shrinks: true,
        }
    }

    /// Runs the program. Its input is the text of a script.
    ///
    /// # Errors
    /// Returns an error if the program cannot be run. See [`Programs::run`].
    pub fn run(&self, script: &[u8]) -> io::Result<Ended> {
        self.programs.run(&Run { command: self.command, input: script, limits: self.limits })
    }

    /// Runs the program. Keeps only the beginning of a very long output, because many outputs are
    /// in memory at once.
    ///
    /// # Errors
    /// Returns an error if the program cannot be run, like [`run`](Self::run).
    #[doc(hidden)]
    pub fn run_capped(&self, script: &[u8], ours: &Answer) -> io::Result<Ended> {
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

    /// Runs the program with another draft in place of the script of `case`.
    pub(super) fn run_instead(&self, case: &Case, draft: Draft) -> io::Result<Case> {
        self.run_draft(case.origin.clone(), case.level, draft)
    }

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

    /// Whether the run ended with an exit status of the program, or with a crash that is ignored.
    pub(super) const fn has_answered(&self, ended: &Ended) -> bool {
        abnormal_end(&ended.ending, self.lenience).is_none()
    }

    pub(super) fn differences(&self, case: &Case) -> Vec<Difference> {
        match self.judge_as_ai(case) {
            Some(turn) => turn.differences,
            None => self.judge(case).into_iter().collect(),
        }
    }

    /// Judges the turn of an AI. Returns `None` if no AI is to move, if the run ends abnormally, or
    /// if the output before the turn is wrong.
    pub(super) fn judge_as_ai(&self, case: &Case) -> Option<AiTurn> {
        let Case { draft, answer, ended, .. } = case;
        let (game, saved) = self.awaiting_ai(draft)?;
        if !self.has_answered(ended) {
            return None;
        }
        let stdout = &ended.stdout;
        let start = end_of_ours(&answer.output, stdout, self.lenience)?;
        let judgement = laws::judge(&game, saved, &stdout[start..], self.lenience);
        let Judgement { mut breaches, reached } = judgement;
        breaches.retain(|breach| !self.accepts(breach, &stdout[start..]));
        let differences = breaches.iter().map(|breach| broken_law(breach, start, stdout)).collect();
        let is_missing = lines(&stdout[start..], self.lenience).next().is_none();
        Some(AiTurn { differences, reached, is_missing })
    }

    /// Returns the game if an AI is to move. If misreadings are accepted, also returns what SAVE
    /// prints with these misreadings.
    fn awaiting_ai(&self, draft: &Draft) -> Option<(Game, Option<Vec<u8>>)> {
        if self.accepted == Misreadings::NONE {
            return Some((reference::game_awaiting_ai(draft)?, None));
        }
        let is_of_save = |misreading: &Misreading| misreading.rule().section() == SAVE;
        let others = self.accepted.iter().filter(|misreading| !is_of_save(misreading));
        let state = Draft::parse(&saved(draft, others.collect())?).ok()?;
        // The rules may forbid a state that the misreadings allow. Then `draft` gives the game.
        let game = reference::game_awaiting_ai(&state);
        let game = game.or_else(|| reference::game_awaiting_ai(draft))?;
        Some((game, Some(saved(draft, self.accepted)?)))
    }

    /// Whether accepted misreadings allow the order of `breach`. `answer` is the turn of the AI
    /// that the program printed, which is a script. Our model runs it up to and including this
    /// order.
    fn accepts(&self, breach: &Breach, answer: &[u8]) -> bool {
        let rest = &answer[breach.byte..];
        let length = rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
        let script = &answer[..breach.byte + length];
        breach.rule == Rule::AiLegal
            && self.accepted != Misreadings::NONE
            && self.run_model(script, Misreadings::NONE).end != End::Refused
    }

    /// Whether our model with the accepted misreadings and `others` prints `stdout`. Ignores the
    /// turn of an AI.
    pub(super) fn gives(&self, script: &[u8], others: Misreadings, stdout: &[u8]) -> bool {
        let run = self.run_model(script, others);
        if run.awaits_ai {
            return end_of_ours(&run.out, stdout, self.lenience).is_some();
        }
        is_same_output(&run.out, stdout, self.lenience)
    }

    /// Whether our model with these misreadings ends at a syntax error.
    pub(super) fn stops(&self, script: &[u8], others: Misreadings) -> bool {
        self.run_model(script, others).end == End::Syntax
    }

    pub(crate) fn misread(&self, script: &[u8], others: Misreadings) -> Vec<u8> {
        self.run_model(script, others).out
    }

    fn run_model(&self, script: &[u8], others: Misreadings) -> model::Run {
        model::run(script, self.accepted.and(others))
    }
}

/// Returns what SAVE prints after the script; `None` if no AI is to move then.
fn saved(draft: &Draft, misreadings: Misreadings) -> Option<Vec<u8>> {
    let mut script = draft.to_bytes();
    let before = model::run(&script, misreadings);
    script.extend_from_slice(b"[state]\nSAVE\n[state]\n");
    let after = model::run(&script, misreadings).out;
    before.awaits_ai.then(|| after[before.out.len()..].to_vec())
}

fn broken_law(breach: &Breach, start: usize, stdout: &[u8]) -> Difference {
    let Breach { rule, form, words, byte } = breach;
    let cause = Cause::new(Kind::Ai, form, rule.id(), words);
    Difference::new(&Spot::of_byte(stdout, start + byte), None, cause)
}

pub(super) fn another_answer(first: &[u8], second: &[u8]) -> Difference {
    let byte = same_bytes(first, second);
    let words = "another turn for the same input".to_owned();
    let breach = Breach { rule: Rule::AiSame, form: String::new(), words, byte };
    broken_law(&breach, 0, first)
}

fn wrong_status(answer: &Answer, ended: &Ended) -> Option<Difference> {
    // `answer.end` ignores accepted misreadings, so only the output says whether the last command
    // is refused.
    let ours = Ending::Exited(u8::from(Refusal::of(last_line(&answer.output)).is_some()));
    if ours == ended.ending {
        return None;
    }
    let (expected, got) = (ours.to_string(), ended.ending.to_string());
    let cause = Cause::new(Kind::Prints, STATUS, expected, got);
    let spot = Spot::at_ends(&answer.output, &ended.stdout);
    Some(Difference::new(&spot, answer.last_line(), cause))
}

/// Returns the answer of our model with these misreadings, but with the `end` of `answer`.
pub(crate) fn read_as(draft: &Draft, answer: Answer, misreadings: Misreadings) -> Answer {
    if misreadings == Misreadings::NONE {
        return answer;
    }
    let (mut model, mut parts) = (Model::new(misreadings), Vec::new());
    for at in draft.places() {
        let start = model.out.len();
        let goes_on = model.step(&draft.event(at));
        if model.out.len() > start {
            let at = model.blamed.and_then(|target| line_of(draft, at, target)).unwrap_or(at);
            parts.push(Part { start, at });
        }
        if !goes_on {
            break;
        }
    }
    Answer { output: model.out, parts, ..answer }
}

/// Returns the line of a target: a shot or plane that names no ship. `end` is the end of the turn,
/// and `target` is an index among the targets of the turn.
fn line_of(draft: &Draft, end: At, target: usize) -> Option<At> {
    let is_target =
        |command: &ast::Command| matches!(command.order(), Some(Order::Shoot(_) | Order::SpyAt(_)));
    let commands = draft.blocks[end.block].commands.iter().enumerate();
    let (index, _) = commands.filter(|(_, command)| is_target(command)).nth(target)?;
    Some(At { line: Line::Command(index), ..end })
}

//! Findings: mistakes of a program. Each finding has the smallest known script that shows it.

use super::likeness::{Answered, Likeness, explains, explanations};
use super::{Case, Form, Origin, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::compare::{Cause, Difference, Kind, Lenience, abnormal_end};
use crate::draft::Draft;
use crate::form;
use crate::habit::Habit;
use crate::lean::{misread_rule, of_reason};
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::reference;
use crate::rules::{Level, Rule, Settled};
use crate::shrink::shrink;
use broadside_core::ports::programs::Ending;
use broadside_ships::script::ast::Group;
use std::io;

/// The largest number of runs of the program to make one script smaller.
const MANY_RUNS: u32 = 150;

/// Replaces [`MANY_RUNS`] if the program reached a limit, because each run then takes long.
const FEW_RUNS: u32 = 20;

/// The largest number of cards (small scripts, each for one rule) that test whether the program
/// knows a command.
const FEW_CARDS: usize = 3;

/// A finding: one mistake of a program, with a script that shows it.
#[derive(Clone, Debug)]
pub struct FailingCase {
    /// The script, our answer and what the program did.
    pub case: Case,
    /// Where the answers differ, and why.
    pub difference: Difference,
    /// The broken rule, if it is known.
    pub rule: Option<Rule>,
    /// Whether the program gives different answers to the script in different runs.
    pub is_flaky: bool,
    /// Whether the program fails at every command of the form that the cause names, or at every
    /// negative number.
    pub(crate) is_at_every: bool,
    /// The rule that the program seems to leave out, if no misreading explains the finding. Usually
    /// this is the only rule that our model can leave out to give the program's answer.
    pub(super) left_out: Option<Rule>,
    /// The misreadings that explain the finding, the best first.
    pub looks_like: Vec<Likeness>,
    /// The right answers that the program gives to similar scripts.
    pub(super) right_nearby: Vec<Answered>,
    /// The number of scripts that showed the mistake.
    pub seen: u64,
    /// The index of each script that showed the mistake, among all judged scripts.
    pub places: Vec<usize>,
    /// The script before it was made smaller.
    pub original: Draft,
    /// The number of runs of the program that were spent to make the script smaller.
    pub runs: u32,
}

pub(super) fn best_misreadings(findings: &[FailingCase]) -> Misreadings {
    findings.iter().filter_map(FailingCase::best).collect()
}

impl FailingCase {
    pub(super) fn new(case: Case, difference: Difference) -> Self {
        let habit = difference.cause.habit();
        Self {
            original: case.draft.clone(),
            rule: habit.map(|habit| habit.rule().unwrap_or_else(|| rule_of_end(&case.draft))),
            case,
            difference,
            is_flaky: false,
            is_at_every: false,
            left_out: None,
            looks_like: Vec::new(),
            right_nearby: Vec::new(),
            seen: 1,
            places: Vec::new(),
            runs: 0,
        }
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.seen += other.seen;
        self.places.extend(other.places);
    }

    pub(super) fn best(&self) -> Option<Misreading> {
        self.looks_like.first().map(|like| like.misreading)
    }

    /// Returns the rule that the best misreading breaks in the script.
    pub(super) fn misread_rule(&self, accepted: Misreadings) -> Option<Rule> {
        self.best().map(|best| misread_rule(best, &self.case.draft, accepted))
    }

    /// Whether the best misreading is certain: it explains at least 95 % of the answers to this and
    /// similar scripts, and no other misreading explains nearly as many.
    #[doc(hidden)]
    pub fn is_named(&self) -> bool {
        self.unrivalled().is_some_and(|best| best.agree * 100 >= best.of * 95)
    }

    pub(super) fn unrivalled(&self) -> Option<&Likeness> {
        let (best, others) = self.looks_like.split_first()?;
        others.iter().all(|other| !other.is_close_to(best)).then_some(best)
    }

    /// Returns the habit, if this finding is one: a mistake in nearly every output of the program.
    #[doc(hidden)]
    pub fn habit(&self) -> Option<Habit> {
        self.difference.cause.habit()
    }

    pub(super) fn is_unexplained(&self) -> bool {
        self.looks_like.is_empty() && !self.is_flaky
    }

    pub(super) fn has_unexplained_rule(&self) -> bool {
        let is_of_form = !self.case.is_plain() || self.habit().is_some();
        self.rule.is_some() && self.is_unexplained() && !is_of_form
    }

    /// Whether the blamed rule is only a guess that other scripts may correct.
    pub(super) fn has_guessed_rule(&self) -> bool {
        self.has_unexplained_rule() && self.left_out.is_none()
    }

    pub(super) fn is_unsure(&self) -> bool {
        !self.is_named() && !self.is_flaky
    }

    /// Whether the script has the short form of `SET_FLEET` (without numbers), and nothing else
    /// explains the finding.
    pub(super) fn needs_short_fleet(&self) -> bool {
        let has_short_fleet = self.case.is_plain() && self.case.draft.has_short_fleet();
        has_short_fleet && self.is_unexplained() && !self.is_everywhere()
    }

    /// Whether this finding explains `case` too: `is_at_every` is true, `case` has a command of the
    /// same form (or a negative number), and both runs end in the same way.
    pub(super) fn is_word_of(&self, case: &Case, difference: &Difference) -> bool {
        let (word, here) = (&self.difference.cause, &difference.cause);
        let ends_alike = matches!(here.kind, Kind::Word | Kind::Crash) && word.got == here.got;
        let has_it = |line: Vec<u8>| {
            is_negative(&line) && word.form == NEGATIVE || form::of_echo(&line) == word.form
        };
        let mut lines = case.draft.places().map(|at| case.draft.text(at));
        self.is_at_every && ends_alike && lines.any(has_it)
    }

    pub(super) fn fails_at_negative(&self) -> bool {
        self.difference.cause.form == NEGATIVE
    }

    pub(super) fn fails(&self) -> bool {
        use Kind::{Crash, Memory, Output, Timeout, Word};
        matches!(self.difference.cause.kind, Crash | Timeout | Output | Memory | Word)
    }

    pub(super) fn fails_on_empty_input(&self) -> bool {
        self.fails() && self.case.draft.blocks.is_empty()
    }

    pub(super) fn crashes_on_empty_input(&self) -> bool {
        self.difference.cause.kind == Kind::Crash && self.case.draft.blocks.is_empty()
    }

    pub(super) fn saves_in_another_order(&self) -> bool {
        let sorted = |output: &[u8]| {
            let mut lines: Vec<_> =
                output.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            lines.sort_unstable();
            lines
        };
        self.difference.cause.kind == Kind::Save
            && sorted(&self.case.answer.output) == sorted(&self.case.ended.stdout)
    }

    /// Whether the program says that a player's turn makes the other player win.
    pub(super) fn has_another_winner(&self) -> bool {
        let Difference { at, cause, .. } = &self.difference;
        let block = at.and_then(|at| self.case.draft.blocks.get(at.block));
        let Some(Group::Turn(side)) = block.map(|block| block.group) else { return false };
        let last = format!("{} won", side.other());
        cause.got == "won" && self.case.ended.stdout.trim_ascii_end().ends_with(last.as_bytes())
    }

    /// Returns the rule that should refuse the command, and the rule by which the program refuses
    /// the command. A rule is `None` if there is no refusal, or if its reason is unknown.
    pub(super) fn reasons(&self) -> [Option<Rule>; 2] {
        let Cause { kind, expected, got, .. } = &self.difference.cause;
        let missing = matches!(kind, Kind::Accepts | Kind::Reason);
        let given = matches!(kind, Kind::Rejects | Kind::Reason);
        let rule = |is_it: bool, reason| {
            is_it.then(|| of_reason(&self.case.draft, &self.difference, reason)).flatten()
        };
        [rule(missing, expected), rule(given, got)]
    }

    /// Whether the finding costs no marks, because only our own specification settles the rule.
    #[doc(hidden)]
    pub fn is_unsettled(&self) -> bool {
        // A program loses marks if it refuses a legal command by a check, even if only our own
        // specification has this check. Our other rules cost no marks: if only such a rule makes a
        // command legal, a program may refuse the command. Checks of AUTO_SHOOTING cost no marks
        // either, because only our specification says what AUTO_SHOOTING allows.
        let is_check = |rule: Rule| rule.is_check() && rule.level() < Level::Auto;
        let refuses_legal = |rule| self.difference.cause.kind == Kind::Rejects && is_check(rule);
        self.rule.is_some_and(|rule| rule.settled() == Settled::Ours && !refuses_legal(rule))
    }

    /// Whether scripts with quite different commands can show the cause.
    pub(super) fn is_everywhere(&self) -> bool {
        let cause = &self.difference.cause;
        let is_other_mark = cause.kind == Kind::Picture && cause.form.is_empty();
        let is_of_form = cause.kind == Kind::Echo || self.habit().is_some();
        let is_of_run = self.fails_on_empty_input() || cause.is_of_status();
        self.is_of_ai() || is_other_mark || is_of_form || is_of_run
    }

    pub(super) fn is_of_ai(&self) -> bool {
        self.difference.cause.kind == Kind::Ai
    }

    /// Returns the first level at which students know all commands of the script; `Ai` if the
    /// program breaks a rule about its turns as an AI.
    pub fn level(&self) -> Level {
        if self.is_of_ai() { Level::Ai } else { self.case.draft.level() }
    }

    /// Returns a key for sorting. The criteria, most important first: concerns the asked level,
    /// costs marks, is about the form of input or output, has a low level, has few lines.
    pub(super) fn rank(&self, asked: Option<Level>) -> (bool, bool, bool, Level, usize) {
        let is_of_form = self.is_of_form() && !self.is_of_ai();
        let (level, lines) = (self.level(), self.case.draft.lines());
        (!self.concerns(asked), self.is_unsettled(), !is_of_form, level, lines)
    }

    /// Whether the finding concerns the level `asked`: its script or rule is of this or a later
    /// level. Also true for mistakes in the form of input or output, for abnormal ends, and if
    /// `asked` is `None`.
    #[doc(hidden)]
    pub fn concerns(&self, asked: Option<Level>) -> bool {
        let Some(asked) = asked else { return true };
        let is_of_level =
            self.level() >= asked || self.rule.is_some_and(|rule| rule.level() >= asked);
        is_of_level
            || self.is_of_form()
            || abnormal_end(&self.case.ended.ending, Lenience::default()).is_some()
    }

    fn is_of_form(&self) -> bool {
        let is_probe = matches!(self.case.origin, Origin::Probe(_) | Origin::Form(..));
        is_probe || self.habit().is_some()
    }

    pub(super) fn examine(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let repeats =
            |case: &Case| Ok::<_, io::Error>(repeats(program, case)? && repeats(program, case)?);
        let never_repeats = self.is_of_ai() && self.difference.cause.expected == Rule::AiSame.id();
        self.is_flaky = never_repeats || !repeats(&self.case)?;
        if program.shrinks && !self.is_flaky {
            self.cut(program)?;
            self.shrink(program)?;
            self.drop_earlier_turns(program)?;
            self.locate(program)?;
            self.find_unknown_word(program)?;
            // A program that fails by chance may have failed in all runs so far.
            self.is_flaky = !self.is_slow() && !repeats(&self.case)?;
        }
        Ok(())
    }

    pub(super) const fn is_slow(&self) -> bool {
        matches!(
            self.case.ended.ending,
            Ending::Timeout | Ending::Output | Ending::Files | Ending::Memory
        )
    }

    pub(super) fn shrink(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let mut explained =
            if self.is_of_ai() { Vec::new() } else { explanations(program, &self.case) };
        // A program that does not know a word stops at it. A misreading with which our model ends
        // at a syntax error may explain this answer by chance, but not the answers to smaller
        // scripts. So such misreadings are left out.
        explained.retain(|misreading| !program.stops(&self.case.script, (*misreading).into()));
        let form = self.case.form();
        let cause = self.difference.cause.clone();
        let mut smallest = None;
        let mut judge = |draft: &Draft| {
            let plain = program.run_instead(&self.case, draft.clone())?;
            let (candidate, found) = if let Some(form) = form {
                of_form(program, form, plain, &cause)?
            } else {
                let found = program.differences(&plain);
                (plain, found)
            };
            let found = found.into_iter().find(|found| found.cause.shows(&cause));
            // Another mistake can have the same cause. So if misreadings explain the original
            // answer, one of these misreadings must explain the answer to the smaller script too.
            let is_explained = |other: &Misreading| explains(program, (*other).into(), &candidate);
            let is_same = explained.is_empty() || explained.iter().any(is_explained);
            let found = found.filter(|_| is_same);
            if found.is_some() {
                smallest = Some(candidate);
            }
            Ok(found)
        };
        let most = if self.is_slow() { FEW_RUNS } else { MANY_RUNS };
        let (draft, difference) = (self.case.draft.clone(), self.difference.clone());
        let shrunk = shrink(draft, difference, most, &mut judge);
        self.runs += shrunk.runs;
        self.difference = shrunk.difference;
        self.case = smallest.unwrap_or_else(|| self.case.clone());
        shrunk.error.map_or(Ok(()), Err)
    }

    fn find_unknown_word(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let (Kind::Word | Kind::Crash, Some(at)) = (self.difference.cause.kind, self.difference.at)
        else {
            return Ok(());
        };
        let draft = &self.case.draft;
        let form = form::of_line(draft, at);
        let words = draft.commands().filter(|(_, command)| command.changes_game());
        let is_alone = words.map(|(_, command)| form::of_command(command)).all(|one| one == form);
        let is_unknown = is_alone && !knows(program, &form)?;
        let is_negative = is_negative(&draft.text(at)) && self.fails_below_zero(program)?;
        self.is_at_every = is_unknown || is_negative;
        let cause = &mut self.difference.cause;
        // An uncaught exception of C++ ends a program by SIGABRT.
        let gives_up = cause.kind == Kind::Word || cause.got == "signal SIGABRT";
        if is_alone {
            cause.kind = if is_unknown && gives_up { Kind::Word } else { Kind::Crash };
        }
        if is_negative {
            NEGATIVE.clone_into(&mut cause.form);
        } else if is_unknown || cause.kind == Kind::Crash {
            cause.form = form;
        }
        Ok(())
    }

    /// Whether the program fails at a negative seed, but not at a positive one. Every seed is
    /// legal, so no check is to blame.
    fn fails_below_zero(&self, program: &ProgramUnderTest<'_>) -> io::Result<bool> {
        let fails = |seed: &str| {
            let ended = program.run(format!("[state]\nSRAND {seed}\n[state]\n").as_bytes())?;
            io::Result::Ok(ended.ending == self.case.ended.ending)
        };
        Ok(fails("-5")? && !fails("5")?)
    }
}

/// Runs the program with the script of `plain`, written in another form of input. Returns no
/// difference if the program fails the plain script too, or if the form changes the right answer or
/// does not change the script.
fn of_form(
    program: &ProgramUnderTest<'_>,
    form: Form,
    plain: Case,
    cause: &Cause,
) -> io::Result<(Case, Vec<Difference>)> {
    let script = form.write(&plain.draft, &reference::run(&plain.draft));
    let Some(script) = script.filter(|_| program.judge(&plain).is_none()) else {
        return Ok((plain, Vec::new()));
    };
    let written = program.run_script(plain.origin, plain.level, plain.draft, script)?;
    let mut found = program.judge(&written);
    if *cause == form.cause() {
        found = found.map(|found| Difference { cause: cause.clone(), ..found });
    }
    Ok((written, found.into_iter().collect()))
}

fn rule_of_end(draft: &Draft) -> Rule {
    let reached = model::run(&draft.to_bytes(), Misreadings::NONE).reached;
    let is_end = |rule: &Rule| rule.reason().is_some() || *rule == Rule::VictoryWon;
    reached.iter().find(is_end).unwrap_or(Rule::PictureFields)
}

const NEGATIVE: &str = "a negative number";

fn is_negative(line: &[u8]) -> bool {
    line.windows(2).any(|two| two == b" -")
}

/// Runs a few cards that print something and have a command of this form. Returns true if the
/// program answers one of these cards, or if there is no card of this kind.
fn knows(program: &ProgramUnderTest<'_>, form: &str) -> io::Result<bool> {
    let has_it = |card: &Card| {
        let draft = card.draft();
        let mut forms = draft.commands().map(|(_, command)| form::of_command(command));
        let is_shown = card.out.contains("PARTS") || card.out.ends_with("[state]\n");
        is_shown && forms.any(|other| other == form)
    };
    let cards: Vec<_> = cards::all().filter(has_it).take(FEW_CARDS).collect();
    for card in &cards {
        let ended = program.run(card.script.as_bytes())?;
        if ended.ending == Ending::Exited(0) && !ended.stdout.is_empty() {
            return Ok(true);
        }
    }
    Ok(cards.is_empty())
}

pub(super) fn repeats(program: &ProgramUnderTest<'_>, case: &Case) -> io::Result<bool> {
    let again = program.run_capped(&case.script, &case.answer)?;
    Ok(again.stdout == case.ended.stdout && again.ending == case.ended.ending)
}

pub(super) fn is_victory_rule(rule: Rule) -> bool {
    rule.family() == "victory"
}

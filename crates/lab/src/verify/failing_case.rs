//! A finding: the smallest script that shows one cause, and what it looks like.

use super::likeness::{Answered, Likeness, explains, explanations, looks_like};
use super::{Case, Form, Origin, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::compare::{Cause, Difference, Kind, abnormal_end};
use crate::draft::Draft;
use crate::form;
use crate::habit::Habit;
use crate::lean::{leans_on, of_reason};
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Level, Rule, Settled};
use crate::shrink::shrink;
use broadside_core::ports::programs::Ending;
use broadside_ships::rules::{LARGEST_PICTURE, Setting};
use broadside_ships::script::ast::{Command, Group};
use std::io;

/// How many runs a script is worth that is made smaller.
const MANY_RUNS: u32 = 150;

/// How many runs it is worth where each of them takes its whole time.
const FEW_RUNS: u32 = 20;

/// How many cards are tried to see whether a command is known.
const FEW_CARDS: usize = 3;

/// What is wrong, with a script that shows it.
#[derive(Clone, Debug)]
pub struct FailingCase {
    /// The script, our answer and what the program did.
    pub case: Case,
    /// Where the answers part, and why.
    pub difference: Difference,
    /// The rule that is broken, as far as it is known.
    pub rule: Option<Rule>,
    /// Whether the program does not do the same each time.
    pub is_flaky: bool,
    /// Whether the program fails wherever a command of the form in the cause stands.
    pub(super) is_at_every: bool,
    /// The only rule that a program must leave out to answer as this one did.
    pub(super) left_out: Option<Rule>,
    /// The misreadings that explain it, the best first.
    pub looks_like: Vec<Likeness>,
    /// Right answers of the program to scripts like this one.
    pub(super) right_nearby: Vec<Answered>,
    /// In how many scripts it was seen.
    pub seen: u64,
    /// The places of those scripts among all that were judged, from 0.
    pub places: Vec<usize>,
    /// The script before it was made smaller.
    pub original: Draft,
    /// How many lines that had.
    pub from_lines: usize,
    /// How many runs of the program that took.
    pub runs: u32,
}

impl FailingCase {
    /// The misreading that explains it best.
    pub(super) fn best(&self) -> Option<Misreading> {
        self.looks_like.first().map(|like| like.misreading)
    }

    /// Whether the program fails at a command of this form, and fails in the same way in a script that has it.
    pub(super) fn is_word_of(&self, case: &Case, difference: &Difference) -> bool {
        let (word, here) = (&self.difference.cause, &difference.cause);
        let ends_so = matches!(here.kind, Kind::Word | Kind::Crash) && word.got == here.got;
        let mut forms = case.draft.commands().map(|(_, command)| form::of_command(command));
        self.is_at_every && ends_so && forms.any(|form| form == word.form)
    }

    /// Whether nothing explains it, and its smallest script has the short form of the default fleet.
    pub(super) fn needs_short_fleet(&self) -> bool {
        let is_told = self.habit().is_some() || !self.looks_like.is_empty() || self.is_everywhere();
        !is_told && !self.is_flaky && self.case.is_plain() && self.case.draft.has_short_fleet()
    }

    /// Whether the program came to no good end.
    pub(super) fn fails(&self) -> bool {
        use Kind::{Crash, Memory, Output, Timeout, Word};
        matches!(self.difference.cause.kind, Crash | Timeout | Output | Memory | Word)
    }

    /// Whether it comes to no good end where it should refuse.
    pub(super) fn lacks_check(&self) -> bool {
        self.fails() && self.rule.is_some_and(|rule| rule.reason().is_some())
    }

    /// Whether the program calls the player the winner who cannot win in this turn.
    pub(super) fn has_another_winner(&self) -> bool {
        let Difference { at, cause, .. } = &self.difference;
        let block = at.and_then(|at| self.case.draft.blocks.get(at.block));
        let Some(Group::Turn(side)) = block.map(|block| block.group) else { return false };
        let last = format!("{} won", side.other());
        cause.got == "won" && self.case.ended.stdout.trim_ascii_end().ends_with(last.as_bytes())
    }

    /// The rule by which the program should refuse here, and the one by which it does.
    pub(super) fn reasons(&self) -> (Option<Rule>, Option<Rule>) {
        let Cause { kind, form, expected, got } = &self.difference.cause;
        let missing = matches!(kind, Kind::Accepts | Kind::Reason);
        let given = matches!(kind, Kind::Rejects | Kind::Reason);
        let rule = |is_it: bool, reason| is_it.then(|| of_reason(form, reason)).flatten();
        (rule(missing, expected), rule(given, got))
    }

    /// Whether the best misreading explains nearly all that was asked, and no other nearly as much.
    #[doc(hidden)]
    pub fn is_named(&self) -> bool {
        let mut ranked = self.looks_like.iter();
        let Some(best) = ranked.next().filter(|best| best.agree * 100 >= best.of * 95) else {
            return false;
        };
        ranked.all(|other| !other.is_close_to(best))
    }

    /// Whether no source settles the rule, so that it is nothing to be held against a program.
    #[doc(hidden)]
    pub fn is_unsettled(&self) -> bool {
        // What is refused for a reason of ours is legal by a rule that is settled.
        let is_legal = self.difference.cause.kind == Kind::Rejects;
        !is_legal && self.rule.is_some_and(|rule| rule.settled() == Settled::Ours)
    }

    /// The rule that says that the form of the input changes nothing, if another form than ours does.
    fn rule_of_form(&self) -> Option<Rule> {
        let form = match self.case.origin {
            Origin::Form(_, form) => Some(form),
            Origin::Random(number) => Form::of_random(number),
            Origin::Probe(_) | Origin::Card(_) | Origin::Given => None,
        };
        form.filter(|_| !self.case.is_plain()).map(Form::rule)
    }

    /// The rule that the command at the difference leans on most; none for habits and broken starts.
    fn leans(&self) -> Option<Rule> {
        let kind = self.difference.cause.kind;
        let has_rule = !matches!(kind, Kind::Start | Kind::Word | Kind::Timeout | Kind::Crash);
        let rule = || leans_on(&self.case.draft, &self.difference);
        (has_rule && self.case.is_plain()).then(rule)
    }

    /// Whether a rule is broken that neither a misreading's name nor a form of the input tells.
    pub(super) fn has_open_rule(&self) -> bool {
        let is_told = self.habit().is_some() || !self.looks_like.is_empty();
        self.rule.is_some() && !self.is_flaky && !is_told && self.case.is_plain()
    }

    /// Whether its cause shows in scripts of any kind.
    pub(super) fn is_everywhere(&self) -> bool {
        let cause = &self.difference.cause;
        let is_drawn_otherwise = cause.kind == Kind::Picture && cause.form.is_empty();
        let is_echo = cause.kind == Kind::Echo;
        self.is_of_ai() || is_drawn_otherwise || is_echo || self.habit().is_some()
    }

    /// The habit of form that it is.
    #[doc(hidden)]
    pub fn habit(&self) -> Option<Habit> {
        self.difference.cause.habit()
    }

    /// The level at which everything that it shows is known.
    pub fn level(&self) -> Level {
        if self.is_of_ai() { Level::Ai } else { self.case.draft.level() }
    }

    /// Whether a law of what the machine answers is broken. No misreading explains that.
    pub(super) fn is_of_ai(&self) -> bool {
        self.difference.cause.kind == Kind::Ai
    }

    /// A difference of which no more is known.
    pub(super) fn new(case: Case, difference: Difference) -> Self {
        Self {
            from_lines: case.draft.lines(),
            original: case.draft.clone(),
            case,
            difference,
            rule: None,
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

    /// Finds out whether it comes again, and how small a script shows it.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`](broadside_core::ports::programs::Programs::run).
    pub(super) fn examine(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let repeats = || repeats(program, &self.case);
        let is_sure = self.is_of_ai() && self.difference.cause.expected == Rule::AiSame.id();
        self.is_flaky = is_sure || !(repeats()? && repeats()?);
        if program.shrinks && !self.is_flaky {
            self.shrink(program)?;
            self.name_the_word(program)?;
        }
        Ok(())
    }

    /// Names the command at which the program fails, if the smallest script has only that one beside
    /// pictures. A program that knows the command elsewhere crashes here.
    fn name_the_word(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let commands = self.case.draft.commands();
        let words = commands.filter(|(_, command)| !matches!(command, Command::Print(_)));
        let mut forms: Vec<_> = words.map(|(_, command)| form::of_command(command)).collect();
        forms.dedup();
        let cause = &mut self.difference.cause;
        if let ([form], Kind::Word | Kind::Crash) = (&forms[..], cause.kind) {
            self.is_at_every = !knows(program, form)?;
            let gives_up = cause.kind == Kind::Word || cause.got == "signal SIGABRT";
            cause.kind = if self.is_at_every && gives_up { Kind::Word } else { Kind::Crash };
            cause.form.clone_from(form);
        }
        Ok(())
    }

    /// Finds out what it looks like.
    ///
    /// # Errors
    /// When the program cannot be run: see [`Programs::run`](broadside_core::ports::programs::Programs::run).
    pub(super) fn explain(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        if self.is_of_ai() {
            self.rule = Rule::from_id(&self.difference.cause.expected);
            return Ok(());
        }
        if self.habit().is_some() {
            return Ok(());
        }
        if !self.is_flaky && self.case.is_plain() {
            (self.looks_like, self.right_nearby) = looks_like(program, &self.case, &self.original)?;
        }
        let explained = self.looks_like.first().map(|likeness| likeness.misreading.rule());
        if explained.is_none() && !self.is_flaky && self.case.is_plain() {
            self.left_out = self.only_left_out(program)?;
        }
        let told = explained.or_else(|| self.rule_of_form()).or(self.left_out);
        let rule = told.or_else(|| self.broken_rule());
        let too_large =
            (self.fails() && has_large_board(&self.case.draft)).then_some(Rule::PictureTooLarge);
        self.rule = too_large.or(rule).or_else(|| self.leans());
        Ok(())
    }

    /// Findings of the form of answers come first, then those of the first lessons, then small ones.
    /// Those that only our page settles come last.
    /// Findings of lessons before `asked` come behind the findings of that lesson.
    pub(super) fn rank(&self, asked: Option<Level>) -> (bool, bool, bool, Level, usize) {
        let is_probed = matches!(self.case.origin, Origin::Probe(_) | Origin::Form(..));
        let is_form = is_probed || self.habit().is_some();
        let comes_first = is_form && !self.is_of_ai();
        let is_before = !comes_first && !self.concerns(asked);
        (is_before, self.is_unsettled(), !comes_first, self.level(), self.case.draft.lines())
    }

    /// Whether it is about the level that was asked for, if one was, or of the form of all output.
    #[doc(hidden)]
    pub fn concerns(&self, asked: Option<Level>) -> bool {
        let is_of_level = |level| {
            let rule = self.rule.map_or(self.level(), Rule::level);
            rule.max(self.level()) >= level
        };
        let is_form = matches!(self.case.origin, Origin::Probe(_) | Origin::Form(..));
        let is_broken = abnormal_end(&self.case.ended.ending).is_some();
        is_form || is_broken || self.habit().is_some() || asked.is_none_or(is_of_level)
    }

    /// Makes the script smaller as long as the program does the same wrong.
    fn shrink(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let is_of_ai = self.is_of_ai();
        let explained = if is_of_ai { Vec::new() } else { explanations(program, &self.case) };
        let (origin, level) = (self.case.origin.clone(), self.case.level);
        let cause = self.difference.cause.clone();
        let mut smallest = None;
        let mut judge = |draft: &Draft| {
            let candidate = program.try_out(origin.clone(), level, draft.clone())?;
            let found = program.differences(&candidate);
            let found = found.into_iter().find(|found| found.cause == cause);
            // Another mistake can have the same cause.
            let is_explained = |other: &Misreading| explains(program, (*other).into(), &candidate);
            let is_same = explained.is_empty() || explained.iter().any(is_explained);
            let found = found.filter(|_| is_same);
            smallest = if found.is_some() { Some(candidate) } else { smallest.take() };
            Ok(found)
        };
        let most = if is_slow(&self.case.ended.ending) { FEW_RUNS } else { MANY_RUNS };
        let (draft, difference) = (self.case.draft.clone(), self.difference.clone());
        let shrunk = shrink(draft, difference, most, &mut judge);
        self.runs += shrunk.runs;
        self.difference = shrunk.difference;
        self.case = smallest.unwrap_or_else(|| self.case.clone());
        shrunk.error.map_or(Ok(()), Err)
    }

    /// The only rule that a program must leave out to answer the smallest script as this one did, if leaving it out
    /// gives the answer to the script that this was made from too.
    fn only_left_out(&self, program: &ProgramUnderTest<'_>) -> io::Result<Option<Rule>> {
        let Case { script, .. } = &self.case;
        let explains =
            |rule: &Rule| explains(program, Misreadings::NONE.without(*rule), &self.case);
        let reached = model::run(script, Misreadings::NONE).reached;
        let mut rules = reached.iter().filter(explains);
        let only = rules.next().filter(|_| rules.next().is_none());
        let Some(rule) = only else { return Ok(None) };
        let original = self.original.to_bytes();
        let stdout = program.run(&original)?.stdout;
        let is_it = program.gives(&original, Misreadings::NONE.without(rule), &stdout);
        Ok(only.filter(|_| is_it))
    }

    /// The rule that refuses in the line where the answers part, or the only one that this line is
    /// the first to reach. Among several, any choice could mislead.
    fn broken_rule(&self) -> Option<Rule> {
        let (at, draft) = (self.difference.at?, &self.case.draft);
        let reached = |at| model::run(&draft.beginning(at).to_bytes(), Misreadings::NONE).reached;
        let before = draft.places().take_while(|line| *line < at).last();
        let (before, after) = (before.map(reached).unwrap_or_default(), reached(at));
        let Cause { kind, form, got, .. } = &self.difference.cause;
        if *kind == Kind::Rejects && of_reason(form, got).is_some() {
            return None;
        }
        let is_empty = *kind == Kind::Victory && got == "won" && !self.has_another_winner();
        if is_empty && after.contains(Rule::VictoryNeedsAShip) {
            return Some(Rule::VictoryNeedsAShip);
        }
        // Who sees a victory too many or too few does not come to what the line checks.
        let may_be = |rule: &Rule| *kind != Kind::Victory || is_of_victory(*rule);
        let new = || after.iter().filter(|rule| !before.contains(*rule)).filter(may_be);
        let refusing = new().find(|rule| rule.reason().is_some());
        let only = || new().next().filter(|_| new().nth(1).is_none());
        refusing.or_else(only)
    }
}

/// Whether a board is set that is too large to be printed: programs that hold it in memory fail.
fn has_large_board(draft: &Draft) -> bool {
    let area =
        |rows: i64, cols: i64| u128::from(rows.unsigned_abs()) * u128::from(cols.unsigned_abs());
    let is_large = |command: &Command| matches!(command, Command::Set(Setting::BoardSize(rows, cols)) if area(*rows, *cols) > LARGEST_PICTURE);
    draft.commands().any(|(_, command)| is_large(command))
}

/// Whether the program gets through a card that has a command of this form and shows something.
fn knows(program: &ProgramUnderTest<'_>, form: &str) -> io::Result<bool> {
    let has_it = |card: &Card| {
        let draft = Draft::parse(card.script.as_bytes()).unwrap_or_default();
        let mut forms = draft.commands().map(|(_, command)| form::of_command(command));
        card.out.contains("PARTS") && forms.any(|other| other == form)
    };
    for card in cards::all().filter(has_it).take(FEW_CARDS) {
        let ended = program.run(card.script.as_bytes())?;
        if ended.ending == Ending::Exited(0) && !ended.stdout.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether the program does the same once more.
fn repeats(program: &ProgramUnderTest<'_>, case: &Case) -> io::Result<bool> {
    let again = program.run_capped(&case.script, &case.answer)?;
    Ok(again.stdout == case.ended.stdout && again.ending == case.ended.ending)
}

/// Whether each run takes its whole time.
const fn is_slow(ending: &Ending) -> bool {
    match ending {
        Ending::Timeout | Ending::Output | Ending::Memory => true,
        Ending::Exited(_) | Ending::Signal(_) | Ending::CannotStart(_) => false,
    }
}

/// Whether a rule tells who wins, and when.
pub(super) fn is_of_victory(rule: Rule) -> bool {
    rule.id().starts_with("victory.")
}

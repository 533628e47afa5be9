//! Finds which rule a program breaks, and which known misreadings of rules explain its answer.

use super::failing_case::{FailingCase, is_victory_rule};
use super::likeness::{explains, left_out, looks_like};
use super::neighbours::similar;
use super::{Form, Origin, ProgramUnderTest};
use crate::compare::{Cause, Kind, is_same_output, kind_of_line};
use crate::draft::{At, Block, Draft, Line};
use crate::form;
use crate::habit::is_final;
use crate::lean::{can_show, crashes_at_victory, of_line, of_reason, rule_to_blame};
use crate::misreadings::Misreadings;
use crate::model;
use crate::outputs::{HEALTHY, Refusal, last_line};
use crate::rules::{Level, Rule, RuleSet};
use broadside_ships::rules::{LARGEST_PICTURE, Setting};
use broadside_ships::script::ast::Command;
use std::io;

/// If a program fails, for example by a crash, and its smallest script has more groups than this,
/// the main rule of a command is not blamed: probably the length of the game is the cause.
const LONG: usize = 100;

/// Returns the rule about the order of the checks of a command.
fn order_of(check: Rule) -> Option<Rule> {
    Rule::from_id(&format!("{}.order", check.family()))
}

/// The largest number of similar scripts that are drawn to examine a check.
const SIMILAR: usize = 500;

/// The largest number of these scripts that the program runs. Only this check may refuse them.
const ALONE: usize = 60;

impl FailingCase {
    pub(super) fn explain(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        if self.is_of_ai() {
            self.rule = Rule::from_id(&self.difference.cause.expected);
            return Ok(());
        }
        if self.prints_more() && !self.is_flaky {
            self.blame_text();
        }
        // An answer that changes from run to run, or a wrong status, says nothing about a rule.
        // The rule of a habit (a mistake in all output) is known already.
        if self.is_flaky || self.habit().is_some() || self.difference.cause.is_of_status() {
            return Ok(());
        }
        let mut rule = None;
        if self.is_at_every && !self.fails_at_negative() {
            let at = self.difference.at;
            self.left_out = at.and_then(|at| of_line(&self.case.draft, at));
        } else if self.case.is_plain() {
            rule = self.find_misreading(program)?;
        }
        // A program that stores all fields may fail if the board is too large to print.
        let is_too_large = self.fails() && has_large_board(&self.case.draft);
        let of_form = || self.case.form().map(Form::rule);
        self.rule = (is_too_large.then_some(Rule::PictureTooLarge).or(rule))
            .or_else(of_form)
            .or_else(|| self.fails_at_negative().then_some(Rule::InputNumbers))
            .or_else(|| self.broken_sight(program.accepted))
            .or(self.left_out)
            .or_else(|| self.broken_rule(program.accepted))
            .or_else(|| self.main_rule(program.accepted))
            .or_else(|| self.crashes_on_empty_input().then_some(Rule::TurnEndOfInput));
        Ok(())
    }

    /// Blames the victory for text after it. Blames the last command of the smallest script for
    /// other additional text, because not every script shows this text. Blames no command for text
    /// after a refusal, after a picture or after SAVE. In a script of the user, also blames no
    /// command, because every script may show the text.
    fn blame_text(&mut self) {
        let (ours, theirs) = (&self.case.answer.output, &self.case.ended.stdout);
        if is_final(ours) && theirs.starts_with(ours) {
            if ours.ends_with(b" won\n") {
                self.rule = Some(Rule::VictoryWon);
            }
        } else if self.case.origin != Origin::Given {
            let draft = &self.case.draft;
            let commands = draft.places().filter(|at| matches!(at.line, Line::Command(_)));
            let silent = commands.last().filter(|at| kind_of_line(draft, *at) == Kind::Prints);
            self.rule = silent.and_then(|at| of_line(draft, at)).or(self.rule);
        }
    }

    /// Finds the misreadings that explain the answer, and returns the rule of the best. If there is
    /// no misreading, finds the rule that the program seems to leave out or to carry out wrongly.
    fn find_misreading(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<Option<Rule>> {
        (self.looks_like, self.right_nearby) = looks_like(program, &self.case, &self.original)?;
        let is_order = self.best().is_some_and(|best| best.rule().is_order());
        let is_open = self.misread_rule(program.accepted).is_none();
        let earlier = self.reasons()[0].filter(|_| is_order);
        let earlier = earlier.or_else(|| self.late_check(program).filter(|_| is_open));
        let makes_it = match earlier {
            Some(check) => self.makes_check(program, check)?,
            None => None,
        };
        // If the program makes the check wrongly, the order of checks is not its only mistake.
        if is_order && makes_it == Some(false) {
            self.looks_like.clear();
        }
        let rule = self.misread_rule(program.accepted);
        if rule.is_none() {
            self.left_out = earlier.filter(|_| makes_it == Some(true)).and_then(order_of);
            if self.left_out.is_none() {
                self.left_out = self.only_left_out(program)?;
            }
            if self.left_out.is_none() {
                self.left_out = self.wrong_order(program)?.or_else(|| self.count_afresh());
            }
        }
        Ok(rule)
    }

    /// If two checks refuse the command, and the program gives the reason of the later one, returns
    /// the earlier check. The rules must say in which order these checks are made.
    fn late_check(&self, program: &ProgramUnderTest<'_>) -> Option<Rule> {
        let [Some(earlier), Some(later)] = self.reasons() else { return None };
        let is_refused_twice = earlier.family() == later.family()
            && order_of(earlier).is_some()
            && explains(program, Misreadings::NONE.without(earlier), &self.case);
        is_refused_twice.then_some(earlier)
    }

    /// Whether the program makes a check rightly in all similar scripts in which no other check
    /// refuses the command. `None` if there are no such scripts.
    fn makes_check(&self, program: &ProgramUnderTest<'_>, check: Rule) -> io::Result<Option<bool>> {
        let rival = Misreadings::NONE.without(check);
        let answers = |draft: Draft| {
            let script = draft.to_bytes();
            let [ours, rival] =
                [Misreadings::NONE, rival].map(|misread| program.misread(&script, misread));
            let refusal = Refusal::of(last_line(&ours))?;
            let others = Refusal::of(last_line(&rival)).map(|refusal| refusal.echo);
            let is_alone = check.reason().map(str::as_bytes) == Some(refusal.reason)
                && others != Some(refusal.echo);
            is_alone.then_some((script, ours))
        };
        let alone: Vec<_> = similar(&self.case.draft, SIMILAR)
            .into_iter()
            .filter_map(answers)
            .take(ALONE)
            .collect();
        for (script, ours) in &alone {
            if !is_same_output(ours, &program.run(script)?.stdout, program.lenience) {
                return Ok(Some(false));
            }
        }
        Ok((!alone.is_empty()).then_some(true))
    }

    /// Returns the main rule of the last order, if this order puts a ship in a wrong place or
    /// damages it wrongly: without the order, the program's answer is right.
    fn wrong_order(&self, program: &ProgramUnderTest<'_>) -> io::Result<Option<Rule>> {
        let Cause { kind, expected, got, .. } = &self.difference.cause;
        let is_segment = |mark: &str| HEALTHY.contains(&mark);
        let is_drawn = is_segment(expected) && got == " " || expected == " " && is_segment(got);
        let may_be = |rule: &Rule| match (kind, rule.family()) {
            (Kind::Picture, "move") => is_drawn,
            (Kind::Save, "move") => ["SHIP 2", "SHIP 3", "SHIP 4"].contains(&&expected[..]),
            (Kind::Save, "shoot" | "fire") => expected == "SHIP 7",
            _ => false,
        };
        let is_order = |command: &Command| command.order().is_some();
        let place = |(index, block): (usize, &Block)| {
            Some((index, block.commands.iter().rposition(is_order)?))
        };
        let mut blocks = self.case.draft.blocks.iter().enumerate().rev();
        let Some((block, index)) = blocks.find_map(place) else { return Ok(None) };
        let at = At { block, line: Line::Command(index) };
        let Some(rule) = of_line(&self.case.draft, at).filter(may_be) else { return Ok(None) };
        let mut draft = self.case.draft.clone();
        draft.blocks[block].commands.remove(index);
        let without = program.run_instead(&self.case, draft)?;
        Ok(program.judge(&without).is_none().then_some(rule))
    }

    /// Returns the rule that the program seems to leave out. Our model without this rule must give
    /// the program's answers to the smallest script and to the original script. Returns `None` if
    /// several rules, each left out alone, explain the answer to the smallest script.
    fn only_left_out(&self, program: &ProgramUnderTest<'_>) -> io::Result<Option<Rule>> {
        // A program that leaves out a check accepts a command that we refuse, so the difference is
        // not a victory. But targets (of `AUTO_SHOOTING`) are checked at the end of a turn. There
        // the program may accept the targets, and then print a victory.
        let is_victory = self.difference.cause.kind == Kind::Victory;
        let is_late = |rule: Rule| is_victory_rule(rule) || rule.level() == Level::Auto;
        let may_be = |rule: &Rule| !is_victory || is_late(*rule);
        let mut rules = left_out(program, &self.case)?.into_iter().filter(may_be);
        let (Some(rule), None) = (rules.next(), rules.next()) else { return Ok(None) };
        let original = self.original.to_bytes();
        let stdout = program.run(&original)?.stdout;
        let is_explained = program.gives(&original, Misreadings::NONE.without(rule), &stdout);
        Ok(is_explained.then_some(rule))
    }

    /// Returns the broken rule, if the script shows it: a rule that the line of the difference
    /// reaches and no earlier line reaches. If there are several, returns the one that refuses a
    /// command. A victory over a player without ships breaks [`Rule::VictoryNeedsAShip`], and a
    /// crash instead of a victory breaks [`Rule::VictoryWon`]. Returns `None` if the program
    /// wrongly refuses a command for the reason of a known rule.
    fn broken_rule(&self, accepted: Misreadings) -> Option<Rule> {
        let (at, draft) = (self.difference.at?, &self.case.draft);
        let reached = |at| model::run(&draft.beginning(at).to_bytes(), accepted).reached;
        let before = draft.places().take_while(|line| *line < at).last();
        let (before, after) = (before.map(reached).unwrap_or_default(), reached(at));
        let Cause { kind, got, .. } = &self.difference.cause;
        if *kind == Kind::Rejects && of_reason(draft, &self.difference, got).is_some() {
            return None;
        }
        if crashes_at_victory(draft, &self.difference) {
            return Some(Rule::VictoryWon);
        }
        let is_early = *kind == Kind::Victory && got == "won" && !self.has_another_winner();
        let is_empty = |reached: &RuleSet| reached.contains(Rule::VictoryNeedsAShip);
        if is_early && is_empty(&after) && !is_empty(&before) {
            return Some(Rule::VictoryNeedsAShip);
        }
        // A wrong victory can break only a rule about victory.
        let may_be = |rule: &Rule| {
            (*kind != Kind::Victory || is_victory_rule(*rule))
                && (*rule != Rule::PictureNoParts || can_show(*rule, &self.difference.cause))
        };
        let new = after.iter().filter(|rule| !before.contains(*rule)).filter(may_be);
        let new: Vec<_> = new.collect();
        let refusing = new.iter().copied().find(|rule| rule.reason().is_some());
        refusing.or(if let [only] = new[..] { Some(only) } else { None })
    }

    pub(super) fn hides_fields(&self) -> bool {
        let Cause { kind, expected, got, .. } = &self.difference.cause;
        *kind == Kind::Picture && (expected == "?" || got == "?")
    }

    /// Returns the rule about a player's sight that a wrong picture breaks.
    fn broken_sight(&self, accepted: Misreadings) -> Option<Rule> {
        let Cause { kind, form, expected, got } = &self.difference.cause;
        let is_hidden = self.hides_fields();
        let is_missing = got == "?";
        let has_plane = self.runs > 0
            && self.case.draft.commands().any(|(_, command)| is_plane(command))
            && !(is_missing && self.shows_with_planes(accepted, |_| false));
        let last = |at: At| self.difference.at.is_some_and(|print| is_right_before(at, print));
        if *kind != Kind::Picture || !form.ends_with("of a player") || !(is_hidden || has_plane) {
            return None;
        }
        let sees_all = expected == "?" && !self.case.ended.stdout.contains(&b'?');
        Some(match (has_plane, is_hidden) {
            (true, true) if is_missing && !self.shows_with_planes(accepted, last) => Rule::SpyStays,
            (true, true) => Rule::SpySquare,
            (true, false) => Rule::SpyStays,
            (false, _) if sees_all => Rule::SightUnknown,
            (false, _) => Rule::SightRadar,
        })
    }

    /// Leaves out the planes of all lines for which `is_kept` returns false. Returns whether the
    /// right picture still has the same character at the difference.
    fn shows_with_planes(&self, accepted: Misreadings, is_kept: impl Fn(At) -> bool) -> bool {
        let (mut draft, byte) = (self.case.draft.clone(), self.difference.byte);
        for (block, turn) in draft.blocks.iter_mut().enumerate() {
            let mut lines = (0..).map(|index| At { block, line: Line::Command(index) });
            turn.commands
                .retain(|command| lines.next().is_some_and(&is_kept) || !is_plane(command));
        }
        let output = model::run(&draft.to_bytes(), accepted).out;
        output.get(byte) == self.case.answer.output.get(byte)
    }

    /// Returns the rule that [`rule_to_blame`] blames. Returns `None` if probably no rule is to
    /// blame. For example, the program cannot start, takes too much time, or fails only in a long
    /// game.
    fn main_rule(&self, accepted: Misreadings) -> Option<Rule> {
        let kind = self.difference.cause.kind;
        let is_sure = !self.is_flaky && self.runs > 0;
        let has_rule = !matches!(kind, Kind::Start | Kind::Timeout)
            && (is_sure || !matches!(kind, Kind::Word | Kind::Crash));
        let rule = || {
            let rule = rule_to_blame(&self.case.draft, &self.difference, accepted);
            // `SaveFleet` says nothing about the order of lines, but `SaveStart` does.
            let is_order = rule == Rule::SaveFleet && self.saves_in_another_order();
            if is_order { Rule::SaveStart } else { rule }
        };
        let is_of_length = self.fails() && self.case.draft.blocks.len() > LONG;
        (has_rule && self.case.is_plain() && !self.fails_on_empty_input() && !is_of_length)
            .then(rule)
    }
}

fn is_plane(command: &Command) -> bool {
    form::of_command(command).starts_with("SPY")
}

fn is_right_before(one: At, other: At) -> bool {
    let (Line::Command(index), Line::Command(next)) = (one.line, other.line) else { return false };
    one.block == other.block && index + 1 == next
}

fn has_large_board(draft: &Draft) -> bool {
    draft.commands().any(|(_, command)| {
        let Command::Set(Setting::BoardSize(rows, cols)) = command else { return false };
        u128::from(rows.unsigned_abs()) * u128::from(cols.unsigned_abs()) > LARGEST_PICTURE
    })
}

//! Finds the line at which a program goes wrong, if its output does not show this line.

use super::failing_case::FailingCase;
use super::{Case, ProgramUnderTest};
use crate::compare::{Cause, Difference, Kind, lines_like};
use crate::draft::{At, Block, Draft, Line};
use crate::form;
use crate::lean::{is_won, reached_up_to};
use crate::rules::Rule;
use broadside_ships::script::ast::{Command, Group};
use std::io;

/// A run that shows the mistake, and its difference.
type Shown = (Case, Difference);

/// Each row has a rule that limits a count in a turn, and the rule that this count begins from zero
/// in each turn.
const COUNTS: [(Rule, Rule); 3] = [
    (Rule::MoveMovedAlready, Rule::TurnMovesAfresh),
    (Rule::FireTooMany, Rule::TurnShotsAfresh),
    (Rule::SpyAllSent, Rule::TurnPlanesAfresh),
];

impl FailingCase {
    /// Cuts the script off after the line at which the program crashes, sees a victory or refuses a
    /// command, if the output does not show which line this is.
    pub(super) fn cut(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let cause = &self.difference.cause;
        let is_late = cause.kind == Kind::Crash || cause.is_early_victory();
        if !is_late && self.equal_lines().is_empty() {
            return Ok(());
        }
        if let Some((_, Some(shown))) = self.earliest(program)? {
            (self.case, self.difference) = shown;
        }
        Ok(())
    }

    pub(super) fn locate(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        let cause = &self.difference.cause;
        let is_late = matches!(cause.kind, Kind::Crash | Kind::Word) || cause.is_early_victory();
        let equal = self.equal_lines();
        if !is_late && equal.is_empty() {
            return Ok(());
        }
        let Some((mut at, _)) = self.earliest(program)? else { return Ok(()) };
        if self.difference.cause.kind == Kind::Victory {
            at = self.line_of_victory(at, program);
            self.difference.cause.form = form::of_line(&self.case.draft, at);
        }
        if self.difference.cause.kind == Kind::Crash && is_won(&self.case.draft.beginning(at)) {
            at.line = Line::Close;
        }
        if is_late || equal.contains(&at) {
            self.difference.at = Some(at);
        }
        Ok(())
    }

    /// Returns the lines with the text that the program's refusal repeats, if there are several.
    /// Otherwise, returns no lines.
    fn equal_lines(&self) -> Vec<At> {
        let may_be = matches!(self.difference.cause.kind, Kind::Rejects | Kind::Reason);
        let refusal = self.refusal().filter(|_| may_be);
        let lines = refusal.map(|refusal| lines_like(&self.case.draft, refusal.echo).collect());
        lines.filter(|lines: &Vec<_>| lines.len() > 1).unwrap_or_default()
    }

    /// Finds the shortest beginning of the script that shows the mistake, by binary search. Returns
    /// the last line of this beginning, and the run that showed the mistake, if there was one.
    fn earliest(&self, program: &ProgramUnderTest<'_>) -> io::Result<Option<(At, Option<Shown>)>> {
        let places: Vec<_> = self.case.draft.places().collect();
        let (mut start, mut end, mut shown) = (0, places.len().saturating_sub(1), None);
        while start < end && self.case.is_plain() {
            let middle = start.midpoint(end);
            match self.shown_in(program, self.case.draft.beginning(places[middle]))? {
                Some(found) => (end, shown) = (middle, Some(found)),
                None => start = middle + 1,
            }
        }
        Ok(places.get(end).map(|at| (*at, shown)))
    }

    /// Runs the program with `draft`. Returns `None` if the run does not show the mistake. If the
    /// program gives up at an unknown word, it is enough that the run ends with the same status.
    /// The output may be right in this case, because `draft` may print nothing after the word.
    fn shown_in(&self, program: &ProgramUnderTest<'_>, draft: Draft) -> io::Result<Option<Shown>> {
        let Self { case: known, difference: wanted, .. } = self;
        let case = program.run_instead(known, draft)?;
        let mut found = program.differences(&case).into_iter();
        let is_it = |cause: &Cause| cause.shows(&wanted.cause) || cause.is_earlier(&wanted.cause);
        let found = found.find(|found| is_it(&found.cause));
        let is_same_end = case.ended.ending == known.ended.ending;
        let gives_up = wanted.cause.kind == Kind::Word && is_same_end;
        let found = found.or_else(|| gives_up.then(|| wanted.clone()));
        Ok(found.map(|found| (case, found)))
    }

    /// `at` is the line at which the program sees a victory. Returns the last shot up to that line
    /// if this shot was decisive. Otherwise, returns the end of the turn, or `at` outside turns.
    fn line_of_victory(&self, at: At, program: &ProgramUnderTest<'_>) -> At {
        let draft = &self.case.draft;
        if reached_up_to(draft, at, program.accepted).contains(Rule::VictoryAtEnd) {
            let is_shot = |place: &At| form::is_shot(draft, *place);
            let shots = draft.places().take_while(|place| *place <= at).filter(is_shot);
            return shots.last().unwrap_or(at);
        }
        match draft.blocks[at.block].group {
            Group::Turn(_) => At { line: Line::Close, ..at },
            Group::State => at,
        }
    }

    /// Removes commands of earlier turns that the program seems to count in a later turn, if the
    /// mistake also shows without these commands. `shrink` may have kept them because a misreading
    /// explains the answer only with them.
    pub(super) fn drop_earlier_turns(&mut self, program: &ProgramUnderTest<'_>) -> io::Result<()> {
        if self.count_afresh().is_none() {
            return Ok(());
        }
        let (mut draft, last) = (self.case.draft.clone(), self.last_block());
        for block in draft.blocks.iter_mut().take(last) {
            block.commands.retain(|command| !self.has_form(command));
        }
        if let Some(shown) = self.shown_in(program, draft)? {
            (self.case, self.difference) = shown;
            self.shrink(program)?;
        }
        Ok(())
    }

    fn last_block(&self) -> usize {
        self.difference.at.map_or(0, |at| at.block)
    }

    /// Returns the rule that a count begins from zero in each turn, if the program seems to break
    /// this rule: the program refuses a command because of the count, and an earlier turn of the
    /// player has a command of the same form.
    pub(super) fn count_afresh(&self) -> Option<Rule> {
        let [_, given] = self.reasons();
        let (_, afresh) = COUNTS.into_iter().find(|(check, _)| Some(*check) == given)?;
        let (earlier, here) = self.case.draft.blocks.split_at_checked(self.last_block())?;
        let group = here.first()?.group;
        let mut turns = earlier.iter().filter(|block| block.group == group);
        let is_it = |block: &Block| block.commands.iter().any(|command| self.has_form(command));
        turns.any(is_it).then_some(afresh)
    }

    fn has_form(&self, command: &Command) -> bool {
        form::of_command(command) == self.difference.cause.form
    }
}

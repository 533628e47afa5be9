//! Which findings have one cause, so that it is told once.

use super::ProgramUnderTest;
use super::failing_case::FailingCase;
use super::likeness::explains;
use crate::compare::{Cause, Kind};
use crate::draft::Draft;
use crate::form;
use crate::misreadings::Misreadings;
use crate::rules::Rule;
use broadside_core::board::Manoeuvre;
use broadside_ships::rules::Order;
use broadside_ships::script::ast::Command;

impl FailingCase {
    /// Whether another finding has this one's cause and rule, as far as that is known before it is
    /// explained.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let cause = &self.difference.cause;
        let is_same_cause = self.is_flaky == other.is_flaky && *cause == other.difference.cause;
        is_same_cause
            && self.is_unsettled() == other.is_unsettled()
            && (self.is_flaky
                || self.is_everywhere()
                || forms(&self.case.draft) == forms(&other.case.draft))
    }

    /// Whether another finding, both explained, is this one: the same best misreading, or the same
    /// kind, rule and texts. What is wrongly refused for one reason is one finding, and so is what SAVE
    /// writes wrongly of one rule.
    pub(super) fn is_same_explained(&self, other: &Self) -> bool {
        match (self.best(), other.best()) {
            (Some(one), Some(two)) => one == two,
            (None, None) => {
                let texts = |finding: &Self| {
                    let Cause { expected, got, .. } = &finding.difference.cause;
                    (finding.rule, expected.clone(), got.clone())
                };
                let (one, two) = (&self.difference.cause, &other.difference.cause);
                let is_refused = one.form == two.form && one.got == two.got;
                let is_same = match (one.kind, two.kind) {
                    (Kind::Rejects | Kind::Reason, Kind::Rejects | Kind::Reason) => is_refused,
                    (Kind::Save, Kind::Save) => self.rule == other.rule,
                    _ => one.kind == two.kind && texts(self) == texts(other),
                };
                is_same && self.is_flaky == other.is_flaky && self.rule.is_some()
            }
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Whether another finding speaks against the same rule in the same way, once all scripts have been
    /// heard.
    pub(super) fn is_same_blamed(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_judged = matches!(
            one.kind,
            Kind::Rejects | Kind::Reason | Kind::Picture | Kind::Save | Kind::Victory
        );
        if self.needs_short_fleet() && other.needs_short_fleet() {
            return true;
        }
        if self.fails() && other.fails() {
            return self.is_same_failure(other);
        }
        let lacks_check = one.lacks_check_of(two);
        let is_same = one.kind == two.kind && is_judged || lacks_check;
        // What our page alone settles follows from a check that is missing altogether.
        let is_of_rule = self.rule == other.rule || lacks_check && other.is_unsettled();
        is_same
            && self.rule.is_some()
            && is_of_rule
            && !self.is_everywhere()
            && self.is_bare()
            && other.is_bare()
    }

    /// Whether the program fails in another finding where it should refuse for the same reason, or at the same command
    /// in the same way. How it fails may depend on what comes next.
    fn is_same_failure(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_alike = one == two && !one.form.is_empty();
        self.rule == other.rule
            && (is_alike || self.lacks_check() && !self.is_at_every && !other.is_at_every)
    }

    /// Whether pictures show here that ships turn wrongly, and another finding is that a ship which has turned is
    /// refused, or not, for where it stands then.
    pub(super) fn misplaces(&self, other: &Self) -> bool {
        let is_seen = matches!(self.difference.cause.kind, Kind::Picture | Kind::Save);
        let is_judged =
            matches!(other.difference.cause.kind, Kind::Accepts | Kind::Rejects | Kind::Reason);
        let turns = |command: &Command| {
            matches!(command, Command::Order(Order::Move(_, Manoeuvre::Left | Manoeuvre::Right)))
        };
        let (missing, given) = other.reasons();
        let is_of_place =
            |rule: Rule| matches!(rule, Rule::MoveOnReef | Rule::MoveOffBoard | Rule::MoveTooClose);
        let is_placed = [missing, given].into_iter().flatten().all(is_of_place);
        let has_turned = other.case.draft.commands().any(|(_, command)| turns(command));
        let is_due = other.rule == self.rule || is_placed && has_turned;
        self.rule == Some(Rule::MoveTurn)
            && is_seen
            && is_judged
            && is_due
            && self.has_open_rule()
            && other.has_open_rule()
    }

    /// Whether another finding's best misreading gives what the program printed here, where nothing else explains it:
    /// alone or with `others`.
    pub(super) fn is_explained_by(
        &self,
        other: &Self,
        others: Misreadings,
        program: &ProgramUnderTest<'_>,
    ) -> bool {
        let is_open = self.has_open_rule() && !self.is_of_ai() && !self.is_everywhere();
        let by = |misreadings| explains(program, misreadings, &self.case);
        let Some(best) = other.best().filter(|_| is_open) else { return false };
        let shows = || program.misread(&self.case.script, best.into()) != self.case.answer.output;
        by(best.into()) || by(others) && shows()
    }

    /// Whether another finding gives a reason too many or too few whose check this one shows to be wrong: here it
    /// alone refuses, or should.
    pub(super) fn has_check_of(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_alone = matches!(one.kind, Kind::Accepts | Kind::Rejects);
        let is_pair = is_alone && two.kind == Kind::Reason && one.form == two.form;
        let (missing, given) = other.reasons();
        let is_of_rule = self.rule.is_some() && [missing, given].contains(&self.rule);
        is_pair && self.is_bare() && other.is_bare() && is_of_rule
    }

    /// Whether the program does the same each time, and no misreading explains it.
    fn is_bare(&self) -> bool {
        self.looks_like.is_empty() && !self.is_flaky
    }
}

/// The forms of all commands.
fn forms(draft: &Draft) -> Vec<String> {
    draft.places().map(|at| form::of_line(draft, at)).collect()
}

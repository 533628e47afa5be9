//! Decides which findings have the same cause, so that each cause is reported once.

use super::ProgramUnderTest;
use super::failing_case::{FailingCase, best_misreadings};
use super::likeness::explains;
use super::runner::Runner;
use crate::compare::{Cause, END, Kind, ROW};
use crate::draft::Draft;
use crate::form;
use crate::habit::Habit;
use crate::lean::of_line;
use crate::misreadings::Misreadings;
use crate::outputs::{HEALTHY, Refusal, last_line};
use crate::rules::Rule;
use crate::topic::topic_and_rule;
use broadside_core::text::telling_line;
use broadside_ships::script::ast::Command;

impl Runner<'_> {
    pub(super) fn merge(&mut self) {
        self.evidence.settle(&self.program, &mut self.verdict.findings);
        self.merge_consequences();
        self.merge_explained();
        self.merge_same();
    }

    fn merge_consequences(&mut self) {
        let findings = std::mem::take(&mut self.verdict.findings);
        let causes = self.evidence.causes(&findings, self.program.accepted);
        let root = |mut number: usize| {
            while let Some(cause) = causes[number] {
                number = cause;
            }
            number
        };
        let mut kept: Vec<Option<FailingCase>> = findings.into_iter().map(Some).collect();
        for number in 0..kept.len() {
            if causes[number].is_some()
                && let Some(consequence) = kept[number].take()
                && let Some(cause) = &mut kept[root(number)]
            {
                cause.absorb(consequence);
            }
        }
        self.verdict.findings = kept.into_iter().flatten().collect();
    }

    /// Merges findings that have the same cause. A finding is merged into an earlier one, so vague
    /// findings come after precise findings. Failures that are blamed on a check come last: a
    /// program that fails at a legal command may also fail at an illegal one, before it makes any
    /// check.
    fn merge_same(&mut self) {
        let mut findings = std::mem::take(&mut self.verdict.findings);
        let is_vague = |finding: &FailingCase| {
            let Cause { kind, form, .. } = &finding.difference.cause;
            *kind == Kind::Word && form.is_empty() || *kind == Kind::Reason
        };
        let is_check =
            |finding: &FailingCase| finding.fails() && finding.rule.is_some_and(Rule::is_check);
        findings.sort_by_key(|finding| {
            (is_check(finding), is_vague(finding), finding.rank(self.asked))
        });
        for finding in findings {
            let is_same = |known: &&mut FailingCase| {
                known.is_word_of(&finding.case, &finding.difference)
                    || known.best().is_some() && known.best() == finding.best()
                    || known.is_same_blamed(&finding)
                    || known.has_check_of(&finding)
            };
            match self.verdict.findings.iter_mut().find(is_same) {
                Some(known) => known.absorb(finding),
                None => self.verdict.findings.push(finding),
            }
        }
    }

    /// Merges findings about runs that do not end in time, if their last commands have the same
    /// form. Only the last merge does this: such runs take long, so all these findings count for
    /// `--findings`.
    pub(super) fn merge_loops(&mut self) {
        for finding in std::mem::take(&mut self.verdict.findings) {
            let known = &mut self.verdict.findings;
            match known.iter_mut().find(|known| known.is_loop_of(&finding)) {
                Some(known) => known.absorb(finding),
                None => known.push(finding),
            }
        }
    }

    fn merge_explained(&mut self) {
        let findings = &mut self.verdict.findings;
        let names = best_misreadings(findings);
        let mut number = 0;
        while number < findings.len() {
            let found = &findings[number];
            let is_cause = |known: &FailingCase| {
                found.is_explained_by(known, names, &self.program) || known.misplaces(found)
            };
            match findings.iter().position(is_cause) {
                Some(known) => {
                    let same = findings.remove(number);
                    findings[if known > number { known - 1 } else { known }].absorb(same);
                }
                None => number += 1,
            }
        }
    }
}

impl FailingCase {
    /// Whether both findings have the same cause. Can be called before `explain` has found the rule
    /// of `other`.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.is_flaky == other.is_flaky
            && self.difference.cause == other.difference.cause
            && self.is_unsettled() == other.is_unsettled()
            && (self.is_flaky
                || self.is_everywhere()
                || forms(&self.case.draft) == forms(&other.case.draft))
    }

    /// Whether both findings have the same cause. Needs the rules that `explain` has found.
    pub(super) fn is_same_explained(&self, other: &Self) -> bool {
        if self.best().is_some() || other.best().is_some() {
            return self.best() == other.best();
        }
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_same = match (one.kind, two.kind) {
            (Kind::Rejects | Kind::Reason, Kind::Rejects | Kind::Reason) => {
                (&one.form, &one.got) == (&two.form, &two.got)
            }
            (Kind::Save, Kind::Save) => self.rule == other.rule,
            _ => {
                let is_same_text = (&one.expected, &one.got) == (&two.expected, &two.got);
                one.kind == two.kind && self.rule == other.rule && is_same_text
            }
        };
        is_same && self.is_flaky == other.is_flaky && self.rule.is_some()
    }

    /// Whether both findings show one mistake. Usually they break one rule in the same way. All
    /// scripts must have been judged before. Two flaky findings (the program's answers change from
    /// run to run) are one mistake, except if only one of them is about an AI.
    pub(super) fn is_same_blamed(&self, other: &Self) -> bool {
        use Kind::{Accepts, Picture, Reason, Rejects, Save, Victory};
        if self.is_flaky && other.is_flaky {
            return self.is_of_ai() == other.is_of_ai();
        }
        if self.needs_short_fleet() && other.needs_short_fleet() {
            return true;
        }
        if self.prints_more() && other.prints_more() && self.rule == other.rule {
            return true;
        }
        if self.fails() && other.fails() {
            return self.is_same_failure(other);
        }
        if !(self.is_unsure() && other.is_unsure()) || self.is_everywhere() || self.rule.is_none() {
            return false;
        }
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_same_rule = self.rule == other.rule;
        if one.lacks_check_of(two) {
            // If a check is missing, a later check may refuse the command instead, and `other` may
            // blame the later check. If only our own specification settles the rule that `other`
            // blames, the findings are one mistake even if their rules differ.
            return is_same_rule || other.is_unsettled();
        }
        // If a rule is not a check, the kind of difference varies from script to script.
        let is_shown = |kind| matches!(kind, Rejects | Accepts | Reason | Picture | Save | Victory);
        let is_same_kind = one.kind == two.kind && one.kind != Accepts;
        let may_be_same = is_same_kind || !self.rule.is_some_and(Rule::is_check);
        self.shows_same(other)
            || is_same_rule && may_be_same && is_shown(one.kind) && is_shown(two.kind)
    }

    /// Whether both findings show the same things wrong, perhaps in different commands: destroyed
    /// segments, fields that a radar hides, or the size of the board.
    fn shows_same(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        // A program may show a destroyed segment as healthy in `PRINT 0`, `PRINT 1` and `SAVE`.
        // `PRINT 1` has several marks for healthy segments, so the wrong marks may differ.
        let of_hit = [Rule::ShootHit, Rule::ShootOwn, Rule::FireHit].map(Some);
        let is_of_hit = [self.rule, other.rule].iter().all(|rule| of_hit.contains(rule));
        let of_damage = [(Kind::Picture, "x"), (Kind::Save, "SHIP 7")];
        let is_healthy = |cause: &Cause| HEALTHY.contains(&&cause.got[..]);
        let is_alike = one.got == two.got || is_healthy(one) && is_healthy(two);
        let is_same_mark =
            [one, two].iter().all(|cause| of_damage.contains(&(cause.kind, &cause.expected)))
                && (is_of_hit || [one.kind, two.kind] == [Kind::Picture; 2] && is_alike);
        // A radar that hides a field hides the enemy on it too.
        let of_radar = [Rule::SightRadar, Rule::SightEnemy, Rule::SightUnknown].map(Some);
        let is_sight = |found: &Self| found.hides_fields() && of_radar.contains(&found.rule);
        is_same_mark || is_sight(self) && is_sight(other) || is_of_size(one) && is_of_size(two)
    }

    /// Whether the program prints additional text or empty lines, but everything else is right.
    pub(super) fn prints_more(&self) -> bool {
        let more = [Habit::Greeting, Habit::OwnLines, Habit::BlankLines].map(Some);
        more.contains(&self.habit())
    }

    /// Whether two failures are one mistake. There are four cases:
    ///
    /// - The program prints the same error at the same command.
    /// - Both failures break the same rule, or no known rule, and have the same cause at a command.
    /// - Both failures break the same rule, and the program knows the command but should refuse it.
    ///   The causes may differ, because later commands can change how the program fails.
    /// - This failure is blamed on a command. The other is at a command with the same main rule and
    ///   ends in the same way, but is blamed on a check.
    fn is_same_failure(&self, other: &Self) -> bool {
        if self.error().is_some_and(|error| other.error() == Some(error)) {
            return true;
        }
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_alike = one == two && !one.form.is_empty();
        let is_at_check = self.rule.is_some_and(|rule| rule.reason().is_some());
        let is_known_word = !self.is_at_every && !other.is_at_every;
        let main = |found: &Self| of_line(&found.case.draft, found.difference.at?);
        let is_at_same = self.rule.is_some() && [main(self), main(other)] == [self.rule; 2];
        self.rule == other.rule && (is_alike || is_at_check && is_known_word)
            || is_at_same && other.rule.is_some_and(Rule::is_check) && one.got == two.got
    }

    /// Whether both runs do not end in time, and the last commands of their scripts have the same
    /// form.
    fn is_loop_of(&self, other: &Self) -> bool {
        let last =
            |found: &Self| found.case.draft.commands().last().map(|(_, it)| form::of_command(it));
        let is_slow = |found: &Self| found.difference.cause.kind == Kind::Timeout;
        is_slow(self) && is_slow(other) && last(self) == last(other)
    }

    /// Returns the first word of the command, and the program's error message without numbers.
    fn error(&self) -> Option<(Vec<u8>, String)> {
        let error = telling_line(&self.case.ended.stderr_tail);
        let line = self.case.draft.text(self.difference.at?);
        let word = line.split(|byte| *byte == b' ').next()?.to_vec();
        (!error.is_empty()).then(|| (word, form::without_numbers(error)))
    }

    /// Whether this finding shows that ships move wrongly, and the wrong check of `other` follows
    /// from the wrong moves.
    pub(super) fn misplaces(&self, other: &Self) -> bool {
        let is_seen = matches!(self.difference.cause.kind, Kind::Picture | Kind::Save);
        let is_judged =
            matches!(other.difference.cause.kind, Kind::Accepts | Kind::Rejects | Kind::Reason);
        let moves =
            |(group, command): (_, &Command)| Some(topic_and_rule(command, group).1) == self.rule;
        let is_of_place =
            |rule: Rule| matches!(rule, Rule::MoveOnReef | Rule::MoveOffBoard | Rule::MoveTooClose);
        let mut reasons = other.reasons().into_iter().flatten().peekable();
        let is_placed = reasons.peek().is_some() && reasons.all(is_of_place);
        let has_moved = other.case.draft.commands().any(moves);
        [Rule::MoveForward, Rule::MoveTurn].map(Some).contains(&self.rule)
            && is_seen
            && is_judged
            && (other.rule == self.rule || is_placed && has_moved)
            && self.has_unexplained_rule()
            && other.case.is_plain()
            && other.is_unsure()
    }

    /// Whether the best misreading (wrong reading of a rule) of `other` explains this finding,
    /// alone or together with `others`: the best misreadings of all findings.
    pub(super) fn is_explained_by(
        &self,
        other: &Self,
        others: Misreadings,
        program: &ProgramUnderTest<'_>,
    ) -> bool {
        let Some(best) = other.best() else { return false };
        // A mistake that shows everywhere may have many causes, so the rule must be the same.
        let is_of_other_rule = self.is_everywhere() && self.rule != other.rule;
        if !self.has_unexplained_rule() || is_of_other_rule {
            return false;
        }
        let explains = |misreadings| {
            explains(program, misreadings, &self.case) || self.is_refused_by(misreadings, program)
        };
        // `others` may explain the finding without `best`, so `best` alone must change the answer.
        let shows = || program.misread(&self.case.script, best.into()) != self.case.answer.output;
        explains(best.into()) || explains(others) && shows()
    }

    /// Whether a program with these misreadings prints the same up to a final refusal, and refuses
    /// for the same reason. The commands that the two refusals quote may differ.
    fn is_refused_by(&self, misreadings: Misreadings, program: &ProgramUnderTest<'_>) -> bool {
        let ours = program.misread(&self.case.script, misreadings);
        let ours = before_echo(&ours);
        ours.is_some() && ours == before_echo(&self.case.ended.stdout)
    }

    /// Whether one wrong check causes both findings. In this finding the check is missing or too
    /// strict. In `other`, the check leads to a wrong reason.
    pub(super) fn has_check_of(&self, other: &Self) -> bool {
        let (one, two) = (&self.difference.cause, &other.difference.cause);
        let is_alone = matches!(one.kind, Kind::Accepts | Kind::Rejects);
        let is_pair = is_alone && two.kind == Kind::Reason && one.form == two.form;
        let is_of_rule = self.rule.is_some() && other.reasons().contains(&self.rule);
        is_pair && is_of_rule && self.is_unexplained() && other.is_unexplained()
    }
}

/// Returns the output before the refusal in its last line, and the reason of the refusal.
fn before_echo(output: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = last_line(output);
    let Refusal { reason, .. } = Refusal::of(line)?;
    Some((&output[..output.trim_ascii_end().len() - line.len()], reason))
}

/// Whether a picture has too few or too many rows or columns.
fn is_of_size(cause: &Cause) -> bool {
    let is_end = |text: &str| text == "end of line";
    let is_field = |text: &str| text.len() == 1;
    let is_row = |one: &str, two: &str| is_end(one) || one == "PARTS" && is_field(two);
    let Cause { kind, expected, got, .. } = cause;
    let is_of_height = [(END, ROW), (ROW, END)].contains(&(expected, got));
    *kind == Kind::Picture && (is_of_height || is_row(expected, got) || is_row(got, expected))
}

fn forms(draft: &Draft) -> Vec<String> {
    draft.places().map(|at| form::of_line(draft, at)).collect()
}

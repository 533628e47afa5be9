//! What all scripts together say of the findings.
//!
//! A name is dropped that scripts contradict which the program has right. Where no misreading explains
//! a finding, the rule to blame is one that scripts reach which fail, and that few reach which pass:
//! the Ochiai coefficient of spectrum-based fault localisation (Abreu, Zoeteweij, van Gemund, 2007).
//! Rules that explain most are believed first: a program has few faults, and each shows in many scripts.

use super::failing_case::{FailingCase, is_of_victory};
use super::likeness::Answered;
use super::{Case, Origin, ProgramUnderTest};
use crate::cards;
use crate::compare::{Cause, Difference, Kind, is_same_output};
use crate::lean::{leans_on, of_reason, reached_behind};
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::rules::{Rule, RuleSet, Settled};

/// How many right answers are kept; later ones add little.
const KEPT: usize = 4000;

/// How many of them it takes to blame a rule.
const ENOUGH: usize = 20;

/// How many right refusals show that a check itself is right.
const ENOUGH_RIGHT: usize = 3;

/// How much better a rule must fit than the one that the place of the difference names.
const BETTER: f64 = 1.15;

/// What the scripts that were judged say.
#[derive(Debug, Default)]
pub(super) struct Evidence {
    passed: Vec<Passed>,
    failed: Vec<Failed>,
}

/// A script that the program answered right.
#[derive(Debug)]
struct Passed {
    script: Vec<u8>,
    output: Vec<u8>,
    reached: RuleSet,
}

/// A script that shows a finding.
#[derive(Debug)]
struct Failed {
    finding: usize,
    reached: RuleSet,
    /// If the script is one of the cards (small scripts, each about one rule): its rule.
    card: Option<Rule>,
}

impl Evidence {
    pub(super) fn note_passed(&mut self, case: &Case) {
        if self.passed.len() < KEPT {
            let (script, output) = (case.draft.to_bytes(), case.answer.output.clone());
            let reached = model::run(&script, Misreadings::NONE).reached;
            self.passed.push(Passed { script, output, reached });
        }
    }

    /// Notes a script that shows the finding of this index.
    pub(super) fn note_failed(&mut self, finding: usize, case: &Case, difference: &Difference) {
        let card = if let Origin::Card(name) = case.origin { rule_of_card(name) } else { None };
        self.failed.push(Failed { finding, reached: suspects(case, difference), card });
    }

    /// Drops the misreadings that a right answer contradicts, and blames a rule where none is left.
    pub(super) fn settle(&self, program: &ProgramUnderTest<'_>, findings: &mut [FailingCase]) {
        let right = findings.iter_mut().map(|finding| std::mem::take(&mut finding.right_nearby));
        let right: Vec<_> = right.flatten().collect();
        let names: Misreadings = findings.iter().filter_map(FailingCase::best).collect();
        for finding in &mut *findings {
            let is_told = finding.is_named();
            finding.looks_like.retain(|like| {
                let explained = [like.misreading.into(), names.with(like.misreading)];
                let is_by =
                    |answer: &Answered| explained.iter().any(|by| answer.is_by(*by, program));
                right.iter().all(is_by) && !self.contradicts(program, explained)
            });
            // If the best one was dropped, the runner-up must not take its place.
            if is_told && !finding.is_named() {
                finding.looks_like.clear();
            }
            finding.rule = finding.best().map(Misreading::rule).or(finding.rule);
        }
        if self.passed.len() >= ENOUGH {
            self.blame(findings);
            self.believe_cards(findings);
            blame_checks(findings);
            self.blame_starts(findings);
        }
        blame_short_fleets(findings);
    }

    /// A card is about one rule and leans on nothing else that is open. Where the cards that show a
    /// finding agree, their rule is broken.
    fn believe_cards(&self, findings: &mut [FailingCase]) {
        for (index, finding) in findings.iter_mut().enumerate() {
            let failed = self.failed.iter().filter(|failed| failed.finding == index);
            let mut cards = failed.filter_map(|failed| failed.card);
            let Some(rule) = cards.next() else { continue };
            // A victory too many or too few may have other causes than what the card is about, and so may a
            // program that fails where it should refuse.
            let is_of_victory =
                finding.difference.cause.kind != Kind::Victory || is_of_victory(rule);
            let is_reached = is_of_victory && !finding.lacks_check();
            if is_open(finding) && is_reached && cards.all(|other| other == rule) {
                finding.rule = Some(rule);
            }
        }
    }

    /// Whether a right answer rules out a misreading. `explained` is that misreading alone, and together with
    /// those of the other findings, which may hide it: both must give another answer.
    fn contradicts(&self, program: &ProgramUnderTest<'_>, explained: [Misreadings; 2]) -> bool {
        let gives = |passed: &Passed, by| {
            let misread = program.misread(&passed.script, by);
            is_same_output(&passed.output, &misread, program.lenience)
        };
        self.passed.iter().any(|passed| !explained.iter().any(|by| gives(passed, *by)))
    }

    /// Blames the rule that fits most of the findings whose place names none for certain, then that of
    /// the rest.
    fn blame(&self, findings: &mut [FailingCase]) {
        let is_unsure = |finding: &FailingCase| is_open(finding) && !is_sure(finding);
        let open = findings.iter().enumerate().filter(|(_, finding)| is_unsure(finding));
        let mut open: Vec<_> = open.map(|(index, _)| index).collect();
        while !open.is_empty() {
            let scored = |index: &usize| {
                let finding = &findings[*index];
                let own = finding.rule.map_or(0.0, |rule| self.fit(rule, &open));
                let suspects = suspects(&finding.case, &finding.difference);
                let suspects = suspects.iter().filter(|rule| rule.settled() != Settled::Ours);
                let fits = suspects.map(|rule| (self.fit(rule, &open), rule));
                let best = fits.max_by(|(a, one), (b, two)| a.total_cmp(b).then(two.cmp(one)));
                best.filter(|(fit, _)| *fit > own * BETTER)
            };
            let best = open.iter().filter_map(scored).max_by(|(a, _), (b, _)| a.total_cmp(b));
            let Some((_, rule)) = best else { return };
            let is_charged = |index: &usize| {
                let finding = &findings[*index];
                suspects(&finding.case, &finding.difference).contains(rule)
            };
            let (charged, rest) = open.iter().partition::<Vec<usize>, _>(|index| is_charged(index));
            for index in charged {
                findings[index].rule = Some(rule);
            }
            open = rest;
        }
    }

    /// Blames `INIT_POSITION`, which nothing but these checks shows, for a check of the starting rectangle that fails
    /// behind it only: there are no findings without it, and right refusals.
    fn blame_starts(&self, findings: &mut [FailingCase]) {
        let is_start = |rule: Rule| matches!(rule, Rule::PlaceNotInStart | Rule::ShipNotInStart);
        let is_of_start = |(_, finding): &(usize, &mut FailingCase)| {
            is_open(finding) && finding.rule.is_some_and(is_start)
        };
        let (of_start, open): (Vec<_>, Vec<_>) =
            findings.iter_mut().enumerate().filter(is_of_start).unzip();
        let mut failed = self.failed.iter().filter(|failed| of_start.contains(&failed.finding));
        let is_set = |reached: &RuleSet| reached.contains(Rule::StartSet);
        let is_right =
            |passed: &&Passed| !is_set(&passed.reached) && passed.reached.iter().any(is_start);
        let right = self.passed.iter().filter(is_right).count();
        if right >= ENOUGH_RIGHT && failed.all(|failed| is_set(&failed.reached)) {
            for finding in open {
                finding.rule = Some(Rule::StartSet);
            }
        }
    }

    /// How well a rule explains which scripts show the open findings, from 0 to 1.
    fn fit(&self, rule: Rule, open: &[usize]) -> f64 {
        let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let failed = self.failed.iter().filter(|failed| open.contains(&failed.finding));
        let all = failed.clone().count();
        let shown = failed.filter(|failed| failed.reached.contains(rule)).count();
        let passed = self.passed.iter().filter(|passed| passed.reached.contains(rule)).count();
        if shown == 0 { 0.0 } else { count(shown) / (count(all) * count(shown + passed)).sqrt() }
    }
}

/// Whether it is still in question which rule the program breaks.
fn is_open(finding: &FailingCase) -> bool {
    finding.has_open_rule() && finding.left_out.is_none()
}

/// Blames the short form of the default fleet wherever the smallest script needs it: a program that does not know it
/// may do anything there.
fn blame_short_fleets(findings: &mut [FailingCase]) {
    let open = findings.iter_mut().filter(|finding| finding.needs_short_fleet());
    open.for_each(|finding| finding.rule = Some(Rule::FleetDefault));
}

/// Blames a check that fails both ways: its reason is printed in place of others, and others in place of it.
/// A wrong order of checks would show in only one of these ways.
fn blame_checks(findings: &mut [FailingCase]) {
    let open = findings.iter().filter(|finding| is_open(finding));
    let (too_few, too_many): (Vec<_>, Vec<_>) = open.map(FailingCase::reasons).unzip();
    let both = too_few.into_iter().flatten().filter(|rule| too_many.contains(&Some(*rule)));
    let both: Vec<_> = both.collect();
    for finding in findings.iter_mut().filter(|finding| is_open(finding)) {
        let (missing, given) = finding.reasons();
        let mut reasons = [missing, given].into_iter().flatten();
        finding.rule = reasons.find(|rule| both.contains(rule)).or(finding.rule);
    }
}

/// The rules that may be to blame: those that the command uses at which the answers differ, and the one
/// whose reason the program prints.
fn suspects(case: &Case, difference: &Difference) -> RuleSet {
    // If the program prints more than it should, the place is unknown: take the last command.
    let is_behind = difference.byte >= case.answer.output.len();
    let last = || case.draft.places().last();
    let at = difference.at.filter(|_| !is_behind).or_else(last);
    let mut rules = at.map(|at| reached_behind(&case.draft, at)).unwrap_or_default();
    let Cause { kind, form, expected, got } = &difference.cause;
    if let Kind::Rejects | Kind::Reason = kind
        && let Some(rule) = of_reason(form, got)
    {
        rules.insert(rule);
    }
    // If neither picture hides the field (`?`), no rule of sight is to blame.
    let is_seen = *kind == Kind::Picture && expected != "?" && got != "?";
    rules.iter().filter(|rule| !(is_seen && is_of_sight(*rule))).collect()
}

fn rule_of_card(name: &str) -> Option<Rule> {
    cards::all().find(|card| card.name == name).map(|card| card.rule)
}

/// Whether a rule tells what a player sees.
fn is_of_sight(rule: Rule) -> bool {
    ["sight.", "spy."].iter().any(|prefix| rule.id().starts_with(prefix))
}

/// Whether the place of the difference is enough to tell the rule: the rule of the command that stands there.
fn is_sure(finding: &FailingCase) -> bool {
    match finding.difference.cause.kind {
        // A check that only our own specification has: no settled rule can be to blame for it.
        Kind::Rejects => finding.rule.is_some_and(|rule| rule.settled() == Settled::Ours),
        Kind::Victory => {
            finding.has_another_winner() || finding.rule == Some(Rule::VictoryNeedsAShip)
        }
        Kind::Reason => finding.is_unsettled(),
        Kind::Picture => !matches!(
            leans_on(&finding.case.draft, &finding.difference),
            Rule::PictureFields | Rule::PictureDestroyed | Rule::SightRadar | Rule::SightUnknown
        ),
        Kind::Accepts
        | Kind::Echo
        | Kind::Save
        | Kind::Prints
        | Kind::Crash
        | Kind::Timeout
        | Kind::Output
        | Kind::Memory
        | Kind::Ai
        | Kind::Start
        | Kind::Word => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draft::Draft;
    use crate::reference;
    use crate::rules::Level;
    use broadside_core::ports::programs::Ended;

    fn reason(expected: &str, got: &str, rule: Rule) -> FailingCase {
        let (draft, script, level) = (Draft::default(), Vec::new(), Level::Guns);
        let (answer, ended) = (reference::run(&draft), Ended::exited(0, ""));
        let case = Case { origin: Origin::Given, level, draft, script, answer, ended };
        let [form, expected, got] = ["SHOOT i C y x", expected, got].map(str::to_owned);
        let difference = Difference {
            byte: 0,
            line: 1,
            column: 1,
            at: None,
            cause: Cause { kind: Kind::Reason, form, expected, got },
        };
        FailingCase { rule: Some(rule), ..FailingCase::new(case, difference) }
    }

    const CANNOT: &str = "SHIP CANNOT SHOOT";
    const FAR: &str = "SHOOTING TOO FAR";
    const FIELD: &str = "FIELD DOES NOT EXIST";

    #[track_caller]
    fn check(mut findings: [FailingCase; 2], expected: [Rule; 2]) {
        blame_checks(&mut findings);
        assert_eq!(findings.map(|finding| finding.rule), expected.map(Some));
    }

    /// A program that looks at another segment refuses too much and too little.
    #[test]
    fn a_check_that_fails_both_ways_is_blamed() {
        let findings =
            [reason(FAR, CANNOT, Rule::FireTooFar), reason(CANNOT, FIELD, Rule::FireOrder)];
        check(findings, [Rule::FireCannot; 2]);
    }

    #[test]
    fn an_order_of_checks_is_no_wrong_check() {
        let rules = [Rule::FireOrder, Rule::FireTooFar];
        check([reason(FAR, FIELD, rules[0]), reason(CANNOT, FIELD, rules[1])], rules);
    }
}

//! Improves the findings (mistakes of a program) with the evidence of the judged scripts. First
//! removes misreadings (wrong readings of a rule) that right answers contradict. Then a score helps
//! to decide which rules are blamed for the findings that no misreading explains. The score is the
//! Ochiai coefficient of spectrum-based fault localisation (Abreu, Zoeteweij, van Gemund, 2007).
//! The score of a rule is high if many failing scripts and few passing scripts reach the rule.
//! Usually a program has few faults, and each fault shows in many scripts. So the rule with the
//! best score is blamed for all findings that it can explain.

use super::failing_case::{FailingCase, best_misreadings, is_victory_rule};
use super::likeness::{Answered, Likeness, explains};
use super::{Case, Origin, ProgramUnderTest};
use crate::cards::{self, Card};
use crate::compare::{Cause, Difference, Kind, is_same_output};
use crate::lean::{can_show, of_line, of_reason, reached_up_to, rule_to_blame};
use crate::misreadings::Misreadings;
use crate::model;
use crate::rules::{Rule, RuleSet, Settled};

/// The largest number of right answers that are kept. More answers help little.
const KEPT: usize = 4000;

/// Guessed rules are corrected only after this many right answers.
const ENOUGH: usize = 20;

/// A rule is taken as right only if at least this many right answers reach it.
const ENOUGH_RIGHT: usize = 3;

/// By its score, a rule replaces a guessed rule only if the score is over this many times the score
/// of the guessed rule.
const BETTER: f64 = 1.15;

/// Rules that nearly all scripts need. If one of these rules is blamed for a finding, no other
/// finding is taken for a consequence of that finding.
const COMMON: [Rule; 5] =
    [Rule::PictureFields, Rule::PlaceSet, Rule::ShipSet, Rule::ShipsBody, Rule::TurnPasses];

#[derive(Debug, Default)]
pub(super) struct Evidence {
    passed: Vec<Passed>,
    failed: Vec<Failed>,
}

#[derive(Debug)]
struct Passed {
    script: Vec<u8>,
    output: Vec<u8>,
    reached: RuleSet,
}

#[derive(Debug)]
struct Failed {
    finding: usize,
    suspects: RuleSet,
    /// The rule of the card, if the script is a card (a small script for one rule).
    card: Option<Rule>,
}

impl Evidence {
    pub(super) fn note_passed(&mut self, case: &Case, reached: RuleSet) {
        if self.passed.len() < KEPT {
            let (script, output) = (case.draft.to_bytes(), case.answer.output.clone());
            self.passed.push(Passed { script, output, reached });
        }
    }

    pub(super) fn note_failed(
        &mut self,
        finding: usize,
        case: &Case,
        difference: &Difference,
        accepted: Misreadings,
    ) {
        let is_its_card = |card: &Card| case.origin == Origin::Card(card.name);
        let card = cards::all().find(is_its_card).map(|card| card.rule);
        self.failed.push(Failed { finding, suspects: suspects(case, difference, accepted), card });
    }

    pub(super) fn settle(&self, program: &ProgramUnderTest<'_>, findings: &mut [FailingCase]) {
        let right = findings.iter_mut().map(|finding| std::mem::take(&mut finding.right_nearby));
        let right: Vec<_> = right.flatten().collect();
        let names = best_misreadings(findings);
        for finding in &mut *findings {
            let was_named = finding.is_named();
            finding.looks_like.retain(|like| {
                // Another mistake may hide this misreading. So the misreading stays if it gives
                // each right answer, either alone or together with the best misreadings of all
                // findings.
                let sets = [like.misreading.into(), names.with(like.misreading)];
                let is_by = |answer: &Answered| sets.iter().any(|set| answer.is_by(*set, program));
                right.iter().all(is_by) && !self.contradicts(program, sets)
            });
            // If a misreading that seemed certain was removed, the second best must not take its
            // place.
            if was_named && !finding.is_named() {
                finding.looks_like.clear();
            }
        }
        drop_contradicted(program, findings);
        prefer_unrivalled(findings);
        for finding in &mut *findings {
            finding.rule = finding.misread_rule(program.accepted).or(finding.rule);
        }
        if self.passed.len() >= ENOUGH {
            self.blame_by_score(findings, program.accepted);
            self.blame_by_cards(findings, program.accepted);
            blame_checks(findings);
            self.blame_init_position(findings);
            self.blame_victory(findings);
        }
        // A program that does not know `SET_FLEET` without numbers may do anything after it.
        for finding in findings.iter_mut().filter(|finding| finding.needs_short_fleet()) {
            finding.rule = Some(Rule::FleetDefault);
        }
    }

    /// Returns for each finding the index of another finding that causes it: the broken rule of the
    /// other finding explains this finding. `None` if no other finding causes it.
    pub(super) fn causes(
        &self,
        findings: &[FailingCase],
        accepted: Misreadings,
    ) -> Vec<Option<usize>> {
        let mut causes = vec![None; findings.len()];
        for (number, finding) in findings.iter().enumerate() {
            let suspects = suspects(&finding.case, &finding.difference, accepted);
            let is_cause = |other: &usize| {
                let rule = findings[*other].rule.filter(|rule| suspects.contains(*rule));
                *other != number
                    && causes[*other].is_none()
                    && findings[*other].has_unexplained_rule()
                    && rule.is_some_and(|rule| self.may_follow(number, finding, rule))
            };
            causes[number] = (0..findings.len()).find(is_cause);
        }
        causes
    }

    /// Whether a finding may follow from the broken rule `cause`. All scripts that show the finding
    /// must reach `cause`. One of the finding's own rules must be right in scripts that do not
    /// reach `cause`. Its own rules are the blamed rule, the check that should refuse the command,
    /// and the check by which the program refuses it. A wrong refusal also has the main rule of the
    /// refused command, and a wrong victory has the rule about victory.
    fn may_follow(&self, number: usize, finding: &FailingCase, cause: Rule) -> bool {
        let has_other_rule = finding.has_unexplained_rule() && finding.rule != Some(cause);
        if !has_other_rule || COMMON.contains(&cause) {
            return false;
        }
        let [missing, given] = finding.reasons();
        let is_victory = finding.difference.cause.kind == Kind::Victory;
        let refused = finding.difference.at.filter(|_| given.is_some());
        let refused = refused.and_then(|at| of_line(&finding.case.draft, at));
        let victory = is_victory.then_some(Rule::VictoryWon);
        let own = [finding.rule, missing, given, refused, victory];
        let is_right_without = |own: Rule| {
            let is_right =
                |passed: &&Passed| passed.reached.contains(own) && !passed.reached.contains(cause);
            self.passed.iter().filter(is_right).count() >= ENOUGH_RIGHT
        };
        let mut failed = self.failed.iter().filter(|failed| failed.finding == number);
        failed.all(|failed| failed.suspects.contains(cause))
            && own.into_iter().flatten().any(is_right_without)
    }

    fn contradicts(&self, program: &ProgramUnderTest<'_>, sets: [Misreadings; 2]) -> bool {
        let gives = |passed: &Passed, set| {
            let misread = program.misread(&passed.script, set);
            is_same_output(&passed.output, &misread, program.lenience)
        };
        self.passed.iter().any(|passed| !sets.iter().any(|set| gives(passed, *set)))
    }

    /// Corrects guessed rules. Blames the rule with the best score for all findings that it can
    /// explain, and then goes on with the other findings.
    fn blame_by_score(&self, findings: &mut [FailingCase], accepted: Misreadings) {
        let is_unsure = |(_, finding): &(usize, &FailingCase)| {
            finding.has_guessed_rule() && !place_shows_rule(finding, accepted)
        };
        let open = findings.iter().enumerate().filter(is_unsure);
        // The reason of a wrong refusal names a check. If this is a check of a command, rules that
        // nearly all scripts need are not suspected.
        let may_be = |found: &FailingCase, rule: Rule| {
            let [_, given] = found.reasons();
            !COMMON.contains(&rule) || given.is_none_or(|given| given.family() == "turn")
        };
        let suspected = |(index, found): (usize, &FailingCase)| {
            let suspects = suspects(&found.case, &found.difference, accepted);
            (index, suspects.iter().filter(|rule| may_be(found, *rule)).collect())
        };
        let mut open: Vec<(_, RuleSet)> = open.map(suspected).collect();
        while !open.is_empty() {
            let best_rule = |(index, suspects): &(usize, RuleSet)| {
                let own = findings[*index].rule.map_or(0.0, |rule| self.score(rule, &open));
                let suspects = suspects.iter().filter(|rule| rule.settled() != Settled::Ours);
                let scores = suspects.map(|rule| (self.score(rule, &open), rule));
                let best = scores.max_by(|(a, one), (b, two)| a.total_cmp(b).then(two.cmp(one)));
                best.filter(|(score, _)| *score > own * BETTER)
            };
            let best = open.iter().filter_map(best_rule).max_by(|(a, _), (b, _)| a.total_cmp(b));
            let Some((_, rule)) = best else { return };
            open.retain(|(index, suspects)| {
                let is_suspect = suspects.contains(rule);
                if is_suspect {
                    findings[*index].rule = Some(rule);
                }
                !is_suspect
            });
        }
    }

    /// Blames [`Rule::VictoryWon`] for all missing victories, if some of them are missing at the
    /// end of a turn with a shot. Otherwise, [`Rule::VictoryAnyTurn`] may be to blame.
    fn blame_victory(&self, findings: &mut [FailingCase]) {
        let is_missing = |(_, finding): &(usize, &mut FailingCase)| {
            let is_of_turn = finding.rule == Some(Rule::VictoryAnyTurn);
            let may_be = is_of_turn || finding.rule == Some(Rule::VictoryWon);
            finding.has_unexplained_rule() && may_be && finding.difference.cause.expected == "won"
        };
        let (missing, open): (Vec<_>, Vec<_>) =
            findings.iter_mut().enumerate().filter(is_missing).unzip();
        let mut failed = self.failed.iter().filter(|failed| missing.contains(&failed.finding));
        if failed.any(|failed| !failed.suspects.contains(Rule::VictoryAnyTurn)) {
            for finding in open {
                finding.rule = Some(Rule::VictoryWon);
            }
        }
    }

    /// Returns the Ochiai coefficient of a rule over the findings `open`.
    fn score(&self, rule: Rule, open: &[(usize, RuleSet)]) -> f64 {
        let count = |count: usize| f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        let is_open = |failed: &&Failed| open.iter().any(|(index, _)| *index == failed.finding);
        let failed = self.failed.iter().filter(is_open);
        let all = failed.clone().count();
        let shown = failed.filter(|failed| failed.suspects.contains(rule)).count();
        let passed = self.passed.iter().filter(|passed| passed.reached.contains(rule)).count();
        if shown == 0 { 0.0 } else { count(shown) / (count(all) * count(shown + passed)).sqrt() }
    }

    /// If all failed cards of a finding test the same rule, blames this rule.
    fn blame_by_cards(&self, findings: &mut [FailingCase], accepted: Misreadings) {
        for (index, finding) in findings.iter_mut().enumerate() {
            let failed = self.failed.iter().filter(|failed| failed.finding == index);
            let mut cards = failed.filter_map(|failed| failed.card);
            let Some(rule) = cards.next().filter(|rule| cards.all(|other| other == *rule)) else {
                continue;
            };
            // Some mistakes can have other causes than the rule of the card. One example is a wrong
            // victory in a card that is not about victory.
            let kind = finding.difference.cause.kind;
            let is_reached = suspects(&finding.case, &finding.difference, accepted).contains(rule);
            let has_other_cause = !is_reached
                || matches!(kind, Kind::Crash | Kind::Word)
                || finding.saves_in_another_order()
                || kind == Kind::Victory && !is_victory_rule(rule)
                || kind == Kind::Picture && is_victory_rule(rule)
                || kind == Kind::Rejects && rule.is_order();
            if finding.has_guessed_rule() && !has_other_cause {
                finding.rule = Some(rule);
            }
        }
    }

    /// Blames `INIT_POSITION` for wrong checks of starting rectangles, if all scripts with such a
    /// mistake have this command, and such checks are right in scripts without it.
    fn blame_init_position(&self, findings: &mut [FailingCase]) {
        let is_start = |rule: Rule| matches!(rule, Rule::PlaceNotInStart | Rule::ShipNotInStart);
        let is_of_start = |(_, finding): &(usize, &mut FailingCase)| {
            finding.has_unexplained_rule() && finding.rule.is_some_and(is_start)
        };
        let (of_start, open): (Vec<_>, Vec<_>) =
            findings.iter_mut().enumerate().filter(is_of_start).unzip();
        let mut failed = self.failed.iter().filter(|failed| of_start.contains(&failed.finding));
        let is_set = |reached: &RuleSet| reached.contains(Rule::StartSet);
        let is_right =
            |passed: &&Passed| !is_set(&passed.reached) && passed.reached.iter().any(is_start);
        let right = self.passed.iter().filter(is_right).count();
        if right >= ENOUGH_RIGHT && failed.all(|failed| is_set(&failed.suspects)) {
            for finding in open {
                finding.rule = Some(Rule::StartSet);
            }
        }
    }
}

/// Removes all misreadings of a named finding (one whose best misreading is certain) if this
/// misreading does not explain an unnamed finding, but one rule can explain both. Then probably one
/// mistake causes both findings, and the misreading is not this mistake. So one of these rules is
/// blamed for the named finding ("this finding"), the first that fits:
///
/// - the rule of this finding, if the other finding has the rule of the misreading
/// - a check that is missing in the other finding, if in this finding the check is missing too, or
///   refuses the command
/// - a rule that explains both findings, if the program leaves out this rule
pub fn drop_contradicted(program: &ProgramUnderTest<'_>, findings: &mut [FailingCase]) {
    let names = best_misreadings(findings);
    let is_unnamed = |found: &&FailingCase| found.is_unsure() && found.habit().is_none();
    let unnamed: Vec<_> = findings.iter().filter(is_unnamed).cloned().collect();
    for finding in findings.iter_mut().filter(|finding| finding.is_named()) {
        let Some(best) = finding.best() else { continue };
        let is_by = |other: &&FailingCase| {
            explains(program, best.into(), &other.case) || explains(program, names, &other.case)
        };
        let reached = model::run(&finding.case.script, program.accepted).reached;
        let is_cause = |rule: &Rule, case: &Case| {
            !COMMON.contains(rule) && explains(program, Misreadings::NONE.without(*rule), case)
        };
        let left_out: Vec<_> =
            reached.iter().filter(|rule| is_cause(rule, &finding.case)).collect();
        let reasons = finding.reasons();
        let shared = |other: &FailingCase| {
            let [missing, _] = other.reasons();
            let of_misreading = other.rule.filter(|rule| *rule == best.rule()).and(finding.rule);
            let left_out = || left_out.iter().find(|rule| is_cause(rule, &other.case)).copied();
            let check = missing.filter(|missing| reasons.contains(&Some(*missing)));
            of_misreading.or(check).or_else(left_out)
        };
        if let Some(rule) = unnamed.iter().filter(|other| !is_by(other)).find_map(shared) {
            finding.looks_like.clear();
            finding.rule = Some(rule);
        }
    }
}

/// If several misreadings explain a finding about equally well, prefers a misreading that clearly
/// explains another finding best. So a mistake has the same name in all findings.
fn prefer_unrivalled(findings: &mut [FailingCase]) {
    let unrivalled = findings.iter().filter_map(FailingCase::unrivalled);
    let unrivalled: Misreadings = unrivalled.map(|like| like.misreading).collect();
    for finding in findings {
        let Some(best) = finding.looks_like.first().copied() else { continue };
        let is_preferred = |like: &Likeness| unrivalled.contains(like.misreading);
        let is_close = |like: &Likeness| like.is_close_to(&best);
        if finding.looks_like.iter().any(|like| is_close(like) && is_preferred(like)) {
            finding.looks_like.retain(|like| !is_close(like) || is_preferred(like));
        }
    }
}

/// Blames a check that fails in both ways: the check refuses wrongly in one finding, and is missing
/// in another. If only the order of checks is wrong, each check fails in only one way.
pub fn blame_checks(findings: &mut [FailingCase]) {
    let open = findings.iter().filter(|finding| finding.has_guessed_rule());
    let (missing, given): (Vec<_>, Vec<_>) = open.map(|finding| finding.reasons().into()).unzip();
    let both = missing.into_iter().flatten().filter(|rule| given.contains(&Some(*rule)));
    let both: Vec<_> = both.collect();
    for finding in findings.iter_mut().filter(|finding| finding.has_guessed_rule()) {
        let mut reasons = finding.reasons().into_iter().flatten();
        finding.rule = reasons.find(|rule| both.contains(rule)).or(finding.rule);
    }
}

/// Returns the rules that the script reaches up to the difference, and the rule whose reason the
/// program prints. Leaves out the rules that cannot cause such a difference.
fn suspects(case: &Case, difference: &Difference, accepted: Misreadings) -> RuleSet {
    // If the program prints more than it should, the place is unknown, and the last line is used.
    let is_refused = difference.cause.kind == Kind::Rejects;
    let is_after_output = !is_refused && difference.byte >= case.answer.output.len();
    let last = || case.draft.places().last();
    let at = difference.at.filter(|_| !is_after_output).or_else(last);
    let mut rules = at.map(|at| reached_up_to(&case.draft, at, accepted)).unwrap_or_default();
    let Cause { kind, form, expected, got } = &difference.cause;
    if let Kind::Rejects | Kind::Reason = kind
        && let Some(rule) = of_reason(&case.draft, difference, got)
    {
        rules.insert(rule);
    }
    // Only rules about victory and about hits can cause a wrong victory.
    let is_victory = *kind == Kind::Victory;
    let is_hit = |rule| matches!(rule, Rule::ShootHit | Rule::FireHit | Rule::ShootNothing);
    let may_win = |rule| is_victory_rule(rule) || is_hit(rule);
    if is_victory {
        rules.insert(Rule::VictoryWon);
    }
    // If neither picture has `?` here, rules about which fields a player sees are not to blame.
    let is_in_sight = *kind == Kind::Picture && expected != "?" && got != "?";
    let is_of_player = form.ends_with("of a player");
    let is_of_sight = |rule: Rule| {
        ["sight", "spy"].contains(&rule.family()) && !(rule == Rule::SightEnemy && is_of_player)
    };
    let may_be = |rule: &Rule| {
        let is_hidden = is_in_sight && is_of_sight(*rule);
        !is_hidden && (!is_victory || may_win(*rule)) && can_show(*rule, &difference.cause)
    };
    rules.iter().filter(may_be).collect()
}

/// Whether the place of the difference already shows the broken rule.
fn place_shows_rule(finding: &FailingCase, accepted: Misreadings) -> bool {
    use Kind::{Accepts, Ai, Crash, Echo, Memory, Output, Prints, Save, Start, Timeout, Word};
    match finding.difference.cause.kind {
        // The check that refuses is blamed at once if only our own specification settles this
        // check, or if the smallest script has no other command.
        Kind::Rejects => {
            let is_alone = finding.runs > 0 && finding.case.draft.commands().count() == 1;
            let is_ours = |rule: Rule| rule.settled() == Settled::Ours;
            finding.rule.is_some_and(|rule| is_ours(rule) || is_alone && rule.reason().is_some())
        }
        Kind::Victory => {
            finding.has_another_winner() || finding.rule == Some(Rule::VictoryNeedsAShip)
        }
        Kind::Reason => finding.is_unsettled(),
        Kind::Picture if matches!(finding.rule, Some(Rule::SpySquare | Rule::SpyStays)) => true,
        Kind::Picture => !matches!(
            rule_to_blame(&finding.case.draft, &finding.difference, accepted),
            Rule::PictureFields | Rule::PictureDestroyed | Rule::SightRadar | Rule::SightUnknown
        ),
        Accepts | Echo | Save | Prints | Crash | Timeout | Output | Memory | Ai | Start | Word => {
            true
        }
    }
}

//! Explains wrong answers by known mistakes, by wrong lines, or by pictures of another form.

use super::exam::Test;
use super::repair::Repaired;
use super::visible::{Shown, wrong_lines};
use crate::compare::{Cause, Difference, Kind};
use crate::draft::At;
use crate::lean::{misread_rule, of_mark, refusing, rule_to_blame};
use crate::misreadings::{Misreading, Misreadings};
use crate::model;
use crate::outputs::{MARKS, without_newline};
use crate::rules::{Rule, RuleSet, Settled};
use crate::verify::{Case, ProgramUnderTest, explanations, fails_cards, left_out};
use broadside_core::ports::programs::Ended;
use broadside_ships::rules::Order;
use broadside_ships::script::ast::Command;
use std::collections::HashSet;
use std::ops::Range;

/// Misreadings that change what nearly all scripts do. They also explain the wrong answers of many
/// programs without the misreading. So a program is taken to have one of these misreadings only if
/// it also fails the cards (small test scripts) that were made for the misreading. A script can be
/// rewritten so that a program with one of these misreadings plays the same game.
pub(super) const CONVENTIONS: [Misreading; 10] = [
    Misreading::IdsFromOne,
    Misreading::FleetReversed,
    Misreading::BodyForward,
    Misreading::BodyNorth,
    Misreading::BodyEast,
    Misreading::BodySouth,
    Misreading::BodyWest,
    Misreading::PlaceYx,
    Misreading::ShipHealthInverted,
    Misreading::StartsB,
];

/// The marks of segments in pictures.
const SEGMENTS: &[u8] = b"+x@!%";

/// Returns the rule about our mark if the program draws nothing there, or mixes up `+` and a mark
/// that only `PRINT 1` has (`@`, `!` or `%`).
fn drawn_otherwise(our: u8, their: u8) -> Option<Rule> {
    let is_special = |mark| b"@!%".contains(&mark);
    match (our, their) {
        (_, b' ') if our == b'#' || SEGMENTS.contains(&our) => Some(of_mark(our)),
        (b'+', _) if is_special(their) => Some(Rule::Print1Middle),
        (_, b'+') if is_special(our) => Some(of_mark(our)),
        _ => None,
    }
}

/// What explains a wrong answer.
#[derive(Default)]
pub(super) struct Explanation {
    pub(super) suspected: RuleSet,
    pub(super) certain: RuleSet,
    /// The offsets of fields whose marks tell nothing: only one of the outputs hides the field, or
    /// the program does not draw the segment or reef there, or draws the segment otherwise.
    pub(super) hidden: Vec<usize>,
    /// The rules that the answer shows to be right, if known mistakes explain it.
    pub(super) shown: Option<RuleSet>,
}

impl Explanation {
    /// Explains an answer by wrong lines, by another form of pictures, or by fields that only one
    /// of the outputs hides.
    pub(super) fn of(
        test: &Test,
        case: &Case,
        difference: &Difference,
        program: &ProgramUnderTest<'_>,
    ) -> Option<Self> {
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        let Cause { kind, form, .. } = &difference.cause;
        if *kind == Kind::Picture && form.is_empty() {
            // Apart from the program's own marks, labels or frames, the pictures are equal.
            let certain = rule_to_blame(&case.draft, difference, program.accepted);
            return Some(Self { certain: [certain].into_iter().collect(), ..Self::default() });
        }
        if *kind == Kind::Picture
            && let Some(found) = Self::of_hidden(test, case)
        {
            return Some(found);
        }
        let is_printed = matches!(kind, Kind::Picture | Kind::Save);
        let certain = wrong_lines(ours, theirs, program.lenience).filter(|_| is_printed)?;
        Some(Self { certain, ..Self::default() })
    }

    /// Explains an answer by fields that only one of the outputs hides.
    fn of_hidden(test: &Test, case: &Case) -> Option<Self> {
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        let hidden = differences(ours, theirs, |our, their| [our, their].contains(&b'?'));
        if hidden.is_empty() {
            return None;
        }
        let more = [Rule::SightRadarDamaged, Rule::SpySquare, Rule::SpyStays];
        // If the square of a plane is in sight anyway, the right output does not show the rule
        // `SpySquare`. A program whose square is too large still shows more fields.
        let mut commands = case.draft.commands().map(|(_, command)| command);
        let has_plane = commands.any(|it| matches!(it, Command::Order(Order::Spy(..))));
        let may_be =
            |rule: &Rule| test.visible.contains(*rule) || has_plane && *rule == Rule::SpySquare;
        let more = more.into_iter().filter(may_be);
        let suspected = [Rule::SightRadar, Rule::SightUnknown].into_iter().chain(more).collect();
        Some(Self { suspected, hidden, ..Self::default() })
    }

    /// Explains an answer by pictures that lack segments or reefs, or mix up `+` and other marks of
    /// `PRINT 1`, and are right apart from that. The line `PARTS REMAINING` is right, so the
    /// program has all segments, but draws some of them wrongly. A picture without any ship is
    /// another mistake.
    pub(super) fn of_drawn_otherwise(case: &Case) -> Option<Self> {
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        let hidden = differences(ours, theirs, |our, their| drawn_otherwise(our, their).is_some());
        let shows_ships = |(_, range): (At, Range<usize>)| {
            let theirs = &theirs[range.clone()];
            *theirs == ours[range] || theirs.iter().any(|mark| SEGMENTS.contains(mark))
        };
        let is_it = !hidden.is_empty() && case.answer.ranges().all(shows_ships);
        let suspected = hidden.iter().filter_map(|at| drawn_otherwise(ours[*at], theirs[*at]));
        let suspected = suspected.collect();
        is_it.then(|| Self { suspected, hidden, ..Self::default() })
    }

    /// Explains an answer by known mistakes. Each of them alone explains the whole answer.
    pub(super) fn of_mistakes(
        test: &Test,
        case: &Case,
        program: &ProgramUnderTest<'_>,
    ) -> Option<Self> {
        let mistakes = mistakes(program, case);
        let shown = |(_, wrong): &(Rule, Misreadings)| {
            shown_by(program.accepted.and(*wrong), &case.script, &test.about())
        };
        let shown = mistakes.iter().map(shown).reduce(|all, more| all.common(&more))?;
        let suspected = mistakes.iter().map(|(rule, _)| *rule).collect();
        Some(Self { suspected, shown: Some(shown), ..Self::default() })
    }

    /// Puts the wrong lines of an answer right, and explains the rest.
    pub(super) fn of_repaired(
        test: &Test,
        case: &Case,
        program: &ProgramUnderTest<'_>,
    ) -> Option<Self> {
        let (ours, theirs) = (&case.answer.output, &case.ended.stdout);
        let Repaired { output, wrong } = Repaired::new(ours, theirs, program.lenience);
        let case = test.case(Ended { stdout: output, ..case.ended.clone() });
        let Some(difference) = program.judge(&case) else {
            return Some(Self { certain: wrong, ..Self::default() });
        };
        let drawn =
            || Self::of_drawn_otherwise(&case).filter(|_| !wrong.contains(Rule::PictureParts));
        let by_mistakes =
            || Self::of_mistakes(test, &case, program).filter(|_| has_line_of(ours, theirs));
        let mut found =
            by_mistakes().or_else(|| Self::of(test, &case, &difference, program)).or_else(drawn)?;
        found.certain.extend(&wrong);
        Some(found)
    }
}

/// Whether the program prints one of our lines, apart from blanks at its end. Without such a line,
/// the repaired output is like an answer only because of the lines that we put right.
fn has_line_of(ours: &[u8], theirs: &[u8]) -> bool {
    let ours: HashSet<_> = trimmed_lines(ours).collect();
    trimmed_lines(theirs).any(|line| ours.contains(line))
}

fn trimmed_lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    without_newline(output).split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end)
}

/// Returns the known mistakes that explain the answer: for each, the broken rule, and what our
/// model must do wrong to give this answer. Leaves out a convention or a sweeping misreading if the
/// program passes one of its cards.
fn mistakes(program: &ProgramUnderTest<'_>, case: &Case) -> Vec<(Rule, Misreadings)> {
    let mut misread = explanations(program, case);
    misread.retain(|wrong| {
        let needs_cards = CONVENTIONS.contains(wrong) || wrong.is_sweeping();
        !needs_cards || fails_cards(program, *wrong).unwrap_or(false)
    });
    let rule = |wrong: Misreading| misread_rule(wrong, &case.draft, program.accepted);
    // A program that takes the wrong segment for the cannon refuses shots and planes. So if it
    // refuses a plane, `FireCannot` or `SpyCannot` may be broken.
    let stops_plane = |wrong: &&Misreading| {
        let misread = program.accepted.with(**wrong);
        wrong.rule() == Rule::FireCannot && refusing(&case.draft, misread) == Some(Rule::SpyCannot)
    };
    let planes = misread.iter().filter(stops_plane).map(|wrong| (Rule::SpyCannot, (*wrong).into()));
    let misread = misread.iter().map(|wrong| (rule(*wrong), (*wrong).into())).chain(planes);
    // Rules that only our own specification settles cost no points.
    let left_out = left_out(program, case).unwrap_or_default().into_iter();
    let left_out = left_out.filter(|rule| rule.settled() != Settled::Ours);
    misread.chain(left_out.map(|rule| (rule, Misreadings::NONE.without(rule)))).collect()
}

/// Returns the offsets at which the outputs have different marks. Returns no offsets if the outputs
/// differ elsewhere too, or if `is_it` is false for our mark and the program's at such an offset.
fn differences(ours: &[u8], theirs: &[u8], is_it: fn(u8, u8) -> bool) -> Vec<usize> {
    let pairs = || ours.iter().zip(theirs).enumerate().filter(|(_, (our, their))| our != their);
    let is_it = |(_, (our, their)): (usize, (&u8, &u8))| {
        MARKS.contains(our) && MARKS.contains(their) && is_it(*our, *their)
    };
    let is_all = ours.len() == theirs.len() && pairs().all(is_it);
    if is_all { pairs().map(|(at, _)| at).collect() } else { Vec::new() }
}

fn shown_by(misreadings: Misreadings, script: &[u8], about: &RuleSet) -> RuleSet {
    let run = model::run(script, misreadings);
    // An empty output shows no rule to be right.
    if run.out.is_empty() {
        return RuleSet::default();
    }
    Shown::new(script, misreadings, &run.out).visible(&run.reached.common(about))
}

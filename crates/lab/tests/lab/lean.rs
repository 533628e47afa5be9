//! Tests of the rule that is blamed for a difference. A misreading is a wrong reading of a rule.

use super::compare::{difference, parsed};
use broadside_lab::compare::{Cause, Difference, Kind};
use broadside_lab::draft::Draft;
use broadside_lab::lean::{can_show, rule_to_blame};
use broadside_lab::misreadings::{Misreading, Misreadings};
use broadside_lab::rules::Rule;

/// Returns the rule to blame for a difference that has this cause and no known place.
fn blamed(draft: &Draft, cause: Cause, accepted: Misreadings) -> Rule {
    let difference = Difference { byte: 0, line: 1, column: 1, theirs: (0, 1), at: None, cause };
    rule_to_blame(draft, &difference, accepted)
}

#[test]
fn a_wrong_mark_breaks_a_rule_about_its_kind_of_picture() {
    let expected = [
        ("PRINT 0", " ", "digit", Rule::PictureFields),
        ("PRINT 1", " ", "digit", Rule::Print1Rows),
        ("PRINT 1", " ", "end of line", Rule::Print1Rows),
        ("PRINT 1", "x", "@", Rule::PictureDestroyed),
        ("PRINT 1", "+", "A", Rule::Print1Middle),
        ("PRINT 1", "end of picture", "column number", Rule::Print1Columns),
    ];
    for (form, ours, theirs, rule) in expected {
        let cause = Cause::new(Kind::Picture, form, ours, theirs);
        let found = blamed(&Draft::default(), cause, Misreadings::NONE);
        assert_eq!(found, rule, "{form}: {ours} {theirs}");
    }
}

#[test]
fn a_difference_can_show_only_rules_about_its_own_marks_or_line() {
    let picture = Cause::new(Kind::Picture, "PRINT 1", "x", "@");
    let sight = Cause::new(Kind::Picture, "PRINT 0 of a player", "?", " ");
    let save = Cause::new(Kind::Save, "SAVE", "INIT_POSITION 4", "INIT_POSITION 4");
    let cases = [
        (&picture, [Rule::Print1Radar, Rule::PictureDestroyed], Rule::Print1Engine),
        (&save, [Rule::SaveStart, Rule::BoardSet], Rule::SaveBoard),
        (&sight, [Rule::SightRadar, Rule::SightUnknown], Rule::SightOwn),
    ];
    for (cause, shown, hidden) in cases {
        assert!(shown.into_iter().all(|rule| can_show(rule, cause)), "{cause:?}");
        assert!(!can_show(hidden, cause), "{cause:?}");
    }
}

#[test]
fn a_refusal_has_a_rule_of_its_command() {
    let (both, auto) = ("EXTENDED_SHIPS AUTO_SHOOTING", "AUTO_SHOOTING");
    for (settings, form, reason, rule) in [
        ("", "SHOOT y x", "SHOOTS ARE UNFEASIBLE", Rule::AutoShootUnfeasible),
        ("", "SPY y x", "SHOOTS ARE UNFEASIBLE", Rule::AutoSpyUnfeasible),
        ("", "[playerX]", "THE OTHER PLAYER EXPECTED", Rule::TurnExpected),
        (auto, "SHOOT y x", "FIELD DOES NOT EXIST", Rule::ShootNoField),
        (both, "SHOOT y x", "FIELD DOES NOT EXIST", Rule::AutoNoField),
        (both, "SHOOT y x", "NOT ALL SHIPS PLACED", Rule::AutoNotAllPlaced),
        (both, "SHOOT y x", "BASIC SHOOT IS DISABLED", Rule::ShootDisabled),
    ] {
        let draft = parsed(format!("[state] {settings} [state]"));
        let cause = Cause::new(Kind::Rejects, form, "goes on", reason);
        let found = blamed(&draft, cause, Misreadings::NONE);
        assert_eq!(found, rule, "{settings} {form} {reason}");
    }
}

/// Without the misreading, the script ends at the second ship, which is too close to the first.
#[test]
fn a_refusal_follows_the_accepted_misreadings() {
    let script = "[playerA] PLACE_SHIP 0 0 N 0 DES PLACE_SHIP 2 1 N 1 DES \
                  PLACE_SHIP 20 9 N 2 DES [playerA]";
    let draft = parsed(script);
    let accepts = Cause::new(Kind::Accepts, "PLACE_SHIP y x D i C", "", "goes on");
    assert_eq!(blamed(&draft, accepts.clone(), Misreadings::NONE), Rule::PlaceTooClose);
    assert_eq!(blamed(&draft, accepts, Misreading::Close4.into()), Rule::PlaceNotInStart);
}

#[test]
fn settings_after_a_shot_do_not_change_the_rule_of_the_shot() {
    let script = "[playerA] SHOOT 1 1 [playerA] [state] EXTENDED_SHIPS AUTO_SHOOTING [state]";
    let draft = parsed(script);
    let got = "INVALID OPERATION \"SHOOT 1 1\": FIELD DOES NOT EXIST\n";
    let difference = difference(&draft, got).unwrap();
    let cause = Cause::new(Kind::Rejects, &difference.cause.form, "", "FIELD DOES NOT EXIST");
    let rejects = Difference { cause, ..difference };
    assert_eq!(rule_to_blame(&draft, &rejects, Misreadings::NONE), Rule::ShootNoField);
}

/// Regression: a program that refuses these reefs lost up to 10 points, because `PictureReef` was
/// blamed, which the course's tests check. Only our own specification has `ReefLaid`, so breaking
/// it costs nothing.
#[test]
fn the_refusal_of_a_reef_on_a_reef_or_under_a_ship_is_blamed_on_reef_laid() {
    for (before, rule) in [
        ("REEF 0 0", Rule::ReefLaid),
        ("SHIP A 0 0 N 0 DES 11", Rule::ReefLaid),
        ("REEF 9 9", Rule::PictureReef),
    ] {
        let script = format!("[state] {before} REEF 0 0 PRINT 0 [state]");
        let draft = parsed(&script);
        let got = "INVALID OPERATION \"REEF 0 0\": THE FIELD IS TAKEN\n";
        let found = difference(&draft, got).unwrap();
        assert_eq!(rule_to_blame(&draft, &found, Misreadings::NONE), rule, "{script}");
    }
}

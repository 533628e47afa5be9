//! Tests of the marks of programs that print some lines wrongly, or refuse nearly every script. The
//! rows of pictures have their own file, `pictures.rs`.

use super::{exam, losing_points, marks, misread, output, right};
use broadside_lab::draft::{Draft, Line};
use broadside_lab::grade::Weights;
use broadside_lab::habit::Habit;
use broadside_lab::misreadings::{Misreading, Misreadings};
use broadside_lab::reference::{self, End};
use broadside_lab::rules::Rule;
use std::collections::{BTreeMap, BTreeSet};

/// Checks which rules lose points if a program changes each line of the right output with `change`.
/// The program leaves out a line if `change` returns `None`.
#[track_caller]
pub(super) fn check_changed_lines(change: impl Fn(&str) -> Option<String> + Sync, rules: &[Rule]) {
    let exam = exam(3);
    let changed = |script: &[u8]| {
        let output = String::from_utf8(right(script)).expect("ASCII text");
        output
            .lines()
            .filter_map(&change)
            .fold(String::new(), |all, line| all + &line + "\n")
            .into()
    };
    let marks = marks(&exam, changed);
    assert_eq!(losing_points(&exam, &marks), rules);
    assert!(marks.habits.is_empty(), "{:?}", marks.habits);
    assert!(marks.unexplained.abs() < 1e-9, "{:?}", marks.wrong_tests);
}

#[test]
fn a_line_that_save_leaves_out_costs_only_its_rule() {
    let kept = |line: &str| (line != "NEXT_PLAYER A").then(|| line.to_owned());
    check_changed_lines(kept, &[Rule::SaveNextPlayer]);
}

#[test]
fn wrong_numbers_of_parts_cost_only_the_rules_that_they_show() {
    // Only the line `PARTS` shows whether a second hit on a segment has no effect.
    let rules = [Rule::ShootNothing, Rule::PictureParts];
    let larger = |line: &str| line.replace(" A : ", " A : 1");
    check_changed_lines(|line| Some(larger(line)), &rules);
    let none = |line: &str| match line.strip_prefix("PARTS") {
        Some(_) => "PARTS REMAINING:: A : ? B : ?".to_owned(),
        None => line.to_owned(),
    };
    check_changed_lines(|line| Some(none(line)), &rules);
    let on_two_lines = |line: &str| line.replace(" B : ", "\nB : ");
    check_changed_lines(|line| Some(on_two_lines(line)), &rules);
}

/// A program with another convention (for example, it numbers ships from 1) refuses nearly every
/// script. So an earlier version of the grader saw no other mistake of such a program.
#[test]
fn another_convention_costs_few_points() {
    use Misreading::{BodyEast, BodyNorth, BodySouth, BodyWest};
    let exam = exam(3);
    let from_one = misread(&exam, Misreading::IdsFromOne.into());
    assert_eq!(losing_points(&exam, &from_one), [Rule::PlaceSet]);
    assert!(!from_one.shows_nothing && Weights::default().score(&exam, &from_one) > 90.0);
    let reversed = misread(&exam, Misreading::FleetReversed.into());
    assert_eq!(losing_points(&exam, &reversed), [Rule::FleetSet]);
    let ahead = misread(&exam, Misreading::BodyForward.into());
    let score = Weights::default().score(&exam, &ahead);
    assert!(score > 75.0 && !ahead.shows_nothing, "{score} {:?}", losing_points(&exam, &ahead));
    for one in [BodyNorth, BodyEast, BodySouth, BodyWest] {
        let ahead = misread(&exam, one.into());
        let (lost, score) = (losing_points(&exam, &ahead), Weights::default().score(&exam, &ahead));
        assert!(lost.contains(&Rule::ShipsBody) && lost.len() < 3, "{one:?} {score} {lost:?}");
        assert!(score > 90.0, "{score}");
    }
    let two = Misreadings::from(Misreading::IdsFromOne).with(Misreading::ReefPlus);
    let two = misread(&exam, two);
    assert_eq!(losing_points(&exam, &two), [Rule::PlaceSet, Rule::PictureReef]);
    let texts =
        [("\n", ".\n"), ("POSITION\n", "POSITIN\n"), ("SHIP\n", "SHP\n"), ("OF THE CLASS ", "")];
    for (right, wrong) in texts {
        let misspelt = marks(&exam, |script| {
            let output = String::from_utf8(output(script, Misreading::IdsFromOne)).unwrap();
            let Some(start) = output.rfind("INVALID") else { return output.into() };
            [&output[..start], &output[start..].replace(right, wrong)].concat().into()
        });
        let score = Weights::default().score(&exam, &misspelt);
        let lost = losing_points(&exam, &misspelt);
        assert!(score > 80.0 && lost.len() < 8, "{wrong:?}: {score} {lost:?}");
    }
}

/// The misreading `BodyForward` (hulls lie ahead of the bow) explains the refusal of this program.
/// But the program passes the cards (small scripts) that were made for `BodyForward`.
#[test]
fn a_hull_that_lies_ahead_is_blamed_only_if_its_cards_fail() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let refusal = b"INVALID OPERATION \"PLACE_SHIP 0 0 W 0 DES\": NOT IN STARTING POSITION\n";
        let is_refused = memchr::memmem::find(script, b"[playerA]\nPLACE_SHIP 0 0 W 0 DES");
        if is_refused.is_some() { refusal.to_vec() } else { right(script) }
    });
    let wrong = losing_points(&exam, &marks);
    assert!(!wrong.is_empty() && !wrong.contains(&Rule::ShipsBody), "{wrong:?}");
}

/// Regression: lines of SAVE in another order hid all rules of SAVE.
#[test]
fn another_order_of_save_costs_only_the_rule_of_the_moved_line() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let output = String::from_utf8(right(script)).unwrap();
        let (mut lines, mut player) = (Vec::new(), None);
        for line in output.split_inclusive('\n') {
            match line {
                _ if line.starts_with("NEXT_PLAYER") => player = Some(line),
                "[state]\n" => lines.extend(player.take().into_iter().chain([line])),
                _ => lines.push(line),
            }
        }
        lines.concat().into()
    });
    assert_eq!(losing_points(&exam, &marks), [Rule::SaveNextPlayer]);
    assert!(marks.unexplained.abs() < 1e-9 && marks.habits.is_empty());
}

/// Regression: empty lines in SAVE were a habit, and cost more than wrong lines. A ship that is
/// written with another command hid all other rules of SAVE.
#[test]
fn other_lines_of_save_cost_only_their_rule() {
    let empty = |line: &str| if line.starts_with("SET_FLEET B") { "\n" } else { "" };
    check_changed_lines(|line| Some(format!("{}{line}", empty(line))), &[Rule::SaveBoard]);
    let placed = |line: &str| match line.strip_prefix("SHIP A ") {
        Some(ship) => format!("PLACE_SHIP {ship}"),
        None => line.to_owned(),
    };
    check_changed_lines(|line| Some(placed(line)), &[Rule::SaveShips, Rule::SaveHealth]);
}

/// A program that loads the saved game ignores a line outside its group. So such a line costs more
/// than swapped lines.
#[test]
fn a_line_of_save_behind_its_tag_costs_more_than_another_order() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let output = String::from_utf8(right(script)).unwrap();
        let moved = |save: &str| match save.split_once("NEXT_PLAYER A\n") {
            Some((start, end)) => {
                format!("{start}{}", end.replace("[state]\n", "[state]\nNEXT_PLAYER A\n"))
            }
            None => save.to_owned(),
        };
        output.split_inclusive("[state]\n").map(moved).collect::<String>().into()
    });
    assert!(losing_points(&exam, &marks).len() > 1);
}

/// Regression: refusals with misspelt first words, or with small letters, were not taken for
/// refusals. They cost more than no refusals at all.
#[test]
fn refusals_in_other_letters_are_a_habit() {
    let exam = exam(3);
    let small = |words: &str| words.to_ascii_lowercase();
    let reason = |line: &str| line.rsplit_once(": ").map(|(_, reason)| reason.to_owned());
    let changes: [&(dyn Fn(&str) -> String + Sync); 5] = [
        &|line| line.replace("INVALID OPERATION", "Invalid operation"),
        &|line| reason(line).map_or(line.into(), |reason| line.replace(&reason, &small(&reason))),
        &|line| line.replacen('I', "", 1),
        &|line| line.replace("OPERATION", "OPERATON"),
        &|line| line.replace("INVALID OPERATION", "Invalid operatiion"),
    ];
    for change in changes {
        let refused = |line: &str| match line {
            line if line.starts_with("INVALID") => change(line),
            line => line.to_owned(),
        };
        let marks = marks(&exam, |script| {
            let output = String::from_utf8(right(script)).unwrap();
            output.split_inclusive('\n').map(refused).collect::<String>().into()
        });
        assert_eq!(marks.habits, [Habit::Echo]);
        assert_eq!(losing_points(&exam, &marks), []);
    }
}

/// Regression: another text of the victory, or the wrong winner, cost more than no victory at all.
/// The rules that depend on a right victory lose their points too.
#[test]
fn a_wrong_text_of_the_victory_costs_only_rules_of_victory() {
    use Rule::{VictoryAllPlaced, VictoryAtEnd, VictoryWon};
    let won = |line: &str| line.ends_with(" won");
    for change in [
        |line: &str| format!("{line}."),
        |line: &str| format!("Player {line}"),
        |line: &str| line.to_ascii_uppercase(),
        |line: &str| line.replace(" won", " wins"),
        |line: &str| if line == "A won" { "B won" } else { "A won" }.to_owned(),
    ] {
        let changed = |line: &str| Some(if won(line) { change(line) } else { line.to_owned() });
        check_changed_lines(changed, &[VictoryWon, VictoryAtEnd, VictoryAllPlaced]);
    }
}

/// In each line, this program shows the first hidden field after a visible empty field.
#[test]
fn too_many_fields_in_sight_cost_only_rules_of_sight() {
    use Rule::{SightRadar, SightRadarDamaged, SpySquare, SpyStays, TurnPlanesAfresh};
    let brighter = |line: &str| line.replacen(" ?", "  ", 1);
    let rules = [TurnPlanesAfresh, SpySquare, SpyStays, SightRadar, SightRadarDamaged];
    check_changed_lines(|line| Some(brighter(line)), &rules);
}

#[test]
fn text_before_the_answer_and_blank_lines_are_habits() {
    let exam = exam(3);
    for (before, after, habit) in [
        ("> ", "", Habit::Greeting),
        ("\u{feff}", "", Habit::Greeting),
        ("checking for invalid moves\n", "", Habit::OwnLines),
        ("", "\n", Habit::BlankLines),
    ] {
        let marks = marks(&exam, |script| {
            let output = String::from_utf8(right(script)).unwrap();
            let parted = output.split_inclusive('\n').map(|line| match line {
                line if line.starts_with("PARTS") => format!("{line}{after}"),
                line => line.to_owned(),
            });
            (before.to_owned() + &parted.collect::<String>()).into()
        });
        assert_eq!(marks.habits, [habit]);
        let wrong = marks.rules.iter().filter(|mark| mark.of > mark.right);
        assert_eq!(wrong.map(|mark| mark.rule).collect::<Vec<_>>(), [], "{before}");
        assert!((Weights::default().score(&exam, &marks) - 95.0).abs() < 1e-9, "{before}");
    }
}

type IsAt = fn(&str) -> bool;

/// Regression: a line that a program adds at some commands cost up to 89 points if only some probes
/// (fixed scripts for the form of output) have these commands.
#[test]
fn a_line_of_its_own_at_some_commands_is_one_habit() {
    let exam = exam(3);
    let is_setting =
        |line: &str| ["REEF", "BOARD", "SET_", "INFORMATION"].iter().any(|it| line.starts_with(it));
    let programs: [(IsAt, &str, Habit); 8] = [
        (|line| !line.starts_with('['), "WORD\n", Habit::OwnLines),
        (|line| line.starts_with("PRINT"), "Board:\n", Habit::OwnLines),
        (|line| line.starts_with("PRINT"), "-----\n", Habit::OwnLines),
        (|line| line.starts_with("PLACE_SHIP"), "DEBUG: place\n", Habit::OwnLines),
        (|line| line.starts_with("[player"), "Turn of A\n", Habit::OwnLines),
        (|line| line.starts_with("[player"), "\n", Habit::BlankLines),
        (|line| line.starts_with("[player"), "[playerA]\n", Habit::OwnLines),
        (is_setting, "state changed\n", Habit::OwnLines),
    ];
    for (is_at, text, habit) in programs {
        let marks = marks(&exam, |script| printing_at(script, is_at, text));
        assert_eq!(
            (&marks.habits[..], losing_points(&exam, &marks)),
            (&[habit][..], vec![]),
            "{text}"
        );
        assert!((Weights::default().score(&exam, &marks) - 95.0).abs() < 1e-9, "{text}");
    }
}

/// Prints `text` before the output of each line of the script that `is_at` accepts. In the text,
/// the first word of the line takes the place of `WORD`.
fn printing_at(script: &[u8], is_at: fn(&str) -> bool, text: &str) -> Vec<u8> {
    let draft = Draft::parse(script).expect("a script");
    let answer = reference::run(&draft);
    let ranges: BTreeMap<_, _> = answer.ranges().collect();
    let end = answer.last_line().filter(|_| answer.end != End::Input);
    // A tag of the other player inside a group is written as two lines, and `places` returns its
    // place for each of them. The set keeps the place once.
    let places: BTreeSet<_> = draft.places().collect();
    let lines = places.into_iter().take_while(|at| end.is_none_or(|end| *at <= end));
    let printed = lines.flat_map(|at| {
        let line = String::from_utf8(draft.text(at)).expect("ASCII text");
        let is_here = at.line != Line::Close && is_at(&line);
        let output = ranges.get(&at).map_or(&b""[..], |range| &answer.output[range.clone()]);
        let word = line.split(' ').next().expect("a word");
        let text = if is_here { text.replace("WORD", word) } else { String::new() };
        [text.as_bytes(), output].concat()
    });
    printed.collect()
}

#[test]
fn a_last_line_of_its_own_is_one_habit() {
    let exam = exam(3);
    let marks = marks(&exam, |script| [&right(script)[..], b"Bye\n"].concat());
    assert_eq!(marks.habits, [Habit::OwnLines]);
    assert!((Weights::default().score(&exam, &marks) - 95.0).abs() < 1e-9);
}

/// This program keeps its output until the end, but prints a refusal at once and stops. So the
/// output before the refusal is lost.
#[test]
fn output_lost_before_a_refusal_costs_only_the_rule_of_pictures() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let output = right(script);
        let refusal = memchr::memmem::find(&output, b"INVALID").unwrap_or_default();
        output[refusal..].to_vec()
    });
    assert_eq!(losing_points(&exam, &marks), [Rule::PictureFields]);
    assert_eq!(marks.habits, [Habit::LostOutput]);
}

/// Regression: two mistakes about one picture cost 19 points, because no single misreading explains
/// them.
#[test]
fn a_player_who_sees_all_with_parts_has_two_mistakes() {
    let exam = exam(3);
    let sees_all = Misreadings::from(Misreading::SeeAll);
    let [one, both] = [sees_all, sees_all.with(Misreading::PartsPlayer)]
        .map(|misreadings| misread(&exam, misreadings));
    let mut expected = losing_points(&exam, &one);
    expected.insert(0, Rule::PictureNoParts);
    expected.sort_unstable();
    assert_eq!(losing_points(&exam, &both), expected);
}

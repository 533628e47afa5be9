//! Tests of the marks of programs that draw pictures with other labels, marks or rows.

use super::lines::check_changed_lines;
use super::{exam, losing_points, marks, output, right};
use broadside_lab::draft::Draft;
use broadside_lab::grade::{Status, Weights};
use broadside_lab::misreadings::Misreading;
use broadside_lab::reference;
use broadside_lab::rules::{Rule, Settled};

/// Regression: if ships with the heading W moved to a wrong field, the rules of pictures lost
/// points, and `move.forward` lost none.
#[test]
fn ships_in_wrong_places_do_not_cost_rules_of_pictures() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let text = String::from_utf8_lossy(script);
        let forward = if text.contains(" W 0 CRU") { "MOVE 0 CRU R" } else { "MOVE 0 CRU F" };
        right(text.replace("MOVE 0 CRU F", forward).as_bytes())
    });
    let status = [Rule::MoveForward, Rule::PictureFields].map(|rule| marks.status(rule));
    assert_eq!(status, [Status::Wrong, Status::Right]);
}

/// The program leaves reefs out of the pictures for players, but draws them in all other pictures.
#[test]
fn reefs_that_players_do_not_see_cost_only_the_rule_of_sight() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let answer = reference::run(&Draft::parse(script).unwrap());
        let mut output = answer.output.clone();
        let ends_with_parts = |text: &[u8]| text.windows(5).any(|word| word == b"PARTS");
        for (_, range) in
            answer.ranges().filter(|(_, range)| !ends_with_parts(&answer.output[range.clone()]))
        {
            let reefs = output[range].iter_mut().filter(|mark| **mark == b'#');
            reefs.for_each(|mark| *mark = b' ');
        }
        output
    });
    assert_eq!(losing_points(&exam, &marks), [Rule::SightReefs]);
}

#[test]
fn other_labels_of_rows_cost_only_their_rule() {
    let digits = |line: &str| line.bytes().take_while(u8::is_ascii_digit).count();
    let labelled = |line: &str| match line.split_at(digits(line)) {
        ("", line) => line.to_owned(),
        (number, row) => format!("{number} {row}"),
    };
    check_changed_lines(|line| Some(labelled(line)), &[Rule::Print1Rows]);
    let from_one = |line: &str| match line.split_at(digits(line)) {
        ("", line) => line.to_owned(),
        (number, row) => format!("{:02}{row}", number.parse::<u64>().unwrap() + 1),
    };
    check_changed_lines(|line| Some(from_one(line)), &[Rule::Print1Rows]);
}

/// Regression: numbers that were padded with blanks hid the other rules of `PRINT 1`.
#[test]
fn numbers_of_rows_without_zeros_cost_only_their_rule() {
    let padded = |line: &str| match line.strip_prefix('0') {
        Some(rest) => format!(" {rest}"),
        None => line.to_owned(),
    };
    check_changed_lines(|line| Some(padded(line)), &[Rule::Print1Rows]);
}

/// Regression: right pictures with other signs counted as if the program showed nothing right.
#[test]
fn own_signs_in_pictures_cost_only_the_rules_of_pictures() {
    let is_row = |line: &str| {
        let is_mark = |byte: u8| b" +x#@!%?0123456789".contains(&byte);
        !line.is_empty() && line.bytes().all(is_mark)
    };
    let check = |change: &(dyn Fn(&str) -> String + Sync)| {
        let changed = |line: &str| Some(if is_row(line) { change(line) } else { line.to_owned() });
        check_changed_lines(changed, &[Rule::PictureFields]);
    };
    let fields = |line: &str, sign: &str, from: usize| {
        let fields: Vec<_> = line[from..].split("").filter(|field| !field.is_empty()).collect();
        line[..from].to_owned() + &fields.join(sign)
    };
    let label = |line: &str| match line.bytes().take_while(u8::is_ascii_digit).count() {
        0 if line.starts_with("  0") => 2,
        digits => digits,
    };
    check(&|line| format!("|{line}|"));
    check(&|line| format!("| {line} |"));
    check(&|line| format!("| {} |", fields(line, " | ", 0)));
    check(&|line| fields(line, "|", label(line)));
    let exam = exam(3);
    let check_score = |change: &(dyn Fn(&str) -> String + Sync)| {
        let marks = marks(&exam, |script| {
            let output = String::from_utf8(right(script)).expect("ASCII text");
            let changed = |line: &str| if is_row(line) { change(line) } else { line.to_owned() };
            output.lines().map(|line| changed(line) + "\n").collect::<String>().into()
        });
        let score = Weights::default().score(&exam, &marks);
        assert!(score > 75.0, "{score} {:?}", losing_points(&exam, &marks));
    };
    check_score(&|line| fields(line, " ", 0) + " ");
    check_score(&|line| fields(line, " ", label(line)).trim_end().to_owned());
    check(&|line| line.replace('x', "\u{1b}[31mx\u{1b}[0m").replace('#', "\u{1b}[1m#\u{1b}[0m"));
}

/// Regression: the grader recognized only one changed mark, and only a mark of one byte.
#[test]
fn other_marks_cost_only_the_rules_of_pictures() {
    let drawn = |line: &str| {
        let is_row = line.bytes().all(|byte| b" +x#@!%?0123456789".contains(&byte));
        let drawn = line.replace('+', "■").replace('#', "█").replace(' ', ".");
        Some(if is_row { drawn } else { line.to_owned() })
    };
    let rules = [Rule::PictureFields, Rule::PictureReef];
    check_changed_lines(drawn, &rules);
}

/// Regression: blanks before the numbers of the columns hid that the sea had another mark. So the
/// program lost 15 points too many.
#[test]
fn another_mark_for_the_sea_costs_only_the_rule_of_fields() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let output = String::from_utf8(right(script)).expect("ASCII text");
        output.lines().map(|line| sea_of_dots(line) + "\n").collect::<String>().into()
    });
    let wrong = marks.wrong_tests.keys().filter(|rule| rule.settled() != Settled::Ours);
    assert_eq!(wrong.copied().collect::<Vec<_>>(), [Rule::PictureFields]);
    assert!(Weights::default().score(&exam, &marks) > 90.0);
}

/// Draws the sea as dots, but not the blanks before the numbers of columns.
fn sea_of_dots(line: &str) -> String {
    let is_row = line.bytes().all(|byte| b" +x#@!%?0123456789".contains(&byte));
    let is_header = line.starts_with(' ') && line.ends_with(|last: char| last.is_ascii_digit());
    if is_row && !is_header { line.replace(' ', ".") } else { line.to_owned() }
}

/// Regression: if the line PARTS REMAINING was missing, a picture with dots for the sea was not
/// recognized. A program with both faults lost 26 points more than a program with one of them.
#[test]
fn other_marks_do_not_hide_that_the_line_of_parts_is_missing() {
    let drawn = |line: &str| (!line.starts_with("PARTS")).then(|| sea_of_dots(line));
    let rules = [Rule::ShootNothing, Rule::PictureFields, Rule::PictureParts];
    check_changed_lines(drawn, &rules);
}

/// Checks that a program with a misreading about sight, whose pictures are changed with `change`,
/// loses only the points of both mistakes.
#[track_caller]
fn check_changed_sight(wrong: Misreading, change: impl Fn(&str) -> String + Sync, rules: &[Rule]) {
    let exam = exam(3);
    let misread = |script: &[u8]| output(script, wrong);
    let changed = |script: &[u8]| {
        let output = String::from_utf8(misread(script)).expect("ASCII text");
        output.lines().map(|line| change(line) + "\n").collect::<String>().into()
    };
    let mut expected = losing_points(&exam, &marks(&exam, misread));
    let both = marks(&exam, changed);
    expected.extend(rules);
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(losing_points(&exam, &both), expected);
    assert!(both.unexplained.abs() < 1e-9, "{:?}", both.wrong_tests);
}

/// Regression: if the radar was wrong too, a program that draws no reefs lost 13 points too many,
/// and a program that draws dots for hidden fields lost 18 points too many.
#[test]
fn other_marks_hide_no_mistake_about_sight() {
    let without_reefs = |line: &str| line.replace('#', " ");
    check_changed_sight(Misreading::RadarLt, without_reefs, &[Rule::PictureReef]);
    let dots = |line: &str| line.replace('?', ".");
    check_changed_sight(Misreading::RadarCheb, dots, &[Rule::SightUnknown]);
}

/// Regression: a row of dots was taken for a greeting, or for other text that the program adds. If
/// its radar was wrong too, the program lost 9 points too many.
#[test]
fn a_row_with_other_marks_is_no_text_of_the_program_itself() {
    check_changed_sight(Misreading::RadarCheb, sea_of_dots, &[Rule::PictureFields]);
}

/// Regression: if its radar was wrong too, a program with too long labels lost 9 points too many.
#[test]
fn other_labels_hide_no_mistake_about_sight() {
    let padded = |line: &str| match line.bytes().next() {
        Some(b'0'..=b'9') => format!("0{line}"),
        _ => line.to_owned(),
    };
    check_changed_sight(Misreading::RadarLt, padded, &[Rule::Print1Rows]);
}

/// Regression: a program that prints no labels lost 15 points. A program that prints only one of
/// the two kinds of labels lost 3 points.
#[test]
fn missing_labels_of_rows_and_columns_cost_only_their_rules() {
    let digits = |line: &str| line.bytes().take_while(u8::is_ascii_digit).count();
    let unlabelled = |line: &str| {
        let is_header =
            line.starts_with("  ") && line.ends_with(|last: char| last.is_ascii_digit());
        (!is_header).then(|| line[digits(line)..].to_owned())
    };
    // If all segments are hidden or `+`, PRINT 1 without labels prints what PRINT 0 prints. So the
    // rule `Print1Radar` seems broken too.
    let rules = [Rule::Print1Columns, Rule::Print1Rows, Rule::Print1Radar];
    check_changed_lines(unlabelled, &rules);
    // Dots for the sea hid that the numbers are missing: the program lost 19 points too many.
    let unnumbered = |line: &str| Some(sea_of_dots(&line[digits(line)..]));
    check_changed_lines(unnumbered, &[Rule::PictureFields, Rule::Print1Rows]);
}

/// Regression: a program that prints each picture without its last row lost 77 points, and one that
/// prints no pictures lost 44.
#[test]
fn missing_last_rows_break_only_the_rule_of_fields() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let output = String::from_utf8(right(script)).expect("ASCII text");
        let lines: Vec<_> = output.split_inclusive('\n').collect();
        let is_row = |line: &str| {
            let row = line.trim_end_matches('\n');
            !row.is_empty() && row.chars().all(|field| "+x#@!%? 0123456789".contains(field))
        };
        let is_last =
            |at: usize| is_row(lines[at]) && !lines.get(at + 1).is_some_and(|next| is_row(next));
        let kept = (0..lines.len()).filter(|at| !is_last(*at));
        kept.map(|at| lines[at]).collect::<String>().into()
    });
    let settled = |rule: &&Rule| rule.settled() != Settled::Ours;
    let wrong: Vec<_> = marks.wrong_tests.keys().filter(settled).collect();
    assert_eq!(wrong, [&Rule::PictureFields]);
    let score = Weights::default().score(&exam, &marks);
    assert!(score > 90.0, "{score}");
}

/// Regression: `PRINT 0` without the last segment of each ship cost 44 points.
#[test]
fn segments_that_a_picture_lacks_cost_at_most_three_rules() {
    let exam = exam(3);
    let marks = marks(&exam, |script| {
        let draft = Draft::parse(script).expect("a script");
        let with_sections = String::from_utf8(script.to_vec()).expect("ASCII text");
        let with_sections = with_sections.replace("PRINT 0", "PRINT 1");
        let sections = reference::run(&Draft::parse(with_sections.as_bytes()).expect("a script"));
        let answer = reference::run(&draft);
        let mut output = answer.output.clone();
        for ((at, range), (_, shown)) in answer.ranges().zip(sections.ranges()) {
            if draft.text(at) == b"PRINT 0" {
                let rows = sections.output[shown].split(|byte| *byte == b'\n');
                let rows = rows.filter(|row| row.first().is_some_and(u8::is_ascii_digit));
                let drawn = output[range].split_mut(|byte| *byte == b'\n');
                for (row, drawn) in rows.zip(drawn) {
                    let marks = &row[row.len() - drawn.len()..];
                    let ends = marks.iter().zip(drawn).filter(|(mark, _)| **mark == b'%');
                    ends.for_each(|(_, drawn)| *drawn = b' ');
                }
            }
        }
        output
    });
    let lost = losing_points(&exam, &marks);
    assert!(lost.contains(&Rule::PictureFields) && lost.len() < 4, "{lost:?}");
    assert!(Weights::default().score(&exam, &marks) > 90.0);
}

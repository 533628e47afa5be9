//! Tests that one mistake becomes one finding with the right rule, even if several scripts show it.

use super::*;
use broadside_lab::draft::At;
use broadside_lab::reference;

#[test]
fn mistakes_that_hide_one_another_are_one_finding_each() {
    let all = [Misreading::RadarCheb, Misreading::ReefHidden, Misreading::P1Labels2];
    let mut expected = all.map(Misreading::rule);
    expected.sort_unstable();
    for seed in 1..5_u64 {
        let program = misreader(all.into_iter().collect::<Misreadings>());
        let plan = Plan { seed: seed.into(), ..at(Level::Print1, 100) };
        let mut rules = rules(&found(program, &plan));
        rules.sort_unstable();
        assert_eq!(rules, expected, "seed {seed}");
    }
}

/// Two misreadings may explain a finding about equally well. If only one of them explains another
/// finding too, both findings get the name of this one, and become one finding. `verify` compares
/// misreadings by the answers to similar scripts. Many of these answers show the mistake `third`
/// too, so no single misreading explains nearly all of them.
#[test]
fn a_mistake_that_two_misreadings_may_explain_is_one_finding() {
    for third in [Misreading::SaveSrandSame, Misreading::RadarCheb] {
        let all = [Misreading::WinAnyCommand, Misreading::MovesNone, third];
        let verdict = found(misreader(all.into_iter().collect::<Misreadings>()), &random(200));
        let mut named: Vec<_> = verdict.findings.iter().filter_map(best).collect();
        named.sort_unstable_by_key(|best| all.iter().position(|one| one == best));
        assert_eq!(named, all);
    }
}

/// A program that stores all fields fails at large boards in several ways and at several commands.
#[test]
fn boards_that_are_too_large_are_one_unsettled_finding() {
    let fails = |script: &[u8]| match (has(script, "BOARD_SIZE 100000"), has(script, "PRINT")) {
        (true, true) => Ended::new(Ending::Memory, ""),
        (true, false) => Ended::new(Ending::Timeout, ""),
        (false, _) => Ended::exited(0, right(script)),
    };
    let verdict = found(fails, &random(400));
    assert_eq!(only(&verdict).rule, Some(Rule::PictureTooLarge));
    assert!(only(&verdict).is_unsettled());
}

/// A ship that turned the wrong way makes later commands fail.
#[test]
fn a_wrong_turn_is_one_finding() {
    let swaps = misreader_if(Misreading::TurnSwap, |script| has(script, " S "));
    let verdict = found(swaps, &at(Level::Move, 200));
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Picture, Some(Rule::MoveTurn))]);
}

#[test]
fn a_victory_over_a_player_without_ships_is_about_victory() {
    let both = Misreadings::from(Misreading::WinAtShot).with(Misreading::WinEmpty);
    let scope = Scope { level: Some(Level::Shoot), unsettled: true, ..Scope::default() };
    let verdict = found(misreader(both), &Plan { scope, ..Plan::default() });
    let is_about_victory =
        |finding: &FailingCase| finding.rule.is_some_and(|rule| rule.id().starts_with("victory."));
    assert!(verdict.findings.iter().all(is_about_victory), "{:?}", kinds_and_rules(&verdict));
}

/// The program does not check whether a ship leaves the board, and then fails in several ways.
#[test]
fn a_missing_check_at_which_a_program_fails_is_one_finding() {
    let fails = |script: &[u8]| {
        let right = right(script);
        let text = String::from_utf8_lossy(&right);
        let last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        match (text.ends_with("SHIP WENT FROM BOARD\n"), has(script, "SET_FLEET")) {
            (true, true) => Ended::new(Ending::Signal("SIGSEGV".into()), &right[..last]),
            (true, false) => Ended::exited(1, &right[..last]),
            (false, _) => Ended::exited(0, right),
        }
    };
    assert_eq!(only(&found(fails, &at(Level::Move, 100))).rule, Some(Rule::MoveOffBoard));
}

/// At every `MOVE` with `EXTENDED_SHIPS`, the program reads a segment that does not exist.
#[test]
fn a_crash_at_one_command_with_one_error_is_one_finding() {
    let fails = |script: &[u8]| {
        let extended = memchr::memmem::find(script, b"EXTENDED_SHIPS").unwrap_or(script.len());
        let moved = memchr::memmem::find(&script[extended..], b"MOVE").map(|at| at + extended);
        let before = moved.map(|moved| right(&script[..moved]));
        match before.filter(|before| !has(before, "INVALID") && !has(before, "won")) {
            Some(before) => {
                let stderr_tail = b"IndexError: index 2 is out of range\n".to_vec();
                Ended { stderr_tail, ..Ended::exited(1, before) }
            }
            None => Ended::exited(0, right(script)),
        }
    };
    let verdict = found(fails, &Plan { findings: 3, ..at(Level::Guns, 60) });
    assert_eq!(only(&verdict).seen, verdict.differing);
    assert_eq!(verdict.scripts, 60);
}

/// The program skips the short form `SET_FLEET A`, and fails at many commands after that.
#[test]
fn a_short_form_that_is_not_known_is_one_finding() {
    let skips = reading(|text| {
        let known = text.lines().filter(|line| !line.starts_with("SET_FLEET") || line.len() > 11);
        known.flat_map(|line| [line, "\n"]).collect()
    });
    assert_eq!(only(&found(skips, &random(200))).rule, Some(Rule::FleetDefault));
}

#[test]
fn an_unsettled_finding_comes_after_a_settled_one() {
    let misreadings = Misreadings::from(Misreading::OwnOrder).with(Misreading::ReefPlus);
    let plan = Plan { findings: 1, ..random(50) };
    assert_eq!(rules(&found(misreader(misreadings), &plan)), [Rule::PictureReef]);
}

#[test]
fn a_mistake_with_many_consequences_is_one_finding() {
    let all = [
        Misreading::ReefPlus,
        Misreading::ShipCountNotPlaced,
        Misreading::FireOwnSafe,
        Misreading::MoveTwo,
        Misreading::CloseTwo,
        Misreading::CannonStart,
        Misreading::RangeStart,
        Misreading::SightStart,
    ];
    for misreading in all {
        let verdict = found(misreader(misreading), &random(100));
        assert_eq!(only(&verdict).rule, Some(misreading.rule()), "{misreading}");
    }
}

/// Regression: `PRINT 1` has several marks for healthy segments, and `PRINT 0` has only one. So a
/// segment that a shot does not destroy was one finding in `PRINT 0`, and another in `PRINT 1`.
#[test]
fn hits_without_effect_are_one_finding() {
    let without_hits = Misreadings::NONE.without(Rule::ShootHit).without(Rule::FireHit);
    let is_misread = |script: &[u8]| has(script, " BAT ") && !has(script, " CAR ");
    let program = misreader_if(without_hits, is_misread);
    for seed in 2..6_u64 {
        let verdict = found(&program, &Plan { seed: seed.into(), ..random(400) });
        assert_eq!(rules(&verdict), [Rule::FireHit]);
    }
}

#[test]
fn the_place_of_a_crash_is_the_command_that_causes_it() {
    // Scripts with unsettled commands (which only our own specification refuses) are left out: if
    // our reference refuses the line of the crash, the crash is another finding.
    let settled = Plan { scope: Scope::default(), ..random(200) };
    let verdict = found(ending_at("SET_FLEET B 0 0 0 0", crash()), &settled);
    let crash_line = only(&verdict).difference.at.map(|at| only(&verdict).case.draft.text(at));
    assert_eq!(crash_line, Some(b"SET_FLEET B 0 0 0 0".to_vec()));
    assert_eq!(only(&verdict).rule, Some(Rule::FleetSet));
    let verdict = found(ending_at(" -", crash()), &random(200));
    assert_eq!(only(&verdict).difference.cause.form, "a negative number");
    assert_eq!(only(&verdict).rule, Some(Rule::InputNumbers));
}

#[test]
fn consequences_of_a_wrong_setting_are_no_findings() {
    for (word, swapped, rule) in
        [("BOARD_SIZE", [1, 2], Rule::BoardSet), ("SET_FLEET", [4, 5], Rule::FleetSet)]
    {
        let swap = |line: &str| {
            let mut words: Vec<_> = line.split(' ').collect();
            if words[0] == word && words.len() > swapped[1] {
                words.swap(swapped[0], swapped[1]);
            }
            words.join(" ") + "\n"
        };
        let program = reading(|script| script.lines().map(swap).collect());
        // The program also repeats the swapped numbers if it refuses the command.
        let findings = found(program, &random(100)).findings.into_iter();
        let others = findings.filter(|finding| finding.difference.cause.kind != Kind::Echo);
        assert_eq!(others.filter_map(|finding| finding.rule).collect::<Vec<_>>(), [rule], "{word}");
    }
}

#[test]
fn ships_in_another_order_break_the_rule_about_their_order() {
    let program = right_but(|text| {
        let mut lines: Vec<_> = text.split_inclusive('\n').collect();
        for ships in lines.chunk_by_mut(|a, b| a.starts_with("SHIP") && b.starts_with("SHIP")) {
            ships.sort_by_key(|line| line.split(' ').nth(5).map(str::len));
            ships.sort_by_key(|line| line.split(' ').nth(5).map(str::to_owned));
        }
        lines.concat()
    });
    assert_eq!(rules(&found(program, &at(Level::Save, 200))), [Rule::SaveShips]);
}

#[test]
fn a_line_too_many_or_in_a_wrong_place_breaks_its_own_rule() {
    let start = "INIT_POSITION B 11 0 20 9\n";
    let fleet = "SET_FLEET A 1 2 3 4\n";
    let end = "SET_FLEET B 1 2 3 4\n[state]\n";
    let changes = [
        (end.to_owned(), end.replace('[', "SRAND 1\n["), Rule::SaveSeed),
        ([fleet, start].concat(), [start, fleet].concat(), Rule::SaveStart),
    ];
    for (ours, theirs, rule) in changes {
        let program = right_but(|text| text.replace(&ours, &theirs));
        assert_eq!(rules(&found(program, &at(Level::Save, 60))), [rule]);
    }
}

/// Regression: a right refusal or victory after the missing output counted as a second mistake.
#[test]
fn output_that_is_missing_before_the_right_end_is_one_finding() {
    let no_parts = right_but(|out| {
        out.split_inclusive('\n').filter(|line| !line.starts_with("PARTS")).collect()
    });
    assert_eq!(rules(&found(no_parts, &random(100))), [Rule::PictureParts]);
    for (command, rule) in [("SAVE", Rule::SaveBoard), ("PRINT 1", Rule::Print1Columns)] {
        let silent = move |script: &[u8]| {
            let draft = Draft::parse(script).unwrap();
            let answer = reference::run(&draft);
            let printed = answer.ranges().filter(|(at, _)| draft.text(*at) != command.as_bytes());
            let parts = printed.map(|(_, range)| &answer.output[range]);
            Ended::exited(0, parts.collect::<Vec<_>>().concat())
        };
        assert_eq!(rules(&found(silent, &random(100))), [rule], "{command}");
    }
}

/// If the first row of a picture ends with ten blanks, the program prints one more blank there.
#[test]
fn a_blank_at_the_end_of_one_row_is_one_finding() {
    let program = |script: &[u8]| {
        let draft = Draft::parse(script).unwrap();
        let answer = reference::run(&draft);
        let mut out = answer.output.clone();
        for (at, range) in answer.ranges().collect::<Vec<_>>().into_iter().rev() {
            let row = usize::from(draft.text(at) == b"PRINT 1");
            let end = memchr::memchr_iter(b'\n', &out[range.clone()]).nth(row);
            let end = end.map(|end| range.start + end);
            if let Some(end) = end.filter(|end| out[..*end].ends_with(b"          ")) {
                out.insert(end, b' ');
            }
        }
        Ended::exited(0, out)
    };
    assert_eq!(rules(&found(program, &at(Level::Print1, 60))), [Rule::PictureFields]);
}

#[test]
fn pictures_of_the_default_size_are_one_finding() {
    let program = |script: &[u8]| {
        let draft = Draft::parse(script).unwrap();
        let answer = reference::run(&draft);
        let mut out = Vec::new();
        for (at, range) in answer.ranges() {
            let part = &answer.output[range];
            let is_picture = draft.text(at).starts_with(b"PRINT 0") && !part.starts_with(b"INV");
            let rows = part.split(|byte| *byte == b'\n').filter(|row| !row.starts_with(b"PARTS"));
            let mut rows = rows.map(<[u8]>::to_vec).chain(std::iter::repeat(Vec::new()));
            for mut row in rows.by_ref().take(if is_picture { 21 } else { 0 }) {
                row.resize(10, b' ');
                out.extend([&row[..], b"\n"].concat());
            }
            let kept = part.split_inclusive(|byte| *byte == b'\n');
            kept.filter(|row| !is_picture || row.starts_with(b"PARTS"))
                .for_each(|row| out.extend(row));
        }
        Ended::exited(0, out)
    };
    assert_eq!(rules(&found(program, &at(Level::Setup, 20))), [Rule::BoardSet]);
}

#[test]
fn a_program_that_fails_only_in_long_games_breaks_no_rule() {
    let program = |script: &[u8]| {
        let is_long = memchr::memmem::find_iter(script, b"[playerA]").count() > 300;
        if is_long { Ended::exited(1, "") } else { Ended::exited(0, right(script)) }
    };
    let verdict = found(program, &at(Level::Guns, 0));
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Word, None)]);
}

/// The program prints `MISS` before the right answer, as if it reported the result of a shot.
#[test]
fn text_that_a_command_should_not_print_breaks_the_rule_of_the_command() {
    let program = |script: &[u8]| {
        let said = if has(script, "SHOOT") { &b"MISS\n"[..] } else { b"" };
        Ended::exited(0, [said, &right(script)].concat())
    };
    let verdict = found(program, &at(Level::Shoot, 20));
    assert_eq!(only(&verdict).rule, Some(Rule::ShootHit));
    assert_eq!(only(&verdict).finding("./ships", "1").looked_past, None);
}

#[test]
fn the_first_refused_line_of_several_equal_lines_is_blamed() {
    let programs = [
        ("MOVE", "SHIP MOVED ALREADY", Rule::MoveMovedAlready),
        ("SHOOT 0 DES", "TOO MANY SHOOTS", Rule::FireTooMany),
    ];
    for (word, reason, rule) in programs {
        let refuses_the_second = |script: &[u8]| {
            let text = String::from_utf8_lossy(script);
            let lines: Vec<_> = text.lines().collect();
            let is_repeated = |two: &[&str]| two[0].starts_with(word) && two[0] == two[1];
            let first = lines.windows(2).position(is_repeated);
            let before = first.map(|first| right(lines[..=first].join("\n").as_bytes()));
            let before = before.filter(|out| !has(out, "INVALID") && !has(out, "won"));
            let Some((first, out)) = first.zip(before) else {
                return Ended::exited(0, right(script));
            };
            let refusal = format!("INVALID OPERATION \"{}\": {reason}\n", lines[first]);
            Ended::exited(0, [out, refusal.into_bytes()].concat())
        };
        assert_eq!(rules(&found(refuses_the_second, &random(200))), [rule], "{word}");
    }
}

#[test]
fn pictures_with_a_row_too_many_are_one_finding() {
    let program = |script: &[u8]| {
        let out = String::from_utf8(right(script)).unwrap();
        Ended::exited(0, out.replace("PARTS REMAINING", "          \nPARTS REMAINING"))
    };
    assert_eq!(rules(&found(program, &at(Level::Place, 60))), [Rule::PictureFields]);
    assert!(only(&found(program, &at(Level::Place, 60))).difference.cause.habit().is_none());
}

/// For each `MOVE`, the program prints `DEBUG: moved` before, between or after lines of the answer.
#[test]
fn text_of_its_own_at_one_command_is_one_finding() {
    let program = |script: &[u8]| {
        let draft = Draft::parse(script).unwrap();
        let answer = reference::run(&draft);
        let is_move = |at: &At| draft.text(*at).starts_with(b"MOVE");
        let moves = |end: At| draft.places().filter(|at| *at < end && is_move(at)).count();
        let (mut reported, mut out) = (0, Vec::new());
        for (at, range) in answer.ranges() {
            out.extend("DEBUG: moved\n".repeat(moves(at) - reported).into_bytes());
            out.extend(&answer.output[range]);
            reported = moves(at);
        }
        if answer.end == reference::End::Input {
            let all = draft.places().filter(is_move).count();
            out.extend("DEBUG: moved\n".repeat(all - reported).into_bytes());
        }
        Ended { stdout: out, ..Ended::exited(0, right(script)) }
    };
    let verdict = found(program, &at(Level::Move, 60));
    assert_eq!(rules(&verdict), [Rule::MoveForward]);
    assert!(only(&verdict).difference.cause.habit().is_some());
}

/// Regression: an endless loop at SPY was three findings.
#[test]
fn a_command_that_never_ends_is_one_finding() {
    let loops = |script: &[u8]| {
        if has(script, "\nSPY ") {
            Ended::new(Ending::Timeout, "")
        } else {
            Ended::exited(0, right(script))
        }
    };
    let verdict = found(loops, &Plan { findings: 3, ..at(Level::Sight, 40) });
    assert_eq!(only(&verdict).difference.cause.kind, Kind::Timeout);
    assert_eq!(verdict.enough, Some(3));
}

/// Regression: text before the victory was blamed on the last shot.
#[test]
fn text_before_a_victory_is_about_the_victory() {
    let talks = |script: &[u8]| {
        let out = String::from_utf8(right(script)).unwrap();
        Ended::exited(0, out.replace("A won", "Player A won").replace("B won", "Player B won"))
    };
    let verdict = found(talks, &at(Level::Shoot, 60));
    assert_eq!(only(&verdict).rule, Some(Rule::VictoryWon));
}

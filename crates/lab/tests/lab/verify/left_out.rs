//! Tests that `verify` blames the right rule. Most tested programs leave out one rule, or are wrong
//! only in scripts that use a certain command.

use super::*;

#[track_caller]
fn check(program: impl Fn(&[u8]) -> Ended + Sync, level: Level, expected: Rule) {
    let mut rules = rules(&found(program, &at(level, 150)));
    rules.dedup();
    assert_eq!(rules, [expected]);
}

#[test]
fn a_turn_that_does_not_pass_breaks_its_own_rule() {
    let program = misreader(Misreadings::NONE.without(Rule::TurnPasses));
    check(program, Level::Place, Rule::TurnPasses);
}

/// The program does not check the targets (shots that name no ship) of a turn that wins the game.
#[test]
fn unchecked_targets_of_a_winning_turn_break_the_rule_of_targets() {
    let program = |script: &[u8]| {
        let unchecked = output(script, Misreadings::NONE.without(Rule::AutoShootUnfeasible));
        Ended::exited(0, if unchecked.ends_with(b" won\n") { unchecked } else { right(script) })
    };
    check(program, Level::Auto, Rule::AutoShootUnfeasible);
}

/// The program takes `INIT_POSITION P y1 x1 y2 x2` as `P y1 y2 x1 x2`.
#[test]
fn a_check_that_fails_only_after_init_position_is_not_blamed() {
    let program = reading(|text| {
        let mut words: Vec<_> = text.split_whitespace().collect();
        let starts: Vec<_> = (0..words.len()).filter(|at| words[*at] == "INIT_POSITION").collect();
        for at in starts {
            words.swap(at + 3, at + 4);
        }
        words.join(" ")
    });
    check(program, Level::Setup, Rule::StartSet);
}

/// The program forgets the squares (of 3 x 3 fields) that planes have seen, except the last one.
#[test]
fn a_forgotten_square_breaks_the_rule_that_squares_stay() {
    let program = reading(|text| {
        let last = text.rsplit_once("SPY").filter(|_| !has(&right(text.as_bytes()), "INVALID"));
        let Some((before, plane)) = last else { return text.to_owned() };
        let kept = before.split_inclusive('\n').filter(|line| !line.starts_with("SPY"));
        format!("{}SPY{plane}", kept.collect::<String>())
    });
    assert_eq!(rules(&found(program, &at(Level::Sight, 0))), [Rule::SpyStays]);
}

/// The program accepts targets even without `EXTENDED_SHIPS`.
#[test]
fn accepting_a_target_that_must_be_refused_breaks_only_unsettled_rules() {
    let program =
        reading(|text| text.replace("AUTO_SHOOTING\n", "EXTENDED_SHIPS\nAUTO_SHOOTING\n"));
    let verdict = found(program, &at(Level::Auto, 150));
    let is_of_target =
        |found: &&FailingCase| found.rule.is_some_and(|rule| rule.level() == Level::Auto);
    let mut of_targets = verdict.findings.iter().filter(is_of_target).peekable();
    assert!(of_targets.peek().is_some() && of_targets.all(FailingCase::is_unsettled));
}

/// In an old version, the finding about `INFORMATION` named another rule: the rule by which a
/// command after `INFORMATION` is refused in the smallest script.
#[test]
fn a_word_that_is_not_known_breaks_a_rule_of_this_word() {
    for (word, rule) in
        [("INFORMATION", Rule::SaveInformation), ("AUTO_SHOOTING", Rule::AutoMatched)]
    {
        let program = |script: &[u8]| match memchr::memmem::find(script, word.as_bytes()) {
            Some(end) => Ended::exited(2, right(&script[..end])),
            None => Ended::exited(0, right(script)),
        };
        let verdict = found(program, &random(400));
        assert_eq!(kinds_and_rules(&verdict), [(Kind::Word, Some(rule))]);
    }
}

/// Both programs break three unsettled rules (which only our own specification states). One program
/// also draws reefs wrong.
#[test]
fn findings_of_unsettled_rules_are_passed_over() {
    use Misreading::{InitScale, MovedBeforeCannot, OneShot, ReefPlus};
    let misreadings: Misreadings = [InitScale, MovedBeforeCannot, OneShot].into_iter().collect();
    let accepting = |misreadings: Misreadings| {
        let accept = |program: &mut ProgramUnderTest<'_>| program.accepts_unsettled = true;
        verified(misreader(misreadings), &random(100), accept).expect("a program that runs")
    };
    let verdict = accepting(misreadings);
    assert_eq!((rules(&verdict), verdict.passed_over, verdict.differing), (vec![], 3, 0));
    assert_eq!(verdict.right_up_to().1, None);
    let verdict = accepting(misreadings.with(ReefPlus));
    assert_eq!((rules(&verdict), verdict.passed_over), (vec![Rule::PictureReef], 3));
}

/// Regression: the program refuses each shot, but the finding named the rule of `SET_FLEET`.
/// Without `SET_FLEET`, a right program refuses shots too: ships of the default fleets are missing.
/// But this program passes cards (small scripts, each for one rule) of `SET_FLEET`.
#[test]
fn a_rule_whose_cards_the_program_passes_is_not_blamed() {
    let program = |script: &[u8]| {
        let text = String::from_utf8_lossy(script);
        let Some((before, shot)) = text.split_once("\nSHOOT ") else {
            return Ended::exited(0, right(script));
        };
        let before = right(before.as_bytes());
        if has(&before, "INVALID") || has(&before, " won") {
            return Ended::exited(0, before);
        }
        let shot = shot.lines().next().unwrap_or_default();
        let refusal = format!("INVALID OPERATION \"SHOOT {shot}\": NOT ALL SHIPS PLACED\n");
        Ended::exited(1, [before, refusal.into_bytes()].concat())
    };
    check(program, Level::Shoot, Rule::ShootNotAllPlaced);
}

/// Regression: the program does not know `PLACE_SHIP`, and `SHIP` does not check whether ships are
/// too close. The second finding named the check of `PLACE_SHIP`.
#[test]
fn a_missing_check_breaks_the_rule_of_the_command_in_the_script() {
    let program = |script: &[u8]| match memchr::memmem::find(script, b"PLACE_SHIP") {
        Some(end) => Ended::exited(2, right(&script[..end])),
        None => Ended::exited(0, output(script, Misreading::CloseNone)),
    };
    let verdict = found(program, &at(Level::Setup, 0));
    assert_eq!(rules(&verdict), [Rule::PlaceSet, Rule::ShipTooClose]);
}

/// Regression: the headline of the finding said that the rows begin with too many blanks.
#[test]
fn blank_rows_that_are_too_wide_are_not_indented() {
    let widen = |line: &str| match line.rsplit_once(' ') {
        Some((size, _)) if size.starts_with("BOARD_SIZE") => format!("{size} 10\n"),
        _ => format!("{line}\n"),
    };
    let verdict = found(reading(|text| text.lines().map(widen).collect()), &at(Level::Setup, 0));
    assert!(headlines(&verdict).contains(&"draws `a row` as `a row with more blanks`".to_owned()));
}

/// Regression: the finding about the second line named a rule about `PRINT 0`.
#[test]
fn a_second_line_of_column_numbers_breaks_the_rule_about_this_line() {
    let footer = "  0123456789\n";
    let footers = right_but(|out| match out.split_once("20          \nPARTS") {
        Some((before, after)) => format!("{before}20          \n{footer}PARTS{after}"),
        None => out,
    });
    check(footers, Level::Print1, Rule::Print1Columns);
}

/// Regression: the findings named the check that refuses a ship which has moved too far, or the
/// rule of the card that shows the mistake.
#[test]
fn a_ship_that_moves_too_far_breaks_only_the_rule_of_its_move() {
    let program = misreader_if(Misreading::MoveTwo, |script| has(script, " S "));
    assert_eq!(
        rules(&found(program, &Plan { seed: 1.into(), ..random(400) })),
        [Rule::MoveForward]
    );
}

/// Regression: `INIT_POSITION B` sets the rectangle of A. A finding named the check of the starting
/// rectangle.
#[test]
fn a_rectangle_of_the_wrong_player_breaks_the_rule_of_init_position() {
    let program = reading(|text| text.replace("INIT_POSITION B", "INIT_POSITION A"));
    check(program, Level::Setup, Rule::StartSet);
}

/// Regression: a program does not count ships that `SHIP` destroys. A finding named the rule about
/// turns without a shot, although victories were missing after shots too.
#[test]
fn victories_that_are_missing_after_shots_break_the_rule_about_victory() {
    let is_sunk =
        |line: &str| line.starts_with("SHIP ") && line.trim_end_matches('0').ends_with(' ');
    let has_sunk = |script: &[u8]| String::from_utf8_lossy(script).lines().any(is_sunk);
    let verdict = found(misreader_if(Misreading::WinNever, has_sunk), &random(400));
    assert_eq!(rules(&verdict), [Rule::VictoryWon]);
}

/// Regression: the finding named a rule about turns that pass, and said that the program goes on.
#[test]
fn text_after_a_victory_breaks_the_rule_about_victory() {
    for (more, words) in [
        ("\n", "prints other empty lines"),
        ("PARTS REMAINING:: A : 2 B : 0\n", "prints PARTS REMAINING after the end of a run"),
    ] {
        let program = right_but(|out| if out.ends_with(" won\n") { out + more } else { out });
        let verdict = found(program, &at(Level::Shoot, 60));
        assert_eq!((rules(&verdict), &headlines(&verdict)[0][..]), (vec![Rule::VictoryWon], words));
    }
}

/// Regression: the smallest script moved a ship that does not exist, so the finding named a rule
/// that costs nothing.
#[test]
fn a_word_that_is_not_read_breaks_the_rule_of_a_legal_command() {
    let program = |script: &[u8]| match memchr::memmem::find(script, b" R\n") {
        Some(end) => {
            let line = memchr::memrchr(b'\n', &script[..end]).map_or(0, |line| line + 1);
            let before = right(&script[..line]);
            let is_over = has(&before, "INVALID") || has(&before, " won");
            Ended::exited(if is_over { 0 } else { 2 }, before)
        }
        None => Ended::exited(0, right(script)),
    };
    check(program, Level::Move, Rule::MoveTurn);
}

/// Regression: at the end, one finding more than asked for was left.
#[test]
fn there_are_no_more_findings_than_asked_for() {
    use Misreading::{AutoGreedy, BoardRowsOnly, FireOwnSafe, SpyNotShared};
    let all = [AutoGreedy, BoardRowsOnly, FireOwnSafe, SpyNotShared];
    let program = misreader_if(all.into_iter().collect::<Misreadings>(), |s| s.len() % 3 > 0);
    assert_eq!(found(program, &Plan { findings: 2, ..random(100) }).findings.len(), 2);
}

//! Several scripts that show one mistake are one finding, with its rule.

use super::*;

/// Scripts that show several mistakes are made small until they show one, which is known then.
#[test]
fn mistakes_that_hide_one_another_are_one_finding_each() {
    let all = [Misreading::RadarCheb, Misreading::ReefHidden, Misreading::P1Labels2];
    let scope = Scope { level: Some(Level::Print1), ..Scope::default() };
    let plan = Plan { scope, scripts: 100, ..Plan::default() };
    let verdict = found(misreader(all.into_iter().collect()), &plan);
    let mut rules: Vec<_> = verdict.findings.iter().filter_map(|finding| finding.rule).collect();
    rules.sort_unstable();
    let mut expected = all.map(Misreading::rule);
    expected.sort_unstable();
    assert_eq!(rules, expected);
}

/// A program that keeps the board in memory fails at large ones in several ways, now here, now there.
#[test]
fn boards_that_are_too_large_are_one_finding_which_costs_nothing() {
    let fails = |script: &[u8]| {
        let has = |word: &str| memchr::memmem::find(script, word.as_bytes()).is_some();
        match (has("BOARD_SIZE 100000"), has("PRINT")) {
            (true, true) => Ended::new(Ending::Memory, ""),
            (true, false) => Ended::new(Ending::Timeout, ""),
            (false, _) => Ended::exited(0, model::run(script, Misreadings::NONE).out),
        }
    };
    let verdict = found(fails, &Plan { scripts: 150, ..Plan::default() });
    let [only] = &verdict.findings[..] else { panic!("{:?}", rules_of(&verdict)) };
    assert_eq!(only.rule, Some(Rule::PictureTooLarge));
    assert!(only.is_unsettled());
}

/// A ship that has turned the wrong way is refused, or not, for where it stands; that is no wrong check.
#[test]
fn a_wrong_turn_is_one_finding() {
    let swaps = |script: &[u8]| {
        let is_south = memchr::memmem::find(script, b" S ").is_some();
        let misreadings = if is_south { Misreading::TurnSwap.into() } else { Misreadings::NONE };
        Ended::exited(0, model::run(script, misreadings).out)
    };
    let scope = Scope { level: Some(Level::Move), ..Scope::default() };
    let verdict = found(swaps, &Plan { scope, scripts: 200, ..Plan::default() });
    assert_eq!(rules_of(&verdict), [(Kind::Picture, Some(Rule::MoveTurn))]);
}

/// Two mistakes about victory: what both show is not blamed on shots.
#[test]
fn a_victory_over_nobody_is_one_over_nobody() {
    let both = [Misreading::WinAtShot, Misreading::WinEmpty];
    let scope = Scope { level: Some(Level::Shoot), unsettled: true, ..Scope::default() };
    let verdict = found(misreader(both.into_iter().collect()), &Plan { scope, ..Plan::default() });
    assert!(
        verdict
            .findings
            .iter()
            .all(|finding| finding.rule.is_some_and(failing_case::is_of_victory)),
        "{:?}",
        rules_of(&verdict)
    );
}

/// A program that does not check what stands off the board fails there, in one way or in another.
#[test]
fn a_missing_check_at_which_a_program_fails_is_one_finding() {
    let fails = |script: &[u8]| {
        let right = model::run(script, Misreadings::NONE).out;
        let text = String::from_utf8_lossy(&right);
        let last = text.trim_end().rfind('\n').map_or(0, |end| end + 1);
        let has_fleet = memchr::memmem::find(script, b"SET_FLEET").is_some();
        match (text.ends_with("SHIP WENT FROM BOARD\n"), has_fleet) {
            (true, true) => Ended::new(Ending::Signal("SIGSEGV".into()), &right[..last]),
            (true, false) => Ended::exited(1, &right[..last]),
            (false, _) => Ended::exited(0, right),
        }
    };
    let scope = Scope { level: Some(Level::Move), ..Scope::default() };
    let verdict = found(fails, &Plan { scope, scripts: 100, ..Plan::default() });
    let rules: Vec<_> = verdict.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [Some(Rule::MoveOffBoard)]);
}

/// A program that does not know the short form takes what comes next for numbers, and may do anything then.
#[test]
fn a_short_form_that_is_not_known_is_one_finding_which_costs_nothing() {
    let skips = |script: &[u8]| {
        let text = String::from_utf8_lossy(script);
        let known = text.lines().filter(|line| !line.starts_with("SET_FLEET") || line.len() > 11);
        let known: String = known.flat_map(|line| [line, "\n"]).collect();
        Ended::exited(0, model::run(known.as_bytes(), Misreadings::NONE).out)
    };
    let verdict = found(skips, &Plan { scripts: 200, ..Plan::default() });
    assert_eq!(verdict.findings.len(), 1, "{:?}", rules_of(&verdict));
    assert_eq!(verdict.findings[0].rule, Some(Rule::FleetDefault));
}

/// What only our page settles takes no place from what counts.
#[test]
fn what_is_not_settled_comes_behind_what_is() {
    let misreadings = Misreadings::from(Misreading::OwnOrder).with(Misreading::ReefPlus);
    let plan = Plan { findings: 1, scripts: 50, ..Plan::default() };
    let verdict = found(misreader(misreadings), &plan);
    let rules: Vec<_> = verdict.findings.iter().filter_map(|found| found.rule).collect();
    assert_eq!(rules, [Rule::PictureReef]);
}

//! Tests of programs that make their checks in another order. Also tests that a finding gets the
//! name of a misreading only if scripts with both players and several turns show the misreading.

use super::*;

/// Returns a program that makes the check with the reason `first` before the checks in `later`. A
/// right program makes it after them.
fn checks_first(first: &str, later: &[Rule]) -> impl Fn(&[u8]) -> Ended + Sync {
    let without = later.iter().fold(Misreadings::NONE, |all, rule| all.without(*rule));
    move |script: &[u8]| {
        // If the model without the checks in `later` refuses the same command for `first`, the
        // program does too.
        let outputs = [right(script), output(script, without)];
        let [ours, other] = outputs.map(|out| String::from_utf8(out).expect("ASCII text"));
        let echo = |out: &str| out.rsplit_once("\": ").map(|(echo, _)| echo.to_owned());
        let is_first = other.ends_with(&format!("{first}\n")) && echo(&ours) == echo(&other);
        Ended::exited(0, if is_first { other } else { ours })
    }
}

/// Regression: some findings said that a check is missing, although the program only makes it
/// later. One finding got the name of a misreading that is only a part of the mistake. And the
/// findings did not say that a wrong order of checks costs no marks.
#[test]
fn checks_in_another_order_are_one_finding_that_costs_nothing() {
    use Rule::{FireCannot, FireTooMany, MoveMovedAlready, PlaceNotInStart, PlacePresent};
    for (first, later, order) in [
        ("SHOOTING TOO FAR", &[FireCannot, FireTooMany][..], Rule::FireOrder),
        ("SHIP WENT FROM BOARD", &[MoveMovedAlready], Rule::MoveOrder),
        (
            "PLACING SHIP TOO CLOSE TO OTHER SHIP",
            &[PlaceNotInStart, PlacePresent],
            Rule::PlaceOrder,
        ),
    ] {
        let verdict = found(checks_first(first, later), &random(400));
        assert_eq!(rules(&verdict), [order]);
        assert!(only(&verdict).is_unsettled() && !only(&verdict).is_named(), "{order}");
    }
}

/// Regression: to name a mistake, `verify` runs scripts that are similar to the failing one. These
/// had turns of only one player, and often only one turn. So a mistake that the program makes only
/// in turns of one player, or only in the first turn, got the name of a misreading that concerns
/// all turns.
#[test]
fn a_name_needs_scripts_with_both_players_and_several_turns() {
    for (misreading, orders) in [
        (Misreading::FireOwnSafe, "SHOOT 0 CRU 7 4"),
        (Misreading::RangeStart, "MOVE 0 CRU F\nSHOOT 0 CRU 2 4"),
    ] {
        let script = format!(
            "[state]\nSET_FLEET A 0 0 1 0\nSET_FLEET B 0 0 0 0\nEXTENDED_SHIPS\n\
             SHIP A 5 4 N 0 CRU 111\n[state]\n[playerA]\n{orders}\n[playerA]\n\
             [state]\nPRINT 0\n[state]\n"
        );
        let programs = InMemory(misreader_if(misreading, |script| !has(script, "[playerB]")));
        let command = Command::new(["./ships"]);
        let program = ProgramUnderTest::new(&programs, &command);
        let draft = Draft::parse(script.as_bytes()).expect("a script");
        let verdict = verify_script(script.as_bytes(), draft, program).expect("it runs");
        assert!(!only(&verdict).is_named(), "{:?}", only(&verdict).looks_like);
    }
}

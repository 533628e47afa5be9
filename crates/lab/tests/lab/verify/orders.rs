//! Tests of names that no script proves.

use super::*;

/// Regression: no similar script had a turn of the other player, so mistakes that only player A or
/// only the first turn shows got the name of a larger mistake.
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

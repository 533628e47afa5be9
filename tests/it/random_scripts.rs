//! Generates random scripts for laws that hold for all scripts, even for those with syntax errors.

use proptest::prelude::*;

/// Generates small numbers, so that ships meet.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => (0..12_i64).prop_map(|n| n.to_string()),
        1 => (-2..30_i64).prop_map(|n| format!("{n:+03}")),
    ]
}

fn class() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["CAR", "BAT", "CRU", "DES"])
}

fn heading() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["N", "E", "S", "W"])
}

fn player() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["A", "B"])
}

fn state_command() -> impl Strategy<Value = String> {
    prop_oneof![
        (number(), number()).prop_map(|(y, x)| format!("REEF {y} {x}")),
        (player(), 0..2_u8, 0..2_u8).prop_map(|(p, a, b)| format!("SET_FLEET {p} 0 0 {a} {b}")),
        player().prop_map(|p| format!("SET_FLEET {p}")),
        player().prop_map(|p| format!("NEXT_PLAYER {p}")),
        (number(), number()).prop_map(|(y, x)| format!("BOARD_SIZE {y} {x}")),
        (player(), number(), number())
            .prop_map(|(p, y, x)| format!("INIT_POSITION {p} {y} {x} 20 9")),
        (player(), number(), number(), heading(), 0..2)
            .prop_map(|(p, y, x, d, i)| format!("SHIP {p} {y} {x} {d} {i} DES 11")),
        (player(), "[a-z#]{0,6}").prop_map(|(p, note)| format!("INFORMATION {p} {note}\n")),
        Just("EXTENDED_SHIPS".to_owned()),
        Just("AUTO_SHOOTING".to_owned()),
        Just("SRAND 7".to_owned()),
        Just("SAVE".to_owned()),
        Just("PRINT 0".to_owned()),
    ]
}

fn turn_command() -> impl Strategy<Value = String> {
    prop_oneof![
        (number(), number(), heading(), 0..2, class())
            .prop_map(|(y, x, d, i, c)| format!("PLACE_SHIP {y} {x} {d} {i} {c}")),
        (number(), number()).prop_map(|(y, x)| format!("SHOOT {y} {x}")),
        (0..2, class(), number(), number())
            .prop_map(|(i, c, y, x)| format!("SHOOT {i} {c} {y} {x}")),
        (0..2, class(), prop::sample::select(vec!["F", "L", "R"]))
            .prop_map(|(i, c, way)| format!("MOVE {i} {c} {way}")),
        (number(), number()).prop_map(|(y, x)| format!("SPY {y} {x}\n")),
        (number(), number()).prop_map(|(y, x)| format!("SPY 0 {y} {x}")),
        Just("PRINT 1".to_owned()),
    ]
}

fn gap() -> impl Strategy<Value = &'static str> {
    let gaps = vec![" ", "\n", "\n\n\n", "  ", " # a note\n", "\t", "\r\n", "#note \n\u{b}"];
    prop::sample::select(gaps)
}

/// Generates a command. Some commands are spread over several lines, if this does not change their
/// meaning. Rarely, the command is followed by a word that is not allowed there.
fn spread(command: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    let slips = prop::sample::select(vec![" x", "\nREEF y", "\nSHOT 1 1", "\n[sate]"]);
    let ends = prop_oneof![50 => Just(""), 1 => slips];
    let gaps = prop_oneof![3 => Just(" "), 1 => gap()];
    (command, gaps, ends).prop_map(|(command, gap, end)| {
        let needs_one_line = ["SPY", "SET_FLEET", "INFORMATION"];
        let is_free = !needs_one_line.iter().any(|word| command.starts_with(word));
        if is_free { command.replace(' ', gap) + end } else { command + end }
    })
}

fn group() -> impl Strategy<Value = String> {
    let state = (prop::collection::vec(spread(state_command()), 0..8), Just("[state]"));
    let turn = |tag| (prop::collection::vec(spread(turn_command()), 0..8), Just(tag));
    let body = prop_oneof![state, turn("[playerA]"), turn("[playerB]")];
    let ends = vec!["\n", " behind the tag\n", "\n  printed board  \n\n", " # end\n", " "];
    (body, gap(), prop::sample::select(ends)).prop_map(|((commands, tag), gap, end)| {
        let parts: Vec<_> = [tag.to_owned()].into_iter().chain(commands).collect();
        format!("{}{gap}{tag}{end}", parts.join(gap))
    })
}

/// Generates a script, which may have syntax errors and invalid operations.
pub(crate) fn script() -> impl Strategy<Value = String> {
    let slips = vec!["", "", "", "", "", "PRINT 2\n", "[sate]\n", "help\n", "# alone\n"];
    let piece =
        (group(), prop::sample::select(slips)).prop_map(|(group, slip)| slip.to_owned() + &group);
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

pub(crate) fn cut_script() -> impl Strategy<Value = String> {
    (script(), any::<prop::sample::Index>())
        .prop_map(|(script, at)| script[..at.index(script.len() + 1)].to_owned())
        .prop_filter("cut between characters", |script| script.is_ascii())
}

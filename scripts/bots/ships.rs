//! A starter bot for `broadside match`: it places its ships at random and shoots at what it is shown. How
//! to move is left to you. Each turn it reads a script and prints one group of commands. Try it:
//!   rustc -O -o mine scripts/bots/ships.rs
//!   broadside match --engine name=mine cmd=./mine proto=turns --engine random
//! With `proto=turns` the bot is one process for the whole game, and each script ends with the line `go`.
//! Otherwise the bot is started for each turn, and the script ends with the end of input.

use std::collections::{HashMap, HashSet};

type Field = (i64, i64); // y and x

struct Ship<'t> {
    kind: &'t str,
    number: i64,
    fields: Vec<Field>,
    health: String,
}
const KINDS: [(&str, i64); 4] = [("CAR", 5), ("BAT", 4), ("CRU", 3), ("DES", 2)];

/// The fields of a ship, bow first.
fn fields((y, x): Field, heading: &str, length: i64) -> Vec<Field> {
    let (dy, dx) = match heading {
        "N" => (1, 0),
        "S" => (-1, 0),
        "W" => (0, 1),
        _ => (0, -1),
    };
    (0..length).map(|k| (y + k * dy, x + k * dx)).collect()
}
fn main() {
    let mut script = String::new();
    for line in std::io::stdin().lines().map(|line| line.expect("text")) {
        match &*line {
            "go" => answer(&std::mem::take(&mut script)),
            "over won" | "over lost" | "over drawn" => return,
            line => script += &format!("{line}\n"),
        }
    }
    if !script.is_empty() {
        answer(&script);
    }
}

/// Prints the turn that answers a script.
fn answer(text: &str) {
    let (mut board, mut extended, mut me, mut dice, mut reefs) =
        ((21, 10), false, "A", 1_u64, HashSet::new());
    let (mut sizes, mut start, mut ships) =
        (HashMap::new(), HashMap::new(), HashMap::from([("A", vec![]), ("B", vec![])]));
    for words in text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>()) {
        let n = |at: usize| words[at].parse::<i64>().expect("a number");
        match words.first().copied().unwrap_or_default() {
            "BOARD_SIZE" => board = (n(1), n(2)),
            "SET_FLEET" => drop(sizes.insert(words[1], [n(2), n(3), n(4), n(5)])),
            "INIT_POSITION" => drop(start.insert(words[1], [n(2), n(3), n(4), n(5)])),
            "SHIP" => ships.get_mut(words[1]).unwrap().push(Ship {
                kind: words[6],
                number: n(5),
                fields: fields((n(2), n(3)), words[4], words[7].len() as i64),
                health: words[7].into(),
            }),
            "REEF" => drop(reefs.insert((n(1), n(2)))),
            "EXTENDED_SHIPS" => extended = true,
            "SET_AI_PLAYER" => me = words[1], // the side that the bot plays in this turn
            "SRAND" => dice = n(1) as u64 | 1,
            _ => {}
        }
    }
    let mut below = |n: i64| {
        dice ^= dice << 13;
        dice ^= dice >> 7;
        dice ^= dice << 17;
        (dice % n as u64) as i64
    };
    let [top, left, bottom, right] = start[me];
    println!("[player{me}]");
    for (kind, length, number) in KINDS
        .iter()
        .zip(sizes[me])
        .flat_map(|((kind, length), size)| (0..size).map(move |n| (*kind, *length, n)))
    {
        for _ in
            0..if ships[me].iter().any(|s| (s.kind, s.number) == (kind, number)) { 0 } else { 1000 }
        {
            let (y, x, heading) = (
                top + below(bottom - top + 1),
                left + below(right - left + 1),
                ["N", "E", "S", "W"][below(4) as usize],
            );
            let fields = fields((y, x), heading, length);
            let is_near = |f: &Field| {
                ships
                    .values()
                    .flatten()
                    .flat_map(|s| &s.fields)
                    .any(|o| (o.0 - f.0).abs() <= 1 && (o.1 - f.1).abs() <= 1)
            };
            let is_inside = |f: &Field| {
                (top..=bottom.min(board.0 - 1)).contains(&f.0)
                    && (left..=right.min(board.1 - 1)).contains(&f.1)
            };
            if fields.iter().all(|f| is_inside(f) && !reefs.contains(f) && !is_near(f)) {
                println!("PLACE_SHIP {y} {x} {heading} {number} {kind}");
                ships.get_mut(me).unwrap().push(Ship {
                    kind,
                    number,
                    fields,
                    health: "1".repeat(length as usize),
                });
                break;
            }
        }
    }
    let is_complete =
        sizes.iter().all(|(player, sizes)| ships[player].len() as i64 == sizes.iter().sum::<i64>());
    let enemy = ships[if me == "A" { "B" } else { "A" }]
        .iter()
        .flat_map(|s| s.fields.iter().zip(s.health.bytes()));
    let targets: Vec<_> =
        enemy.filter(|(_, digit)| is_complete && *digit == b'1').map(|(field, _)| *field).collect();
    if let (false, Some((y, x))) = (extended, targets.first()) {
        println!("SHOOT {y} {x}");
    }
    for s in ships[me].iter().filter(|s| extended && s.health.as_bytes()[1] == b'1') {
        let (gun, range) = (s.fields[1], s.health.len()); // segment 1 is the cannon
        let near = |t: &&Field| {
            s.kind == "CAR" || (t.0 - gun.0).pow(2) + (t.1 - gun.1).pow(2) <= (range * range) as i64
        };
        for (y, x) in targets.iter().filter(near).take(range) {
            println!("SHOOT {} {} {y} {x}", s.number, s.kind);
        }
    }
    println!("[player{me}]");
}

//! A starter bot for `broadside arsenal`, `bench arsenal` and `royale`: it places its fleet at random, uses artillery
//! and torpedo when they are open, and else fires beside its last hits. Radar and smoke are left to you.
//! One process plays one game. Questions and news come on standard input, one on each line. Try it:
//!   rustc -O -o mine scripts/bots/arsenal.rs
//!   broadside bench arsenal --bot cmd=./mine --against easy --games 20
use std::io::stdin;

/// A number below `n`.
fn below(dice: &mut u64, n: usize) -> usize {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*dice >> 33) % n as u64) as usize
}

fn name(field: usize) -> String {
    format!("{}{}", char::from(b'A' + (field % 10) as u8), field / 10 + 1)
}

/// Places a ship at random where no other ship lies; fields are numbered row by row from 0.
fn place(length: usize, mine: &mut Vec<usize>, dice: &mut u64) -> String {
    loop {
        let (step, start) = ([1, 10][below(dice, 2)], below(dice, 100));
        let room = if step == 1 { 10 - start % 10 } else { 10 - start / 10 };
        let fields: Vec<_> = (0..length).map(|k| start + k * step).collect();
        if length <= room && !fields.iter().any(|field| mine.contains(field)) {
            mine.extend(fields);
            return format!("{}, {}", name(start), if step == 1 { "horizontal" } else { "vertical" });
        }
    }
}

fn main() {
    let (mut mine, mut near, mut left) = (Vec::new(), Vec::new(), (0..100).collect::<Vec<usize>>());
    let (mut last, mut dice) = (0, 1_u64);
    for line in stdin().lines() {
        let line = line.expect("a line");
        let words: Vec<_> = line.split(' ').collect();
        match words[0] {
            "seed" => dice = words[1].parse().expect("a number"),
            "place" => println!("{}", place(words[2].parse().expect("a length"), &mut mine, &mut dice)),
            // The line goes on with the numbers of radar sweeps and smoke screens left, and with the open weapons.
            "move" => {
                near.retain(|field| left.contains(field));
                last = near.pop().unwrap_or_else(|| left[below(&mut dice, left.len())]);
                let (weapon, target, shot) = if words.contains(&"torpedo") {
                    ("Torpedo", (last / 10 + 1).to_string(), (0..100).filter(|field| field / 10 == last / 10).collect())
                } else if words.contains(&"artillery") && last < 90 && last % 10 < 9 {
                    ("Artillery", name(last), vec![last, last + 1, last + 10, last + 11])
                } else {
                    ("Fire", name(last), vec![last])
                };
                left.retain(|field| !shot.contains(field));
                println!("{weapon} {target}");
            }
            "result" if words[1..] == ["hit"] => near.extend([(last % 10 > 0).then(|| last - 1), (last % 10 < 9).then_some(last + 1), last.checked_sub(10), Some(last + 10)].into_iter().flatten()), // other results: `miss`, `hit, Carrier sunk`
            "over" => break,
            _ => {}
        }
    }
}

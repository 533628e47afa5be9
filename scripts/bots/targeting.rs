//! A starter bot for `broadside bench targeting`: it fires beside its last hits, or else anywhere.
//! One process plays one game. Questions and results come on standard input, line by line. Try it:
//!   rustc -O -o mine scripts/bots/targeting.rs
//!   broadside bench targeting --bot random,cmd=./mine --games 200
use std::io::stdin;

/// Row and column, from 0.
type Field = (i64, i64);

fn name((row, col): Field) -> String {
    let letter = |index: i64| char::from(b'A' + index as u8);
    let first = if col < 26 { String::new() } else { letter(col / 26 - 1).to_string() };
    format!("{first}{}{}", letter(col % 26), row + 1)
}

fn main() {
    let (mut left, mut hunted) = (Vec::new(), Vec::<Field>::new()); // fields not shot at; fields to try first
    let (mut last, mut dice) = ((0, 0), 1_u64);
    for line in stdin().lines() {
        let line = line.expect("a line");
        let words: Vec<_> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<i64>().expect("a number");
        match words[0] {
            // The words are `game`, the numbers of rows and columns, and the lengths of the ships.
            "game" => left = (0..number(1)).flat_map(|row| (0..number(2)).map(move |col| (row, col))).collect(),
            // With the same seed, the bot gives the same answers.
            "seed" => dice = number(1) as u64 * 2 + 1,
            "aim" => {
                let mut shot = None;
                while shot.is_none() && !hunted.is_empty() {
                    let field = hunted.pop();
                    shot = left.iter().position(|other| Some(*other) == field);
                }
                dice ^= dice << 13;
                dice ^= dice >> 7;
                dice ^= dice << 17;
                last = left.swap_remove(shot.unwrap_or((dice % left.len() as u64) as usize));
                println!("{}", name(last));
            }
            // The result is `miss`, `hit`, or `sunk` and the length of the ship.
            "result" if words[1] == "hit" => {
                let (row, col) = last;
                hunted.extend([(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]);
            }
            "over" => break,
            _ => {}
        }
    }
}

//! Compares the dice with the `random` module of `CPython`.

use crate::environment::has;
use crate::harness::{Texts as _, root, run};
use broadside::dice::{Dice, Seed, Twister};
use serde_json::Value;
use std::fs;
use std::process::Command;

fn twister(seed: &str) -> Twister {
    Twister::from_python_seed(&seed.parse().expect("an integer"))
}

/// Draws the number that `getrandbits(32)` returns, but never the largest number of 32 bits. The
/// test vectors do not contain this number.
fn word(dice: &mut Twister) -> u64 {
    dice.below(u64::from(u32::MAX))
}

/// Draws the value that `choice(['vert', 'horz'])` returns.
fn direction(dice: &mut Twister) -> &'static str {
    if dice.below(2) == 0 { "vert" } else { "horz" }
}

fn flat_numbers(value: &Value) -> Vec<u64> {
    match value.as_array() {
        Some(values) => values.iter().flat_map(flat_numbers).collect(),
        None => vec![value.as_u64().expect("a number")],
    }
}

#[test]
fn draws_are_those_of_the_test_vectors() {
    let file = fs::read(root("tests/dice/cpython_random_vectors.json")).expect("the vectors");
    let vectors: Vec<Value> = serde_json::from_slice(&file).expect("a list");
    for vector in &vectors {
        let seed = vector["seed"].as_str().expect("a seed");
        let check = |key: &str, draw: fn(&mut Twister) -> u64| {
            let mut dice = twister(seed);
            let want = flat_numbers(&vector[key]);
            let drawn: Vec<_> = want.iter().map(|_| draw(&mut dice)).collect();
            assert_eq!(drawn, want, "{key} of seed {seed}");
        };
        check("choice_range100", |dice| dice.below(100));
        check("randint_0_9", |dice| dice.below(10));
        check("randint_0_1", |dice| dice.below(2));
        check("getrandbits_32", word);
        let mut dice = twister(seed);
        for pair in vector["randint_0_0_then_getrandbits_32"].as_array().expect("a list") {
            assert_eq!(flat_numbers(pair), [dice.below(1), word(&mut dice)], "seed {seed}");
        }
        let mut dice = twister(seed);
        for way in vector["choice_vert_horz"].as_array().expect("a list") {
            assert_eq!(direction(&mut dice), way, "seed {seed}");
        }
        let mut dice = twister(seed);
        for draw in vector["game_draw_w10_h7_len3"].as_array().expect("a list").chunks(3) {
            // In both directions the row is below 7, and the column is below 10 - 3 + 1.
            assert_eq!(draw[0], direction(&mut dice), "seed {seed}");
            assert_eq!([&draw[1], &draw[2]], [dice.below(7), dice.below(8)], "seed {seed}");
        }
    }
    assert_eq!(vectors.len(), 7);
}

/// Returns small and negative seeds, powers of two with their neighbours (the larger one negative),
/// and seeds of up to 4300 digits.
fn seeds() -> Vec<Seed> {
    let mut seeds: Vec<Seed> = (-100..300).map(Seed::from).collect();
    let mut power = "1".to_owned();
    for bits in 1..=14_000 {
        power = doubled(&power);
        if bits <= 200 || [1000, 4096, 14_000].contains(&bits) {
            // The last digit of a power of two is 2, 4, 6 or 8. So the neighbours of the power
            // differ from it only in this digit.
            let (head, last) = power.split_at(power.len() - 1);
            let last: u8 = last.parse().expect("a digit");
            let texts =
                [format!("{head}{}", last - 1), power.clone(), format!("-{head}{}", last + 1)];
            seeds.extend(texts.map(|text| text.parse::<Seed>().expect("digits")));
        }
    }
    let digits = |length: usize| "9876543210".repeat(430)[..length].parse::<Seed>();
    seeds.extend([77, 999, 4299, 4300].map(|length| digits(length).expect("digits")));
    seeds
}

fn doubled(number: &str) -> String {
    let mut carry = 0;
    let mut digits: Vec<u8> = Vec::new();
    for digit in number.bytes().rev() {
        let twice = (digit - b'0') * 2 + carry;
        digits.push(b'0' + twice % 10);
        carry = twice / 10;
    }
    digits.extend((carry > 0).then_some(b'1'));
    digits.iter().rev().map(|digit| char::from(*digit)).collect()
}

#[test]
fn every_seed_draws_as_python_does() {
    const SCRIPT: &str = "\
import random, sys
bounds = list(map(int, sys.argv[1:]))
for line in sys.stdin:
    random.seed(int(line))
    print(*[random.randrange(n) for n in bounds * 3])
";
    const BOUNDS: &str = "1 2 1 3 7 10 64 65 100 1000000 2147483648 4294967295 4294967296 8589934593 \
                          9223372036854775813";
    if !has(&["python3"]) {
        return;
    }
    let bounds: Vec<u64> = BOUNDS.split(' ').map(|n| n.parse().expect("a bound")).collect();
    let seeds = seeds();
    let lines: Vec<_> = seeds.iter().map(ToString::to_string).collect();
    let args = ["-c", SCRIPT].into_iter().chain(BOUNDS.split(' '));
    let output = run(Command::new("python3").args(args), lines.join("\n").as_bytes());
    let stdout = output.out();
    assert_eq!(stdout.lines().count(), seeds.len(), "{}", output.err());
    for (seed, want) in seeds.iter().zip(stdout.lines()) {
        let mut dice = Twister::from_python_seed(seed);
        let drawn = bounds.repeat(3).into_iter().map(|n| dice.below(n).to_string());
        assert_eq!(drawn.collect::<Vec<_>>().join(" "), want, "seed {seed}");
    }
}

//! Tests lines that are longer than the limit of a program. An overlong answer is refused as a
//! whole, and the next line is read as usual. A file of rules or ships with an overlong line is
//! malformed, unless the line is a comment or a NUL ends its text. Naval ends with status 50 if the
//! rules are malformed, with 100 if your map is malformed, and with 130 if the guesses run out.

use crate::lines::run;
use broadside::catalog::Program;
use broadside::ports::{LONGEST_LINE, Memory};

fn line(begin: &[u8], fill: u8) -> Vec<u8> {
    let mut line = begin.to_vec();
    line.resize(LONGEST_LINE + 1, fill);
    line.push(b'\n');
    line
}

fn naval(rules: &[u8], map: &[u8], turns: &[u8], stdin: &[u8]) -> (u8, String) {
    let files = [("rules", rules), ("map", map), ("turns", turns)];
    let (code, out, _) = run(Program::Naval, "rules map map turns", &files, stdin);
    (code, out)
}

const RULES: &[u8] = b"2 1\n1\n1\n";
const MAP: &[u8] = b"A1N\n";

#[test]
fn naval_refuses_an_overlong_guess_as_a_whole() {
    let guesses = [line(b"A1", b' '), b"B1\nA1\n".to_vec()].concat();
    let (code, out) = naval(RULES, MAP, b"B1\n", &guesses);
    assert_eq!(code, 0);
    assert!(
        out.contains("(Your move)>Bad guess\n(Your move)>Miss\n(CPU move)>B1\nMiss\n"),
        "{out}"
    );
}

#[test]
fn naval_skips_overlong_comments_and_refuses_overlong_turns() {
    let turns = [line(b"# ", b'x'), line(b"A1", b' '), b"B1\n".to_vec()].concat();
    let (code, out) = naval(RULES, MAP, &turns, b"B1\nA1\n");
    let echo = format!("(CPU move)>A1{}\nBad guess\n(CPU move)>B1\n", " ".repeat(LONGEST_LINE - 2));
    assert_eq!(code, 0);
    assert!(out.contains(&echo), "{}", out.replace("  ", ""));
}

#[test]
fn naval_reads_overlong_lines_up_to_a_nul() {
    let turns = [line(b"", 0), line(b"B1", 0)].concat();
    let (code, out) = naval(RULES, MAP, &turns, &[line(b"B1", 0), b"A1".to_vec()].concat());
    assert_eq!(code, 0);
    assert!(
        out.contains("(Your move)>Miss\n(CPU move)>\nBad guess\n(CPU move)>B1\nMiss\n"),
        "{out}"
    );
    assert_eq!(naval(&line(b"1 1", 0), MAP, b"", b"").0, 50);
    assert_eq!(naval(&[&line(b"1 1", 0), &b"1\n1\n"[..]].concat(), MAP, b"", b"").0, 130);
}

#[test]
fn naval_refuses_overlong_rules_and_ships() {
    let rules = [line(b"2 1", b' '), b"1\n1\n".to_vec()].concat();
    assert_eq!(naval(&rules, MAP, b"", b"").0, 50);
    assert_eq!(naval(RULES, &line(b"A1N", b' '), b"", b"").0, 100);
    assert_eq!(naval(RULES, &[MAP, &line(b"#", b'x')].concat(), b"", b"").0, 130);
}

#[test]
fn classic_asks_again_after_an_overlong_answer() {
    let answers = [line(b"1", b' '), b"1\n1\n1\n".to_vec(), line(b"f", b' '), b"f\n1\n".to_vec()];
    let (code, out, _) = run(Program::Classic, "", &[("f", b"")], answers.concat());
    assert_eq!(code, 0, "{out}");
    assert_eq!(out.matches("Enter the seed: ").count(), 2);
    assert_eq!(out.matches("placements: ").count(), 2);
}

#[test]
fn arsenal_refuses_an_overlong_answer_as_a_whole() {
    let places = b"A1,h\nA2,h\nA3,h\nA4,h\n";
    let parts = [
        b"easy\n".to_vec(),
        line(b"Ann", b'n'),
        b"Ann\nBob\n".to_vec(),
        line(b"A1,h", b' '),
        places.to_vec(),
        places.to_vec(),
        line(b"Fire A1", b' '),
    ];
    let options = broadside::rules::arsenal::Options { bot: None, seed: 1.into(), colour: false };
    let mut memory = Memory { input: parts.concat(), ..Memory::default() };
    let code = memory.run(|ports| broadside::rules::arsenal::run(&options, ports));
    let out = String::from_utf8(memory.out).expect("ASCII");
    assert_eq!(code.ok(), Some(1));
    assert_eq!(out.matches("Name of player 1: ").count(), 2, "{out}");
    assert_eq!(out.matches("Error: expected a placement").count(), 1, "{out}");
    assert!(out.contains("your move: Turn lost: not a move\n"), "{out}");
}

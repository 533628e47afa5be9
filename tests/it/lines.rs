//! The line grammars of `grammar/` and the programs say the same: a program takes a random word of a
//! production, and takes it with one letter changed only where the grammar does.

use crate::ebnf::Grammar;
use crate::harness::root;
use broadside::catalog::Program;
use broadside::dice::{Dice, Twister};
use broadside::ports::Memory;
use std::fs;

const WORDS: u64 = 300;
/// What letters are changed to. No white space, which programs strip from the ends.
const LETTERS: &[u8] = b"0123456789+-_AEJKNSZaex#,.";

/// Checks one production against `takes`. Both skip the words that `fits` refuses, for a reason that is no
/// matter of grammar.
#[track_caller]
fn check(
    grammar: &str,
    production: &str,
    fits: impl Fn(&str) -> bool,
    takes: impl Fn(&str) -> bool,
) {
    let text = fs::read_to_string(root("grammar").join(grammar)).expect("a grammar");
    let grammar = Grammar::read(&text);
    let mut dice = Twister::from_python_seed(&5.into());
    let mut index = |n: usize| usize::try_from(dice.below(n as u64)).expect("an index");
    let mut dice = Twister::from_python_seed(&6.into());
    let mut left = WORDS;
    while left > 0 {
        let word = grammar.spell(production, &mut dice);
        if !fits(&word) {
            continue;
        }
        left -= 1;
        assert!(takes(&word), "{production} {word:?} is refused");
        let mut letters: Vec<_> = word.chars().collect();
        letters[index(word.chars().count())] = LETTERS[index(LETTERS.len())].into();
        let bent: String = letters.into_iter().collect();
        if fits(&bent) {
            assert_eq!(takes(&bent), grammar.spells(production, &bent), "{production} {bent:?}");
        }
    }
}

fn any(_: &str) -> bool {
    true
}

/// Runs a program; its exit status, standard output and standard error.
fn run(program: Program, args: &str, files: &[(&str, &str)], stdin: &str) -> (u8, String, String) {
    let mut memory = Memory { input: stdin.into(), ..Memory::default() };
    for (name, text) in files {
        memory.files.0.borrow_mut().insert(name.into(), text.as_bytes().into());
    }
    let args: Vec<_> = args.split_whitespace().map(Into::into).collect();
    let code = memory.run(|ports| program.run(&args, ports)).expect("memory does not fail");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (code, text(memory.out), text(memory.err))
}

fn naval(rules: &str, map: &str, stdin: &str) -> (u8, String, String) {
    let files = [("rules", rules), ("player", map), ("cpu", "A1 N\n"), ("turns", "")];
    run(Program::Naval, "rules player cpu turns", &files, stdin)
}

#[test]
fn naval_rules() {
    check("naval.ebnf", "SIZE", any, |size| naval(&format!("{size}\n1\n1\n"), "", "").0 != 50);
    let of_32_bits = |length: &str| length.trim_start_matches(['+', '0']).len() < 10;
    check("naval.ebnf", "LENGTH", of_32_bits, |length| {
        naval(&format!("9 9\n1\n{length}\n"), "", "").0 != 50
    });
}

#[test]
fn naval_maps_and_guesses() {
    const RULES: &str = "26 26\n1\n1\n";
    check("naval.ebnf", "BERTH", any, |berth| naval(RULES, berth, "").0 != 100);
    check("naval.ebnf", "CELL", any, |cell| {
        !naval(RULES, "A1 N\n", cell).1.contains("(Your move)>Bad guess")
    });
}

/// A board with a fleet, for games that end after a move or two.
const BOARD: &str = "\
C;C;C;C;C;;;;;\nB;B;B;B;;;;;;\n;;;;;;;;;\nB;B;B;B;;;;;;\nD;D;D;;;;;;;\nS;S;S;;;;;;;\nP;P;;P;P;;P;P;P;P
;;;;;;;;;\n;;;;;;;;;\n;;;;;;;;;\n";

fn battle(first: &str, optional: Option<&str>, moves: &str) -> String {
    let mut files = vec![("1.txt", first), ("2.txt", BOARD), ("1.in", moves), ("2.in", "")];
    files.extend(optional.map(|text| ("OptionalPlayer1.txt", text)));
    run(Program::BattleOfShips, "1.txt 2.txt 1.in 2.in", &files, "").1
}

#[test]
fn battle_moves() {
    check("battle-of-ships.ebnf", "MOVE", any, |token| {
        !battle(BOARD, None, token).contains("Error: ")
    });
}

/// Random lines make no fleet, so lines that do are bent.
#[test]
fn battle_boards_and_berths() {
    let text = fs::read_to_string(root("grammar/battle-of-ships.ebnf")).expect("a grammar");
    let grammar = Grammar::read(&text);
    let berths = "B1:2,A;right;\nB2: +4 ,A;right\nP1:0_7,A;right;;x\nPP 7,D;right;\nP::7,G;right;\n\
                  Pé:7,I;right;";
    let mut dice = Twister::from_python_seed(&7.into());
    let mut index = |n: usize| usize::try_from(dice.below(n as u64)).expect("an index");
    let mut bend = |text: &str| {
        let mut letters: Vec<_> = text.chars().collect();
        let at = index(letters.len());
        letters[at] = b"0123456789+-_:;,ABJPSx right"[index(28)].into();
        letters.into_iter().collect::<String>()
    };
    let mut taken = 0;
    for _ in 0..2 * WORDS {
        let (board, berths) = (bend(BOARD), bend(berths));
        if battle(BOARD, Some(&berths), "").starts_with("Battle") {
            let lines = berths.lines().map(str::trim).filter(|line| line.starts_with(['B', 'P']));
            lines.for_each(|line| assert!(grammar.spells("BERTH", line), "{line}"));
            taken += 1;
        }
        if battle(&board, None, "").starts_with("Battle") {
            board.lines().for_each(|line| assert!(grammar.spells("CELLS", line), "{line}"));
            taken += 1;
        }
    }
    assert!(taken > 0, "nothing was taken, so nothing was compared");
}

fn classic(stdin: &str, ships: &str) -> (u8, String, String) {
    run(Program::Classic, "", &[("f", ships)], stdin)
}

#[test]
fn classic_answers_and_ships() {
    check("classic.ebnf", "INTEGER", any, |seed| classic(seed, "").1.contains("width"));
    check("classic.ebnf", "SHIP", any, |ship| {
        !classic("1\n9\n9\nf\n1\n", ship).2.contains("line 1 of")
    });
}

#[test]
fn classic_shots() {
    let small = |shot: &str| {
        shot.split(|c: char| !c.is_ascii_digit()).all(|n| n.trim_start_matches('0').len() < 2)
    };
    check("classic.ebnf", "SHOT", small, |shot| {
        let (_, out, _) = classic(&format!("1\n10\n10\nf\n1\n{shot}\n"), "A 0 0 9 0\nB 0 1 9 1\n");
        ["space: Miss!", "space: Hit!"].iter().any(|answer| out.contains(answer))
    });
}

//! The fixed games of naval, battle-of-ships and classic. The output of these programs must be
//! exact to the byte. The digest covers everything that they print.

use super::SignaturePart;
use broadside_arcade::catalog::Program;
use broadside_core::ports::Memory;
use std::fmt::Write as _;

/// The number of seeds for games of classic. For each seed there is a game against each of the
/// three machines.
const SEEDS: u32 = 5;

pub(super) fn programs() -> Vec<SignaturePart> {
    let part = |program: Program| {
        let games = match program {
            Program::Naval => vec![naval()],
            Program::BattleOfShips => vec![battle_of_ships()],
            Program::Classic => {
                (1..=3).flat_map(|ai| (1..=SEEDS).map(move |seed| classic(seed, ai))).collect()
            }
        };
        SignaturePart::of(program.name().to_owned(), games)
    };
    Program::ALL.into_iter().map(part).collect()
}

fn printed(program: Program, args: &[&str], input: String, files: &[(&str, String)]) -> Vec<u8> {
    let mut memory = Memory { input: input.into_bytes(), ..Memory::default() };
    for (name, text) in files {
        memory.files.0.borrow_mut().insert((*name).into(), text.clone().into_bytes());
    }
    let args: Vec<_> = args.iter().map(Into::into).collect();
    let status = memory.run(|ports| program.run(&args, ports)).expect("memory does not fail");
    [memory.out, memory.err, vec![status]].concat()
}

/// Both sides fire at all fields, in opposite orders.
fn naval() -> Vec<u8> {
    let fields: Vec<_> = ('A'..='G').flat_map(|col| (1..=5).map(move |row| (col, row))).collect();
    let guesses = |fields: &mut dyn Iterator<Item = &(char, u32)>| {
        fields.fold(String::new(), |mut text, (col, row)| {
            writeln!(text, "{col}{row}").expect("a string grows");
            text
        })
    };
    let files = [
        ("rules", "7 5\n3\n4\n3\n2\n".to_owned()),
        ("player", "D1 S\nA5 E\nG1 W\n".to_owned()),
        ("cpu", "B2 E\nG5 N\nA4 E\n".to_owned()),
        ("turns", guesses(&mut fields.iter())),
    ];
    let names = files.each_ref().map(|(name, _)| *name);
    printed(Program::Naval, &names, guesses(&mut fields.iter().rev()), &files)
}

/// The board of both sides in the game of battle-of-ships.
const BOARD: &str = "\
C;C;C;C;C;;;;P;P
;;;;;;;;;
B;;D;;;;;;;P
B;;D;;;;;;;P
B;;D;;;;;;;
B;;;;;P;P;;;
;;;;;;;;;
;;;;;S;S;S;;
;;;;;;;;;P
B;B;B;B;;;;;;P
";

/// Both sides fire at all fields, in opposite orders.
fn battle_of_ships() -> Vec<u8> {
    let fields = (1..=10).flat_map(|row| ('A'..='J').map(move |col| format!("{row},{col};")));
    let moves: Vec<_> = fields.collect();
    let files = [
        ("1.txt", BOARD.to_owned()),
        ("2.txt", BOARD.to_owned()),
        ("1.in", moves.concat()),
        ("2.in", moves.iter().rev().cloned().collect()),
    ];
    let names = files.each_ref().map(|(name, _)| *name);
    printed(Program::BattleOfShips, &names, String::new(), &files)
}

/// The player fires at the 7 x 6 fields row by row.
fn classic(seed: u32, ai: u32) -> Vec<u8> {
    let mut input = format!("{seed}\n7\n6\nfleet\n{ai}\n");
    for field in 0..42 {
        writeln!(input, "{} {}", field / 7, field % 7).expect("a string grows");
    }
    let fleet = "C 1 1 1 4\nF 3 0 4 0\nS 3 3 3 5\n".to_owned();
    printed(Program::Classic, &[], input, &[("fleet", fleet)])
}

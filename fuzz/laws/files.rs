//! The laws of naval, battle-of-ships, classic and arsenal. With any files and any answers, a
//! program must end, and its exit status must be one that its page in the book lists.
//!
//! An input has several parts: first the standard input, then each file. A line `%%` separates two
//! parts.

use broadside::catalog::Program;
use broadside::ports::{Memory, MemoryFiles};
use broadside::rules::arsenal::{self, bots::Level};
use std::ffi::OsString;

/// Returns the parts of an input.
fn parts(bytes: &[u8]) -> Vec<&[u8]> {
    const BAR: &[u8] = b"\n%%\n";
    let mut parts = Vec::new();
    let mut rest = bytes;
    while let Some(at) = rest.windows(BAR.len()).position(|window| window == BAR) {
        parts.push(&rest[..at]);
        rest = &rest[at + BAR.len()..];
    }
    parts.push(rest);
    parts
}

/// Returns ports with the parts of `bytes` as standard input and as files with these names.
fn memory(bytes: &[u8], names: &[&str]) -> Memory {
    let mut parts = parts(bytes).into_iter();
    let input = parts.next().unwrap_or_default().to_vec();
    let files = MemoryFiles::default();
    files.0.borrow_mut().extend(names.iter().map(Into::into).zip(parts.map(<[u8]>::to_vec)));
    Memory { input, files, ..Memory::default() }
}

fn run(program: Program, args: &[&str], mut memory: Memory) -> u8 {
    let args: Vec<_> = args.iter().map(OsString::from).collect();
    memory.run(|ports| program.run(&args, ports)).expect("memory does not fail")
}

/// The law of naval. Its files are rules, player map, CPU map and turns (spec naval §1).
pub(crate) fn naval(bytes: &[u8]) {
    const NAMES: [&str; 4] = ["rules", "player", "cpu", "turns"];
    let code = run(Program::Naval, &NAMES, memory(bytes, &NAMES));
    let known = [0, 20, 30, 31, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140];
    assert!(known.contains(&code), "status {code}");
}

/// The law of battle-of-ships. Its files are two boards, two files of moves, and two optional files
/// (spec battle-of-ships §1).
pub(crate) fn battle_of_ships(bytes: &[u8]) {
    const NAMES: [&str; 6] =
        ["1.txt", "2.txt", "1.in", "2.in", "OptionalPlayer1.txt", "OptionalPlayer2.txt"];
    assert_eq!(run(Program::BattleOfShips, &NAMES[..4], memory(bytes, &NAMES)), 0);
}

/// The law of classic. Its input is answers, and its ship file is `ships` (spec classic §1).
pub(crate) fn classic(bytes: &[u8]) {
    let code = run(Program::Classic, &[], memory(bytes, &["ships"]));
    assert!(code < 2, "status {code}");
}

/// The law of arsenal. The first byte gives the bot and the seed; the other bytes are the answers.
/// The same bytes must give the same game.
pub(crate) fn arsenal(bytes: &[u8]) {
    let Some((first, answers)) = bytes.split_first() else { return };
    let bots = [None, Some(Level::Easy), Some(Level::Medium)];
    let bot = bots[usize::from(*first) % bots.len()];
    let play = || {
        let options = arsenal::Options { bot, seed: (*first).into(), colour: false };
        let mut memory = Memory { input: answers.to_vec(), ..Memory::default() };
        let code = memory.run(|ports| arsenal::run(&options, ports)).expect("memory does not fail");
        (code, memory.out)
    };
    let (code, out) = play();
    assert!(code < 2, "status {code}");
    assert_eq!(play(), (code, out));
}

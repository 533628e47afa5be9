//! Plays a game between two built-in machines and returns it as a script.

use crate::driver::{DrawRules, Driver};
use crate::machine::Machine;
use crate::record::Record;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_ships::rules::Game;

/// Plays a game from `start`, which is between turns. Returns a script for `run` and `replay`.
///
/// ```
/// use broadside_arena::{Machine, fight, tournament::Setup};
/// use broadside_core::board::BySide;
///
/// let start = Setup::Small.game(&1.into(), 0)?;
/// let machines = BySide::from_fn(|_| Machine::fair());
/// let script = String::from_utf8(fight(&start, machines, &1.into())).expect("text");
/// assert!(script.starts_with("# a fight, seed 1: A is fair, B is fair\n[state]\n"));
/// # Ok::<(), broadside_arena::tournament::NoSetup>(())
/// ```
pub fn fight(start: &Game, mut machines: BySide<Machine>, seed: &Seed) -> Vec<u8> {
    let [first, second] = Side::ALL.map(|side| machines[side].name());
    let title = format!("a fight, seed {seed}: A is {first}, B is {second}");
    let mut record = Record::new(&title, start);
    let mut driver = Driver::new(start.clone(), DrawRules::default());
    let mut dice = BySide::from_fn(|side| Stream::new(seed, u64::from(side == Side::Second)));
    let ending = loop {
        if let Some(ending) = driver.ending() {
            break ending;
        }
        let side = driver.mover();
        let report = driver.play_machine(&mut machines[side], &mut dice[side]);
        record.numbered_turn(driver.turns(), &report);
    };
    record.end(ending.winner(), &ending.to_string());
    record.into_bytes()
}

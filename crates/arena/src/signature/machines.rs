//! The engines of the Ships language: each against the random one, and the machine of section 9 against itself.

use super::SignaturePart;
use crate::machine::Machine;
use crate::play_out::{PlayOut, Show};
use crate::tournament::{
    Broken, DrawRules, Engine, OnFault, Player, Schedule, Setup, Shard, Surroundings, Told,
    Tournament,
};
use broadside_core::ports::programs::{Ended, InMemory, InMemoryDialogue, Limits};
use broadside_ships::script::Session;

/// The set-ups, and how many games of each.
const SETUPS: [(Setup, u64); 2] = [(Setup::Small, 2), (Setup::Extended, 2)];
/// Long enough for shots to hit.
const TURNS: u64 = 40;

pub(super) fn machines() -> Vec<SignaturePart> {
    // `fair` is the highest of its levels.
    let names = Machine::NAMES.into_iter().filter(|name| *name != "fair");
    let part = |name: &str| {
        let games = SETUPS.into_iter().flat_map(|(setup, games)| records(name, setup, games));
        SignaturePart::of(format!("ships {name}"), games)
    };
    names.map(part).chain([itself()]).collect()
}

/// The records of games against the random engine.
fn records(name: &str, setup: Setup, games: u64) -> Vec<Vec<u8>> {
    let engine = |name: &str, machine: &str| {
        Engine::new(name, Player::from_name(machine).expect("built in"))
    };
    let tournament = Tournament {
        seed: 1.into(),
        engines: vec![engine(name, name), engine("other", "random")],
        setup,
        told: Told::Fog,
        limits: Limits::default(),
        on_fault: OnFault::Lose,
        draws: DrawRules { max_turns: TURNS, ..DrawRules::default() },
    };
    let around = Surroundings {
        programs: &InMemory(|_: &[u8]| Ended::exited(1, [])),
        dialogues: &InMemoryDialogue::new(|_: &str, _: &mut _| {}),
        on_turn: &|_| Ok(()),
        goes_on: &|| true,
        options: String::new(),
    };
    let mut records = Vec::new();
    let fixtures = Schedule::new(2, Some(games), Shard::ALL).fixtures();
    let played = tournament.play(fixtures, &around, |game| {
        records.push(game.record);
        Ok::<_, Broken>(true)
    });
    played.expect("no program takes part");
    records
}

/// The machine that `SET_AI_PLAYER` calls, on both sides.
fn itself() -> SignaturePart {
    let mut transcript = Vec::new();
    let game = PlayOut::new(Session::default(), Show::Transcript);
    let mut game = game.expect("a fresh session is between groups");
    game.play(TURNS, |_| true, &mut transcript).expect("memory takes all");
    SignaturePart::of("ships play-out".to_owned(), [transcript])
}

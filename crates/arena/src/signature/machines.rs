//! The fixed games of the engines of the Ships language. Each engine plays against the random one.
//! The AI of spec ships §9 also plays against itself.

use super::SignaturePart;
use crate::machine::Machine;
use crate::play_out::{PlayOut, Show};
use crate::tournament::{Broken, Engine, Player, Schedule, Setup, Shard, Tournament};
use broadside_ships::script::Session;

/// The set-ups, and the number of games of each.
const SETUPS: [(Setup, u64); 2] = [(Setup::Small, 2), (Setup::Extended, 2)];
/// The largest number of turns of a game. In so many turns, some shots hit.
const TURNS: u64 = 40;

pub(super) fn machines() -> Vec<SignaturePart> {
    // `fair` is the same as `fair:4`.
    let names = Machine::NAMES.into_iter().filter(|name| *name != "fair");
    let part = |name: &str| {
        let games = SETUPS.into_iter().flat_map(|(setup, games)| records(name, setup, games));
        SignaturePart::of(format!("ships {name}"), games)
    };
    names.map(part).chain([ai_against_itself()]).collect()
}

fn records(name: &str, setup: Setup, games: u64) -> Vec<Vec<u8>> {
    let engine = |name: &str, machine: &str| {
        Engine::new(name, Player::from_name(machine).expect("built in"))
    };
    let engines = vec![engine(name, name), engine("other", "random")];
    let mut tournament = Tournament::new(1.into(), engines, setup);
    tournament.draws.max_turns = TURNS;
    let mut records = Vec::new();
    let fixtures = Schedule::new(2, Some(games), Shard::ALL).fixtures();
    let played = tournament.play_without_programs(fixtures, &|| true, |game| {
        records.push(game.record);
        Ok::<_, Broken>(true)
    });
    played.expect("no program takes part");
    records
}

/// Plays a game in which the AI of `SET_AI_PLAYER` plays both sides.
fn ai_against_itself() -> SignaturePart {
    let mut transcript = Vec::new();
    let game = PlayOut::new(Session::default(), Show::Transcript);
    let mut game = game.expect("a fresh session is between groups");
    game.play(TURNS, |_| true, &mut transcript).expect("memory takes all");
    SignaturePart::of("ships play-out".to_owned(), [transcript])
}

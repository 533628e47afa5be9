//! Plays fixed games of all bots and programs, and computes their digests. If a bot plays these
//! games differently, its digest changes. `CONTRIBUTING.md` says what the message of a commit that
//! changes a digest must contain.
//!
//! The games are few and short, so they do not show how strong a bot is.

use crate::duel::solo;
use crate::factory::{CaptainFactory, GunnerFactory};
use crate::machine::Machine;
use crate::play_out::{PlayOut, Show};
use crate::series::Bench;
use crate::targeting::{Trial, targeting};
use crate::tournament::{Broken, Engine, Player, Schedule, Setup, Shard, Tournament};
use broadside_arcade::arsenal::bots::Level;
use broadside_arcade::catalog::Program;
use broadside_core::board::Dims;
use broadside_core::digest::Fnv64;
use broadside_core::ports::Memory;
use broadside_ships::script::Session;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The digest of the fixed games of one bot or program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignaturePart {
    /// The name of the game. If several bots play the game, the name of the bot follows.
    pub name: String,
    /// The digest of the texts of the games.
    pub digest: Fnv64,
}

impl SignaturePart {
    fn of(name: String, games: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        let mut digest = Fnv64::default();
        games.into_iter().for_each(|game| digest.add(game.as_ref()));
        Self { name, digest }
    }
}

/// Plays the fixed games of all bots and programs. An optimized build needs about a second.
pub fn signature() -> Vec<SignaturePart> {
    [gunners(), captains(), machines(), programs()].concat()
}

const TARGETING_GAMES: u64 = 20;
const ARSENAL_GAMES: u64 = 2;

/// The size and the fleet of each board for gunners (bots that only fire). The second board has
/// more than 128 cells, so gunners use another type for sets of its cells.
const BOARDS: [((i64, i64), &[u32]); 2] = [((10, 10), &[5, 4, 3, 3, 2]), ((12, 12), &[4, 3, 2])];

fn gunners() -> Vec<SignaturePart> {
    let part = |gunner: GunnerFactory| {
        let name = format!("targeting {}", gunner.name());
        let gunners = [gunner];
        let series = BOARDS.iter().flat_map(|((rows, cols), fleet)| {
            let dims = Dims::new(*rows, *cols).expect("a small board");
            let trial = Trial { dims, fleet: fleet.to_vec() };
            records(TARGETING_GAMES, |bench| {
                targeting(bench, &trial, &gunners).expect("room for all")
            })
        });
        SignaturePart::of(name, series)
    };
    GunnerFactory::built_in().map(part).collect()
}

fn captains() -> Vec<SignaturePart> {
    let part = |level: Level| {
        let captain = CaptainFactory::from_name(level.name()).expect("built in");
        let games = records(ARSENAL_GAMES, |bench| solo(bench, &captain));
        SignaturePart::of(format!("arsenal {}", level.name()), games)
    };
    Level::ALL.into_iter().map(part).collect()
}

fn records<T>(games: u64, play: impl FnOnce(&Bench<'_>) -> T) -> Vec<String> {
    let kept = Mutex::new(BTreeMap::new());
    let keep = |number: u64, record: &str| {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.insert(number, record.to_owned());
    };
    play(&Bench { keep: Some(&keep), ..Bench::new(1, games) });
    kept.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
}

/// The set-ups of the games of machines (built-in engines of the Ships language), each with its
/// number of games.
const SETUPS: [(Setup, u64); 2] = [(Setup::Small, 2), (Setup::Extended, 2)];
/// The largest number of turns of a game. It is enough for some shots to hit.
const TURNS: u64 = 40;

fn machines() -> Vec<SignaturePart> {
    // `fair` is left out, because it is another name of `fair:4`.
    let names = Machine::NAMES.into_iter().filter(|name| *name != "fair");
    let part = |name: &str| {
        let games = SETUPS.into_iter().flat_map(|(setup, games)| records_of(name, setup, games));
        SignaturePart::of(format!("ships {name}"), games)
    };
    names.map(part).chain([ai_against_itself()]).collect()
}

fn records_of(name: &str, setup: Setup, games: u64) -> Vec<Vec<u8>> {
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

fn ai_against_itself() -> SignaturePart {
    let mut transcript = Vec::new();
    let game = PlayOut::new(Session::default(), Show::Transcript);
    let mut game = game.expect("a fresh session is between groups");
    game.play(TURNS, |_| true, &mut transcript).expect("a write to memory never fails");
    SignaturePart::of("ships play-out".to_owned(), [transcript])
}

/// The number of seeds for classic. With each seed, one game is played against each of the 3 AIs.
const SEEDS: u32 = 5;

fn programs() -> Vec<SignaturePart> {
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

fn naval() -> Vec<u8> {
    let fields = ('A'..='G').flat_map(|col| (1..=5).map(move |row| format!("{col}{row}\n")));
    let guesses: Vec<_> = fields.collect();
    let files = [
        ("rules", "7 5\n3\n4\n3\n2\n".to_owned()),
        ("player", "D1 S\nA5 E\nG1 W\n".to_owned()),
        ("cpu", "B2 E\nG5 N\nA4 E\n".to_owned()),
        ("turns", guesses.concat()),
    ];
    let names = files.each_ref().map(|(name, _)| *name);
    printed(Program::Naval, &names, guesses.into_iter().rev().collect(), &files)
}

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

fn classic(seed: u32, ai: u32) -> Vec<u8> {
    let answers = format!("{seed}\n7\n6\nfleet\n{ai}\n");
    let shots = (0..42).map(|field| format!("{} {}\n", field / 7, field % 7));
    let input = [answers].into_iter().chain(shots).collect();
    let fleet = "C 1 1 1 4\nF 3 0 4 0\nS 3 3 3 5\n".to_owned();
    printed(Program::Classic, &[], input, &[("fleet", fleet)])
}

//! Tests of the fair pilot, the built-in player that uses only what its side knows. Its games must
//! be legal and balanced, and it must not use hidden information.
//!
//! `BROADSIDE_FAIR_GAMES=200` plays 200 games of each set-up and checks the figures. In the set-ups
//! basic and extended, each side must win 40 to 60 percent of the decided games. The pilot must win
//! at least 65 percent against the AI of spec ships §9, which takes guesses as facts.

use crate::environment::{count, is_set};
use crate::fair::set_up;
use broadside::arena::tournament::{
    Broken, Engine, Player, Schedule, Setup, Shard, Table, Tournament,
};
use broadside::board::{BySide, Coord, Heading, Side};
use broadside::dice::{Dice, Twister};
use broadside::digest::Fnv64;
use broadside::rules::ships::fair::{Briefing, FairPilot, Pilot as _, Referee, Skill, Verdict};
use broadside::rules::ships::{Class, Game, Order, Setting, ShipName, pilot};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Fair,
    /// The AI of spec ships §9. It gets what its side knows, and a guess of the hidden ships.
    Open,
}

/// The game is a draw after this number of turns, or after `NO_PROGRESS` turns in a row without
/// progress.
const MOST_TURNS: usize = 400;
const NO_PROGRESS: usize = 60;

/// Plays a game, and returns its winner. Adds all orders to `fingerprint`, a digest.
fn play(
    (setup, round): (&Setup, u64),
    engines: BySide<Mover>,
    fingerprint: &mut Fnv64,
) -> Option<Side> {
    let game = setup.game(&7.into(), round).expect("a game");
    let mut referee = Referee::new(game);
    let mut pilots = BySide::from_fn(|_| FairPilot::default());
    let mut dice = Twister::from_cpp_seed(u32::try_from(round).expect("small"));
    let mut quiet = 0;
    for _ in 0..MOST_TURNS {
        let briefing = referee.open();
        let side = briefing.side();
        let (orders, given) = match engines[side] {
            Mover::Fair => {
                let orders = pilots[side].turn(&briefing, &mut dice).expect("the pilot plays");
                (orders, briefing.sketch())
            }
            Mover::Open => open_turn(&briefing, &mut dice),
        };
        for order in &orders {
            fingerprint.add(order.to_string().as_bytes());
        }
        let report = referee.play(&orders, &given).expect("legal orders");
        match report.verdict {
            Some(Verdict::Won(side)) => return Some(side),
            Some(Verdict::NotPlaced(side)) => return Some(side.other()),
            None => {}
        }
        quiet = if report.progress { 0 } else { quiet + 1 };
        if quiet == NO_PROGRESS {
            return None;
        }
    }
    None
}

/// Returns the orders of the AI of spec ships §9, and the guessed game for which the AI gives these
/// orders.
fn open_turn(briefing: &Briefing, dice: &mut dyn Dice) -> (Vec<Order>, Game) {
    let guess = briefing.guess(dice).0;
    (pilot::orders(&guess, dice), guess)
}

/// Returns how many games of each set-up are played, and whether the figures are checked.
fn games(few: u64) -> (u64, bool) {
    (count("BROADSIDE_FAIR_GAMES", few), is_set("BROADSIDE_FAIR_GAMES"))
}

/// The number of games of the small set-up, if the environment does not set another number.
const FEW: u64 = 4;

/// The number of games of each set-up in [`OF_FAIR_GAMES`].
const RECORDED: u64 = 2;

/// The fingerprints of the games between fair pilots in the set-ups basic, extended and narrow.
const OF_FAIR_GAMES: [u64; 3] =
    [0xe899_cba9_f879_5d42, 0x7571_6357_e1d0_f1ee, 0x0d4d_53a6_45dc_673f];

/// The fingerprint of the games between the fair pilot and the AI of spec ships §9, in the set-ups
/// basic and extended.
const OF_MIXED_GAMES: u64 = 0x7eab_e761_805e_03bf;

/// The fingerprints are equal in debug and release builds. They change when the pilot plays
/// differently. Then the message of the commit must say why, because the figures in the book come
/// from games of this pilot.
#[test]
fn fair_pilots_play_legal_and_even_games() {
    let (count, is_enough) = games(RECORDED);
    let mut fingerprints = Vec::new();
    for setup in [Setup::Basic, Setup::Extended, Setup::Narrow] {
        let both = BySide::from_fn(|_| Mover::Fair);
        let mut fingerprint = Fnv64::default();
        let mut ends = Vec::new();
        for round in 0..count.max(RECORDED) {
            ends.push(play((&setup, round), both, &mut fingerprint));
            fingerprints.extend((round + 1 == RECORDED).then_some(u64::from(fingerprint)));
        }
        let won = |side| ends.iter().filter(|end| **end == Some(side)).count();
        let (first, second) = (won(Side::First), won(Side::Second));
        if is_enough && setup != Setup::Narrow {
            let least = 40 * (first + second) / 100;
            assert!(first >= least && second >= least, "{setup:?}: {first} to {second}");
        }
    }
    assert_eq!(fingerprints, OF_FAIR_GAMES, "{fingerprints:#x?}");
}

/// `BROADSIDE_FAIR_GAMES=100` checks the figure of the small set-up, the default set-up of
/// `broadside play`. At least 90 of 100 games must have a winner.
#[test]
fn games_of_the_small_set_up_have_a_winner() {
    let (count, is_enough) = games(FEW);
    let both = BySide::from_fn(|_| Mover::Fair);
    let mut fingerprint = Fnv64::default();
    let ends = (0..count).map(|round| play((&Setup::Small, round), both, &mut fingerprint));
    let won = ends.flatten().count() as u64;
    let least = if is_enough { 90 } else { 60 };
    assert!(100 * won >= least * count, "{won} of {count}");
}

/// `BROADSIDE_FAIR_GAMES=2000` checks the figures of the book. Elo is a measure of strength. Each
/// level must be about 150 Elo above the level before it, and level 1 must be stronger than
/// `random`, in all set-ups in which most games have a winner.
#[test]
fn each_level_beats_the_one_before() {
    let (count, is_enough) = games(24);
    let levels =
        [["fair:1", "random"], ["fair:2", "fair:1"], ["fair:3", "fair:2"], ["fair", "fair:3"]];
    let more = [Setup::Basic, Setup::Extended];
    let setups = [Setup::Small].into_iter().chain(more.into_iter().filter(|_| is_enough));
    for (setup, names) in setups.flat_map(|setup| levels.map(|names| (setup.clone(), names))) {
        let table = match_table(setup.clone(), names, count);
        let elo = table.engines[names[0]].pairs.elo().expect("pairs").value;
        assert!(elo > 0.0, "{setup:?}, {names:?}: {elo}");
        let is_near = (100.0..200.0).contains(&elo) || names[1] == "random";
        assert!(!is_enough || is_near, "{setup:?}, {names:?}: {elo}");
    }
}

#[test]
fn the_highest_level_is_the_fair_pilot() {
    assert_eq!(FairPilot::default(), FairPilot::new(Skill::LEVELS[3]));
    assert_ne!(FairPilot::default(), FairPilot::new(Skill::LEVELS[2]));
}

fn match_table(setup: Setup, names: [&str; 2], games: u64) -> Table {
    let engine = |name: &str| {
        let player = Player::from_name(name).expect("a machine");
        Engine::new(name, player)
    };
    let tournament = Tournament::new(1.into(), names.map(engine).to_vec(), setup);
    let mut table = Table::empty(None);
    let fixtures = Schedule::new(2, Some(games), Shard::ALL).fixtures();
    let played = tournament.play_without_programs(fixtures, &|| true, |played| {
        table.add(&played.entry);
        Ok::<_, Broken>(true)
    });
    played.expect("no program can fail");
    table
}

#[test]
fn the_fair_pilot_beats_the_ai_of_section_9_under_fog() {
    let (count, is_enough) = games(6);
    let mut fingerprint = Fnv64::default();
    for setup in [Setup::Basic, Setup::Extended] {
        let mut won = 0;
        for round in 0..count {
            let side = if round % 2 == 0 { Side::First } else { Side::Second };
            let engine = |other| if side == other { Mover::Fair } else { Mover::Open };
            let engines = BySide::from_fn(engine);
            won += u64::from(play((&setup, round), engines, &mut fingerprint) == Some(side));
        }
        assert!(!is_enough || 100 * won >= 65 * count, "{setup:?}: {won} of {count}");
    }
    assert!(is_enough || u64::from(fingerprint) == OF_MIXED_GAMES, "{fingerprint}");
}

/// Returns how many ships the pilot of B places in its first turn, for each of twenty seeds.
/// `fleet` is the fleet of B.
fn first_turn_placements(fleet: &str) -> Vec<usize> {
    let ships = "SHIP A 3 3 N 0 CAR 11111 SHIP A 3 7 N 0 DES 11";
    let setup =
        format!("EXTENDED_SHIPS SET_FLEET A 1 0 0 1 {ships} SET_FLEET B {fleet} NEXT_PLAYER B");
    let mut referee = Referee::new(set_up(&setup));
    let briefing = referee.open();
    let placed = |seed| {
        let orders = FairPilot::default().turn(&briefing, &mut Twister::from_cpp_seed(seed));
        let is_place = |order: &&Order| matches!(order, Order::Place { .. });
        orders.expect("the pilot plays").iter().filter(is_place).count()
    };
    (0..20).map(placed).collect()
}

/// If a carrier can scout, the pilot may keep back its last ship, so that the carrier can first
/// search for the enemy.
#[test]
fn the_last_ship_is_kept_back_where_a_carrier_can_scout() {
    assert!(first_turn_placements("1 0 0 1").contains(&1));
    assert_eq!(first_turn_placements("0 0 1 1"), [2; 20]);
    assert_eq!(first_turn_placements("1 0 0 0"), [1; 20], "the only ship is placed at once");
}

/// Returns a game in which B has placed its ships. `bows` has their bows: first the carrier, then
/// the destroyer.
fn game_with_ships_at(bows: [Coord; 2]) -> Referee {
    let mut game = Setup::Extended.game(&7.into(), 0).expect("a game");
    let places = [(Class::Carrier, 0, bows[0]), (Class::Destroyer, 0, bows[1])];
    for side in Side::ALL {
        game.set(&Setting::Fleet(side, [1, 0, 0, 1])).expect("a fleet");
    }
    game.set(&Setting::NextPlayer(Side::Second)).expect("between turns");
    let mut referee = Referee::new(game);
    let place = |(class, index, bow)| Order::Place {
        name: ShipName { class, index },
        bow,
        heading: Heading::North,
    };
    let sketch = referee.open().sketch();
    referee.play(&places.map(place), &sketch).expect("legal");
    referee
}

/// Until a side has seen or hit a ship of the enemy, its orders must not depend on the enemy's
/// position.
#[test]
fn the_pilot_cannot_peek() {
    let mut compared = 0;
    for seed in 0..20 {
        let places = [[(11, 0), (17, 9)], [(16, 9), (12, 0)]];
        let mut games =
            places.map(|bows| game_with_ships_at(bows.map(|(row, col)| Coord::new(row, col))));
        let mut pilots = [FairPilot::default(), FairPilot::default()];
        let mut dice = [Twister::from_cpp_seed(seed), Twister::from_cpp_seed(seed)];
        for _ in 0..6 {
            let briefings = games.each_mut().map(Referee::open);
            let facts = briefings.each_ref().map(|b| (b.seen().to_vec(), b.notes().to_vec()));
            if facts[0] != facts[1] {
                break;
            }
            let orders: Vec<_> = (0..2)
                .map(|k| pilots[k].turn(&briefings[k], &mut dice[k]).expect("the pilot plays"))
                .collect();
            assert_eq!(orders[0], orders[1], "seed {seed}");
            compared += 1;
            for k in 0..2 {
                games[k].play(&orders[k], &briefings[k].sketch()).expect("legal");
                let idle = games[k].open().sketch();
                games[k].play(&[], &idle).expect("an empty turn is legal");
            }
        }
    }
    assert!(compared >= 15, "{compared} turns");
}

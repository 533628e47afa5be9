//! Tests of all bots of arsenal, also against smoke.

use super::position::{Candidate, Position};
use super::*;
use crate::ai::{Density, Gunner, Hunt, Posterior, Random};
use crate::arsenal::cells::{Area, Cell, Class};
use crate::arsenal::fleet::Fleet;
use crate::arsenal::game::{Game, Outcome, Standing};
use crate::arsenal::input;
use crate::arsenal::moves::{Move, Openings};
use broadside_core::board::{Axis, BySide, Side};
use broadside_core::dice::{Dice as _, Twister};

fn bots() -> Vec<Bot> {
    let (density, posterior) = (Density::default(), Posterior::default());
    let gunners: [Box<dyn Gunner<u128>>; 4] =
        [Box::new(Random), Box::new(Hunt), Box::new(density), Box::new(posterior)];
    Level::ALL.into_iter().map(Bot::new).chain(gunners.map(Bot::firing)).collect()
}

fn cell(name: &str) -> Cell {
    input::cell(name.as_bytes()).unwrap()
}

/// Returns a game in which the first side has fired at `shots`. On each side, vertical ships have
/// their top cells at `ships`.
fn game(ships: [&str; 4], shots: &[&str]) -> Game {
    let fleet = Fleet::new(ships.map(|at| (cell(at), Axis::Column))).unwrap();
    let mut game = Game::new(&BySide { first: fleet, second: fleet }, Side::First);
    for shot in shots {
        game.play(Move::Fire(cell(shot))).unwrap();
        game.lose_turn().unwrap();
    }
    game
}

#[track_caller]
fn every_bot_wins(game: &Game, is_right: impl Fn(Move) -> bool) {
    for mut bot in bots() {
        let mut dice = Twister::from_python_seed(&1.into());
        let mut game = game.clone();
        let play = bot.choose(&game.knowledge(Side::First), &mut dice).unwrap();
        assert!(is_right(play), "{bot:?} plays {play}");
        game.play(play).unwrap();
        assert_eq!(game.standing(), Standing::Won(Side::First), "{bot:?} plays {play}");
    }
}

const SHIPS: [&str; 4] = ["A1", "C1", "E1", "G1"];

fn in_a_row(weight: f64, hits: u128) -> Candidate {
    Candidate::new(&[0b11, 0b111 << 2, 0b1111 << 5, 0b1_1111 << 9], weight, hits)
}

#[test]
fn a_sunk_ship_opens_weapons_for_a_turn() {
    let opened = |hits, cells| {
        let effect = in_a_row(1.0, hits).effect(cells);
        (effect.sunk, effect.openings.artillery, effect.openings.torpedo)
    };
    assert_eq!(opened(0, 0b1), (0, false, false), "a hit that sinks no ship");
    assert_eq!(opened(0b1, 0b10), (0b1, true, false), "three ships are left");
    assert_eq!(opened(0b1_1111, 0b1111 << 5), (0b100, true, true), "one ship is left");
    assert_eq!(opened(0b1_1111_1111, 0b1_1111 << 9), (0b1000, true, false), "no ship is left");
    assert_eq!(opened(0b1, 0b11110), (0b11, true, false), "two ships are sunk at once");
}

#[test]
fn radar_tells_fleets_apart_and_clears_what_it_finds_empty() {
    let area = Area::all().next().unwrap();
    // The fleet `here` is the first cell of the area. The fleet `away` lies outside it.
    let (here, away) = (
        Candidate::new(&[area.set() & area.set().wrapping_neg(), 0, 0, 0], 1.0, 0),
        Candidate::new(&[1 << 90, 0, 0, 0], 1.0, 0),
    );
    let position = Position {
        candidates: vec![here, away],
        complete: true,
        hits: 0,
        targets: u128::MAX >> 28,
        openings: Openings::default(),
        sweeps: 2,
    };
    let after = position.after(Move::Radar(area));
    let next: Vec<_> =
        after.iter().map(|next| (next.candidates[0].all, next.targets, next.sweeps)).collect();
    assert_eq!(
        next,
        [(here.all, position.targets, 1), (away.all, position.targets & !area.set(), 1)]
    );
}

/// With equally likely fleets, the potential (the expected turns) is the mean of the potentials of
/// the single fleets, plus the turns to find out which fleet is true. These turns grow with the
/// logarithm of the number of fleets: four fleets need twice as many as two.
#[test]
fn the_potential_is_a_mean_over_the_candidates_plus_the_turns_to_tell_them_apart() {
    let candidate = |hits| in_a_row(2.0, hits);
    let of = |candidates: Vec<Candidate>| {
        let openings = Openings::default();
        let targets = u128::MAX;
        score::potential(&Position {
            candidates,
            complete: true,
            hits: 0,
            targets,
            openings,
            sweeps: 0,
        })
    };
    let (whole, hit) = (of(vec![candidate(0)]), of(vec![candidate(0b111)]));
    assert!(whole > hit && hit > 1.0, "{whole} {hit}");
    let apart = of(vec![candidate(0), candidate(0b111)]) - f64::midpoint(whole, hit);
    let apart_of_four = of([candidate(0b111); 4].into()) - hit;
    assert!(apart > 0.0 && (apart_of_four - 2.0 * apart).abs() < 1e-9, "{apart} {apart_of_four}");
}

#[test]
fn every_bot_fires_at_the_last_cell() {
    let carrier = ["A2", "A3", "A4", "A5"];
    let rest = ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "G1", "G2"];
    // A6 is a miss, so only A1 is left for the carrier. A lost turn locks the special weapons.
    let mut game = game(SHIPS, &[&carrier[..], &["A6"], &rest].concat());
    game.lose_turn().unwrap();
    game.lose_turn().unwrap();
    every_bot_wins(&game, |play| play == Move::Fire(cell("A1")));
}

#[test]
fn every_bot_sinks_the_rest_with_artillery() {
    let sunk = ["A1", "A2", "A3", "A4", "A5", "E1", "E2", "E3"];
    // The shots leave out C1 and C2 of the battleship, and the submarine at D1 and D2.
    let area = Area::new(cell("C1")).unwrap();
    let last = sunk.map(cell);
    let is_first = |at: &Cell| area.set() & at.set() == 0 && !last.contains(at);
    let first = (0..100).filter_map(Cell::from_index).filter(is_first);
    let mut game = game(["A1", "C1", "E1", "D1"], &[]);
    for at in first.chain(last) {
        game.play(Move::Fire(at)).unwrap();
        game.lose_turn().unwrap();
    }
    every_bot_wins(&game, |play| play == Move::Artillery(area));
}

#[test]
fn every_bot_sinks_the_last_ship_with_the_torpedo() {
    let carrier = ["A3", "A4"];
    let rest = ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "G1", "G2"];
    let game = game(SHIPS, &[&carrier[..], &rest].concat());
    every_bot_wins(&game, |play| matches!(play, Move::Torpedo(_)));
}

fn one_of<T>(all: impl Iterator<Item = T>, dice: &mut Twister) -> T {
    let mut all: Vec<_> = all.collect();
    let index = dice.below(all.len() as u64);
    all.swap_remove(usize::try_from(index).unwrap())
}

/// Returns a game in which each side has sunk a ship, the second side has laid smoke over a part of
/// its other ships, and the first side has used radar there. Also returns whether the smoke hid a
/// ship.
fn screened(fleets: &BySide<Fleet>, dice: &mut Twister) -> (Game, bool) {
    let mut game = Game::new(fleets, Side::First);
    let sunk = usize::try_from(dice.below(4)).unwrap();
    for segment in 0..Class::LENGTHS[sunk] {
        for side in Side::ALL {
            let cells = fleets[side.other()].ships()[sunk].set();
            let cell = crate::ai::Bits::nth(&cells, segment).and_then(Cell::from_index);
            game.play(Move::Fire(cell.unwrap())).unwrap();
        }
    }
    game.lose_turn().unwrap();
    let afloat = fleets.second.ships().iter().enumerate().filter(|(ship, _)| *ship != sunk);
    let afloat = afloat.fold(0, |all, (_, ship)| all | ship.set());
    let screen = one_of(Area::all().filter(|area| area.set() & afloat != 0), dice);
    game.play(Move::Smoke(screen)).unwrap();
    let around = Area::all().filter(|area| area.set() & screen.set() != 0);
    let swept = one_of(around.chain(std::iter::repeat_n(screen, 9)), dice);
    let all = fleets.second.set();
    let nothing = Outcome::Radar { found: false };
    let deceived = game.play(Move::Radar(swept)).unwrap() == nothing && swept.set() & all != 0;
    (game, deceived)
}

fn random_turn(game: &mut Game, dice: &mut Twister) {
    if game.standing() != Standing::Open {
        return;
    }
    let area = one_of(Area::all(), dice);
    let targets = game.knowledge(game.mover()).chart.targets();
    let fire = crate::ai::Bits::nth(&targets, u32::try_from(dice.below(100)).unwrap());
    let fire = fire.and_then(Cell::from_index).map(Move::Fire);
    let plays = [Move::Smoke(area), Move::Radar(area), Move::Artillery(area)];
    let mut plays = plays.into_iter().chain(fire);
    match plays.find(|play| game.refusal(*play).is_none() && dice.below(2) == 0) {
        Some(play) => drop(game.play(play).unwrap()),
        None => game.lose_turn().unwrap(),
    }
}

#[test]
fn the_hard_bot_plays_on_through_smoke() {
    let mut doubts = 0;
    for seed in 0..8 {
        let mut dice = Twister::from_python_seed(&seed.into());
        let fleets = BySide::from_fn(|_| Fleet::at_random(&mut dice));
        let (mut game, deceived) = screened(&fleets, &mut dice);
        let likelihood = game.knowledge(Side::First).chart.likelihood(&fleets.second.set());
        assert_eq!(deceived, likelihood < 1.0);
        doubts += u32::from(deceived);
        game.lose_turn().unwrap();
        let mut hard = Hard::default();
        while game.standing() == Standing::Open && game.turns(Side::First) < 45 {
            let play = hard.choose(&game.knowledge(Side::First), &mut dice).unwrap();
            game.play(play).unwrap();
            random_turn(&mut game, &mut dice);
        }
        assert!(game.hits(Side::First) > 10, "{} hits", game.hits(Side::First));
    }
    assert!(doubts > 2, "{doubts} sweeps were deceived");
}

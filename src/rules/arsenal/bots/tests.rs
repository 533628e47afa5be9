//! What every bot does, and what the opponent's smoke does not do to them.

use super::*;
use crate::ai::{Hunt, Random, visit_fleets};
use crate::board::{BySide, Side};
use crate::dice::Twister;
use crate::rules::arsenal::cells::{Area, Cell};
use crate::rules::arsenal::fleet::{Class, Placement, at_random};
use crate::rules::arsenal::game::{Game, Standing};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Every bot, and one that otherwise only fires.
fn bots() -> Vec<Bot> {
    let levels = Level::ALL.into_iter().map(Bot::new);
    levels.chain([Bot::firing(Box::new(Random)), Bot::firing(Box::new(Hunt))]).collect()
}

fn cell(name: &str) -> Cell {
    let (letter, number) = name.split_at(1);
    let col = u32::from(letter.as_bytes()[0] - b'A');
    Cell::new(number.parse::<u32>().unwrap() - 1, col).unwrap()
}

/// A game against ships that lie down from these cells, after the first side has fired at `shots`.
fn game(ships: [&str; 4], shots: &[&str]) -> Game {
    let place = |(class, at): (Class, &str)| Placement::new(class, cell(at), true).unwrap();
    let fleet: Vec<_> = Class::ALL.into_iter().zip(ships).map(place).collect();
    let mut game = Game::new(&BySide { first: fleet.clone(), second: fleet }, Side::First);
    for shot in shots {
        game.play(Move::Fire(cell(shot)));
        game.lose_turn();
    }
    game
}

#[track_caller]
fn wins(game: &Game, is_right: impl Fn(Move) -> bool) {
    for mut bot in bots() {
        let mut dice = Twister::from_python_seed(&1.into());
        let mut game = game.clone();
        let play = bot.choose(&game.knowledge(Side::First), &mut dice);
        assert!(is_right(play), "{bot:?} plays {play}");
        game.play(play);
        assert_eq!(game.standing(), Standing::Won(Side::First), "{bot:?} plays {play}");
    }
}

const SHIPS: [&str; 4] = ["A1", "C1", "E1", "G1"];

#[test]
fn every_bot_fires_at_the_last_cell() {
    let carrier = ["A2", "A3", "A4", "A5"];
    let rest = ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "G1", "G2"];
    // A6 is a miss, so that only A1 is left for the carrier; a lost turn closes the weapons.
    let mut game = game(SHIPS, &[&carrier[..], &["A6"], &rest].concat());
    game.lose_turn();
    game.lose_turn();
    wins(&game, |play| play == Move::Fire(cell("A1")));
}

#[test]
fn every_bot_sinks_the_rest_with_artillery() {
    let sunk = ["A1", "A2", "A3", "A4", "A5", "E1", "E2", "E3"];
    // The battleship misses C1, C2 and the submarine D1, D2: no other place is left for them.
    let near = ["B3", "B4", "C5", "D3", "D4", "C3", "C4"];
    let ships = ["A1", "C1", "E1", "D1"];
    let others = |game: &Game| {
        let targets = game.knowledge(Side::First).chart.targets();
        targets & !Area::new(cell("C1")).unwrap().set()
    };
    let mut game = game(ships, &near);
    for at in (0..100).filter(|at| others(&game) >> at & 1 == 1).collect::<Vec<_>>() {
        let at = Cell::from_index(at).unwrap();
        if !sunk.iter().any(|name| cell(name) == at) {
            game.play(Move::Fire(at));
            game.lose_turn();
        }
    }
    for name in sunk {
        game.play(Move::Fire(cell(name)));
        game.lose_turn();
    }
    wins(&game, |play| play == Move::Artillery(Area::new(cell("C1")).unwrap()));
}

#[test]
fn every_bot_sinks_the_last_ship_with_the_torpedo() {
    let carrier = ["A3", "A4"];
    let rest = ["C1", "C2", "C3", "C4", "E1", "E2", "E3", "G1", "G2"];
    let game = game(SHIPS, &[&carrier[..], &rest].concat());
    wins(&game, |play| matches!(play, Move::Torpedo(_)));
}

/// Two players who sweep, screen and shoot at random.
fn random_turn(game: &mut Game, dice: &mut Twister) {
    let area = Area::all().nth(usize::try_from(dice.below(81)).unwrap()).unwrap();
    let targets = game.knowledge(game.mover()).chart.targets();
    let fire = crate::ai::Bits::nth(&targets, u32::try_from(dice.below(100)).unwrap());
    let plays = [Move::Smoke(area), Move::Radar(area), Move::Artillery(area), Move::fire_at(fire)];
    let open = plays.into_iter().find(|play| game.refusal(*play).is_none() && dice.below(2) == 0);
    match open {
        Some(play) => drop(game.play(play)),
        None => game.lose_turn(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    /// Smoke hides cells from the radar only, and what a side knows always admits the true fleet.
    #[test]
    fn the_true_fleet_always_fits(seed in any::<u32>()) {
        let mut dice = Twister::from_python_seed(&seed.into());
        let fleets = BySide::from_fn(|_| at_random(&mut dice));
        let mut game = Game::new(&fleets, Side::First);
        for _ in 0..120 {
            if game.standing() != Standing::Open {
                break;
            }
            random_turn(&mut game, &mut dice);
            for side in Side::ALL {
                let chart = game.knowledge(side).chart;
                let truth: Vec<_> = fleets[side.other()].iter().map(|ship| ship.set()).collect();
                let all = truth.iter().fold(0, |all, ship| all | ship);
                prop_assert!(chart.admits(&truth));
                prop_assert!(chart.likelihood(&all) > 0.0);
                let found = visit_fleets(chart, &mut |_| ControlFlow::Break(()));
                prop_assert!(found.is_break(), "no fleet fits");
            }
        }
    }
}

#[test]
fn the_hard_bot_plays_on_through_smoke() {
    for seed in 0..3 {
        let mut dice = Twister::from_python_seed(&seed.into());
        let fleets = BySide::from_fn(|_| at_random(&mut dice));
        let mut game = Game::new(&fleets, Side::First);
        let mut hard = Hard::default();
        while game.standing() == Standing::Open && game.turns(Side::First) < 40 {
            let play = hard.choose(&game.knowledge(Side::First), &mut dice);
            assert_eq!(game.refusal(play), None);
            game.play(play);
            random_turn(&mut game, &mut dice);
        }
        assert!(game.hits(Side::First) > 6);
    }
}

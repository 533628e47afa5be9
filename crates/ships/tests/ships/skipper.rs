//! Tests the fair pilot, which knows only what its side sees: where it sends planes, which fields
//! could block its own ships (its doubts), and that its turns are legal.

use crate::game_with;
use broadside_core::board::{Coord, Rect, Side};
use broadside_core::dice::{Dice, Stream, pick};
use broadside_core::{Cancel, Cancelled};
use broadside_ships::rules::fair::{
    FairPilot, Heat, Observer, Pilot, Referee, Skill, best_square, doubts, quiet_turns,
};
use broadside_ships::rules::{Game, Order, Setting, plane_square};
use std::collections::{BTreeSet, HashSet};

fn play(referee: &mut Referee, pilot: &mut FairPilot, dice: &mut Stream) -> Vec<Order> {
    let briefing = referee.open();
    let orders = pilot.turn(&briefing, dice).unwrap();
    referee.play(&orders, &briefing.sketch()).unwrap();
    orders
}

/// In some games the pilot does not place its second carrier in the first turn. If this carrier
/// sent a plane, the referee would refuse the order, and `play` would panic.
#[test]
fn a_carrier_that_is_kept_back_sends_no_plane() {
    let mut kept_back = 0;
    for round in 0..20 {
        let fleets = Side::ALL.map(|side| Setting::Fleet(side, [2, 0, 0, 0]));
        let (mut referee, mut dice) =
            (Referee::new(game_with(fleets)), Stream::new(&3.into(), round));
        let mut pilots = [FairPilot::default(), FairPilot::default()];
        for pilot in &mut pilots {
            let orders = play(&mut referee, pilot, &mut dice);
            let is_placed = |order: &&Order| matches!(order, Order::Place { .. });
            kept_back += usize::from(orders.iter().filter(is_placed).count() == 1);
        }
    }
    assert!(kept_back > 0);
}

/// A doubt is a field where an unseen enemy ship could block a ship that the pilot has not placed
/// yet.
#[test]
fn doubts_end_when_no_own_ship_is_missing() {
    let fleets = Side::ALL.map(|side| Setting::Fleet(side, [1, 0, 0, 0]));
    let game = game_with(fleets.into_iter().chain([Setting::BoardSize(12, 12)]));
    let (mut referee, mut dice) = (Referee::new(game), Stream::new(&3.into(), 0));
    let mut pilots = [FairPilot::default(), FairPilot::default()];
    for turn in 0..4 {
        let doubts = doubts(&referee.open(), &Cancel::default());
        assert_eq!(!doubts.is_empty(), turn < 2, "turn {turn}");
        play(&mut referee, &mut pilots[turn % 2], &mut dice);
    }
}

/// Dice that call a function with the number of the draw, from 0. If the result of the function is
/// too large, the dice give the largest possible result.
struct Falls<F>(u64, F);

impl<F: Fn(u64) -> u64> Dice for Falls<F> {
    fn below(&mut self, n: u64) -> u64 {
        self.0 += 1;
        (self.1)(self.0 - 1).min(n - 1)
    }
}

/// Returns the heat of the first turn: roughly how many enemy segments are expected on each field.
/// The enemy's ships may be anywhere in `start`.
fn heat(start: Rect) -> Heat {
    let game = game_with([
        Setting::BoardSize(80, 160),
        Setting::Start(Side::First, Rect::spanning(Coord::new(0, 90), Coord::new(79, 159))),
        Setting::Start(Side::Second, start),
    ]);
    let (mut referee, mut dice) = (Referee::new(game), Stream::new(&3.into(), 0));
    let briefing = referee.open();
    let mut game = briefing.sketch();
    game.open(briefing.side()).unwrap();
    for order in briefing.placements(&mut dice) {
        game.order(order).unwrap();
    }
    let known = (&BTreeSet::new(), &HashSet::new(), Skill::default().memory);
    let heat = Heat::new(&briefing, &game, known, &mut dice);
    assert_eq!(heat.region(), start);
    heat
}

/// Returns a rectangle whose first row and column are not multiples of 3, the length of the squares
/// that planes see.
fn start(rows: i64, cols: i64) -> Rect {
    Rect::spanning(Coord::new(4, 7), Coord::new(3 + rows, 6 + cols))
}

fn cool_all_but(heat: &mut Heat, is_hot: impl Fn(Coord) -> bool) {
    heat.region().fields().filter(|at| !is_hot(*at)).for_each(|at| heat.cool(at));
}

#[test]
fn planes_over_a_sea_without_clues_lie_side_by_side() {
    for start in [start(6, 9), start(9, 3)] {
        let (mut heat, mut seen) = (heat(start), BTreeSet::new());
        while let Some(at) = best_square(&heat, &mut Falls(0, |_| 0)) {
            for at in plane_square(at).fields() {
                assert!(start.contains(at), "{at:?} is out of {start:?}");
                assert!(seen.insert(at), "{at:?} is seen twice");
                heat.cool(at);
            }
        }
        assert_eq!(seen.len() as u128, start.area());
    }
}

#[test]
fn dice_choose_among_equal_squares() {
    let (found, mut heat) = (Coord::new(8, 12), heat(start(12, 12)));
    cool_all_but(&mut heat, |at| at == found);
    for (number, around) in plane_square(found).fields().enumerate() {
        // Each square draws one of 256 numbers, and the highest wins.
        let fall = |draw| if draw == number as u64 { 255 } else { 0 };
        assert_eq!(best_square(&heat, &mut Falls(0, fall)), Some(around));
    }
}

#[test]
fn dice_never_choose_a_square_that_is_far_worse() {
    let (start, mut dice) = (start(40, 40), Stream::new(&7.into(), 0));
    let fields: Vec<_> = start.fields().collect();
    for _ in 0..20 {
        let hot: HashSet<_> =
            (0..=dice.below(40)).filter_map(|_| pick(&fields, &mut dice)).collect();
        let mut heat = heat(start);
        cool_all_but(&mut heat, |at| hot.contains(&at));
        let weight = |at: Coord| -> f64 { plane_square(at).fields().map(|at| heat.at(at)).sum() };
        let most = heat.region().fields().map(weight).fold(0.0, f64::max);
        let chosen = best_square(&heat, &mut dice).map_or(0.0, weight);
        assert!(chosen * 1.3 >= most, "{chosen} {most}");
    }
}

#[test]
fn a_map_without_heat_gets_no_plane() {
    let mut heat = heat(start(6, 6));
    cool_all_but(&mut heat, |_| false);
    assert_eq!(best_square(&heat, &mut Falls(0, |_| 255)), None);
}

/// Returns a game on a board with a reef. Player A starts in the upper half, B in the lower half.
fn halved((rows, cols): (i64, i64), fleet: [i64; 4]) -> Game {
    let rect = |top, bottom| Rect { top, left: 0, bottom, right: cols - 1 };
    let halves = [rect(0, rows / 2 - 1), rect(rows / 2, rows - 1)];
    let starts = Side::ALL.into_iter().zip(halves).map(|(side, rect)| Setting::Start(side, rect));
    let fleets = Side::ALL.map(|side| Setting::Fleet(side, fleet));
    let board = [Setting::BoardSize(rows, cols), Setting::ExtendedShips];
    let reef = Setting::Reef(Coord::new(rows / 2, cols / 2));
    game_with(board.into_iter().chain(starts).chain(fleets).chain([reef]))
}

/// With this seed no shot hits, so the count grows after both sides have played.
#[test]
fn turns_without_a_hit_are_counted() {
    let mut dice = Stream::new(&3.into(), 0);
    let mut referee = Referee::new(halved((30, 3), [0, 0, 0, 1]));
    let mut pilot = FairPilot::default();
    let counted = (0..6).map(|_| {
        let quiet = quiet_turns(&referee.open()).to_string();
        play(&mut referee, &mut pilot, &mut dice);
        quiet
    });
    assert_eq!(counted.collect::<Vec<_>>().join(" "), "1 1 2 2 3 3");
}

/// The turns are legal even if the board is too small for the fleets.
#[test]
fn planned_turns_are_legal() {
    let boards = [(10, 10), (6, 15), (30, 3), (2, 2), (1, 40), (11, 10)];
    for (number, dims) in (0..).zip(boards) {
        for fleet in [[0, 1, 1, 1], [0, 0, 2, 6], [0, 0, 0, 0]] {
            let mut dice = Stream::new(&3.into(), number);
            let mut referee = Referee::new(halved(dims, fleet));
            let mut pilots = [FairPilot::default(), FairPilot::new(Skill::LEVELS[0])];
            for turn in 0..6 {
                let briefing = referee.open();
                let orders = pilots[turn % 2].turn(&briefing, &mut dice).unwrap();
                let report = referee.play(&orders, &briefing.sketch());
                assert!(report.is_ok(), "{dims:?} {fleet:?}: {report:?}");
            }
        }
    }
}

#[test]
fn a_turn_can_be_cancelled() {
    let (game, mut observer) = (Game::default(), Observer::default());
    observer.open(&game);
    let briefing = observer.briefing(&game, game.expected());
    let planned = |cancel: &Cancel| {
        FairPilot::default().try_turn(&briefing, cancel, &mut Stream::new(&1.into(), 0))
    };
    assert_eq!(planned(&Cancel::after(9)), Err(Cancelled));
    let orders = FairPilot::default().turn(&briefing, &mut Stream::new(&1.into(), 0));
    assert_eq!(planned(&Cancel::default()).ok(), orders.ok());
}

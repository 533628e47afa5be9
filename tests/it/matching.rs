//! Compares automatic shooting with an exhaustive search. Both must find a ship for every target,
//! or fail for the same target.

use crate::games::order;
use broadside::board::{Coord, Heading, Side};
use broadside::rules::ships::{
    CANNON, Class, Game, Health, Order, OrderKind, Setting, ShipName, Unclosed,
};
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The places where the cannon of a ship has been in this turn, and the shots that the ship has
/// left.
#[derive(Clone, Debug)]
struct Gun {
    class: Class,
    places: Vec<Coord>,
    free: u32,
}

type Guns = BTreeMap<ShipName, Gun>;

/// A target without a named ship: a field, or `None` for a spy plane.
type Target = Option<Coord>;

/// Makes a small extended game with automatic shooting. A has as many of `ships` as fit. B has a
/// destroyer in a corner.
fn game(ships: &[(Coord, Heading, Class, [bool; 5])]) -> Game {
    let mut game = Game::default();
    game.set(&Setting::BoardSize(14, 14)).expect("an empty board");
    let corner = (Coord::new(13, 1), Heading::East, Class::Destroyer, [true; 5]);
    for (side, ships) in [(Side::Second, &[corner][..]), (Side::First, ships)] {
        game.set(&Setting::Fleet(side, [12; 4])).expect("no ship is placed");
        let mut sizes = [0; 4];
        for (bow, heading, class, healthy) in ships {
            let index = sizes[*class as usize];
            let health = Health::new(*class, &healthy[..class.length() as usize]);
            let (bow, heading, health) =
                (*bow, *heading, health.expect("the class has this length"));
            if game.set(&Setting::Ship { side, bow, heading, index, health }).is_ok() {
                sizes[*class as usize] += 1;
            }
        }
        game.set(&Setting::Fleet(side, sizes)).expect("just the ships that are placed");
    }
    game.set(&Setting::ExtendedShips).expect("never refused");
    game.set(&Setting::AutoShooting).expect("never refused");
    game
}

fn cannon(game: &Game, name: ShipName) -> Coord {
    let id = game.fleet(Side::First).ship(name).expect("a ship of A");
    game.cannon(id)
}

fn guns(game: &Game) -> Guns {
    let ships = game.fleet(Side::First).ships();
    let armed =
        ships.filter(|(_, id)| game.board().get(*id).is_some_and(|ship| ship.is_healthy(CANNON)));
    armed
        .map(|(name, _)| {
            let places = vec![cannon(game, name)];
            (name, Gun { class: name.class, places, free: name.class.length() })
        })
        .collect()
}

/// Plays the orders; updates `guns` and returns the targets without a named ship.
fn play(game: &mut Game, orders: &[Order], guns: &mut Guns) -> Vec<Target> {
    let mut targets = Vec::new();
    for order in orders {
        if game.order(*order).is_err() {
            continue;
        }
        match (order.kind(), order.ship()) {
            (OrderKind::Place, _) => {}
            (OrderKind::Move, Some(name)) => {
                let place = cannon(game, name);
                if let Some(gun) = guns.get_mut(&name) {
                    gun.places.push(place);
                }
            }
            (_, Some(name)) => spend(guns, name),
            (_, None) => targets.push(order.shot()),
        }
    }
    targets
}

fn spend(guns: &mut Guns, name: ShipName) {
    guns.get_mut(&name).expect("only armed ships shoot").free -= 1;
}

fn takes(gun: &Gun, target: Target) -> bool {
    gun.class == Class::Carrier
        || target.is_some_and(|at| gun.places.iter().any(|p| p.is_within(at, gun.class.length())))
}

/// Tries all assignments. Returns whether every target can be given to a ship.
fn all_matched(targets: &[Target], guns: &mut Vec<Gun>) -> bool {
    let Some((target, rest)) = targets.split_first() else { return true };
    (0..guns.len()).any(|index| {
        if guns[index].free == 0 || !takes(&guns[index], *target) {
            return false;
        }
        guns[index].free -= 1;
        let matched = all_matched(rest, guns);
        guns[index].free += 1;
        matched
    })
}

fn ship() -> impl Strategy<Value = (Coord, Heading, Class, [bool; 5])> {
    let bow = (2..12_i64, 0..14_i64).prop_map(|(row, col)| Coord::new(row, col));
    let heading = proptest::sample::select(&Heading::ALL);
    let healthy = proptest::array::uniform5(prop::bool::weighted(0.9));
    (bow, heading, proptest::sample::select(&Class::ALL), healthy)
}

/// Generates at most 15 orders, for a short search. About half of the orders are targets.
fn orders() -> impl Strategy<Value = Vec<Order>> {
    let field = || (0..14_i64, 0..14_i64).prop_map(|(row, col)| Coord::new(row, col));
    let one = prop_oneof![
        4 => field().prop_map(Order::Shoot),
        1 => field().prop_map(Order::SpyAt),
        6 => order().prop_filter("targets have their own weights", |order| {
            !matches!(order, Order::Shoot(_) | Order::SpyAt(_) | Order::Place { .. })
        }),
    ];
    vec(one, 0..16)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_first_target_without_a_ship_is_blamed(ships in vec(ship(), 1..12), orders in orders()) {
        let mut game = game(&ships);
        let mut guns = guns(&game);
        game.open(Side::First).expect("A begins");
        let targets = play(&mut game, &orders, &mut guns);
        let mut guns: Vec<_> = guns.into_values().collect();
        let blamed = (0..targets.len()).find(|end| !all_matched(&targets[..=*end], &mut guns));
        prop_assert_eq!(game.close().err(), blamed.map(Unclosed::Target));
    }
}

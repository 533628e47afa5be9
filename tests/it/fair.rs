//! Fair play: what a side is told, and what it is not.

use broadside::board::{Coord, Heading, Side};
use broadside::rules::ships::fair::Witness;
use broadside::rules::ships::{Class, Game, Health, Order, Setting, ShipName};

/// Each side has one ship: A a carrier, B a destroyer that A's radar sees half of.
fn duel() -> Game {
    let mut game = Game::default();
    let ships = [
        (Side::First, Coord::new(8, 4), Heading::South, Class::Carrier, [1, 0, 0, 0]),
        (Side::Second, Coord::new(14, 4), Heading::North, Class::Destroyer, [0, 0, 0, 1]),
    ];
    for (side, bow, heading, class, sizes) in ships {
        game.set(&Setting::Fleet(side, sizes)).expect("a fleet");
        let health = Health::from_fn(class, |_| true);
        game.set(&Setting::Ship { side, bow, heading, index: 0, health }).expect("a ship");
    }
    game
}

/// Plays a turn of whoever is expected.
fn turn(game: &mut Game, witness: &mut Witness, orders: &[Order]) {
    game.open(game.expected()).expect("between turns");
    witness.open(game);
    for order in orders {
        witness.order(game, *order).expect("legal");
    }
    game.close().expect("a turn is open");
}

fn told(witness: &Witness, side: Side) -> String {
    let lines: Vec<_> = witness.notes(side).iter().map(ToString::to_string).collect();
    lines.join("; ")
}

#[test]
fn each_side_is_told_its_own_news() {
    let (mut game, mut witness) = (duel(), Witness::default());
    let at = Coord::new;
    turn(&mut game, &mut witness, &[Order::Shoot(at(14, 4)), Order::Shoot(at(14, 4))]);
    turn(&mut game, &mut witness, &[Order::Shoot(at(8, 4)), Order::Spy(0, at(1, 1))][..1]);
    turn(&mut game, &mut witness, &[Order::Spy(0, at(0, 9)), Order::Shoot(at(15, 4))]);
    assert_eq!(
        told(&witness, Side::First),
        "TURN 1; HIT 14 4; MISS 14 4; TURN 2; STRUCK 8 4; SPIED 0 9; HIT 15 4; SUNK DES 0"
    );
    assert_eq!(told(&witness, Side::Second), "TURN 1; STRUCK 14 4; HIT 8 4");
}

#[test]
fn a_briefing_shows_a_ship_of_the_enemy_once_all_of_it_is_in_sight() {
    let (mut game, mut witness) = (duel(), Witness::default());
    let name = ShipName { class: Class::Destroyer, index: 0 };
    let enemy = |game: &Game, witness: &Witness| {
        let briefing = witness.briefing(game, Side::First);
        let enemy: Vec<_> = briefing.enemy().map(|(name, ship)| (name, ship.is_some())).collect();
        (briefing.seen().len(), enemy)
    };
    assert_eq!(enemy(&game, &witness), (0, vec![(name, false)]));
    turn(&mut game, &mut witness, &[Order::Spy(0, Coord::new(13, 4))]);
    assert_eq!(enemy(&game, &witness), (1, vec![(name, false)]));
    turn(&mut game, &mut witness, &[]);
    turn(&mut game, &mut witness, &[Order::Spy(0, Coord::new(15, 4))]);
    assert_eq!(enemy(&game, &witness), (2, vec![(name, true)]));
    assert!(told(&witness, Side::First).ends_with("TURN 2; SEEN 14 4 @; SPIED 15 4"));
}

/// A destroyer placed on row 11 can come three fields nearer with each of its turns, that in which it was
/// placed included.
#[test]
fn waters_grow_with_the_turns_of_the_enemy() {
    let (mut game, mut witness) = (Game::default(), Witness::default());
    let name = ShipName { class: Class::Destroyer, index: 0 };
    turn(&mut game, &mut witness, &[]);
    let place = Order::Place { name, bow: Coord::new(11, 0), heading: Heading::North };
    for top in [8, 5, 2, 0] {
        let orders = if top == 8 { &[place][..] } else { &[] };
        turn(&mut game, &mut witness, orders);
        let briefing = witness.briefing(&game, Side::First);
        assert_eq!(briefing.waters(name).map(|waters| waters.top), Some(top));
        turn(&mut game, &mut witness, &[]);
    }
    let stranger = ShipName { class: Class::Carrier, index: 0 };
    assert_eq!(witness.briefing(&game, Side::First).waters(stranger), None);
}

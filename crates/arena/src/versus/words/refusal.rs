//! Says why an order is refused or illegal.

use super::{Controls, area, called, field, missing};
use broadside_core::board::Hull;
use broadside_ships::rules::fair::{Breach, Briefing, Illegal};
use broadside_ships::rules::{CANNON, Order, Reason, Section, ShipName};

/// Says that the game refused an order, and why. Does not name an unseen ship.
pub fn refused(reason: Reason, order: Order, known: &Briefing, by: &Controls) -> String {
    if reason == Reason::ShipTooClose {
        let seen = enemy_in_the_way(order, known);
        let what = seen.unwrap_or_else(|| "a ship that you do not see".to_owned());
        return format!("refused: {what} is too near");
    }
    format!("refused: {}", why(reason, order, known, by))
}

/// Says that an illegal order is refused, and why: see [`cannot`].
pub fn illegal(illegal: &Illegal, known: &Briefing, by: &Controls) -> String {
    format!("refused: {}", cannot(illegal, known, by))
}

/// Says why an order is illegal.
pub fn cannot(illegal: &Illegal, known: &Briefing, by: &Controls) -> String {
    match illegal.breach {
        Breach::Rule(reason) => why(reason, illegal.order, known, by),
        Breach::OneShot => format!("there is one shot a turn: {} ends your turn", by.end),
        breach @ Breach::Refusals => breach.to_string(),
    }
}

fn why(reason: Reason, order: Order, known: &Briefing, by: &Controls) -> String {
    let name = order.ship();
    let ship = name.map_or_else(|| "it".to_owned(), called);
    match reason {
        Reason::NotAllShipsPlaced if !missing(known).is_empty() => {
            format!("first place your ships: {}; {} does it for you", missing(known), by.place)
        }
        Reason::NotAllShipsPlaced => {
            format!("they have not placed all their ships yet: {} ends your turn", by.end)
        }
        Reason::ShootingTooFar => too_far(name, known),
        Reason::TooManyShots => format!("{ship} has no shots left in this turn"),
        Reason::AllPlanesSent if known.is_extended() => {
            format!("{ship} has no shots or planes left in this turn")
        }
        Reason::AllPlanesSent => format!("{ship} has no planes left in this turn"),
        Reason::ShipMovedAlready => format!("{ship} has no moves left in this turn"),
        Reason::ShipCannotShoot | Reason::CannotSendPlane => {
            format!("the cannon of {ship}, behind its bow, is destroyed")
        }
        Reason::ShipCannotMove => format!("the engine of {ship}, its last segment, is destroyed"),
        Reason::FieldDoesNotExist => {
            format!("the board has {}", area(known.dims().rect(), known.dims().rect()))
        }
        Reason::ShipLeftBoard => format!("{ship} would leave the board"),
        Reason::ShipOnReef => reef_in_the_way(order, known).map_or_else(
            || "a reef is in the way".to_owned(),
            |what| format!("{what} is in the way"),
        ),
        Reason::ShipTooClose => {
            let what = ship_in_the_way(order, known);
            let what = what.unwrap_or_else(|| "another ship".to_owned());
            format!("{what} is too near: ships keep a field apart, corners included")
        }
        Reason::NotInStartingPosition => {
            let board = known.dims().rect();
            let start = known.start(known.side()).common(&board);
            format!("the whole ship must lie in {}", area(start, board))
        }
        Reason::ShotsUnfeasible => unfeasible(order),
        Reason::ShipAlreadyPresent => format!("{ship} is placed already"),
        Reason::ClassComplete | Reason::ShipDoesNotExist => format!("you have no {ship}"),
        Reason::OtherPlayerExpected
        | Reason::FleetSizeNegative
        | Reason::FleetTooLarge
        | Reason::FleetTooSmall
        | Reason::BoardSizeNotPositive
        | Reason::BoardTooSmall
        | Reason::ReefOffBoard
        | Reason::BasicShotDisabled
        | Reason::ExtendedShipsOff
        | Reason::AutoShootingOff
        | Reason::BoardTooLargeToPrint
        | Reason::TurnOpen
        | Reason::NoTurnOpen => reason.to_string(),
    }
}

fn unfeasible(order: Order) -> String {
    match order {
        Order::Shoot(at) => format!("none of your ships with shots left reaches {}", field(at)),
        Order::SpyAt(_) => "you have no carrier with planes left".to_owned(),
        Order::Place { .. } | Order::Fire(..) | Order::Move(..) | Order::Spy(..) => {
            "it would change the result of an earlier shot of this turn".to_owned()
        }
    }
}

fn too_far(name: Option<ShipName>, known: &Briefing) -> String {
    let found = name.and_then(|name| Some((name, known.own().get(&name)?)));
    let Some((name, ship)) = found else { return "that is too far".to_owned() };
    let cannon = ship.hull().field(CANNON);
    let range = name.class.length();
    format!("too far: {} reaches {range} fields from its cannon at {}", called(name), field(cannon))
}

/// Returns the fields that a ship would lie on after the order. Returns `None` if the order moves no
/// ship.
fn new_hull(order: Order, known: &Briefing) -> Option<Hull> {
    let name = order.ship()?;
    match order {
        Order::Place { bow, heading, .. } => Hull::new(bow, heading, name.class.length()),
        Order::Move(_, way) => known.own().get(&name)?.hull().moved(way),
        Order::Shoot(_) | Order::Fire(..) | Order::Spy(..) | Order::SpyAt(_) => None,
    }
}

/// Names a reef on the ship's new place.
fn reef_in_the_way(order: Order, known: &Briefing) -> Option<String> {
    let at = new_hull(order, known)?.fields().find(|at| known.sea().reef_at(*at))?;
    Some(format!("a reef at {}", field(at)))
}

/// Names an enemy ship that the person sees at most one field away from the ship's new place.
fn enemy_in_the_way(order: Order, known: &Briefing) -> Option<String> {
    let near = new_hull(order, known)?.rect().grown(1);
    let (at, section) = known.seen().iter().find(|(at, _)| near.contains(*at))?;
    let what = if *section == Section::Destroyed { "a wreck" } else { "a ship of theirs" };
    Some(format!("{what} that you see at {}", field(*at)))
}

/// Names a ship that the person sees at most one field away from the ship's new place.
pub(in crate::versus) fn ship_in_the_way(order: Order, known: &Briefing) -> Option<String> {
    if let Some(enemy) = enemy_in_the_way(order, known) {
        return Some(enemy);
    }
    let near = new_hull(order, known)?.rect().grown(1);
    let name = order.ship()?;
    let own = known.own().iter().filter(|(other, _)| **other != name);
    let mut fields = own.flat_map(|(name, ship)| ship.hull().fields().map(move |at| (name, at)));
    let (other, at) = fields.find(|(_, at)| near.contains(*at))?;
    Some(format!("your {} at {}", called(*other), field(at)))
}

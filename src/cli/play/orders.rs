//! Which orders a request may mean in a game, and which to advise.

use super::entry::{Called, Request, class_name};
use super::words;
use broadside::arena::versus::{Rejected, Versus};
use broadside::board::Coord;
use broadside::rules::ships::fair::{Breach, Briefing, Illegal};
use broadside::rules::ships::{Class, Order, Reason, ShipName};

/// The orders that a request may mean: of a shot or a plane, one after the other until one is legal.
pub(super) fn meant(request: &Request, game: &Versus) -> Result<Vec<Order>, String> {
    let known = game.briefing();
    match request {
        Request::Place(ship, bow, heading) => {
            let taken = |index| known.own().contains_key(&ShipName { class: ship.class, index });
            let size = known.sizes(known.side())[ship.class as usize];
            let free = || (0..size).find(|index| !taken(*index)).unwrap_or_default();
            let name = ShipName { class: ship.class, index: ship.index.unwrap_or_else(free) };
            Ok(vec![Order::Place { name, bow: *bow, heading: *heading }])
        }
        Request::Move(ship, ways) => {
            let name = only(*ship, &known)?;
            Ok(ways.iter().map(|way| Order::Move(name, *way)).collect())
        }
        Request::Shoot(ship, at) if !known.is_extended() || known.is_auto_shooting() => {
            Ok(match ship {
                Some(ship) if known.is_extended() => vec![Order::Fire(only(*ship, &known)?, *at)],
                _ => vec![Order::Shoot(*at)],
            })
        }
        Request::Shoot(Some(Called { class, index: Some(index) }), at) => {
            Ok(vec![Order::Fire(ShipName { class: *class, index: *index }, *at)])
        }
        Request::Shoot(ship, at) => {
            let names = ships(ship.map(|ship| ship.class), &known);
            gunners(names, |name| Order::Fire(name, *at))
        }
        Request::Spy(Some(index), at) => Ok(vec![Order::Spy(*index, *at)]),
        Request::Spy(None, at) => {
            gunners(ships(Some(Class::Carrier), &known), |name| Order::Spy(name.index, *at))
        }
    }
}

/// The own ships, of one class or all, the least far-reaching ones first.
fn ships(class: Option<Class>, known: &Briefing) -> Vec<ShipName> {
    let is_meant = |name: &&ShipName| class.is_none_or(|class| class == name.class);
    let mut names: Vec<_> = known.own().keys().filter(is_meant).copied().collect();
    names.sort_by_key(|name| (name.class.length(), name.index));
    names
}

/// The ship that is called so.
fn only(ship: Called, known: &Briefing) -> Result<ShipName, String> {
    let Called { class, index } = ship;
    if let Some(index) = index {
        return Ok(ShipName { class, index });
    }
    match ships(Some(class), known)[..] {
        [name] => Ok(name),
        [] => Err(format!("you have no {} on the board", class_name(class))),
        [first, .., last] => {
            let (class, first, last) = (class_name(class), first.index, last.index);
            Err(format!("which {class}? say its number, {first} to {last}, before its class"))
        }
    }
}

/// One order for each ship.
fn gunners(names: Vec<ShipName>, order: impl Fn(ShipName) -> Order) -> Result<Vec<Order>, String> {
    if names.is_empty() {
        return Err("you have no such ship on the board; `.place` places missing ones".to_owned());
    }
    Ok(names.into_iter().map(order).collect())
}

/// Of two refusals the one that tells a person more: that a shot is too far tells less than that the game
/// does not allow shots, more than that a ship has none left.
pub(super) fn worse(old: Option<Illegal>, new: Illegal) -> Option<Illegal> {
    let worth = |illegal: &Illegal| match illegal.breach {
        Breach::Rule(Reason::NotAllShipsPlaced | Reason::FieldDoesNotExist) => 3,
        Breach::Rule(Reason::ShootingTooFar) => 2,
        Breach::Rule(Reason::TooManyShots | Reason::AllPlanesSent) => 1,
        Breach::Rule(_) | Breach::OneShot | Breach::Refusals => 0,
    };
    old.filter(|old| worth(old) >= worth(&new)).or(Some(new))
}

/// The order that the fair pilot would give next, and why; none where it would end the turn. An order that
/// was refused in this turn is never advised again.
pub(super) fn advised(game: &Versus, hint: &[Order]) -> Option<(Order, String)> {
    let refused = |order: &Order| {
        game.steps().iter().any(|step| step.order == *order && step.outcome.is_err())
    };
    let is_possible =
        |order: &Order| !matches!(game.clone().order(*order), Err(Rejected::Illegal(_)));
    let order = *hint.iter().find(|order| !refused(order) && is_possible(order))?;
    Some((order, why(order, &game.briefing())))
}

/// Why an order is a good one.
fn why(order: Order, known: &Briefing) -> String {
    let sees = |at: Coord| known.seen().iter().any(|(seen, _)| *seen == at);
    match order {
        Order::Place { .. } => "your ships come before everything else".to_owned(),
        Order::Shoot(at) | Order::Fire(_, at) if sees(at) => {
            "you see a part of a ship of theirs there".to_owned()
        }
        Order::Shoot(_) | Order::Fire(..) => {
            "by all that you know, a ship of theirs is most likely there".to_owned()
        }
        Order::Move(name, _) if known.seen().is_empty() => {
            format!("nothing of theirs is in sight, so {} goes looking", words::called(name))
        }
        Order::Move(name, _) => {
            format!("{} gets a better place for its guns", words::called(name))
        }
        Order::Spy(..) | Order::SpyAt(_) => "a plane shows the square around it".to_owned(),
    }
}

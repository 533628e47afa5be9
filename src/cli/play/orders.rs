//! Which orders a request may mean in a game.

use super::entry::{Called, Request};
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::class_name;
use broadside::rules::ships::{Class, Order, ShipName};

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
            let name = only(*ship, game)?;
            Ok(ways.iter().map(|way| Order::Move(name, *way)).collect())
        }
        Request::Shoot(ship, at) if !known.is_extended() || known.is_auto_shooting() => {
            Ok(match ship {
                Some(ship) if known.is_extended() => vec![Order::Fire(only(*ship, game)?, *at)],
                _ => vec![Order::Shoot(*at)],
            })
        }
        Request::Shoot(Some(Called { class, index: Some(index) }), at) => {
            Ok(vec![Order::Fire(ShipName { class: *class, index: *index }, *at)])
        }
        Request::Shoot(ship, at) => {
            let names = game.gunners(ship.map(|ship| ship.class));
            gunners(names, |name| Order::Fire(name, *at))
        }
        Request::Spy(Some(index), at) => Ok(vec![Order::Spy(*index, *at)]),
        Request::Spy(None, at) => {
            gunners(game.gunners(Some(Class::Carrier)), |name| Order::Spy(name.index, *at))
        }
    }
}

/// The ship that is called so.
fn only(ship: Called, game: &Versus) -> Result<ShipName, String> {
    let Called { class, index } = ship;
    if let Some(index) = index {
        return Ok(ShipName { class, index });
    }
    match game.gunners(Some(class))[..] {
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

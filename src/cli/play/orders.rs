//! Finds the orders that a typed request can mean in a game. Also says why the person cannot give
//! an order, or should not.

use super::entry::{Called, Form, Request};
use crate::cli::boards;
use broadside::arena::versus::Versus;
use broadside::arena::versus::words::{self, Controls, called, class_name, field};
use broadside::board::{Coord, Rect, Ship};
use broadside::rules::ships::fair::{Breach, Illegal};
use broadside::rules::ships::{Class, Order, Reason, ShipName};
use broadside::text::Visible;
use std::collections::HashMap;

/// Returns the order in the form that `.help` lists.
pub(super) fn typed(order: Order) -> String {
    let text = match order {
        Order::Place { name: ShipName { class, index }, bow, heading } => {
            format!("place {index} {} {} {heading}", class.name(), field(bow))
        }
        Order::Fire(..) | Order::Move(..) | Order::Shoot(_) | Order::Spy(..) | Order::SpyAt(_) => {
            order.to_string()
        }
    };
    text.to_ascii_lowercase()
}

/// Returns the orders that a request can mean. A request to move means all of these orders, one
/// after the other. A request to shoot or to send a plane means only the first legal order.
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
        Request::Shoot(..) | Request::Spy(None, _) if known.own().is_empty() => {
            Err("first place your ships: `.place`".to_owned())
        }
        Request::Shoot(ship, at) => {
            let names = game.ships_by_range(ship.map(|ship| ship.class));
            order_each(names, |name| Order::Fire(name, *at))
        }
        Request::Spy(Some(index), at) => Ok(vec![Order::Spy(*index, *at)]),
        Request::Spy(None, at) => order_each(game.ships_by_range(Some(Class::Carrier)), |name| {
            Order::Spy(name.index, *at)
        }),
    }
}

/// Says why an order is illegal. If the target is too far away, also says which ships reach it now.
pub(super) fn refused(illegal: &Illegal, game: &Versus) -> String {
    let text = words::illegal(illegal, &game.briefing(), &Controls::TYPED);
    let Some(at) = beyond(illegal) else { return text };
    match &reaching(at, game)[..] {
        [] => format!(
            "{text}; none of your ships with shots left reaches {}: move a ship nearer",
            field(at)
        ),
        [first, ..] => {
            let class = class_name(first.class);
            format!("{text}; {}: `shoot {} {class:.3} {}`", reach(at, game), first.index, field(at))
        }
    }
}

/// Says in few words why an order is illegal, for the hint after the typed line.
pub(super) fn cannot(illegal: &Illegal, game: &Versus) -> String {
    match beyond(illegal) {
        Some(at) => format!("too far; {}", reach(at, game)),
        None => words::cannot(illegal, &game.briefing(), &Controls::TYPED),
    }
}

/// Returns the target of an illegal order, if the target is too far away.
fn beyond(illegal: &Illegal) -> Option<Coord> {
    let is_far = matches!(illegal.breach, Breach::Rule(Reason::ShootingTooFar));
    illegal.order.target().filter(|_| is_far)
}

fn reach(at: Coord, game: &Versus) -> String {
    let names: Vec<_> = reaching(at, game).into_iter().map(called).collect();
    match &names[..] {
        [] => "none of your ships with shots left reaches it".to_owned(),
        [one] => format!("{one} reaches it"),
        [all @ .., last] => format!("{} and {last} reach it", all.join(", ")),
    }
}

fn reaching(at: Coord, game: &Versus) -> Vec<ShipName> {
    let names = game.ships_by_range(None).into_iter();
    names.filter(|name| game.check(Order::Fire(*name, at)).is_ok()).collect()
}

/// Returns why the person must confirm an order before it is carried out, if it is one of these:
///
/// - a shot that hits a healthy part of the person's own ship;
/// - a shot that is probably wasted: see [`words::wasted`];
/// - a plane to a field outside the board.
///
/// An illegal order is never carried out, so it needs no confirmation. `shots` has the fields where
/// the board still shows a shot of the person; true is a hit.
pub(super) fn doubt(
    request: &Request,
    game: &Versus,
    shots: &HashMap<Coord, bool>,
) -> Option<String> {
    let doubt = match request {
        Request::Shoot(_, at) => doubt_of_shot(*at, game, shots)?,
        Request::Spy(_, at) => off_board(*at, game)?,
        Request::Place(..) | Request::Move(..) => return None,
    };
    let is_possible = meant(request, game).is_ok_and(|all| game.first_legal(&all).is_ok());
    is_possible.then_some(doubt)
}

fn doubt_of_shot(at: Coord, game: &Versus, shots: &HashMap<Coord, bool>) -> Option<String> {
    let known = game.briefing();
    let is_hit =
        |ship: &Ship| ship.hull().segment_at(at).is_some_and(|segment| ship.is_healthy(segment));
    match known.own().iter().find(|(_, ship)| is_hit(ship)) {
        Some((name, _)) => Some(format!("your own {} lies there", called(*name))),
        None => words::wasted(at, &known, shots.get(&at).copied()).map(str::to_owned),
    }
}

pub(super) fn off_board(at: Coord, game: &Versus) -> Option<String> {
    boards::off_board(at, game.briefing().dims())
}

/// Says which form a request must have. `misfit` is a typed word that does not fit `form`.
pub(super) fn malformed(form: &Form, misfit: Option<&str>, game: &Versus) -> String {
    let word = misfit.map(|word| format!("`{}` does not fit: ", Visible(word.as_bytes())));
    let (word, example) = (word.unwrap_or_default(), example(form, game));
    format!("{word}the form is `{}`, as in `{example}`", form.text)
}

/// Returns an example of an order. Its field lies on the board. If possible, the field of a
/// placement lies where the person's ships start.
pub(super) fn example(form: &Form, game: &Versus) -> String {
    let known = game.briefing();
    let board = known.dims().rect();
    let start = known.start(known.side()).common(&board);
    let is_there = form.text.starts_with("place") && !start.is_empty();
    form.example(if is_there { inside(start, 1, 3) } else { inside(board, 7, 4) })
}

/// Returns the field `down` rows and `right` columns from the top left corner of `rect`. If this
/// field is outside `rect`, returns the nearest field inside.
pub(super) fn inside(rect: Rect, down: i64, right: i64) -> Coord {
    let Rect { top, left, bottom, right: end } = rect;
    Coord::new(top.saturating_add(down).min(bottom), left.saturating_add(right).min(end))
}

/// Returns the name of a ship. Without a number, the person must have exactly one ship of the
/// class.
fn only(ship: Called, game: &Versus) -> Result<ShipName, String> {
    let Called { class, index } = ship;
    if let Some(index) = index {
        return Ok(ShipName { class, index });
    }
    match game.ships_by_range(Some(class))[..] {
        [name] => Ok(name),
        [] => Err(format!("you have no {} on the board", class_name(class))),
        [first, .., last] => {
            let (class, first, last) = (class_name(class), first.index, last.index);
            Err(format!("which {class}? say its number, {first} to {last}, before its class"))
        }
    }
}

fn order_each(
    names: Vec<ShipName>,
    order: impl Fn(ShipName) -> Order,
) -> Result<Vec<Order>, String> {
    if names.is_empty() {
        return Err("you have no such ship on the board; `.place` places missing ones".to_owned());
    }
    Ok(names.into_iter().map(order).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::board::Heading;

    #[test]
    fn a_placement_has_the_form_that_the_help_lists() {
        let (name, bow) = (ShipName { class: Class::Carrier, index: 0 }, Coord::new(0, 5));
        let order = Order::Place { name, bow, heading: Heading::West };
        assert_eq!(typed(order), "place 0 car 0 5 w");
    }
}

//! Lists the orders that may be given.

use broadside::board::{Coord, Heading, Manoeuvre, Side};
use broadside::rules::ships::{Class, Game, Order, ShipName};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The largest board whose orders are listed, in fields.
const MOST_FIELDS: u128 = 1 << 16;

/// Returns the legal orders of the player whose turn is open: placements, moves, spy planes and
/// shots. Of each class, only the missing ship with the smallest number is offered.
pub(crate) fn legal(game: &Game) -> PyResult<Vec<Order>> {
    let dims = game.board().dims();
    if dims.area() > MOST_FIELDS {
        return Err(PyValueError::new_err(format!(
            "expected a board of at most {MOST_FIELDS} fields, found {} x {}",
            dims.rows(),
            dims.cols()
        )));
    }
    let mut orders = Vec::new();
    let mut offer = |order: Order| {
        if game.check(&order).is_ok() {
            orders.push(order);
        }
    };
    if let Some(side) = game.moving() {
        missing(game, side).for_each(|name| places(game, name).for_each(&mut offer));
        let ships: Vec<_> = game.fleet(side).ships().map(|(name, _)| name).collect();
        for name in &ships {
            for manoeuvre in Manoeuvre::ALL {
                offer(Order::Move(*name, manoeuvre));
            }
        }
        for at in dims.rect().fields() {
            targets(&ships, at).for_each(&mut offer);
        }
    }
    Ok(orders)
}

/// Returns, for each class, the missing ship with the smallest number.
fn missing(game: &Game, side: Side) -> impl Iterator<Item = ShipName> + use<'_> {
    let fleet = game.fleet(side);
    Class::ALL.into_iter().filter_map(move |class| {
        let names = (0..fleet.size(class)).map(|index| ShipName { class, index });
        names.into_iter().find(|name| fleet.ship(*name).is_none())
    })
}

fn places(game: &Game, name: ShipName) -> impl Iterator<Item = Order> + use<'_> {
    let fields = game.board().dims().rect().fields();
    fields.flat_map(move |bow| {
        Heading::ALL.into_iter().map(move |heading| Order::Place { name, bow, heading })
    })
}

/// Returns the shots and spy planes that may go to a field.
fn targets(ships: &[ShipName], at: Coord) -> impl Iterator<Item = Order> + use<'_> {
    let planes = ships.iter().filter(|name| name.class == Class::Carrier);
    let planes = planes.map(move |name| Order::Spy(name.index, at));
    let shots = ships.iter().map(move |name| Order::Fire(*name, at));
    [Order::Shoot(at), Order::SpyAt(at)].into_iter().chain(planes).chain(shots)
}

//! Removes ships from a script, and makes the numbers in `SET_FLEET` smaller.

use super::Shrinker;
use super::values::settings_mut;
use crate::draft::{Block, Draft};
use broadside_core::board::Side;
use broadside_ships::rules::{Class, Fleet, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};

/// A ship with this number or a higher number is removed only if a command names the ship.
const NUMBERS_CONSIDERED: i64 = 12;

impl Shrinker<'_, '_> {
    pub(super) fn drop_ships(&mut self) {
        for (side, name) in ships(&self.best.draft) {
            let draft = without_ship(&self.best.draft, side, name);
            self.attempt(draft);
        }
    }

    /// Tries two smaller fleets for each player. The first has only the ships that get orders after
    /// they are placed. The second is just large enough for the ships that are placed.
    pub(super) fn trim_fleets(&mut self) {
        for side in Side::ALL {
            let draft = with_ships_in_use(&self.best.draft, side);
            self.attempt(draft);
            let placed = placed_sizes(&self.best.draft, side);
            let mut draft = self.best.draft.clone();
            fleets_mut(&mut draft, side).for_each(|sizes| *sizes = placed);
            self.attempt(draft);
        }
    }
}

fn fleets_mut(draft: &mut Draft, side: Side) -> impl Iterator<Item = &mut [i64; 4]> {
    settings_mut(draft).filter_map(move |setting| {
        let Setting::Fleet(owner, sizes) = setting else { return None };
        (*owner == side).then_some(sizes)
    })
}

fn named_ship(command: &Command, group: Group) -> Option<(Side, ShipName)> {
    if let Command::Set(setting) = command {
        return setting.ship();
    }
    let (Command::Order(order), Group::Turn(side)) = (command, group) else { return None };
    Some((side, order.ship()?))
}

/// Returns the ships that commands name, and the ships of the fleets that `SET_FLEET` sets, in
/// descending order. Of these fleets, takes only ships with numbers below [`NUMBERS_CONSIDERED`].
fn ships(draft: &Draft) -> Vec<(Side, ShipName)> {
    let mut ships: Vec<_> =
        draft.commands().filter_map(|(group, command)| named_ship(command, group)).collect();
    for (_, command) in draft.commands() {
        if let Command::Set(Setting::Fleet(side, sizes)) = command {
            for (class, size) in Class::ALL.into_iter().zip(sizes) {
                let numbers = 0..NUMBERS_CONSIDERED.min(*size);
                ships.extend(numbers.map(|index| (*side, ShipName { class, index })));
            }
        }
    }
    ships.sort_unstable_by(|a, b| b.cmp(a));
    ships.dedup();
    ships
}

/// Removes a ship from its fleet, removes all commands that name the ship, and closes the gap in
/// the numbers of its class.
fn without_ship(draft: &Draft, side: Side, name: ShipName) -> Draft {
    let mut draft = draft.clone();
    for block in &mut draft.blocks {
        let group = block.group;
        block.commands.retain(|command| named_ship(command, group) != Some((side, name)));
        for command in &mut block.commands {
            let is_later = named_ship(command, group).is_some_and(|(owner, other)| {
                owner == side && other.class == name.class && other.index > name.index
            });
            if let Some(index) = index_mut(command).filter(|_| is_later) {
                *index -= 1;
            }
        }
    }
    for sizes in fleets_mut(&mut draft, side) {
        sizes[name.class as usize] = sizes[name.class as usize].saturating_sub(1).max(0);
    }
    draft
}

fn with_ships_in_use(draft: &Draft, side: Side) -> Draft {
    let of_side = |(owner, _): &(Side, ShipName)| *owner == side;
    let used: Vec<_> = draft
        .commands()
        .filter(|(_, command)| !places(command))
        .filter_map(|(group, command)| named_ship(command, group))
        .filter(of_side)
        .collect();
    let mut draft = draft.clone();
    if fleets_mut(&mut draft, side).next().is_none() {
        let commands = vec![Command::Set(Setting::Fleet(side, Fleet::DEFAULT_SIZES))];
        draft.blocks.insert(0, Block { commands, ..Block::new(Group::State) });
    }
    for (_, name) in ships(&draft).into_iter().filter(|ship| of_side(ship) && !used.contains(ship))
    {
        draft = without_ship(&draft, side, name);
    }
    draft
}

const fn places(command: &Command) -> bool {
    matches!(command, Command::Set(Setting::Ship { .. }) | Command::Order(Order::Place { .. }))
}

pub(crate) const fn index_mut(command: &mut Command) -> Option<&mut i64> {
    if let Command::Set(Setting::Ship { index, .. }) = command {
        return Some(index);
    }
    if let Command::Order(order) = command { order.index_mut() } else { None }
}

/// Returns the sizes of the smallest fleet that has all placed ships. Ignores ships with numbers of
/// [`NUMBERS_CONSIDERED`] or more.
fn placed_sizes(draft: &Draft, side: Side) -> [i64; 4] {
    let mut sizes = [0; 4];
    let placing = draft.commands().filter(|(_, command)| places(command));
    let placed = placing.filter_map(|(group, command)| named_ship(command, group));
    for (_, name) in placed.filter(|(owner, _)| *owner == side) {
        if (0..NUMBERS_CONSIDERED).contains(&name.index) {
            let least = &mut sizes[name.class as usize];
            *least = (*least).max(name.index.saturating_add(1));
        }
    }
    sizes
}

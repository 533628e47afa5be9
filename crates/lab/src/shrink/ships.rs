//! Dropping ships, together with their numbers in `SET_FLEET`.

use super::Shrinker;
use crate::draft::{Block, Draft};
use broadside_core::board::Side;
use broadside_ships::rules::{Class, Fleet, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};

/// The most ships that are counted down in `SET_FLEET`.
const MOST: i64 = 12;

impl Shrinker<'_, '_> {
    /// Drops each ship with all its orders; later ones of its class get its number.
    pub(super) fn drop_ships(&mut self) {
        for (side, name) in ships(&self.best.draft) {
            let draft = without_ship(&self.best.draft, side, name);
            self.attempt(draft);
        }
    }

    /// Gives each side just the ships that are placed: smaller numbers, or a `SET_FLEET` that makes
    /// orders to place ships superfluous.
    pub(super) fn trim_fleets(&mut self) {
        for side in Side::ALL {
            let draft = with_ships_in_use(&self.best.draft, side);
            self.attempt(draft);
            let placed = placed_sizes(&self.best.draft, side);
            let mut draft = self.best.draft.clone();
            for setting in settings_mut(&mut draft) {
                if let Setting::Fleet(owner, sizes) = setting
                    && *owner == side
                {
                    *sizes = placed;
                }
            }
            self.attempt(draft);
        }
    }
}

/// Whose ship a command is about, and which.
fn subject(command: &Command, group: Group) -> Option<(Side, ShipName)> {
    if let Command::Set(setting) = command {
        return setting.ship();
    }
    let (Command::Order(order), Group::Turn(side)) = (command, group) else { return None };
    Some((side, order.ship()?))
}

/// All ships that a script speaks of or counts, the last ones first.
fn ships(draft: &Draft) -> Vec<(Side, ShipName)> {
    let mut ships: Vec<_> =
        draft.commands().filter_map(|(group, command)| subject(command, group)).collect();
    for (_, command) in draft.commands() {
        if let Command::Set(Setting::Fleet(side, sizes)) = command {
            for (class, size) in Class::ALL.into_iter().zip(sizes) {
                ships.extend((0..MOST.min(*size)).map(|index| (*side, ShipName { class, index })));
            }
        }
    }
    ships.sort_unstable_by(|a, b| b.cmp(a));
    ships.dedup();
    ships
}

fn without_ship(draft: &Draft, side: Side, name: ShipName) -> Draft {
    let mut draft = draft.clone();
    for block in &mut draft.blocks {
        let group = block.group;
        block.commands.retain(|command| subject(command, group) != Some((side, name)));
        for command in &mut block.commands {
            let later = subject(command, group).is_some_and(|(owner, other)| {
                owner == side && other.class == name.class && other.index > name.index
            });
            renumber(command, side, name.class, later);
        }
    }
    draft
}

/// The script with a `SET_FLEET` for just those ships of `side` that are ordered about.
fn with_ships_in_use(draft: &Draft, side: Side) -> Draft {
    let of_side = |(owner, _): &(Side, ShipName)| *owner == side;
    let used: Vec<_> = draft
        .commands()
        .filter(|(_, command)| !places(command))
        .filter_map(|(group, command)| subject(command, group))
        .filter(of_side)
        .collect();
    let mut draft = draft.clone();
    let is_set = draft.commands().any(|(_, command)| sets_fleet(command, side));
    if !is_set {
        let mut block = Block::new(Group::State);
        block.commands.push(Command::Set(Setting::Fleet(side, Fleet::DEFAULT_SIZES)));
        draft.blocks.insert(0, block);
    }
    for ship in ships(&draft).into_iter().filter(of_side).filter(|ship| !used.contains(ship)) {
        draft = without_ship(&draft, side, ship.1);
    }
    draft
}

fn sets_fleet(command: &Command, side: Side) -> bool {
    matches!(command, Command::Set(Setting::Fleet(owner, _)) if *owner == side)
}

const fn places(command: &Command) -> bool {
    matches!(command, Command::Set(Setting::Ship { .. }) | Command::Order(Order::Place { .. }))
}

/// Counts one ship less of a class: in `SET_FLEET`, and in the name of a later ship.
fn renumber(command: &mut Command, side: Side, class: Class, later: bool) {
    if let Command::Set(Setting::Fleet(owner, sizes)) = command
        && *owner == side
    {
        sizes[class as usize] = (sizes[class as usize] - 1).max(0);
    }
    if !later {
        return;
    }
    if let Command::Set(Setting::Ship { index, .. }) = command {
        *index -= 1;
    }
    if let Command::Order(order) = command
        && let Some(index) = order.index_mut()
    {
        *index -= 1;
    }
}

/// For each class of `side` one more than the largest number that is placed.
fn placed_sizes(draft: &Draft, side: Side) -> [i64; 4] {
    let mut sizes = [0; 4];
    for (group, command) in draft.commands() {
        if let (true, Some((owner, name))) = (places(command), subject(command, group))
            && owner == side
            && (0..MOST).contains(&name.index)
        {
            let least = &mut sizes[name.class as usize];
            *least = (*least).max(name.index + 1);
        }
    }
    sizes
}

fn settings_mut(draft: &mut Draft) -> impl Iterator<Item = &mut Setting> {
    let commands = draft.blocks.iter_mut().flat_map(|block: &mut Block| &mut block.commands);
    commands.filter_map(
        |command| if let Command::Set(setting) = command { Some(setting) } else { None },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_goes_with_all_that_is_said_of_it() {
        let draft = |script: &[u8]| Draft::parse(script).unwrap();
        let whole = draft(
            b"[state]\nSHIP A 1 1 N 0 DES 11\nSHIP B 5 5 N 0 DES 11\n[state]\n\
              [playerA]\nMOVE 0 DES F\nPRINT 0\n[playerA]\n",
        );
        let name = ShipName { class: Class::Destroyer, index: 0 };
        assert_eq!(ships(&whole), [(Side::Second, name), (Side::First, name)]);
        let left =
            draft(b"[state]\nSHIP B 5 5 N 0 DES 11\n[state]\n[playerA]\nPRINT 0\n[playerA]\n");
        assert_eq!(without_ship(&whole, Side::First, name), left);
    }
}

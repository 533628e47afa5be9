//! Draws scripts that are similar to a given script. Two misreadings (wrong ways to read a rule)
//! may by chance give the same answer to one script. Then a similar script can tell them apart.

use crate::draft::{Block, Draft, Line};
use crate::generate::Chance;
use crate::shrink::swapped;
use broadside_core::board::{Coord, Heading, Manoeuvre, Side};
use broadside_core::dice::Stream;
use broadside_ships::rules::{Class, Detail, Health, Order, Setting, ShipName};
use broadside_ships::script::ast::{Command, Group};
use std::collections::HashSet;

/// Returns scripts similar to `draft`, each only once. The same draft always gives the same
/// scripts. The series ends when no new script is found.
pub fn neighbours(draft: &Draft) -> impl Iterator<Item = Draft> + '_ {
    let mut change = Change(Chance(Stream::new(&0.into(), 0)));
    let mut known = HashSet::from([draft.to_bytes()]);
    let other = move || {
        (0..TRIES).find_map(|_| {
            let other = change.draft(draft);
            known.insert(other.to_bytes()).then_some(other)
        })
    };
    std::iter::from_fn(other)
}

/// Returns scripts similar to `draft`, each only once: `draft` with the players swapped, `draft`
/// with a turn split in two, and up to `count` neighbours of these two and of `draft`. A mistake
/// may show only for one player or only within one turn.
pub(super) fn similar(draft: &Draft, count: usize) -> Vec<Draft> {
    let variants = [draft.clone(), for_other_player(draft), in_two_turns(draft)];
    let mut series = variants.each_ref().map(neighbours);
    let order = [0, 0, 1, 0, 0, 2].into_iter().cycle().take(count);
    let drawn = order.filter_map(|number| series[number].next());
    let mut known = HashSet::from([draft.to_bytes()]);
    let all = variants[1..].iter().cloned().chain(drawn);
    all.filter(|draft| known.insert(draft.to_bytes())).collect()
}

/// Swaps the players. If B begins then and no `NEXT_PLAYER` says so, adds an empty turn of A. Does
/// not add `NEXT_PLAYER`, because a half-finished program may not know this command.
fn for_other_player(draft: &Draft) -> Draft {
    let mut draft = swapped(draft);
    let first = draft.blocks.iter().position(|block| block.group != Group::State);
    let is_next = |command: &Command| matches!(command, Command::Set(Setting::NextPlayer(_)));
    if let Some(at) = first
        && draft.blocks[at].group == Group::Turn(Side::Second)
        && !draft.commands().any(|(_, command)| is_next(command))
    {
        draft.blocks.insert(at, Block::new(Group::Turn(Side::First)));
    }
    draft
}

/// Splits the last turn with several commands, and puts an empty turn of the other player between
/// the two halves.
fn in_two_turns(draft: &Draft) -> Draft {
    let mut draft = draft.clone();
    let is_long = |block: &Block| block.group != Group::State && block.commands.len() > 1;
    if let Some(at) = draft.blocks.iter().rposition(is_long)
        && let Group::Turn(side) = draft.blocks[at].group
    {
        let first = &mut draft.blocks[at];
        let commands = first.commands.split_off(first.commands.len() / 2);
        let second = Block { commands, ..first.clone() };
        first.intruded = false;
        let end = at + 1;
        draft.blocks.splice(end..end, [Block::new(Group::Turn(side.other())), second]);
    }
    draft
}

/// The largest number of scripts that are drawn to find a new one.
const TRIES: usize = 20;

/// Draws random changes of a script.
struct Change(Chance);

impl Change {
    /// Returns the script after one to three changes. In half of the draws, also adds a command
    /// that prints.
    fn draft(&mut self, draft: &Draft) -> Draft {
        let mut draft = draft.clone();
        for _ in 0..=self.0.below(3) {
            self.once(&mut draft);
        }
        if self.0.below(2) == 0 {
            self.show(&mut draft);
        }
        draft
    }

    fn once(&mut self, draft: &mut Draft) {
        let commands = draft.places().filter_map(|at| match at.line {
            Line::Command(number) => Some((at.block, number)),
            Line::Open | Line::Intruder | Line::Close => None,
        });
        let commands: Vec<_> = commands.collect();
        let Some((block, at)) = self.0.pick(&commands) else { return self.switch(draft) };
        let commands = &mut draft.blocks[block].commands;
        match self.0.below(12) {
            0 => drop(commands.remove(at)),
            1 => commands.insert(at, commands[at].clone()),
            2 => self.switch(draft),
            3 => {
                let to = self.0.below(commands.len());
                commands.swap(at, to);
            }
            _ => commands[at] = self.command(&commands[at]),
        }
    }

    /// Turns `EXTENDED_SHIPS` or `AUTO_SHOOTING` off if the script has it, and otherwise on.
    fn switch(&mut self, draft: &mut Draft) {
        let [extended, auto] = [Setting::ExtendedShips, Setting::AutoShooting];
        let switch = Command::Set(if self.0.below(2) == 0 { extended } else { auto });
        if draft.commands().any(|(_, command)| *command == switch) {
            for block in &mut draft.blocks {
                block.commands.retain(|command| *command != switch);
            }
        } else {
            first_state(draft).commands.push(switch);
        }
    }

    /// In half of all calls, adds a `PRINT` at the end of the last group, if this group is a turn
    /// without a tag of the other player. Otherwise adds a `[state]` group with a `PRINT` or
    /// `SAVE`.
    fn show(&mut self, draft: &mut Draft) {
        let detail = self.detail();
        let in_turn = |block: &&mut Block| block.group != Group::State && !block.intruded;
        if self.0.below(2) == 0
            && let Some(turn) = draft.blocks.last_mut().filter(in_turn)
        {
            turn.commands.push(Command::Print(detail));
            return;
        }
        let saves = self.0.below(4) == 0;
        let commands = vec![if saves { Command::Save } else { Command::Print(detail) }];
        draft.blocks.push(Block { commands, ..Block::new(Group::State) });
    }

    fn command(&mut self, command: &Command) -> Command {
        if let Some(setting) = command.setting() {
            return Command::Set(self.setting(setting));
        }
        let order = command.order().map(|order| Command::Order(self.order(order)));
        order.unwrap_or_else(|| Command::Print(self.detail()))
    }

    fn setting(&mut self, setting: &Setting) -> Setting {
        let mut changed = setting.clone();
        match &mut changed {
            Setting::Fleet(_, sizes) => {
                let class = self.0.below(4);
                sizes[class] = sizes[class].saturating_add(self.step()).max(0);
            }
            Setting::NextPlayer(side) => *side = side.other(),
            Setting::BoardSize(rows, cols) => {
                *rows = rows.saturating_add(self.step()).max(1);
                *cols = cols.saturating_add(self.step()).max(1);
            }
            Setting::Start(_, rect) => {
                rect.top = rect.top.saturating_add(self.step());
                rect.right = rect.right.saturating_add(self.step());
            }
            Setting::Reef(at) => *at = self.near(*at),
            Setting::Seed(seed) => *seed = seed.wrapping_add(self.step()),
            Setting::Ship { .. }
            | Setting::ExtendedShips
            | Setting::AutoShooting
            | Setting::AiPlayer(_)
            | Setting::Information(..) => changed = self.ship(changed),
        }
        changed
    }

    fn ship(&mut self, ship: Setting) -> Setting {
        let Setting::Ship { mut side, mut bow, mut heading, mut index, mut health } = ship else {
            return ship;
        };
        match self.0.below(10) {
            0..=2 => bow = self.near(bow),
            3 | 4 => heading = self.0.one_of(Heading::ALL),
            5 => index = self.index(index),
            6 => side = side.other(),
            7 => health = Health::from_fn(self.0.one_of(Class::ALL), |_| true),
            _ => {
                let hit = self.0.below(health.segments().len());
                let mut segments = health.segments().to_vec();
                segments[hit] = !segments[hit];
                health = Health::new(health.class(), &segments).unwrap_or(health);
            }
        }
        Setting::Ship { side, bow, heading, index, health }
    }

    fn order(&mut self, order: &Order) -> Order {
        let way = self.0.below(4);
        let mut order = *order;
        match (&mut order, way) {
            (Order::Place { heading, .. }, 0) => *heading = self.0.one_of(Heading::ALL),
            (Order::Place { name, .. }, 1) | (Order::Fire(name, _) | Order::Move(name, _), 0) => {
                *name = self.name(*name);
            }
            (Order::Move(_, manoeuvre), _) => *manoeuvre = self.0.one_of(Manoeuvre::ALL),
            (Order::Spy(index, _), 0) => *index = self.index(*index),
            (other, _) => {
                if let Some(at) = other.field_mut() {
                    *at = self.near(*at);
                }
            }
        }
        order
    }

    fn detail(&mut self) -> Detail {
        self.0.one_of([Detail::Basic, Detail::Extended])
    }

    fn name(&mut self, name: ShipName) -> ShipName {
        match self.0.below(2) {
            0 => ShipName { class: self.0.one_of(Class::ALL), ..name },
            _ => ShipName { index: self.index(name.index), ..name },
        }
    }

    fn index(&mut self, index: i64) -> i64 {
        index.saturating_add(self.step().signum()).max(0)
    }

    fn step(&mut self) -> i64 {
        self.0.one_of([-2, -1, 1, 2])
    }

    fn near(&mut self, at: Coord) -> Coord {
        let mut step = || self.0.one_of([-3, -2, -1, -1, 0, 0, 1, 1, 2, 3]);
        Coord::new(at.row.saturating_add(step()), at.col.saturating_add(step()))
    }
}

fn first_state(draft: &mut Draft) -> &mut Block {
    if draft.blocks.first().is_none_or(|block| block.group != Group::State) {
        draft.blocks.insert(0, Block::new(Group::State));
    }
    &mut draft.blocks[0]
}

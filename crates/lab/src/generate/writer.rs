//! Writes one script. Our program carries out each command as soon as the command is written.

use super::chance::Chance;
use super::recipe::{Focus, Recipe};
use crate::draft::{At, Block, Draft, Line};
use crate::reference::{Answer, Reference};
use crate::topic::Topic;
use broadside_core::board::{BySide, Coord, Side};
use broadside_ships::rules::{Class, Detail, Game, Order, OrderKind, Setting, ShipName};
use broadside_ships::script::Event;
use broadside_ships::script::ast::{Command, Group};

/// A script with this many commands gets only a few more.
const LONGEST: usize = 70;

pub(super) type Act = fn(&mut Writer);

#[derive(Debug)]
pub(super) struct Writer {
    pub(super) recipe: Recipe,
    pub(super) chance: Chance,
    /// For each move of the last group: the ship, and the field of its cannon before the move.
    pub(super) cannons_before_moves: Vec<(ShipName, Coord)>,
    draft: Draft,
    run: Reference,
    open: Option<Group>,
    has_sent_plane: BySide<bool>,
    /// Whether a turn has at most one `SHOOT y x`, unless the game takes targets (shots for which
    /// the rules find a ship at the end of the turn).
    lone_shots: bool,
}

impl Writer {
    pub(super) fn new(recipe: Recipe, chance: Chance, lone_shots: bool) -> Self {
        Self {
            recipe,
            chance,
            cannons_before_moves: Vec::new(),
            draft: Draft::default(),
            run: Reference::default(),
            open: None,
            has_sent_plane: BySide::default(),
            lone_shots,
        }
    }

    pub(super) fn write(mut self) -> (Draft, Answer) {
        self.set_up();
        self.deploy();
        for _ in 0..self.chance.below(4) {
            self.play_turn();
            self.maybe_show();
        }
        self.write_focus();
        self.write_end();
        (self.draft, self.run.answer)
    }

    pub(super) const fn game(&self) -> &Game {
        self.run.game()
    }

    pub(super) fn has(&self, topic: Topic) -> bool {
        self.recipe.topics.contains(&topic)
    }

    pub(super) fn is_full(&self) -> bool {
        self.is_over() || self.draft.commands().count() >= LONGEST
    }

    pub(super) fn is_over(&self) -> bool {
        self.run.is_over()
    }

    /// Returns the player whose turn is open or comes next.
    pub(super) fn mover(&self) -> Side {
        self.game().moving().unwrap_or_else(|| self.game().expected())
    }

    pub(super) fn enter(&mut self, group: Group) {
        if self.open == Some(group) || self.is_over() {
            return;
        }
        self.leave();
        if !self.is_over() {
            self.write_tag(group);
        }
    }

    pub(super) fn write_tag(&mut self, group: Group) {
        self.draft.blocks.push(Block::new(group));
        self.run.step(&Event::Open(group), self.at(Line::Open));
        self.open = Some(group);
        self.cannons_before_moves.clear();
    }

    pub(super) fn enter_turn(&mut self) {
        self.enter(Group::Turn(self.mover()));
    }

    pub(super) fn leave(&mut self) {
        if let (Some(group), false) = (self.open.take(), self.is_over()) {
            self.run.step(&Event::Close(group), self.at(Line::Close));
        }
    }

    pub(super) fn write_other_tag(&mut self) {
        let Some(block) = self.draft.blocks.last_mut() else { return };
        block.intruded = true;
        if let Some(other) = block.intruder() {
            self.run.step(&Event::Open(other), self.at(Line::Intruder));
        }
    }

    fn at(&self, line: Line) -> At {
        At { block: self.draft.blocks.len().saturating_sub(1), line }
    }

    fn next(&self) -> At {
        let commands = self.draft.blocks.last().map_or(0, |block| block.commands.len());
        self.at(Line::Command(commands))
    }

    fn push(&mut self, command: Command) {
        if let Some(block) = self.draft.blocks.last_mut() {
            block.commands.push(command);
        }
    }

    /// Writes the command only if it is legal. Returns whether it was written.
    pub(super) fn attempt(&mut self, command: Command) -> bool {
        let at = self.next();
        let event = Event::Command(command.clone());
        let done = !self.is_over() && self.run.attempt(&event, at);
        if done {
            self.push(command);
        }
        done
    }

    pub(super) fn set(&mut self, setting: Setting) -> bool {
        self.enter(Group::State);
        self.attempt(Command::Set(setting))
    }

    pub(super) fn order(&mut self, order: Order) -> bool {
        self.leave_spent_turn(&order);
        self.enter_turn();
        let moving = if let Order::Move(name, _) = order { Some(name) } else { None };
        let cannon_before = moving.and_then(|name| Some((name, self.cannon(name)?)));
        let done = self.attempt(Command::Order(order));
        if done {
            self.cannons_before_moves.extend(cannon_before);
            let mover = self.mover();
            self.has_sent_plane[mover] |= order.kind() == OrderKind::Plane;
        }
        done
    }

    /// Closes the turn if `order` is a second basic shot and a turn may have only one. An empty
    /// turn of the other player follows.
    fn leave_spent_turn(&mut self, order: &Order) {
        let is_shot = |order: &Order| matches!(order, Order::Shoot(_));
        let is_second = is_shot(order) && self.orders_of_turn().any(is_shot);
        if self.lone_shots && is_second && !self.game().takes_targets() {
            self.leave();
            self.enter_turn();
            self.leave();
        }
    }

    fn orders_of_turn(&self) -> impl Iterator<Item = &Order> {
        self.draft.blocks.last().into_iter().flat_map(Block::orders)
    }

    pub(super) fn moves(&self, name: ShipName) -> u32 {
        self.count_orders(name, &[OrderKind::Move])
    }

    /// Returns the number of shots and planes of a ship in this turn.
    pub(super) fn shots(&self, name: ShipName) -> u32 {
        self.count_orders(name, &[OrderKind::Shot, OrderKind::Plane])
    }

    fn count_orders(&self, name: ShipName, kinds: &[OrderKind]) -> u32 {
        let is_one = |order: &&Order| order.ship() == Some(name) && kinds.contains(&order.kind());
        u32::try_from(self.orders_of_turn().filter(is_one).count()).unwrap_or(u32::MAX)
    }

    pub(super) fn has_sent_plane(&self) -> bool {
        self.has_sent_plane[self.mover()]
    }

    /// Writes a command that the rules may refuse. A refusal ends the script.
    pub(super) fn last(&mut self, command: Command) {
        if !self.is_over() {
            self.run.step(&Event::Command(command.clone()), self.next());
            self.push(command);
        }
    }

    pub(super) fn last_order(&mut self, order: Order) {
        self.leave_spent_turn(&order);
        self.enter_turn();
        self.last(Command::Order(order));
    }

    pub(super) fn last_setting(&mut self, setting: Setting) {
        self.enter(Group::State);
        self.last(Command::Set(setting));
    }

    pub(super) fn print_for_player(&mut self) {
        let detail = self.detail();
        if self.has(Topic::Sight) {
            self.attempt(Command::Print(detail));
        }
    }

    pub(super) fn maybe_show(&mut self) {
        if self.is_full() || self.chance.happens(1, 3) {
            return;
        }
        self.show();
        if self.chance.happens(1, 3) {
            self.change_state();
        }
    }

    pub(super) fn show(&mut self) {
        self.enter(Group::State);
        if self.has(Topic::Save) && self.chance.happens(1, 3) {
            self.attempt(Command::Save);
        } else {
            let detail = self.detail();
            self.attempt(Command::Print(detail));
        }
    }

    fn detail(&mut self) -> Detail {
        let sections = self.has(Topic::Sections) && self.chance.happens(1, 2);
        if sections { Detail::Extended } else { Detail::Basic }
    }

    fn write_end(&mut self) {
        if self.open != Some(Group::State) && self.has(Topic::Sight) && self.chance.happens(1, 2) {
            self.enter_turn();
            self.print_for_player();
        }
        self.leave();
        self.show_planes();
        if self.is_over() {
            return;
        }
        self.show();
        if self.has(Topic::Save) && self.chance.happens(1, 2) {
            self.attempt(Command::Save);
        }
        if self.has(Topic::Ai) {
            self.set_ai();
        }
        self.leave();
    }

    /// Sets an AI for the player who has to wait at the end of the script. With [`Focus::Ai`], sets
    /// an AI for the player whose turn comes next, and sometimes for the other player too.
    fn set_ai(&mut self) {
        let expected = self.game().expected();
        if self.recipe.focus == Focus::Ai {
            self.set(Setting::AiPlayer(expected));
            if self.chance.happens(3, 4) {
                return;
            }
        }
        self.set(Setting::AiPlayer(expected.other()));
        self.attempt(Command::Save);
    }

    /// Shows in a later turn what planes saw.
    fn show_planes(&mut self) {
        if self.is_over() || !self.has(Topic::Sight) || self.has_sent_plane == BySide::default() {
            return;
        }
        while !self.is_over() && !self.has_sent_plane() {
            self.enter_turn();
            self.leave();
        }
        if !self.is_over() {
            self.enter_turn();
            self.print_for_player();
            self.leave();
        }
    }

    /// Returns the ships of a side that are not placed yet. Leaves out ships with the number 12 or
    /// more.
    pub(super) fn missing(&self, side: Side) -> Vec<ShipName> {
        let fleet = self.game().fleet(side);
        let names = Class::ALL.into_iter().flat_map(|class| {
            (0..fleet.size(class).min(12)).map(move |index| ShipName { class, index })
        });
        names.filter(|name| fleet.ship(*name).is_none()).collect()
    }

    pub(super) fn placed(&self, side: Side) -> Vec<ShipName> {
        self.game().fleet(side).ships().map(|(name, _)| name).collect()
    }

    pub(super) fn some_ship(&mut self) -> Option<ShipName> {
        let placed = self.placed(self.mover());
        self.chance.pick(&placed)
    }

    pub(super) fn some_segment(&mut self, side: Option<Side>) -> Option<Coord> {
        let side = side.unwrap_or_else(|| self.chance.one_of(Side::ALL));
        let name = self.chance.pick(&self.placed(side))?;
        let id = self.game().fleet(side).ship(name)?;
        let segment = self.chance.below(name.class.length() as usize);
        let hull = self.game().board().ship(id).hull();
        Some(hull.field(u32::try_from(segment).unwrap_or(0)))
    }
}

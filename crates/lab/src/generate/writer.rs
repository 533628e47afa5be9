//! A script that grows, with our program carrying out each command as it is written.

use super::chance::Chance;
use super::recipe::{Focus, Recipe};
use crate::draft::{At, Block, Draft, Line};
use crate::reference::{Answer, Reference};
use crate::topic::Topic;
use broadside_core::board::{BySide, Coord, Side};
use broadside_ships::rules::{Class, Detail, Game, Order, OrderKind, Setting, ShipName};
use broadside_ships::script::Event;
use broadside_ships::script::ast::{Command, Group};

/// The longest script, in commands. A climax may add some more.
const LONGEST: usize = 70;

/// A script that is being written.
#[derive(Debug)]
pub(super) struct Writer {
    pub(super) recipe: Recipe,
    pub(super) chance: Chance,
    pub(super) tally: Counts,
    draft: Draft,
    run: Reference,
    open: Option<Group>,
    written: usize,
    /// Who has sent planes.
    flown: BySide<bool>,
}

/// What ships have used up in the open turn.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    moves: Vec<ShipName>,
    shots: Vec<ShipName>,
    left: Vec<(ShipName, Coord)>,
    /// Whether a shot without a ship was fired.
    has_shot: bool,
}

impl Counts {
    pub(super) fn moves(&self, name: ShipName) -> u32 {
        count(&self.moves, name)
    }

    /// Shots and planes.
    pub(super) fn shots(&self, name: ShipName) -> u32 {
        count(&self.shots, name)
    }

    /// The ship that moved last.
    pub(super) fn last_moved(&self) -> Option<ShipName> {
        self.moves.last().copied()
    }

    /// The places that cannons have left by moving.
    pub(super) fn left(&self) -> &[(ShipName, Coord)] {
        &self.left
    }

    fn note(&mut self, order: &Order) {
        self.has_shot |= matches!(order, Order::Shoot(_));
        match order.kind() {
            OrderKind::Move => self.moves.extend(order.ship()),
            OrderKind::Shot | OrderKind::Plane => self.shots.extend(order.ship()),
            OrderKind::Place => {}
        }
    }
}

fn count(names: &[ShipName], name: ShipName) -> u32 {
    let count = names.iter().filter(|other| **other == name).count();
    u32::try_from(count).unwrap_or(u32::MAX)
}

impl Writer {
    pub(super) fn new(recipe: Recipe, chance: Chance) -> Self {
        Self {
            recipe,
            chance,
            tally: Counts::default(),
            draft: Draft::default(),
            run: Reference::default(),
            open: None,
            written: 0,
            flown: BySide::default(),
        }
    }

    /// Writes the script.
    pub(super) fn write(mut self) -> (Draft, Answer) {
        self.set_up();
        self.deploy();
        for _ in 0..self.chance.below(4) {
            self.play_turn();
            self.look();
        }
        self.climax();
        self.wind_up();
        (self.draft, self.run.into_answer())
    }

    fn climax(&mut self) {
        match self.recipe.focus {
            Focus::Calm | Focus::Ai => {}
            Focus::Place => self.misplace(),
            Focus::Ship => self.misplace_by_state(),
            Focus::Reef => self.misplace_reef(),
            Focus::Tag => self.wrong_tag(),
            Focus::Shoot => self.misfire_basic(),
            Focus::Move => self.mismove(),
            Focus::Fire => self.misfire(),
            Focus::Spy => self.misfly(),
            Focus::Victory => self.slaughter(),
            Focus::Targets => self.name_targets(),
            Focus::Unsettled => self.lean_on_our_page(),
        }
    }

    pub(super) const fn game(&self) -> &Game {
        self.run.game()
    }

    pub(super) const fn has(&self, topic: Topic) -> bool {
        self.recipe.has(topic)
    }

    /// Whether nothing more may be written: the run has ended, or the script is long enough.
    pub(super) fn is_full(&self) -> bool {
        self.is_over() || self.written >= LONGEST
    }

    pub(super) fn is_over(&self) -> bool {
        self.run.is_over()
    }

    /// The player whose turn is open or comes next.
    pub(super) fn mover(&self) -> Side {
        self.game().moving().unwrap_or_else(|| self.game().expected())
    }

    /// Makes `group` the open one.
    pub(super) fn enter(&mut self, group: Group) {
        if self.open == Some(group) || self.is_over() {
            return;
        }
        self.leave();
        if !self.is_over() {
            self.tag(group);
        }
    }

    /// Opens `group`, expected or not.
    pub(super) fn tag(&mut self, group: Group) {
        self.draft.blocks.push(Block::new(group));
        self.run.step(&Event::Open(group), self.at(Line::Open));
        self.open = Some(group);
        self.tally = Counts::default();
    }

    /// Opens a turn of the expected player, if none is open.
    pub(super) fn enter_turn(&mut self) {
        self.enter(Group::Turn(self.mover()));
    }

    /// Closes the open group.
    pub(super) fn leave(&mut self) {
        if let (Some(group), false) = (self.open.take(), self.is_over()) {
            self.run.step(&Event::Close(group), self.at(Line::Close));
        }
    }

    /// Puts the other player's tag into the open turn, which ends the run.
    pub(super) fn intrude(&mut self) {
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
            self.written += 1;
        }
    }

    /// Writes `command` into its group if it is legal; whether it is.
    fn attempt(&mut self, command: Command) -> bool {
        let at = self.next();
        let event = Event::Command(command.clone());
        let done = !self.is_over() && self.run.attempt(&event, at);
        if done {
            self.push(command);
        }
        done
    }

    /// Changes the state, in the open `[state]` group or a new one.
    pub(super) fn set(&mut self, setting: Setting) -> bool {
        self.enter(Group::State);
        self.attempt(Command::Set(setting))
    }

    /// Gives an order in the open turn or the next one.
    pub(super) fn order(&mut self, order: Order) -> bool {
        self.leave_spent_turn(&order);
        self.enter_turn();
        let left = if let Order::Move(name, _) = order {
            self.cannon(name).map(|cannon| (name, cannon))
        } else {
            None
        };
        let done = self.attempt(Command::Order(order));
        if done {
            self.tally.note(&order);
            self.tally.left.extend(left);
            self.note_plane(&order);
        }
        done
    }

    /// Goes on to the mover's next turn if the one basic shot of this one is spent.
    fn leave_spent_turn(&mut self, order: &Order) {
        let is_basic = matches!(order, Order::Shoot(_)) && !self.game().takes_targets();
        if self.recipe.lone_shots && is_basic && self.tally.has_shot {
            self.leave();
            if !self.is_over() {
                self.enter_turn();
                self.leave();
            }
        }
    }

    fn note_plane(&mut self, order: &Order) {
        if let (OrderKind::Plane, Some(side)) = (order.kind(), self.game().moving()) {
            self.flown[side] = true;
        }
    }

    /// Whether the player who moves has sent a plane, in this turn or an earlier one.
    pub(super) fn has_flown(&self) -> bool {
        self.flown[self.mover()]
    }

    /// Writes a command, legal or not, into the open group.
    pub(super) fn last(&mut self, command: Command) {
        if !self.is_over() {
            self.run.step(&Event::Command(command.clone()), self.next());
            self.push(command);
        }
    }

    /// Writes an order, legal or not, into the open turn or the next one.
    pub(super) fn last_order(&mut self, order: Order) {
        self.leave_spent_turn(&order);
        self.enter_turn();
        self.last(Command::Order(order));
    }

    /// Writes a change of the state, legal or not.
    pub(super) fn last_setting(&mut self, setting: Setting) {
        self.enter(Group::State);
        self.last(Command::Set(setting));
    }

    /// A picture for the player of the open turn.
    pub(super) fn peek(&mut self) {
        let detail = self.detail();
        if self.has(Topic::Sight) {
            self.attempt(Command::Print(detail));
        }
    }

    /// Pictures and SAVE in a `[state]` group, if something is to be seen.
    pub(super) fn look(&mut self) {
        if self.is_full() || self.chance.happens(1, 3) {
            return;
        }
        self.show();
        if self.chance.happens(1, 3) {
            self.change_state();
        }
    }

    /// A picture or SAVE.
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

    /// The end: what the script has done is shown.
    fn wind_up(&mut self) {
        if self.open != Some(Group::State) && self.has(Topic::Sight) && self.chance.happens(1, 2) {
            self.enter_turn();
            self.peek();
        }
        self.leave();
        self.remember();
        if self.is_over() {
            return;
        }
        self.show();
        if self.has(Topic::Save) && self.chance.happens(1, 2) {
            self.attempt(Command::Save);
        }
        if self.has(Topic::Ai) {
            self.name_the_machine();
        }
        self.leave();
    }

    fn name_the_machine(&mut self) {
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

    /// A later turn of a player who has sent planes, with a picture.
    fn remember(&mut self) {
        if self.is_over() || !self.has(Topic::Sight) || !(self.flown.first || self.flown.second) {
            return;
        }
        while !self.is_over() && !self.has_flown() {
            self.enter_turn();
            self.leave();
        }
        if !self.is_over() {
            self.enter_turn();
            self.peek();
            self.leave();
        }
    }

    /// The ships of `side` that are not on the board, of the first five of each class.
    pub(super) fn missing(&self, side: Side) -> Vec<ShipName> {
        let fleet = self.game().fleet(side);
        let names = Class::ALL.into_iter().flat_map(|class| {
            (0..fleet.size(class).min(5)).map(move |index| ShipName { class, index })
        });
        names.filter(|name| fleet.ship(*name).is_none()).collect()
    }

    /// The ships of `side` on the board.
    pub(super) fn placed(&self, side: Side) -> Vec<ShipName> {
        self.game().fleet(side).ships().map(|(name, _)| name).collect()
    }

    /// A field of some ship, healthy or not: of `side`, or of either.
    pub(super) fn some_segment(&mut self, side: Option<Side>) -> Option<Coord> {
        let side = side.unwrap_or_else(|| self.chance.one_of(Side::ALL));
        let name = self.chance.pick(&self.placed(side))?;
        let id = self.game().fleet(side).ship(name)?;
        let segment = self.chance.below(name.class.length() as usize);
        let hull = self.game().board().ship(id).hull();
        Some(hull.field(u32::try_from(segment).unwrap_or(0)))
    }
}

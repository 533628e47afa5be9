//! Watches a game, keeps the notes of both sides, and creates the briefing of a side at its turn.

use super::briefing::Enemy;
use super::lookout::{Lookout, seen};
use super::{Briefing, Note};
use crate::rules::{Class, Game, Known, Order, Reason, ShipName, plane_square, surroundings};
use broadside_core::board::{BySide, Coord, Impact, Rect, Side};
use std::collections::BTreeMap;

/// Keeps the notes of both sides.
///
/// The caller must report every turn with [`open`](Self::open), and every order with one of three
/// methods. [`order`](Self::order) also carries out the order. [`observe`](Self::observe) is for an
/// order that the caller has carried out. [`refuse`](Self::refuse) is for a refused order. An
/// observer that starts in the middle of a game has no notes on earlier turns.
#[derive(Clone, Debug, Default)]
pub struct Observer {
    notes: BySide<Vec<Note>>,
    /// For each side, the notes that it gets when its next turn opens.
    news: BySide<Vec<Note>>,
    turns: BySide<u64>,
    arrivals: BySide<BTreeMap<ShipName, Arrival>>,
    lookouts: BySide<Lookout>,
}

/// When and where a ship was placed: the number of its side's turn, and the starting rectangle in
/// that turn.
#[derive(Clone, Copy, Debug)]
struct Arrival {
    turn: u64,
    start: Rect,
}

/// How an order changes what the players know. [`Effect::of`] finds the effect just before the
/// order is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effect {
    side: Side,
    order: Order,
    /// The starting rectangle of the side.
    start: Rect,
    loss: Option<Loss>,
    /// The area in which segments may come into sight, go out of sight or change. `None` if the
    /// order changes nothing in sight.
    area: Option<Rect>,
}

/// A segment that a shot destroys. `is_last` means that the ship has no other healthy segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Loss {
    owner: Side,
    name: ShipName,
    is_last: bool,
}

impl Effect {
    /// Returns the effect that `order` will have in the open turn of `game`, if the order is legal.
    pub fn of(game: &Game, order: Order) -> Self {
        let side = game.expected();
        let loss = order.shot().and_then(|at| loss(game, at));
        let (start, area) = (game.fleet(side).start(), area(game, side, order));
        Self { side, order, start, loss, area }
    }

    /// Whether the order is a shot that destroys a segment of either side.
    pub const fn is_hit(&self) -> bool {
        self.loss.is_some()
    }
}

fn area(game: &Game, side: Side, order: Order) -> Option<Rect> {
    match order {
        Order::Place { name, bow, heading } => {
            name.class.hull(bow, heading).as_ref().map(surroundings)
        }
        Order::Move(name, manoeuvre) => {
            let old = game.board().ship(game.fleet(side).ship(name)?).hull();
            Some(surroundings(old).union(surroundings(&old.moved(manoeuvre)?)))
        }
        Order::Shoot(at) | Order::Fire(_, at) => {
            let ship = game.board().ship(game.board().ship_at(at)?);
            Some(surroundings(ship.hull()))
        }
        Order::Spy(_, at) | Order::SpyAt(at) => Some(plane_square(at)),
    }
}

fn loss(game: &Game, at: Coord) -> Option<Loss> {
    let impact = game.board().impact(at);
    let (Impact::Hit { ship, .. } | Impact::Sunk { ship, .. }) = impact else { return None };
    let (owner, name) = game.name(ship);
    Some(Loss { owner, name, is_last: matches!(impact, Impact::Sunk { .. }) })
}

impl Observer {
    /// The notes of `side`.
    pub fn notes(&self, side: Side) -> &[Note] {
        &self.notes[side]
    }

    /// The number of turns that have opened for `side`.
    pub fn turns(&self, side: Side) -> u64 {
        self.turns[side]
    }

    /// Adds the first notes of a turn for the side whose turn opens: the number of the turn, the
    /// new hits on the side's ships, and the enemy segments in sight. Must be called once a turn,
    /// before the first order.
    pub fn open(&mut self, game: &Game) {
        let side = game.expected();
        self.turns[side] += 1;
        let news = std::mem::take(&mut self.news[side]);
        let seen = self.lookouts[side].look(game, side);
        let notes = &mut self.notes[side];
        notes.push(Note::Turn(self.turns[side]));
        notes.extend(news);
        notes.extend(seen.map(|(at, section)| Note::Seen(at, section)));
    }

    /// Carries out an order of the open turn, and notes its effect.
    ///
    /// # Errors
    /// The first reason against the order. Nothing is noted in this case.
    pub fn order(&mut self, game: &mut Game, order: Order) -> Result<(), Reason> {
        let effect = Effect::of(game, order);
        game.order(order)?;
        self.observe(effect);
        Ok(())
    }

    /// Notes the effect of an order that has been carried out.
    pub fn observe(&mut self, effect: Effect) {
        if let Some(area) = effect.area {
            for side in Side::ALL {
                self.lookouts[side].disturb(area);
            }
        }
        let side = effect.side;
        match effect.order {
            Order::Place { name, .. } => {
                let arrival = Arrival { turn: self.turns[side], start: effect.start };
                self.arrivals[side].insert(name, arrival);
            }
            Order::Spy(_, at) | Order::SpyAt(at) => self.notes[side].push(Note::Spied(at)),
            Order::Shoot(at) | Order::Fire(_, at) => self.note_shot(side, at, effect.loss),
            Order::Move(..) => {}
        }
    }

    fn note_shot(&mut self, side: Side, at: Coord, loss: Option<Loss>) {
        let notes = &mut self.notes[side];
        let Some(loss) = loss.filter(|loss| loss.owner != side) else {
            return notes.push(Note::Miss(at));
        };
        notes.push(Note::Hit(at));
        if loss.is_last {
            notes.push(Note::Sunk(loss.name));
        }
        self.news[loss.owner].push(Note::Struck(at));
    }

    /// Notes that an order of `side` was refused, with the reason.
    pub fn refuse(&mut self, side: Side, order: Order, reason: Reason) {
        self.notes[side].push(Note::Refused(order, reason));
    }

    /// Returns what `side` knows about `game` now.
    pub fn briefing(&self, game: &Game, side: Side) -> Briefing {
        let known = game.known(side);
        let ships = game.fleet(side).ships();
        let information = game.notes().iter().filter(|(to, _)| *to == side);
        Briefing {
            side,
            turn: self.turns[side],
            sea: game.board().bare(),
            starts: BySide::from_fn(|side| game.fleet(side).start()),
            sizes: BySide::from_fn(|side| game.fleet(side).sizes()),
            extended: game.is_extended(),
            auto_shooting: game.is_auto_shooting(),
            own: ships.map(|(name, id)| (name, game.board().ship(id).clone())).collect(),
            enemy: self.enemy(game, side.other(), &known),
            seen: seen(game, side, &known),
            known,
            notes: self.notes[side].clone(),
            information: information.map(|(_, words)| words.clone()).collect(),
        }
    }

    /// Returns the ships of `side` as the other side knows them. `known` has the fields that the
    /// other side knows.
    fn enemy(&self, game: &Game, side: Side, known: &Known) -> BTreeMap<ShipName, Enemy> {
        let enemy = |(name, id)| {
            let ship = game.board().ship(id);
            let is_in_view = ship.hull().fields().all(|at| known.holds(at));
            let in_view = is_in_view.then(|| ship.clone());
            (name, Enemy { in_view, waters: self.waters(game, side, name) })
        };
        game.fleet(side).ships().map(enemy).collect()
    }

    /// Returns a rectangle that the ship cannot have left since an order placed it. Returns the
    /// whole board if the observer has not seen this order.
    fn waters(&self, game: &Game, side: Side, name: ShipName) -> Rect {
        let board = game.board().dims().rect();
        let Some(arrival) = self.arrivals[side].get(&name) else { return board };
        let turns = self.turns[side].saturating_sub(arrival.turn).saturating_add(1);
        let fields = turns.saturating_mul(u64::from(reach(name.class)));
        arrival.start.grown(i64::try_from(fields).unwrap_or(i64::MAX)).common(&board)
    }
}

/// Returns an upper limit of how many fields a ship can get, in one turn, beyond the rectangle in
/// which it lay before. One move takes it at most `length - 1` fields beyond: after a change of
/// heading, the stern is one field ahead of the old bow, and the bow is `length - 1` fields beside
/// the stern.
const fn reach(class: Class) -> u32 {
    class.moves() * (class.length() - 1)
}

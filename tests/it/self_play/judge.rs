//! What may be asked of a turn of the AI, from the state alone.

use broadside::board::{Board, Coord, Heading, Hull, Manoeuvre, Rect, ShipId, Side};
use broadside::rules::ships::{CANNON, Class, Game, Order, ShipName};
use broadside::script::ast::Command;
use broadside::script::{Script, Session};
use std::collections::{BTreeMap, HashSet};

/// Judges the last turn of an output: the orders behind the state that it begins with.
pub(super) fn judge_turn(output: &[u8]) {
    let text = String::from_utf8(output.to_vec()).expect("ASCII");
    let start = text.find("[state]\nBOARD_SIZE").expect("a saved state");
    let turn = text[start..].find("[player").expect("a turn") + start;
    let mut game = game_after(&text[start..turn]);
    let orders = orders(&text[turn..]);
    let side = game.expected();
    game.open(side).expect("the state says who is expected");
    let shots: Vec<_> = orders.iter().filter_map(Order::shot).collect();
    let distinct: HashSet<_> = shots.iter().collect();
    assert_eq!(distinct.len(), shots.len(), "a field is shot at twice\n{text}");
    let mut judge = Judge { game, side, shots, fired: 0, used: BTreeMap::new(), text: &text };
    let mut placing = true;
    for (at, order) in orders.iter().enumerate() {
        if placing && !matches!(order, Order::Place { .. }) {
            judge.nothing_is_left_to_place();
            placing = false;
        }
        judge.before(order);
        assert_eq!(judge.game.order(*order), Ok(()), "{order:?}\n{text}");
        if let Order::Move(name, _) = order
            && !orders
                .get(at + 1)
                .is_some_and(|next| matches!(next, Order::Move(other, _) if other == name))
        {
            judge.can_move_on(*name);
        }
    }
    if placing {
        judge.nothing_is_left_to_place();
    }
    judge.all_shots_are_used();
}

fn game_after(state: &str) -> Game {
    let mut session = Session::default();
    // The game is meant without its pictures.
    for line in state.lines().filter(|line| !line.starts_with("PRINT")) {
        session.feed(line.as_bytes(), &mut Vec::new()).expect("a saved state loads");
    }
    session.game().clone()
}

fn orders(text: &str) -> Vec<Order> {
    let script = Script::parse(text.as_bytes()).expect("a script");
    let turn = script.groups().next().expect("a turn");
    let order = |command: &Command| match command {
        Command::Order(order) => Some(*order),
        Command::Print(_) | Command::Save | Command::Set(_) => None,
    };
    turn.commands().filter_map(order).collect()
}

struct Judge<'t> {
    game: Game,
    side: Side,
    shots: Vec<Coord>,
    fired: usize,
    used: BTreeMap<ShipName, u32>,
    text: &'t str,
}

impl Judge<'_> {
    fn board(&self) -> &Board {
        self.game.board()
    }

    fn ships(&self, side: Side) -> impl Iterator<Item = (ShipName, ShipId)> + '_ {
        self.game.fleet(side).ships()
    }

    fn is_small(&self) -> bool {
        self.board().dims().area() <= 10_000
    }

    /// A ship is left out only where no legal place is left.
    fn nothing_is_left_to_place(&mut self) {
        if self.game.fleet(self.side).is_complete() || !self.is_small() {
            return;
        }
        for class in Class::ALL {
            let free = (0..self.game.fleet(self.side).size(class))
                .map(|index| ShipName { class, index })
                .find(|name| self.game.fleet(self.side).ship(*name).is_none());
            let Some(name) = free else { continue };
            for bow in self.board().dims().rect().fields() {
                for heading in Heading::ALL {
                    let order = Order::Place { name, bow, heading };
                    assert!(self.game.order(order).is_err(), "{order:?}\n{}", self.text);
                }
            }
        }
    }

    fn before(&mut self, order: &Order) {
        let Some(at) = order.shot() else { return };
        self.fired += 1;
        if let Order::Fire(name, _) = order {
            *self.used.entry(*name).or_default() += 1;
        }
        if self.healthy_enemies().contains(&at) {
            return;
        }
        assert!(self.may_be_wasted_on(at), "a shot at {at:?}\n{}", self.text);
        let coming: HashSet<_> = self.shots[self.fired..].iter().copied().collect();
        let missed =
            order.ship().map_or_else(|| self.healthy_enemies(), |name| self.in_range(name));
        let missed: Vec<_> = missed.difference(&coming).collect();
        assert!(missed.is_empty(), "{order:?} into the water, not {missed:?}\n{}", self.text);
    }

    fn may_be_wasted_on(&self, at: Coord) -> bool {
        let owner =
            self.board().ship_at(at).and_then(|id| self.game.whose(id)).map(|(side, _)| side);
        !self.board().reef_at(at) && owner != Some(self.side)
    }

    fn healthy_enemies(&self) -> HashSet<Coord> {
        let mut fields = HashSet::new();
        for (_, id) in self.ships(self.side.other()) {
            let ship = self.board().get(id).expect("of this board");
            let healthy = (0..ship.hull().length()).filter(|segment| ship.is_healthy(*segment));
            fields.extend(healthy.filter_map(|k| ship.hull().fields().nth(k as usize)));
        }
        fields
    }

    fn in_range(&self, name: ShipName) -> HashSet<Coord> {
        let cannon = self.cannon(name);
        let within =
            |at: &Coord| name.class == Class::Carrier || cannon.is_within(*at, name.class.length());
        self.healthy_enemies().into_iter().filter(within).collect()
    }

    fn cannon(&self, name: ShipName) -> Coord {
        let id = self.game.fleet(self.side).ship(name).expect("a ship of the fleet");
        self.game.cannon(id)
    }

    /// A ship stops only where it could go on; but cannons with range may be worth a dead end, and a
    /// ship that nothing can be reached with, or that waits for ships that find no place, may lie down.
    fn can_move_on(&self, name: ShipName) {
        if self.game.is_extended() || !self.game.is_complete() {
            return;
        }
        let id = self.game.fleet(self.side).ship(name).expect("a ship of the fleet");
        let hull = self.board().get(id).expect("of this board").hull();
        let free = |hull: Hull| {
            let board = self.board();
            board.holds(&hull) && !board.reef_under(&hull) && !board.touches(&hull, Some(id))
        };
        let goes_on =
            Manoeuvre::ALL.into_iter().filter_map(|manoeuvre| hull.moved(manoeuvre)).any(free);
        assert!(goes_on, "{name:?} is in a dead end\n{}", self.text);
    }

    /// Once the fleets are complete, each cannon shoots as often as it may and has fields for it.
    fn all_shots_are_used(&mut self) {
        if !self.game.is_complete() {
            assert_eq!(self.fired, 0, "{}", self.text);
            return;
        }
        let shots: HashSet<_> = self.shots.iter().copied().collect();
        let left = |at: &Coord| self.may_be_wasted_on(*at) && !shots.contains(at);
        if !self.game.is_extended() {
            let silent =
                self.is_small() && !self.board().dims().rect().fields().any(|at| left(&at));
            assert!(self.fired == 1 || silent, "{} shots\n{}", self.fired, self.text);
            return;
        }
        for (name, id) in self.ships(self.side) {
            let used = self.used.get(&name).copied().unwrap_or(0);
            if !self.board().get(id).expect("of this board").is_healthy(CANNON)
                || used == name.class.length()
            {
                continue;
            }
            let idle = self.fields_in_reach(name).filter(&left).count();
            assert_eq!(idle, 0, "{name:?} has shots left\n{}", self.text);
        }
    }

    /// The fields in range of a ship, as far as a small board has any.
    fn fields_in_reach(&self, name: ShipName) -> impl Iterator<Item = Coord> + '_ {
        let cannon = self.cannon(name);
        let (reach, anywhere) = match name.class.range() {
            Some(range) => (range, false),
            None => (60, true),
        };
        let around = Rect::spanning(cannon, cannon).grown(i64::from(reach));
        let within = move |at: &Coord| anywhere || cannon.is_within(*at, reach);
        around.fields().filter(move |at| self.board().dims().holds(*at) && within(at))
    }
}

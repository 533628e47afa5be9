//! Finds out what the person can do in the open turn, and advises the person. Also writes the
//! person's orders so far as a script.

use super::{News, Rejected, Versus, words};
use crate::record::Record;
use broadside_core::board::{Coord, Side};
use broadside_ships::rules::fair::{Breach, Briefing, Illegal, Note, Step, TurnReport};
use broadside_ships::rules::{Class, Order, OrderKind, Reason, Section, ShipName};

impl Versus {
    /// Checks an order, but does not give it. Returns [`Rejected`] if the person knows why the
    /// order is not possible. If an unseen ship is in the way, the game may still refuse the order
    /// when it is given.
    pub fn check(&self, order: Order) -> Result<(), Rejected> {
        if self.ending().is_some() {
            return Err(Rejected::Over);
        }
        let is_unseen = |reason| {
            reason == Reason::ShipTooClose
                && words::ship_in_the_way(order, &self.briefing()).is_none()
        };
        match self.turn.refusal(&self.state.driver.referee, order)? {
            // The person knows why: an earlier order of this turn was refused. For example, a ship
            // whose move was refused has not moved, so it may not reach a field.
            Some(reason) if !is_unseen(reason) => {
                let (number, breach) = (self.steps().len(), Breach::Rule(reason));
                Err(Illegal { number, order, breach }.into())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Returns the first legal order of a list, or `None` if the list is empty. If no order is
    /// legal, returns [`Rejected`] with the reason that says most.
    pub fn first_legal(&self, orders: &[Order]) -> Result<Option<Order>, Rejected> {
        let mut clearest = None;
        for order in orders {
            match self.check(*order) {
                Ok(()) => return Ok(Some(*order)),
                Err(Rejected::Over) => return Err(Rejected::Over),
                Err(Rejected::Illegal(illegal)) => clearest = more_informative(clearest, illegal),
            }
        }
        clearest.map_or(Ok(None), |illegal| Err(illegal.into()))
    }

    /// Returns the person's ships of one class, or of all classes. The shortest range comes first.
    pub fn ships_by_range(&self, class: Option<Class>) -> Vec<ShipName> {
        let known = self.briefing();
        let is_meant = |name: &&ShipName| class.is_none_or(|class| class == name.class);
        let mut names: Vec<_> = known.own().keys().filter(is_meant).copied().collect();
        names.sort_by_key(|name| (name.class.length(), name.index));
        names
    }

    /// Returns why an order was refused in this turn, unless its ship has moved since.
    pub fn refusal(&self, order: Order) -> Option<Reason> {
        let ship = order.ship();
        let is_move = |step: &&Step| {
            step.outcome.is_ok()
                && step.order.ship() == ship
                && step.order.kind() == OrderKind::Move
        };
        let since = self.steps().iter().rev().take_while(|step| !is_move(step));
        since.filter(|step| step.order == order).find_map(|step| step.outcome.err())
    }

    /// Returns the first order in a [`hint`](Self::hint) for which there is a good reason now, and
    /// this reason; `None` if the turn should be ended, or if the game is over. Never returns an
    /// order that was refused in this turn, or a wasted shot.
    pub fn advised(&self, hint: &[Order]) -> Option<(Order, String)> {
        if self.ending().is_some() {
            return None;
        }
        let refused = |order: &Order| {
            self.steps().iter().any(|step| step.order == *order && step.outcome.is_err())
        };
        let known = self.briefing();
        let missed = self.missed_lately();
        let is_wasted = |order: &Order| {
            let wasted = |at| missed.contains(&at) || is_empty(at, &known);
            order.shot().is_some_and(wasted)
        };
        let is_good =
            |order: &Order| !refused(order) && !is_wasted(order) && self.check(*order).is_ok();
        let order = *hint.iter().find(|order| is_good(order))?;
        Some((order, why(order, &known)))
    }

    /// Returns the fields of the misses in this turn and the turn before, if no enemy ship is seen
    /// there.
    fn missed_lately(&self) -> Vec<Coord> {
        let known = self.briefing();
        let notes = Note::turns(self.notes(self.person())).rev().take(2).flatten();
        let missed = notes.filter_map(Note::shot).filter(|(_, is_hit)| !is_hit);
        missed.map(|(at, _)| at).filter(|at| words::seen_at(*at, &known).is_none()).collect()
    }
}

/// Returns the refusal that says more. "No shots yet" and "no such field" say most, then "too far",
/// then "no shots left" and "no planes left".
fn more_informative(old: Option<Illegal>, new: Illegal) -> Option<Illegal> {
    let worth = |illegal: &Illegal| match illegal.breach {
        Breach::Rule(Reason::NotAllShipsPlaced | Reason::FieldDoesNotExist) => 3,
        Breach::Rule(Reason::ShootingTooFar) => 2,
        Breach::Rule(Reason::TooManyShots | Reason::AllPlanesSent) => 1,
        Breach::Rule(_) | Breach::OneShot | Breach::Refusals => 0,
    };
    old.filter(|old| worth(old) >= worth(&new)).or(Some(new))
}

/// Returns whether the person knows that a shot at a field cannot destroy anything of the enemy.
fn is_empty(at: Coord, known: &Briefing) -> bool {
    let seen = words::seen_at(at, known);
    seen.map_or(known.known().holds(at), |section| section == Section::Destroyed)
}

fn why(order: Order, known: &Briefing) -> String {
    match order {
        Order::Place { .. } => "your ships come before everything else".to_owned(),
        Order::Shoot(at) | Order::Fire(_, at) if words::seen_at(at, known).is_some() => {
            "you see a part of a ship of theirs there".to_owned()
        }
        Order::Shoot(_) | Order::Fire(..) => {
            "by what you know, a ship of theirs is most likely there".to_owned()
        }
        Order::Move(name, _) if known.seen().is_empty() => {
            format!("nothing of theirs is in sight, so {} goes looking", words::called(name))
        }
        Order::Move(name, _) => {
            format!("{} gets a better place for its guns", words::called(name))
        }
        Order::Spy(..) | Order::SpyAt(_) => "a plane shows the square around it".to_owned(),
    }
}

impl Versus {
    /// Returns the person's turns as a script that the person may read during the game. The open
    /// turn comes last, without its closing tag. Comments say what the person saw the machine do.
    pub fn own_script(&self) -> Vec<u8> {
        let title = format!("{}: what A knows", self.title());
        let mut script = Record::new(&title, &self.start);
        let own: Vec<_> = self.reports.iter().filter(|it| it.side == Side::First).collect();
        for (turn, report) in own.iter().enumerate() {
            add_news(self.past.get(turn).and_then(|past| past.news.as_ref()), &mut script);
            script.turn(report.side, &report.steps);
        }
        if self.past.len() >= own.len() && self.reports.last().is_none_or(is_machine) {
            add_news(self.news(), &mut script);
        }
        if self.ending().is_none() {
            script.open_turn(Side::First, self.steps());
        }
        script.into_bytes()
    }
}

fn is_machine(report: &TurnReport) -> bool {
    report.side == Side::Second
}

fn add_news(news: Option<&News>, script: &mut Record) {
    for line in news.map(words::news).unwrap_or_default() {
        script.comment(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Ending;

    #[test]
    fn no_hint_shoots_where_the_person_knows_that_there_is_nothing() {
        let (mut shots, mut count) = (0, 0);
        for seed in 0..12 {
            let mut game = Versus::small("fair:1", seed);
            for _ in 0..10 {
                let mut missed: Vec<Coord> = Vec::new();
                while let Some((order, _)) = game.advised(&game.hint()) {
                    let (known, lately) = (game.briefing(), game.missed_lately());
                    let wasted = |at: Coord| {
                        is_empty(at, &known) || lately.contains(&at) || missed.contains(&at)
                    };
                    assert!(!order.shot().is_some_and(wasted), "{seed} {order}");
                    let answer = game.order(order).unwrap();
                    let is_miss = |at: &Coord| answer.notes.contains(&Note::Miss(*at));
                    missed.extend(order.shot().filter(is_miss));
                    shots += usize::from(order.shot().is_some());
                }
                count += missed.len();
                game.end();
            }
        }
        assert!(shots > 30 && count > 3, "{shots} shots, {count} misses");
    }

    #[test]
    fn no_hint_shoots_next_to_a_ship_that_was_just_sunk() {
        let (mut shots, mut wins) = (0, 0);
        for seed in 0..20 {
            let mut game = Versus::small("fair:2", seed);
            let mut wrecks: Vec<Coord> = Vec::new();
            for _ in 0..30 {
                while let Some((order, _)) = game.advised(&game.hint()) {
                    let known = game.briefing();
                    let shot = order.shot().filter(|at| words::seen_at(*at, &known).is_none());
                    let is_near = |at: Coord| wrecks.iter().any(|wreck| wreck.is_within(at, 1));
                    assert!(!shot.is_some_and(is_near), "{seed} {order}");
                    shots += usize::from(shot.is_some());
                    let answer = game.order(order).unwrap();
                    let is_sunk = answer.notes.iter().any(|note| matches!(note, Note::Sunk(_)));
                    wrecks.extend(order.shot().filter(|_| is_sunk));
                }
                game.end();
            }
            let winner = game.ending().and_then(Ending::winner);
            wins += usize::from(winner == Some(game.person()));
        }
        assert!(shots < 40 && wins > 15, "{shots} shots with no target in sight, {wins} games won");
    }

    #[test]
    fn there_is_no_advice_after_the_end() {
        let mut game = Versus::small("fair:1", 1);
        let hint = game.hint();
        assert!(game.advised(&hint).is_some());
        game.resign();
        assert_eq!(game.advised(&hint), None);
    }

    #[test]
    fn a_shot_at_a_ship_in_sight_has_its_own_reason() {
        let mut game = Versus::of_two_ships();
        let (seen, unseen) = (Coord::new(8, 8), Coord::new(5, 5));
        game.order(Order::Spy(0, seen)).unwrap();
        let reason = |at| why(Order::Shoot(at), &game.briefing());
        assert_eq!(reason(seen), "you see a part of a ship of theirs there");
        assert!(reason(unseen).starts_with("by what you know"));
    }

    #[test]
    fn own_script_has_no_order_of_the_other_side() {
        let mut game = Versus::small("fair", 3);
        game.place_missing();
        game.end();
        let order = game.hint()[0];
        game.order(order).unwrap();
        let script = String::from_utf8(game.own_script()).unwrap();
        assert!(script.ends_with(&format!("[playerA]\n{order}\n")), "{script}");
        assert_eq!(script.matches("PLACE_SHIP").count(), 4);
        for line in words::news(game.news().unwrap()) {
            assert!(script.contains(&format!("\n# {line}\n")), "{script}");
        }
        assert!(!script.contains("[playerB]"));
        assert_eq!(String::from_utf8(game.record()).unwrap().matches("PLACE_SHIP").count(), 8);
    }
}

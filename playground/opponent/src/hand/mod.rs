//! A game by hand: a person, who is A, against the fair machine. The game is that of `broadside play`, and so
//! are its words; the page is handed what A knows and nothing else until the game is over.

mod view;

use crate::json;
use broadside_arena::tournament::Setup;
use broadside_arena::versus::words::{self, Controls, count};
use broadside_arena::versus::{Machine, Opening, Rejected, Score, Shots, Start, Undone, Versus};
use broadside_core::board::{Coord, Manoeuvre};
use broadside_core::dice::Seed;
use broadside_ships::rules::{Class, Order, ShipName};
use view::{Offer, View};
use wasm_bindgen::prelude::wasm_bindgen;

/// A game, and what was said in it since the turn began. What changes it answers with what A knows then.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Hand {
    game: Versus,
    start: Start,
    opening: Opening,
    score: Score,
    shots: Shots,
    /// Whether both sides know that neither can reach the other.
    is_stuck: bool,
    advice: Option<Advice>,
    /// The field of a shot that is to be asked for again.
    doubted: Option<Coord>,
    said: Vec<String>,
}

/// What the buttons of the page are called.
const BUTTONS: Controls =
    Controls { place: "“Other places”", end: "“End turn”", draw: "“Agree to a draw”" };

/// What was advised: an order, or to end the turn.
#[derive(Clone, Debug)]
struct Advice {
    order: Option<Order>,
    why: String,
}

#[wasm_bindgen]
impl Hand {
    /// A game on a set-up with a name, against the machine of a level from 1 to 4.
    ///
    /// # Errors
    /// What is not known of it.
    #[wasm_bindgen(constructor)]
    pub fn new(setup: &str, level: u32, seed: &str) -> Result<Self, String> {
        let name = format!("fair:{level}");
        let start = Start {
            setup: Setup::from_name(setup).ok_or("there is no such set-up")?,
            name: setup.to_owned(),
            seed: seed.parse::<Seed>().map_err(|_| "a seed is a whole number")?,
            machine: Machine::from_name(&name).ok_or("there is no such level")?,
        };
        let opening = Opening::by_lot(&start.seed);
        let game = start.game(0, opening.first, &start.seed).map_err(|error| error.to_string())?;
        let mut hand = Self {
            game,
            start,
            opening,
            score: Score::default(),
            shots: Shots::default(),
            is_stuck: false,
            advice: None,
            doubted: None,
            said: Vec::new(),
        };
        hand.greet();
        Ok(hand)
    }

    /// What A knows, as JSON.
    pub fn view(&mut self) -> String {
        json(&View::of(self))
    }

    /// What a ship can do: its moves, each with where it would lie or why it cannot, and how far it shoots.
    pub fn offers(&self, ship: &str) -> String {
        json(&ship_of(ship).and_then(|name| Offer::of(&self.game, name)))
    }

    /// Moves a ship: `F`, `L` or `R`.
    pub fn sail(&mut self, ship: &str, way: &str) -> String {
        if let (Some(name), Ok(way)) = (ship_of(ship), way.parse::<Manoeuvre>()) {
            self.give(&[Order::Move(name, way)]);
        }
        self.view()
    }

    /// Shoots at a field with that ship, or with any where the rules name none. Where nothing can be hit, as far as
    /// A knows, a shot has to be asked for twice.
    pub fn shoot(&mut self, ship: &str, row: i32, col: i32) -> String {
        let at = Coord::new(row.into(), col.into());
        let known = self.game.briefing();
        let names_no_ship = !known.is_extended() || known.is_auto_shooting();
        let by_ship = || ship_of(ship).map(|name| Order::Fire(name, at));
        match names_no_ship.then_some(Order::Shoot(at)).or_else(by_ship) {
            None => self.said.push("choose one of your ships first, then the field".to_owned()),
            Some(order) if self.asks_first(order, at) => {}
            Some(order) => self.give(&[order]),
        }
        self.view()
    }

    /// Sends a plane of any carrier over a field.
    pub fn spy(&mut self, row: i32, col: i32) -> String {
        let at = Coord::new(row.into(), col.into());
        let carriers = self.game.gunners(Some(Class::Carrier));
        let orders: Vec<_> = carriers.iter().map(|name| Order::Spy(name.index, at)).collect();
        self.give(&orders);
        self.view()
    }

    /// Places the missing ships at random; again: elsewhere.
    pub fn place(&mut self) -> String {
        self.place_missing();
        self.view()
    }

    /// Names an order that is worth it, and why.
    pub fn hint(&mut self) -> String {
        let advice = self.game.advised(&self.game.hint());
        let (order, why) =
            advice.map_or((None, words::NO_ORDER.to_owned()), |(order, why)| (Some(order), why));
        self.advice = Some(Advice { order, why });
        self.view()
    }

    /// Does what was advised.
    pub fn follow(&mut self) -> String {
        match self.advice.take() {
            Some(Advice { order: Some(order), .. }) => self.give(&[order]),
            Some(Advice { order: None, .. }) => self.end_turn(),
            None => {}
        }
        self.view()
    }

    /// Ends the turn; then the machine plays.
    pub fn end(&mut self) -> String {
        self.end_turn();
        self.view()
    }

    /// Takes back the orders of the turn, or the last turn and the machine's answer.
    pub fn undo(&mut self) -> String {
        if let Some(undone) = self.game.undo() {
            (self.is_stuck, self.advice) = (false, None);
            self.shots = Shots::default();
            let turn = self.game.fair_until().unwrap_or_default();
            let what = match undone {
                Undone::Orders(0) => "the game goes on".to_owned(),
                Undone::Orders(number) => format!("took back {}", count(number, "order")),
                Undone::Turn => "took back your turn and their answer".to_owned(),
            };
            self.said = vec![format!("{what}; the game was fair until turn {turn}")];
        }
        self.view()
    }

    /// Agrees to a draw, once neither side can reach the other.
    pub fn draw(&mut self) -> String {
        if self.is_stuck {
            self.game.agree_on_draw();
        }
        self.view()
    }

    /// Gives up.
    pub fn resign(&mut self) -> String {
        self.game.resign();
        self.view()
    }

    /// Plays again with sides changed; the score is kept.
    pub fn rematch(&mut self, seed: &str) -> String {
        let (score, opening) = (self.score.with(self.game.ending()), self.opening.of_rematch());
        let fresh = seed.parse().unwrap_or_else(|_| self.start.seed.clone());
        let game = self.start.game(score.played, opening.first, &fresh);
        if let (Ok(game), true) = (game, self.game.ending().is_some()) {
            (self.game, self.score, self.opening) = (game, score, opening);
            (self.is_stuck, self.advice, self.shots) = (false, None, Shots::default());
            self.greet();
        }
        self.view()
    }

    /// The whole game as a script, once it is over; before, what A has ordered and seen.
    pub fn script(&self) -> Vec<u8> {
        if self.game.ending().is_some() { self.game.record() } else { self.game.own_script() }
    }
}

impl Hand {
    fn greet(&mut self) {
        let who = if self.opening.first == self.game.person() { "You move" } else { "They move" };
        let why = if self.opening.is_by_lot { ", as the lot has it" } else { "" };
        self.said = vec![format!("{who} first{why}.")];
        self.place_missing();
    }

    fn place_missing(&mut self) {
        let placed = self.game.place_missing();
        let missing = words::missing(&self.game.briefing());
        self.said.push(match (placed, missing.is_empty()) {
            (0, true) => "all your ships are placed".to_owned(),
            (_, true) => format!("{} placed", count(placed, "ship")),
            _ => format!("{} placed; no room was found for {missing}", count(placed, "ship")),
        });
    }

    /// Whether a shot has to be asked for again, as nothing can be hit; says so.
    fn asks_first(&mut self, order: Order, at: Coord) -> bool {
        let shots = self.shots.standing(&self.game);
        let doubt = words::wasted(at, &self.game.briefing(), shots.get(&at).copied());
        let doubt = doubt.filter(|_| self.doubted != Some(at) && self.game.check(order).is_ok());
        if let Some(doubt) = doubt {
            self.said.push(format!("{doubt}: click {} again to shoot there", words::field(at)));
            self.doubted = Some(at);
        }
        doubt.is_some()
    }

    /// Carries out the first order that is legal, and says what came of it.
    fn give(&mut self, orders: &[Order]) {
        (self.advice, self.doubted) = (None, None);
        match self.game.first_legal(orders) {
            Ok(Some(order)) => self.carry_out(order),
            Ok(None) => {}
            Err(Rejected::Illegal(illegal)) => {
                self.said.push(words::illegal(&illegal, &self.game.briefing(), &BUTTONS));
            }
            Err(over @ Rejected::Over) => self.said.push(over.to_string()),
        }
    }

    fn carry_out(&mut self, order: Order) {
        let Ok(answer) = self.game.order(order) else { return };
        let known = self.game.briefing();
        self.said.push(words::answer(order, &answer, &known, self.game.steps(), &BUTTONS));
        if answer.is_won {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        if self.game.ending().is_some() {
            return;
        }
        self.advice = None;
        self.game.end();
        if self.game.ending().is_some() {
            self.said.clear();
            return;
        }
        self.said = self.game.news().map(words::news).unwrap_or_default();
        if !self.is_stuck && self.game.is_out_of_reach() {
            self.is_stuck = true;
            self.said.push(words::stuck(&BUTTONS));
        }
    }
}

/// A ship by its name, such as `0 CRU`.
fn ship_of(name: &str) -> Option<ShipName> {
    let (index, class) = name.split_once(' ')?;
    Some(ShipName { class: class.parse().ok()?, index: index.parse().ok()? })
}

#[cfg(test)]
mod tests;

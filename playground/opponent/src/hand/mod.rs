//! A game of a person, who is A, against the fair AI. It is the game of `broadside play`, with the
//! same messages. Until the game is over, the page gets only what A knows.

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

/// A game with its messages since the turn began. Methods that change the game return what A knows
/// afterwards, as JSON.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Hand {
    game: Versus,
    start: Start,
    opening: Opening,
    score: Score,
    shots: Shots,
    /// Whether A knows that neither side can reach the other.
    is_stuck: bool,
    advice: Option<Advice>,
    /// The field of a shot that is carried out only if A requests the shot again.
    doubted: Option<Coord>,
    messages: Vec<String>,
}

/// The names of the buttons of the page.
const BUTTONS: Controls =
    Controls { place: "“Other places”", end: "“End turn”", draw: "“Agree to a draw”" };

/// Advice: an order and the reason for it. If there is no order, the advice is to end the turn.
#[derive(Clone, Debug)]
struct Advice {
    order: Option<Order>,
    why: String,
}

#[wasm_bindgen]
impl Hand {
    /// Starts a game on the set-up with this name, against the AI of a level from 1 to 4.
    ///
    /// # Errors
    /// The error says which argument is wrong.
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
            messages: Vec::new(),
        };
        hand.greet();
        Ok(hand)
    }

    /// Returns what A knows.
    pub fn view(&mut self) -> String {
        json(&View::of(self))
    }

    /// Returns what a ship can do: its range and its moves. Each move has the new place, or the
    /// reason why the move is illegal.
    pub fn offers(&self, ship: &str) -> String {
        json(&ship_of(ship).and_then(|name| Offer::of(&self.game, name)))
    }

    /// Moves a ship. `way` is `F`, `L` or `R`.
    pub fn sail(&mut self, ship: &str, way: &str) -> String {
        if let (Some(name), Ok(way)) = (ship_of(ship), way.parse::<Manoeuvre>()) {
            self.give(&[Order::Move(name, way)]);
        }
        self.view()
    }

    /// Shoots at a field with a ship. If the rules allow shots that name no ship, ignores `ship`.
    /// If the shot is probably wasted, it must be requested twice.
    pub fn shoot(&mut self, ship: &str, row: i32, col: i32) -> String {
        let at = Coord::new(row.into(), col.into());
        let known = self.game.briefing();
        let names_no_ship = !known.is_extended() || known.is_auto_shooting();
        let by_ship = || ship_of(ship).map(|name| Order::Fire(name, at));
        match names_no_ship.then_some(Order::Shoot(at)).or_else(by_ship) {
            None => self.messages.push("choose one of your ships first, then the field".to_owned()),
            Some(order) if self.asks_first(order, at) => {}
            Some(order) => self.give(&[order]),
        }
        self.view()
    }

    /// Sends a plane of any carrier over a field.
    pub fn spy(&mut self, row: i32, col: i32) -> String {
        let at = Coord::new(row.into(), col.into());
        let carriers = self.game.ships_by_range(Some(Class::Carrier));
        let orders: Vec<_> = carriers.iter().map(|name| Order::Spy(name.index, at)).collect();
        self.give(&orders);
        self.view()
    }

    /// Places the missing ships at random. If an earlier call in this turn placed ships, these
    /// ships may get other places.
    pub fn place(&mut self) -> String {
        self.place_missing();
        self.view()
    }

    /// Gives advice: a good order, and why.
    pub fn hint(&mut self) -> String {
        let advice = self.game.advised(&self.game.hint());
        let (order, why) =
            advice.map_or((None, words::NO_ORDER.to_owned()), |(order, why)| (Some(order), why));
        self.advice = Some(Advice { order, why });
        self.view()
    }

    /// Follows the advice.
    pub fn follow(&mut self) -> String {
        match self.advice.take() {
            Some(Advice { order: Some(order), .. }) => self.give(&[order]),
            Some(Advice { order: None, .. }) => self.end_turn(),
            None => {}
        }
        self.view()
    }

    /// Ends the turn; then the AI plays.
    pub fn end(&mut self) -> String {
        self.end_turn();
        self.view()
    }

    /// Takes back what A did in the open turn. If A did nothing in it, takes back A's last turn and
    /// the turn of the AI after it.
    pub fn undo(&mut self) -> String {
        if let Some(undone) = self.game.undo() {
            (self.is_stuck, self.advice, self.doubted) = (false, None, None);
            self.shots = Shots::default();
            let turn = self.game.first_undone().unwrap_or_default();
            let what = match undone {
                Undone::Orders(0) => "the game goes on".to_owned(),
                Undone::Orders(number) => format!("took back {}", count(number, "order")),
                Undone::Turn => "took back your turn and their answer".to_owned(),
            };
            self.messages = vec![format!("{what}; the game was fair until turn {turn}")];
        }
        self.view()
    }

    /// Agrees to a draw, if neither side can reach the other.
    pub fn draw(&mut self) -> String {
        if self.is_stuck {
            self.game.agree_on_draw();
        }
        self.view()
    }

    /// Resigns.
    pub fn resign(&mut self) -> String {
        self.game.resign();
        self.view()
    }

    /// If the game is over, starts another game, in which the other side moves first. Keeps the
    /// score.
    pub fn rematch(&mut self, seed: &str) -> String {
        let (score, opening) = (self.score.with(self.game.ending()), self.opening.of_rematch());
        let fresh = seed.parse().unwrap_or_else(|_| self.start.seed.clone());
        let game = self.start.game(score.played, opening.first, &fresh);
        if let (Ok(game), true) = (game, self.game.ending().is_some()) {
            (self.game, self.score, self.opening) = (game, score, opening);
            (self.is_stuck, self.advice, self.doubted) = (false, None, None);
            self.shots = Shots::default();
            self.greet();
        }
        self.view()
    }

    /// Returns a script: the whole game if the game is over, otherwise what A has ordered and seen.
    pub fn script(&self) -> Vec<u8> {
        if self.game.ending().is_some() { self.game.record() } else { self.game.own_script() }
    }
}

impl Hand {
    /// Says who moves first, and places the ships of A.
    fn greet(&mut self) {
        let who = if self.opening.first == self.game.person() { "You move" } else { "They move" };
        let why = if self.opening.is_by_lot { ", by lot" } else { "" };
        self.messages = vec![format!("{who} first{why}.")];
        self.place_missing();
    }

    fn place_missing(&mut self) {
        let placed = self.game.place_missing();
        let missing = words::missing(&self.game.briefing());
        self.messages.push(match (placed, missing.is_empty()) {
            (0, true) => "all your ships are placed".to_owned(),
            (_, true) => format!("{} placed", count(placed, "ship")),
            _ => format!("{} placed; no room was found for {missing}", count(placed, "ship")),
        });
    }

    /// Whether a shot must be requested again because it is probably wasted. If so, adds a message.
    fn asks_first(&mut self, order: Order, at: Coord) -> bool {
        let shots = self.shots.standing(&self.game);
        let doubt = words::wasted(at, &self.game.briefing(), shots.get(&at).copied());
        let doubt = doubt.filter(|_| self.doubted != Some(at) && self.game.check(order).is_ok());
        if let Some(doubt) = doubt {
            self.messages.push(format!("{doubt}: click {} again to shoot there", words::field(at)));
            self.doubted = Some(at);
        }
        doubt.is_some()
    }

    /// Carries out the first legal order of a list, and adds a message with the result.
    fn give(&mut self, orders: &[Order]) {
        (self.advice, self.doubted) = (None, None);
        match self.game.first_legal(orders) {
            Ok(Some(order)) => self.carry_out(order),
            Ok(None) => {}
            Err(Rejected::Illegal(illegal)) => {
                self.messages.push(words::illegal(&illegal, &self.game.briefing(), &BUTTONS));
            }
            Err(over @ Rejected::Over) => self.messages.push(over.to_string()),
        }
    }

    fn carry_out(&mut self, order: Order) {
        let Ok(answer) = self.game.order(order) else { return };
        let known = self.game.briefing();
        self.messages.push(words::answer(order, &answer, &known, self.game.steps(), &BUTTONS));
        if answer.is_won {
            self.end_turn();
        }
    }

    fn end_turn(&mut self) {
        if self.game.ending().is_some() {
            return;
        }
        (self.advice, self.doubted) = (None, None);
        self.game.end();
        if self.game.ending().is_some() {
            self.messages.clear();
            return;
        }
        self.messages = self.game.news().map(words::news).unwrap_or_default();
        if !self.is_stuck && self.game.is_out_of_reach() {
            self.is_stuck = true;
            self.messages.push(words::stuck(&BUTTONS));
        }
    }
}

/// Reads the name of a ship: `0 CRU`.
fn ship_of(name: &str) -> Option<ShipName> {
    let (index, class) = name.split_once(' ')?;
    Some(ShipName { class: class.parse().ok()?, index: index.parse().ok()? })
}

#[cfg(test)]
mod tests;

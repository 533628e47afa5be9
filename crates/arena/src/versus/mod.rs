//! A fair game of one person against the machine: each side knows only what it may know.
//!
//! Contents: [`Versus`] (the game, order by order for the person and turn by turn for the machine), [`Machine`] (the
//! player of the other side), [`News`] (what the person sees of the machine's turn), [`Start`] and [`Score`] (several
//! games), [`Shots`] (the marks on the board), [`words`] (the messages) and [`Ending`]. The `Referee` has the rules.
//! An order of the person is tried on a copy of the game: the turn so far is played there, then this order.
//!
//! It uses no terminals, pages or files.
//!
//! ```
//! use broadside_arena::versus::{Machine, Versus};
//! use broadside_ships::rules::Game;
//!
//! let mut game = Versus::new(Game::default(), Machine::fair(), &1.into());
//! game.place_missing();
//! assert!(game.briefing().missing(game.person()).all(|(_, missing)| missing == 0));
//! game.end();
//! assert!(game.news().is_some() && game.ending().is_none());
//! ```

mod advice;
mod left;
mod news;
mod own_script;
mod shots;
mod start;
mod tally;
pub mod words;

pub use crate::machine::Machine;
pub use crate::turn::Answer;
pub use news::{News, Struck};
pub use shots::Shots;
pub use start::{Opening, Score, Start};
pub use tally::Tally;

use crate::driver::{DrawRules, Driver, Ending};
use crate::reach::is_out_of_reach;
use crate::record::Record;
use crate::turn::Turn;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_ships::rules::fair::{
    Briefing, FairPilot, Illegal, Notes, Pilot as _, Step, TurnReport,
};
use broadside_ships::rules::{Game, Order};
use std::sync::Arc;
use thiserror::Error;

/// The most draws of random places, as long as an unseen ship is in the way.
const PLACINGS: u32 = 20;

/// A game of a person, who is A, against the machine.
#[derive(Clone, Debug)]
pub struct Versus {
    start: Game,
    state: State,
    /// The open turn of the person.
    turn: Turn,
    /// All turns of both sides that were carried out.
    reports: Vec<TurnReport>,
    news: Option<News>,
    past: Vec<Arc<Past>>,
    /// The dice for random places of the person's ships.
    luck: Stream,
    seed: Seed,
    fair_until: Option<u64>,
}

/// The part of a game that each turn changes.
#[derive(Clone, Debug)]
struct State {
    driver: Driver,
    machine: Machine,
    dice: Stream,
    /// Gives hints; it remembers the person's earlier turns.
    adviser: FairPilot,
}

/// A game at the beginning of an earlier turn of the person.
#[derive(Clone, Debug)]
struct Past {
    state: State,
    reports: usize,
    news: Option<News>,
}

/// Why an order of the person was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The person could have known that the order is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// What [`Versus::undo`] took back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// This many orders of the open turn.
    Orders(usize),
    /// The last turn of the person and the machine's answer.
    Turn,
}

impl Versus {
    /// A game from `start`, which is between turns. If the machine moves first, it has already moved.
    pub fn new(start: Game, machine: Machine, seed: &Seed) -> Self {
        let mut driver = Driver::new(start.clone(), DrawRules::default());
        let is_person = driver.mover() == Side::First;
        let turn = Turn::begin(&mut driver.referee);
        let (dice, adviser) = (Stream::new(seed, 0), FairPilot::adviser());
        let mut game = Self {
            start,
            state: State { driver, machine, dice, adviser },
            turn,
            reports: Vec::new(),
            news: None,
            past: Vec::new(),
            luck: Stream::new(seed, 1),
            seed: seed.clone(),
            fair_until: None,
        };
        if !is_person {
            game.let_machine_play();
            game.turn = Turn::begin(&mut game.state.driver.referee);
        }
        game
    }

    /// The side of the person.
    pub const fn person(&self) -> Side {
        Side::First
    }

    /// The true game, with the orders of the open turn carried out.
    pub const fn game(&self) -> &Game {
        self.turn.tried.game()
    }

    /// The player of the other side.
    pub const fn machine(&self) -> &Machine {
        &self.state.machine
    }

    /// The seed of all dice.
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// What the person knows now.
    pub fn briefing(&self) -> Briefing {
        self.turn.tried.observer().briefing(self.game(), self.person())
    }

    /// What `side` has learned so far, also in the open turn.
    pub fn notes(&self, side: Side) -> &Notes {
        self.turn.tried.observer().notes(side)
    }

    /// The number of the person's open turn, from 1.
    pub fn turn(&self) -> u64 {
        self.turn.tried.observer().turns(self.person())
    }

    /// The orders of the open turn with their results.
    pub fn steps(&self) -> &[Step] {
        self.turn.steps()
    }

    /// What the person has seen of the machine's last turn; `None` before its first turn.
    pub const fn news(&self) -> Option<&News> {
        self.news.as_ref()
    }

    /// Whether neither side can hit anything any more, wherever its ships go.
    pub fn is_out_of_reach(&self) -> bool {
        is_out_of_reach(self.state.driver.game())
    }

    /// Ends the game in a draw by agreement.
    pub fn agree_on_draw(&mut self) {
        self.state.driver.end(Ending::Standstill);
    }

    /// How the game has ended, if it has.
    pub const fn ending(&self) -> Option<Ending> {
        self.state.driver.ending()
    }

    /// The number of the earliest turn that was taken back. From then on the person may know too much.
    #[doc(hidden)]
    pub const fn fair_until(&self) -> Option<u64> {
        self.fair_until
    }

    /// Carries out an order of the person.
    ///
    /// # Errors
    /// [`Rejected`]: the game is over, or the person could have known that the order is not legal. Nothing
    /// has changed.
    pub fn order(&mut self, order: Order) -> Result<Answer, Rejected> {
        if self.ending().is_some() {
            return Err(Rejected::Over);
        }
        Ok(self.turn.order(&self.state.driver.referee, order)?)
    }

    /// Places the person's missing ships at random. Ships that were placed by this call earlier in this turn
    /// get other places if they [may](Self::may_place_again), and if no other orders came after. Returns how
    /// many ships were placed.
    pub fn place_missing(&mut self) -> usize {
        if self.ending().is_some() {
            return 0;
        }
        let kept = self.turn.kept_orders(self.may_place_again()).to_vec();
        for _ in 0..PLACINGS {
            let Ok(mut turn) = self.turn.with_orders(&self.state.driver.referee, &kept) else {
                return 0;
            };
            let tried = &turn.tried;
            let briefing = tried.observer().briefing(tried.game(), self.person());
            turn.add_places(&self.state.driver.referee, &briefing.placements(&mut self.luck));
            self.turn = turn;
            if self.placed_behind(kept.len()) == self.steps().len() - kept.len() {
                break;
            }
        }
        self.placed_behind(kept.len())
    }

    /// Whether ships that [`place_missing`](Self::place_missing) has placed may get other places: only while
    /// the other side has no ship on the board. Otherwise each new place would show more of its ships for free.
    pub fn may_place_again(&self) -> bool {
        self.briefing().enemy().next().is_none()
    }

    /// How many of the orders after the `first` ones were carried out.
    fn placed_behind(&self, first: usize) -> usize {
        self.steps().iter().skip(first).filter(|step| step.outcome.is_ok()).count()
    }

    /// Returns the orders that the fair pilot would give now in the person's place. It knows only what the person
    /// knows.
    pub fn hint(&self) -> Vec<Order> {
        let (briefing, mut adviser) = (self.briefing(), self.state.adviser.clone());
        let orders = adviser.turn(&briefing, &mut self.hint_dice()).unwrap_or_default();
        self.turn.still_possible(orders, briefing.is_extended())
    }

    /// The dice for all hints of a turn: they are the same for each hint.
    fn hint_dice(&self) -> Stream {
        Stream::new(&self.seed, self.turn().saturating_add(1))
    }

    /// Ends the open turn. Then the machine plays, unless the game has ended.
    pub fn end(&mut self) {
        if self.ending().is_some() {
            return;
        }
        let state = self.state.clone();
        let past = Past { state, reports: self.reports.len(), news: self.news.clone() };
        self.past.push(Arc::new(past));
        let (opening, mut dice) = (self.turn.opening.clone(), self.hint_dice());
        // The adviser remembers its own plan for this turn, and sees in the notes what happened instead.
        drop(self.state.adviser.turn(&opening, &mut dice));
        self.reports.extend(self.turn.carry_out(&mut self.state.driver));
        if self.ending().is_none() {
            self.let_machine_play();
        }
        if self.ending().is_none() {
            self.turn = Turn::begin(&mut self.state.driver.referee);
        } else {
            self.turn.tried = self.state.driver.referee.clone();
        }
    }

    /// Resigns for the person.
    pub fn resign(&mut self) {
        self.state.driver.end(Ending::Resigned(self.person()));
    }

    /// Takes back the orders of the open turn; if there are none, the last turn and the machine's answer. After
    /// the end of the game, takes back the turn that ended it.
    pub fn undo(&mut self) -> Option<Undone> {
        let orders = self.steps().len();
        let undone = if self.is_turn_open() && (orders > 0 || self.ending().is_some()) {
            self.state.driver.reopen();
            Undone::Orders(orders)
        } else {
            let past = Arc::unwrap_or_clone(self.past.pop()?);
            self.state = past.state;
            self.reports.truncate(past.reports);
            self.news = past.news;
            Undone::Turn
        };
        self.turn = Turn::begin(&mut self.state.driver.referee);
        let turn = self.turn();
        self.fair_until = Some(self.fair_until.map_or(turn, |fair| fair.min(turn)));
        Some(undone)
    }

    /// Whether the person's turn is open, perhaps in a game that has ended. `past` has all turns that were ended.
    fn is_turn_open(&self) -> bool {
        (self.past.len() as u64) < self.turn()
    }

    /// Plays the machine's turn, and notes what the person sees of it.
    fn let_machine_play(&mut self) {
        let before = self.state.driver.game().clone();
        let State { driver, machine, dice, .. } = &mut self.state;
        let report = driver.play_machine(machine, dice);
        self.news = Some(News::of(&report, &before, self.state.driver.game()));
        self.reports.push(report);
    }

    /// Returns the game so far as a script for `run` and `replay`: the start, then each turn that was ended.
    pub fn record(&self) -> Vec<u8> {
        let (machine, seed) = (self.machine().name(), self.seed());
        let comment = format!("A against the machine ({machine}), seed {seed}");
        let mut record = Record::new(&comment, &self.start);
        for report in &self.reports {
            record.numbered_turn(report.turn, report);
        }
        record.into_bytes()
    }

    /// Counts what each side has done and seen.
    pub fn tally(&self) -> BySide<Tally> {
        BySide::from_fn(|side| Tally::of(self.notes(side)))
    }
}

#[cfg(test)]
impl Versus {
    /// A game of the set-up `small` for tests.
    pub(crate) fn small(machine: &str, seed: u64) -> Self {
        let start = crate::tournament::Setup::Small.game(&seed.into(), 0).unwrap();
        Self::new(start, Machine::from_name(machine).unwrap(), &seed.into())
    }

    /// A game for tests: a carrier against a battleship whose bow lies at 8 8.
    fn of_two_ships() -> Self {
        let start = b"[state] BOARD_SIZE 12 12 SET_FLEET A 1 0 0 0 SET_FLEET B 0 1 0 0\n\
            SHIP A 0 0 W 0 CAR 11111 SHIP B 8 8 N 0 BAT 1111 [state]\n";
        let start = crate::tournament::Setup::Script(start.to_vec()).game(&1.into(), 0).unwrap();
        Self::new(start, Machine::fair(), &1.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Setup;

    /// Places ships at random this many times. Returns how many were placed, and the person's script.
    fn placed(start: &Game, times: usize) -> (usize, Vec<u8>) {
        let mut game = Versus::new(start.clone(), Machine::fair(), &1.into());
        let placed = (0..times).map(|_| game.place_missing()).sum();
        (placed, game.own_script())
    }

    /// Placing ships again and again once showed the person all of a fleet that was already on the board.
    #[test]
    fn ships_stay_where_they_are_once_the_other_side_has_ships() {
        let mut start = Setup::Small.game(&1.into(), 0).unwrap();
        assert_ne!(placed(&start, 1), placed(&start, 2), "no ship is there to be seen");
        start.set(&broadside_ships::rules::Setting::NextPlayer(Side::Second)).unwrap();
        let once = placed(&start, 1);
        assert_eq!((once.0, &once), (4, &placed(&start, 9)));
    }
}

//! A game of one person against the machine. Only the open machine, which sees the whole board,
//! knows more than its side may know.
//!
//! [`Versus`] is the game. The person gives orders one by one, and the machine plays whole turns.
//! This module does not use the terminal, web pages or files.

mod advice;
mod news;
mod saved;
mod shots;
mod start;
pub mod words;

pub use crate::driver::Answer;
pub use crate::machine::Machine;
pub use news::{News, Struck};
pub(crate) use saved::machine_and_seed;
pub use shots::{Shots, Tally};
pub use start::{Opening, Score, Start};

use crate::driver::{DrawRules, Driver, Ending, Turn};
use crate::reach::is_out_of_reach;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_ships::rules::fair::{
    Briefing, FairPilot, Illegal, Note, Pilot as _, Step, TurnReport,
};
use broadside_ships::rules::{Game, Order};
use std::sync::Arc;
use thiserror::Error;

/// The largest number of attempts to place ships at random while an unseen ship is in the way.
const PLACINGS: u32 = 20;

/// A game of a person against the machine. The person plays A.
#[derive(Clone, Debug)]
pub struct Versus {
    start: Game,
    /// The record of the saved game that this game continues. `None` for a new game. Also `None` if
    /// all recorded turns were played again, because then `start` is the start of the record.
    kept: Option<Vec<u8>>,
    state: State,
    turn: Turn,
    reports: Vec<TurnReport>,
    news: Option<News>,
    /// An entry for each turn that the person has ended.
    past: Vec<Arc<Past>>,
    placement_dice: Stream,
    seed: Seed,
    first_undone: Option<u64>,
}

#[derive(Clone, Debug)]
struct State {
    driver: Driver,
    machine: Machine,
    dice: Stream,
    /// The pilot (a computer player) that gives hints. It remembers the person's earlier turns.
    adviser: FairPilot,
}

/// A copy of the game from before the person ended a turn, for [`Versus::undo`].
#[derive(Clone, Debug)]
struct Past {
    state: State,
    reports: usize,
    news: Option<News>,
}

/// Why an order of the person is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Rejected {
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The person could have known that the order is not legal, the order would change the result
    /// of an earlier order, or too many orders of the turn were refused.
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// What [`Versus::undo`] has taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undone {
    /// Orders of the open turn, and a resignation or agreed draw in it. The number says how many
    /// orders; it can be 0.
    Orders(usize),
    /// The last turn of the person, and the machine's turn after it if there is one.
    Turn,
}

impl Versus {
    /// Starts a game from `start`, in which no turn is open. If the machine moves first, it plays
    /// its turn.
    pub fn new(start: Game, machine: Machine, seed: &Seed) -> Self {
        let mut game = Self::before_first_turn(start, machine, seed);
        if game.state.driver.mover() != game.person() {
            game.let_machine_play();
            game.begin_turn();
        }
        game
    }

    fn before_first_turn(start: Game, machine: Machine, seed: &Seed) -> Self {
        let mut driver = Driver::new(start.clone(), DrawRules::default());
        let turn = Turn::begin(&mut driver.referee);
        let (dice, adviser) = (Stream::new(seed, 0), FairPilot::adviser());
        Self {
            start,
            kept: None,
            state: State { driver, machine, dice, adviser },
            turn,
            reports: Vec::new(),
            news: None,
            past: Vec::new(),
            placement_dice: Stream::new(seed, 1),
            seed: seed.clone(),
            first_undone: None,
        }
    }

    /// Returns the side of the person.
    pub const fn person(&self) -> Side {
        Side::First
    }

    /// Returns the true game, in which the orders of the open turn are already carried out.
    pub const fn game(&self) -> &Game {
        self.turn.tried.game()
    }

    /// Returns the machine, which plays the other side.
    pub const fn machine(&self) -> &Machine {
        &self.state.machine
    }

    /// Returns the seed of all dice.
    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Returns what the person knows at this moment.
    pub fn briefing(&self) -> Briefing {
        self.turn.tried.observer().briefing(self.game(), self.person())
    }

    /// Returns what `side` has learned so far, also in the open turn.
    pub fn notes(&self, side: Side) -> &[Note] {
        self.turn.tried.observer().notes(side)
    }

    /// Returns the number of the person's open turn, from 1.
    pub fn turn(&self) -> u64 {
        self.turn.tried.observer().turns(self.person())
    }

    /// Returns the orders of the open turn with their results.
    pub fn steps(&self) -> &[Step] {
        self.turn.steps()
    }

    /// Returns what the person has seen of the machine's last turn, if there was one.
    pub const fn news(&self) -> Option<&News> {
        self.news.as_ref()
    }

    /// Returns whether neither side can hit anything any more, even if its ships move. Always
    /// returns `false` for a game without `EXTENDED_SHIPS`, before all ships are placed, on a board
    /// of more than 2048 fields, and with more than 64 ships.
    pub fn is_out_of_reach(&self) -> bool {
        is_out_of_reach(self.state.driver.game())
    }

    /// Ends the game as a draw, because the person agrees to a draw.
    pub fn agree_on_draw(&mut self) {
        self.state.driver.end(Ending::Standstill);
    }

    /// Returns how the game has ended, or `None` if it goes on.
    pub const fn ending(&self) -> Option<Ending> {
        self.state.driver.ending()
    }

    /// Returns the earliest turn in which something was taken back. From this turn on, the person
    /// may know too much.
    #[doc(hidden)]
    pub const fn first_undone(&self) -> Option<u64> {
        self.first_undone
    }

    /// Carries out an order of the person. Returns [`Rejected`] if the game is over, if the person
    /// could have known that the order is not legal, if the order would change the result of an
    /// earlier order (with `AUTO_SHOOTING`), or if too many orders of the turn were refused. Then
    /// nothing has changed.
    pub fn order(&mut self, order: Order) -> Result<Answer, Rejected> {
        if self.ending().is_some() {
            return Err(Rejected::Over);
        }
        Ok(self.turn.order(&self.state.driver.referee, order)?)
    }

    /// Places the person's missing ships at random, and returns how many. A second call in a row
    /// gives these ships other places, if this is [allowed](Self::may_place_again).
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
            turn.add_places(
                &self.state.driver.referee,
                &briefing.placements(&mut self.placement_dice),
            );
            self.turn = turn;
            if self.placed_after(kept.len()) == self.steps().len() - kept.len() {
                break;
            }
        }
        self.placed_after(kept.len())
    }

    /// Returns whether randomly placed ships may get other places. This is allowed only while the
    /// other side has no ship on the board. Otherwise each new place could show the person more of
    /// that side's ships for free.
    pub fn may_place_again(&self) -> bool {
        self.briefing().enemy().next().is_none()
    }

    /// Returns how many orders of the turn were carried out, without the first `skipped` orders.
    fn placed_after(&self, skipped: usize) -> usize {
        self.steps().iter().skip(skipped).filter(|step| step.outcome.is_ok()).count()
    }

    /// Returns the orders that a fair pilot would give now with the person's knowledge.
    pub fn hint(&self) -> Vec<Order> {
        let (briefing, mut adviser) = (self.briefing(), self.state.adviser.clone());
        let orders = adviser.turn(&briefing, &mut self.hint_dice()).unwrap_or_default();
        self.turn.still_possible(orders, briefing.is_extended())
    }

    fn hint_dice(&self) -> Stream {
        Stream::new(&self.seed, self.turn().saturating_add(1))
    }

    /// Ends the open turn. Then the machine plays its turn, unless the game has ended.
    pub fn end(&mut self) {
        if self.ending().is_some() {
            return;
        }
        self.close_turn();
        if self.ending().is_none() {
            self.let_machine_play();
        }
        self.begin_turn();
    }

    fn close_turn(&mut self) {
        let state = self.state.clone();
        let past = Past { state, reports: self.reports.len(), news: self.news.clone() };
        self.past.push(Arc::new(past));
        let (opening, mut dice) = (self.turn.opening.clone(), self.hint_dice());
        // The adviser plans this turn too, so that it remembers its plan. In the next turn, the
        // briefing shows the adviser what the person did instead.
        drop(self.state.adviser.turn(&opening, &mut dice));
        self.reports.push(self.turn.carry_out(&mut self.state.driver));
    }

    /// Opens the next turn, unless the game has ended.
    fn begin_turn(&mut self) {
        if self.ending().is_none() {
            self.turn = Turn::begin(&mut self.state.driver.referee);
        } else {
            self.turn.tried = self.state.driver.referee.clone();
        }
    }

    /// Ends the game because the person resigns.
    pub fn resign(&mut self) {
        self.state.driver.end(Ending::Resigned(self.person()));
    }

    /// Takes back the orders of the open turn, and a resignation or agreed draw in it. If there are
    /// none, takes back the person's last turn, and the machine's turn after it if there is one.
    /// Returns `None` if there is no such turn.
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
        self.first_undone = Some(self.first_undone.map_or(turn, |first| first.min(turn)));
        Some(undone)
    }

    /// Returns whether the person's last turn is still open, even if the game ended during it.
    fn is_turn_open(&self) -> bool {
        (self.past.len() as u64) < self.turn()
    }

    fn let_machine_play(&mut self) {
        let State { driver, machine, dice, .. } = &mut self.state;
        let before = driver.game().clone();
        let report = driver.play_machine(machine, dice);
        self.end_machine_turn(report, &before);
    }

    fn end_machine_turn(&mut self, report: TurnReport, before: &Game) {
        self.news = Some(News::of(&report, before, self.state.driver.game()));
        self.reports.push(report);
    }

    /// Counts what each side has done and seen.
    pub fn tally(&self) -> BySide<Tally> {
        BySide::from_fn(|side| Tally::of(self.notes(side)))
    }
}

#[cfg(test)]
impl Versus {
    pub(crate) fn small(machine: &str, seed: u64) -> Self {
        let start = crate::tournament::Setup::Small.game(&seed.into(), 0).unwrap();
        Self::new(start, Machine::from_name(machine).unwrap(), &seed.into())
    }

    /// Returns a game of a carrier against a battleship. The bow of the battleship is at 8 8.
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

    fn placed(start: &Game, times: usize) -> (usize, Vec<u8>) {
        let mut game = Versus::new(start.clone(), Machine::fair(), &1.into());
        let placed = (0..times).map(|_| game.place_missing()).sum();
        (placed, game.own_script())
    }

    /// If ships could get other places again and again, the person could see all of a fleet that is
    /// already on the board.
    #[test]
    fn ships_stay_where_they_are_once_the_other_side_has_ships() {
        let mut start = Setup::Small.game(&1.into(), 0).unwrap();
        assert_ne!(placed(&start, 1), placed(&start, 2), "no enemy ship is placed yet");
        start.set(&broadside_ships::rules::Setting::NextPlayer(Side::Second)).unwrap();
        let once = placed(&start, 1);
        assert_eq!((once.0, &once), (4, &placed(&start, 9)));
    }
}

//! Players written in Python, behind the traits `Pilot`, `Gunner` and `Captain`.

use crate::briefing::{Briefing, seed};
use crate::chart::Chart;
use crate::knowledge::Knowledge;
use crate::order::OrderLike;
use broadside::ai::{self, Bits, Forfeit, Gunner};
use broadside::arena::{CaptainFactory, GunnerFactory};
use broadside::board::Coord;
use broadside::dice::Dice;
use broadside::rules::arsenal::bots::{Captain, Report};
use broadside::rules::arsenal::{self, Class, Fleet, Placement};
use broadside::rules::ships::Order;
use broadside::rules::ships::fair::{self, Pilot};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The first exception of any player.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faults(Arc<Mutex<Option<PyErr>>>);

impl Faults {
    /// Takes the first exception.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether there was an exception.
    pub(crate) fn is_any(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Keeps the exception if it is the first, and returns it as a forfeit.
    fn crash(&self, error: PyErr) -> Forfeit {
        let forfeit = Forfeit::Crash(error.to_string());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        forfeit
    }
}

/// A class or a function that makes a player for each game.
#[derive(Clone)]
pub(crate) struct Maker {
    make: Arc<Py<PyAny>>,
    faults: Faults,
}

impl Maker {
    pub(crate) fn new(make: Py<PyAny>, faults: &Faults) -> Self {
        Self { make: Arc::new(make), faults: faults.clone() }
    }

    /// Makes a player for one game. If that fails, the player forfeits when it is first asked.
    pub(crate) fn make(&self) -> Player {
        let made = Python::attach(|py| self.make.call0(py));
        let made = made.map_err(|error| self.faults.crash(error));
        Player { made, faults: self.faults.clone() }
    }

    /// Returns a factory of gunners.
    pub(crate) fn gunners(self, name: &str) -> GunnerFactory {
        GunnerFactory::new(name, move || self.make())
    }

    /// Returns a factory of captains.
    pub(crate) fn captains(self, name: &str) -> CaptainFactory {
        CaptainFactory::new(name, move || self.make())
    }
}

/// A player in Python, in one game.
pub(crate) struct Player {
    made: Result<Py<PyAny>, Forfeit>,
    faults: Faults,
}

impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").finish_non_exhaustive()
    }
}

impl Player {
    /// Calls the player; an exception is a forfeit.
    fn ask<T>(
        &self,
        ask: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Forfeit> {
        let player = self.made.as_ref().map_err(Clone::clone)?;
        Python::attach(|py| ask(py, player.bind(py))).map_err(|error| self.faults.crash(error))
    }

    /// Calls a method of the player, if the player has this method.
    fn tell(&self, name: &str, tell: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<()>) {
        // An exception here is not a forfeit. But `ask` keeps the exception, and the whole series
        // fails with it.
        let _ =
            self.ask(|py, player| if player.hasattr(name)? { tell(py, player) } else { Ok(()) });
    }
}

impl Pilot for Player {
    fn turn(&mut self, facts: &fair::Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        let briefing = Briefing::new(facts.clone(), seed(dice));
        self.ask(|py, player| {
            let answer = player.call_method1("turn", (briefing,))?;
            let orders = answer.try_iter()?;
            orders.map(|order| order?.extract::<OrderLike>()?.read(py)).collect()
        })
    }
}

impl<B: Bits> Gunner<B> for Player {
    fn aim(&mut self, chart: &ai::Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let chart = Chart::of(chart, seed(dice));
        let aimed =
            self.ask(|_, player| player.call_method1("aim", (chart,))?.extract::<(i64, i64)>());
        aimed.map(|(row, col)| Coord::new(row, col))
    }

    fn end(&mut self, chart: &ai::Chart<B>) {
        let chart = Chart::of(chart, 0);
        self.tell("end", |_, player| player.call_method1("end", (chart,)).map(drop));
    }
}

impl Captain for Player {
    fn place(&mut self, dice: &mut dyn Dice) -> Result<Fleet, Forfeit> {
        let placed = self.ask(|_, player| {
            if !player.hasattr("place")? {
                return Ok(None);
            }
            let places: Vec<String> = player.call_method0("place")?.extract()?;
            fleet(&places).map(Some).map_err(PyValueError::new_err)
        })?;
        Ok(placed.unwrap_or_else(|| Fleet::at_random(dice)))
    }

    fn choose(
        &mut self,
        known: &arsenal::Knowledge<'_>,
        dice: &mut dyn Dice,
    ) -> Result<arsenal::Move, Forfeit> {
        let seed = seed(dice);
        self.ask(|py, player| {
            let known = Knowledge::of(py, known, seed)?;
            let answer: String = player.call_method1("choose", (known,))?.extract()?;
            answer.parse().map_err(|why: arsenal::Lost| {
                PyValueError::new_err(format!(
                    "expected a move such as 'Fire B3', found '{answer}': {why}"
                ))
            })
        })
    }

    fn hear(&mut self, report: &Report<'_>) {
        let said = words(report);
        self.tell("hear", |_, player| player.call_method1("hear", (said,)).map(drop));
    }
}

/// Reads a fleet of four places such as `B3, horizontal`, the longest ship first.
fn fleet(places: &[String]) -> Result<Fleet, String> {
    if places.len() != Class::ALL.len() {
        return Err(format!("expected 4 places, found {}", places.len()));
    }
    let berth = |(class, place): (Class, &String)| {
        let ship = Placement::read(class, place.as_bytes(), &[]);
        ship.map(Placement::berth).map_err(|why| format!("{place:?}: {why}"))
    };
    let berths = Class::ALL.into_iter().zip(places).map(berth).collect::<Result<Vec<_>, _>>()?;
    let berths = berths.try_into().expect("there are 4 places");
    Fleet::new(berths).map_err(|why| why.to_string())
}

/// Returns a report in words: its subject, the move of the enemy if the move is shown, and the
/// facts.
fn words(report: &Report<'_>) -> (&'static str, Option<String>, Vec<String>) {
    match report {
        Report::Own(outcome) => ("own", None, outcome.facts().collect()),
        Report::Enemy(play, outcome) => {
            ("enemy", play.map(|play| play.to_string()), outcome.facts().collect())
        }
        Report::EnemyLost(why) => ("enemy lost its turn", None, vec![why.to_string()]),
        Report::Over { won } => ("over", None, vec![if *won { "won" } else { "lost" }.to_owned()]),
    }
}

/// Checks that `value` can be called, as a class or a function.
pub(crate) fn expect_callable(name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_callable() {
        return Ok(());
    }
    Err(PyTypeError::new_err(format!(
        "engine {name:?}: expected the name of an engine, or a class or function that makes a player, found {}",
        value.get_type().name()?
    )))
}

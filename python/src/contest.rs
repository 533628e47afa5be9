//! Matches between engines, in this process.

use crate::gunners::{json, seed, with_threads};
use crate::pilots::{Faults, Maker, expect_callable};
use crate::running::into_text;
use crate::watch::interruptible;
use broadside::arena::Machine;
use broadside::arena::tournament::{
    Broken, DrawRules, Engine, OnFault, PilotFactory, Played, Player, Report, Schedule, Setup,
    Shard, Surroundings, Table, Told, Tournament,
};
use broadside::ports::programs::{Ended, InMemory, InMemoryDialogue, Limits};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Returns an engine called `name`. `value` is the name of an engine of the arena, or a Python
/// class or function that makes a pilot.
fn engine(name: String, value: &Bound<'_, PyAny>, faults: &Faults) -> PyResult<Engine> {
    if let Ok(known) = value.extract::<String>() {
        let player = Player::from_name(&known).ok_or_else(|| {
            let names = Machine::NAMES.join("`, `");
            PyValueError::new_err(format!(
                "engine {name:?}: expected one of `{names}`, or a class or function that makes a pilot, found {known:?}"
            ))
        })?;
        return Ok(Engine::new(name, player));
    }
    expect_callable(&name, value)?;
    let maker = Maker::new(value.clone().unbind(), faults);
    let player = Player::Pilot(PilotFactory::new(name.clone(), move || maker.make()));
    Ok(Engine::new(name, player))
}

/// Returns the set-up with the name `text`, or the set-up of the script `text`.
pub(crate) fn setup(text: &str) -> PyResult<Setup> {
    match Setup::from_name(text) {
        Some(setup) => Ok(setup),
        None if text.contains('[') => Ok(Setup::Script(text.as_bytes().to_vec())),
        None => {
            let names = Setup::NAMES.join("`, `");
            let expected = format!("setup: expected one of `{names}`, or a script, found {text:?}");
            Err(PyValueError::new_err(expected))
        }
    }
}

fn on_fault(word: &str) -> PyResult<OnFault> {
    match word {
        "raise" | "lose" => Ok(OnFault::Lose),
        "skip" => Ok(OnFault::Skip),
        other => Err(PyValueError::new_err(format!(
            "on_fault: expected 'raise', 'lose' or 'skip', found {other:?}"
        ))),
    }
}

/// Plays a match. Returns the table as JSON, and for each game its line of the journal and its
/// script.
#[pyfunction]
#[pyo3(signature = (engines, games, seed_value, setup_text, on_fault_word, max_turns, no_progress, threads))]
pub(crate) fn play_match(
    py: Python<'_>,
    engines: Vec<(String, Bound<'_, PyAny>)>,
    games: u64,
    seed_value: &Bound<'_, PyAny>,
    setup_text: &str,
    on_fault_word: &str,
    max_turns: u64,
    no_progress: u64,
    threads: usize,
) -> PyResult<(String, Vec<(String, String)>)> {
    if engines.len() < 2 {
        let found = engines.len();
        return Err(PyValueError::new_err(format!("expected two engines or more, found {found}")));
    }
    let (faults, raises) = (Faults::default(), on_fault_word == "raise");
    let engines = engines.into_iter().map(|(name, value)| engine(name, &value, &faults));
    let tournament = Tournament {
        seed: seed(seed_value)?,
        engines: engines.collect::<PyResult<_>>()?,
        setup: setup(setup_text)?,
        told: Told::Fog,
        limits: Limits::default(),
        on_fault: on_fault(on_fault_word)?,
        draws: DrawRules { max_turns, no_progress },
    };
    let played = interruptible(py, |cancel| {
        let goes_on = || !(cancel.is_set() || raises && faults.is_any());
        with_threads(threads, || play(&tournament, games, &goes_on))
    })?;
    if let Some(error) = faults.take().filter(|_| raises) {
        return Err(error);
    }
    let (table, played) = played?.map_err(|broken| match broken {
        Broken::Setup(why) => PyValueError::new_err(format!("setup: {why}")),
        other => PyRuntimeError::new_err(other.to_string()),
    })?;
    let games = played.into_iter().map(|one| Ok((one.entry.to_line(), into_text(one.record))));
    Ok((json(&Report::from(&table))?, games.collect::<PyResult<_>>()?))
}

/// Plays all games. Returns their table and the games in order.
fn play(
    tournament: &Tournament,
    games: u64,
    goes_on: &(dyn Fn() -> bool + Sync),
) -> Result<(Table, Vec<Played>), Broken> {
    // No engine here is a program.
    let programs = InMemory(|_: &[u8]| Ended::exited(1, []));
    let around = Surroundings {
        programs: &programs,
        dialogues: &InMemoryDialogue::new(|_: &str, _: &mut _| {}),
        on_turn: &|_| Ok(()),
        goes_on,
        options: tournament.options(""),
    };
    let (mut table, mut all) = (Table::empty(None), Vec::new());
    let fixtures = Schedule::new(tournament.engines.len(), Some(games), Shard::ALL).fixtures();
    tournament.play(fixtures, &around, |played| {
        table.add(&played.entry);
        all.push(played);
        Ok::<_, Broken>(true)
    })?;
    Ok((table, all))
}

//! Series of games that measure bots: gunners only fire, captains play arsenal with all weapons.

use crate::pilots::{Faults, Maker, expect_callable};
use crate::watch::interruptible;
use broadside::arena::{Bench, CaptainFactory, GunnerFactory, Trial, duel, targeting};
use broadside::board::Dims;
use broadside::dice::Seed;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Converts an integer of any size to a seed.
pub(crate) fn seed(value: &Bound<'_, PyAny>) -> PyResult<Seed> {
    let digits = value.str()?.to_string();
    digits.parse().map_err(|why| {
        PyValueError::new_err(format!(
            "seed: {why}, found {}",
            value.repr().map_or_else(|_| digits.clone(), |repr| repr.to_string(),)
        ))
    })
}

/// Returns a bot. `value` is the name of a bot of the arena, or a Python class or function that
/// makes a bot.
fn bot<T>(
    (name, value): &(String, Bound<'_, PyAny>),
    by_name: impl Fn(&str) -> Option<T>,
    names: Vec<&'static str>,
    made: impl Fn(Maker, &str) -> T,
    faults: &Faults,
) -> PyResult<T> {
    if let Ok(known) = value.extract::<String>() {
        return by_name(&known).ok_or_else(|| {
            let names = names.join("`, `");
            PyValueError::new_err(format!("expected one of `{names}`, found {known:?}"))
        });
    }
    expect_callable(name, value)?;
    Ok(made(Maker::new(value.clone().unbind(), faults), name))
}

/// Returns `value`, the result of a series, or the exception that a bot has raised.
fn result<T>(faults: &Faults, value: T) -> PyResult<T> {
    faults.take().map_or(Ok(value), Err)
}

/// Lets gunners sink the same fleets, and returns the results as JSON.
#[pyfunction]
#[pyo3(signature = (gunners, games, rows, cols, fleet, seed_value, threads))]
pub(crate) fn play_targeting(
    py: Python<'_>,
    gunners: Vec<(String, Bound<'_, PyAny>)>,
    games: u64,
    rows: i64,
    cols: i64,
    fleet: Vec<u32>,
    seed_value: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<String> {
    let faults = Faults::default();
    let names: Vec<_> = GunnerFactory::names().collect();
    let made = gunners.iter().map(|gunner| {
        bot(gunner, GunnerFactory::from_name, names.clone(), Maker::gunners, &faults)
    });
    let made = made.collect::<PyResult<Vec<_>>>()?;
    let seed = seed(seed_value)?;
    let dims = Dims::new(rows, cols);
    let dims = dims.ok_or_else(|| PyValueError::new_err("expected a board of one cell or more"))?;
    let trial = Trial { dims, fleet };
    let series = interruptible(py, |cancel| {
        let goes_on = || !cancel.is_set() && !faults.is_any();
        let bench = Bench { goes_on: &goes_on, ..Bench::new(seed, games) };
        with_threads(threads, || targeting(&bench, &trial, &made))
    })??;
    let series = series.map_err(|why| PyValueError::new_err(why.to_string()))?;
    result(&faults, json(&series)?)
}

/// Lets two captains play arsenal, and returns the results as JSON.
#[pyfunction]
pub(crate) fn play_duel(
    py: Python<'_>,
    one: (String, Bound<'_, PyAny>),
    other: (String, Bound<'_, PyAny>),
    games: u64,
    seed_value: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<String> {
    let faults = Faults::default();
    let names: Vec<_> = CaptainFactory::names().collect();
    let made = [one, other].map(|captain| {
        bot(&captain, CaptainFactory::from_name, names.clone(), Maker::captains, &faults)
    });
    let [one, other] = made;
    let (one, other, seed) = (one?, other?, seed(seed_value)?);
    let played = interruptible(py, |cancel| {
        let goes_on = || !cancel.is_set() && !faults.is_any();
        let bench = Bench { goes_on: &goes_on, ..Bench::new(seed, games) };
        with_threads(threads, || duel(&bench, &one, &other))
    })??;
    result(&faults, json(&played)?)
}

/// Runs `work` on several threads; 0 means `RAYON_NUM_THREADS`, or else one for each processor.
pub(crate) fn with_threads<T: Send>(
    threads: usize,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|why| pyo3::exceptions::PyRuntimeError::new_err(why.to_string()))?;
    Ok(pool.install(work))
}

pub(crate) fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|why| PyValueError::new_err(why.to_string()))
}

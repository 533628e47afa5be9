//! The Python module of Broadside: `broadside._broadside`, on which the package `broadside` is
//! built.
//!
//! It converts texts, numbers and arrays between Python and Rust, and turns errors into exceptions.
//! The rules are in the crates of the library; messages and defaults are in the package.
//!
//! Python's lock is released while Rust works. Ctrl-C stops work that may take long ([`watch`]).

mod arsenal;
mod briefing;
mod chart;
mod contest;
mod errors;
mod game;
mod gunners;
mod knowledge;
mod order;
mod orders;
mod pilots;
mod planes;
mod running;
mod ships;
mod targeting;
mod watch;

use pyo3::prelude::*;

/// The part of `broadside` that is written in Rust.
#[pymodule(name = "_broadside")]
mod module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arsenal::ArsenalGame;
    #[pymodule_export]
    use super::briefing::Briefing;
    #[pymodule_export]
    use super::chart::Chart;
    #[pymodule_export]
    use super::contest::play_match;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::gunners::{play_duel, play_targeting};
    #[pymodule_export]
    use super::knowledge::Knowledge;
    #[pymodule_export]
    use super::order::Order;
    #[pymodule_export]
    use super::running::{Outcome, Problem, check, format, run};
    #[pymodule_export]
    use super::ships::ShipsGame;
    #[pymodule_export]
    use super::targeting::Fleets;

    /// Adds the version of this crate.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

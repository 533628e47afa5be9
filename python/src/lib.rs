//! The Python module of Broadside: `broadside._broadside`, on which the package `broadside` is built.
//!
//! What lives here: the border. Texts, numbers and arrays go over it, and errors become Python's exceptions.
//! The rules live in the crates below; words and defaults for people live in the package.
//!
//! While Rust works, Python's lock is released; what may take long hears Ctrl-C ([`watch`]).

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

    /// The version of the rules.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

//! The fair AI for a web page. The AI uses only what its side knows. It plays against a person, or
//! against itself.
//!
//! The AI is a module of its own, because a page that only runs scripts does not need the AI.
//! JavaScript calls the module through `wasm-bindgen`. The module does not depend on the page.
//! `cargo xtask web` builds the module.

mod hand;

use broadside_arena::Machine;
use broadside_arena::tournament::Setup;
use broadside_core::board::BySide;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

pub use hand::Hand;

/// Returns the script of a game of the AI against itself.
///
/// # Errors
/// If the seed is not a whole number.
#[wasm_bindgen]
pub fn fight(seed: &str) -> Result<Vec<u8>, String> {
    let seed = seed.parse().map_err(|_| "a seed is a whole number")?;
    let start = Setup::Small.game(&seed, 0).map_err(|error| error.to_string())?;
    Ok(broadside_arena::fight(&start, BySide::from_fn(|_| Machine::fair()), &seed))
}

/// Returns an answer as JSON. Answers consist of texts and numbers, so the conversion cannot fail.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

//! The fair machine for a web page: it plays against a person, or against itself.
//!
//! It is not part of the interpreter, which needs none of it to run scripts: a page that only runs scripts does
//! without. Nothing here knows the page; JavaScript sees this through `wasm-bindgen`. `cargo xtask web` builds it.

mod hand;

use broadside_arena::Machine;
use broadside_arena::tournament::Setup;
use broadside_core::board::BySide;
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

pub use hand::Hand;

/// The script of a game of two machines.
///
/// # Errors
/// When the seed is not a whole number.
#[wasm_bindgen]
pub fn fight(seed: &str) -> Result<Vec<u8>, String> {
    let seed = seed.parse().map_err(|_| "a seed is a whole number")?;
    let start = Setup::Small.game(&seed, 0).map_err(|error| error.to_string())?;
    Ok(broadside_arena::fight(&start, BySide::from_fn(|_| Machine::fair()), &seed))
}

/// All that is told is made of texts and numbers, and memory takes everything.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

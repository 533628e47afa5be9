//! The prompt as people meet it, in a real pseudo-terminal.

mod editing;
mod games;
mod readme;
mod saving;
pub(crate) mod terminal;
mod worlds;

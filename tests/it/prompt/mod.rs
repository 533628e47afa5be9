//! The prompt as people meet it, in a real pseudo-terminal.

mod arsenal;
mod boards;
mod editing;
mod games;
mod picture;
mod play;
mod readme;
mod saving;
pub(crate) mod terminal;
mod worlds;

//! Tests of the prompt in a real pseudo-terminal.

mod arsenal;
mod boards;
mod editing;
mod editor;
mod games;
mod init;
mod output;
mod picture;
mod play;
mod progress;
mod readme;
mod saving;
mod seen;
mod sessions;
pub(crate) mod terminal;
mod terminal_kinds;
mod typing;
mod window;

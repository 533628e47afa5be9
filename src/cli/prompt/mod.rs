//! The parts of a prompt that `repl`, `play` and `arsenal` share. They are the line editor and its
//! keys, the commands that begin with a dot, and the wrapping of text between words.
//!
//! ```text
//! keys ── line editor ── line ──> dot commands (`.save FILE`), or the game
//! ```
//!
//! This module does not know what lines mean.

pub(super) mod console;
pub(super) mod dots;
pub(super) mod keys;
pub(super) mod places;
mod redraw;
pub(super) mod text;
pub(super) mod tty;

//! The parts that the prompts of `repl` and `play` share. `arsenal` uses some of them. What a
//! line means is up to the prompt: even the dot commands come from its own table.
//!
//! ```text
//! keys ── line editor ── line ──> dot commands (`.save FILE`), or the game
//! ```

pub(super) mod console;
pub(super) mod dots;
pub(super) mod keys;
pub(super) mod places;
mod redraw;
pub(super) mod target;
pub(super) mod text;
pub(super) mod tty;

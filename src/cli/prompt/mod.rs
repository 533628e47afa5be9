//! What all prompts share: the line editor and how it reads keys, the commands that begin with a dot, and
//! text that is broken between words.
//!
//! ```text
//! keys ── line editor ── line ──> dots (`.save FILE`) or whatever the prompt is for
//! ```
//!
//! What lines mean is not known here.

pub(super) mod console;
pub(super) mod dots;
pub(super) mod keys;
pub(super) mod places;
mod redraw;
pub(super) mod text;
pub(super) mod tty;

//! A window that is drawn in place: cells of a [`Canvas`], colours of one [`palette`], a [`frame`] around the board, a
//! [`window`] in which keys, clicks and lines aim, and the second screen of the terminal.
//!
//! Nothing here knows which game is played.

pub(super) mod alternate;
pub(super) mod canvas;
pub(super) mod frame;
pub(super) mod palette;
pub(super) mod window;

pub(super) use canvas::Canvas;

/// Whether a window is large enough to be drawn in place.
pub(super) const fn has_room(columns: usize, rows: usize) -> bool {
    columns >= 60 && rows >= 20
}

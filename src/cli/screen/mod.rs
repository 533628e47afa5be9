//! A whole window that is drawn in place: cells of a [`Canvas`], colours of one [`palette`], a [`Frame`] around the
//! board, a [`window`] in which keys, clicks and lines aim, and the second screen of the terminal, from which the
//! first one comes back.
//!
//! Which game it is, is not known here.

pub(super) mod alternate;
pub(super) mod canvas;
pub(super) mod frame;
pub(super) mod palette;
pub(super) mod window;

pub(super) use canvas::Canvas;
pub(super) use frame::Frame;

/// The smallest window that is drawn in place, in columns and rows.
pub(super) const SMALLEST: (usize, usize) = (60, 20);

/// Whether a window is large enough to be drawn in place.
pub(super) const fn has_room(columns: usize, rows: usize) -> bool {
    columns >= SMALLEST.0 && rows >= SMALLEST.1
}

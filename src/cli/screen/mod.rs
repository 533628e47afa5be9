//! Draws a window in place: each new picture replaces the old one. A picture is made of the cells
//! of a [`Canvas`], and all pictures share the colours of the [`palette`].
//!
//! The module [`frame`] draws the parts around a board. A [`window`] is on the second (alternate)
//! screen of the terminal. There, keys, clicks and typed lines aim at fields. Nothing here knows
//! which game is played.

pub(super) mod canvas;
pub(super) mod frame;
pub(super) mod palette;
pub(super) mod window;

pub(super) use canvas::Canvas;

pub(super) const fn has_room(columns: usize, rows: usize) -> bool {
    columns >= 60 && rows >= 20
}

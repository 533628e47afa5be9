//! Draws the boards before and after a command of a script as small SVG files.
//!
//! The colours are the same as on the replay's page. Each file has its own background, which fits
//! light and dark pages.

mod axis;
mod moment;
mod shapes;
mod svg;

pub(super) use moment::{ChosenCommand, board_after_line, choose_command};
pub(super) use svg::{Panel, svg};

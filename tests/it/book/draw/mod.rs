//! Draws boards before and after a command of a script as small SVG files.
//!
//! The colours are equal to the colours of the replay's page. Each file has a background, for light and dark pages.

mod axis;
mod moment;
mod shapes;
mod svg;

pub(super) use moment::{Decided, behind, decided};
pub(super) use svg::{Panel, svg};

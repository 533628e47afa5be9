//! Draws boards as small SVG files: what stands on them before and after a command of a script.
//!
//! The colours are those of the replay's page. Each file has its own background, so it can be read on light and on dark paper.

mod axis;
mod moment;
mod shapes;
mod svg;

pub(super) use moment::{Decided, behind, decided};
pub(super) use svg::{Panel, svg};

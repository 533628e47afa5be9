//! Games that play themselves. Nothing here knows files, terminals or the clock.

mod play_out;

pub use play_out::{End, PlayOut, Show};

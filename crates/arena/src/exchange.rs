//! What a program read and wrote for one turn or one answer, for logs.

use broadside_core::board::Side;
use std::time::Duration;

/// A turn of a program that gets scripts, or an answer of a program that is asked line by line.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'e> {
    /// The number of the game, from 0.
    pub game: u64,
    /// The side that the program plays.
    pub side: Side,
    /// The number of the turn, counted from 1 over both sides; or the number of the answer in its game, from 1.
    pub number: u64,
    /// What the program got: a script, or the lines since its last answer.
    pub read: &'e [u8],
    /// What it printed.
    pub wrote: &'e [u8],
    /// The end of its standard error. If one process plays the whole game: what it wrote between its last answer
    /// and this one, and perhaps a little more.
    pub stderr: &'e [u8],
    /// The time that it took.
    pub wall: Duration,
    /// [`OK`](Self::OK), or what the program did wrong, or the line that told it the end of the game.
    pub outcome: &'e str,
}

impl Exchange<'_> {
    /// The outcome of a turn or an answer without a fault.
    pub const OK: &'static str = "ok";
}

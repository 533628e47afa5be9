//! [`Exchange`]: what a program read and wrote for one turn or one answer. Logs are made from it.

use broadside_core::board::Side;
use std::time::Duration;

/// One turn of a program that gets scripts, or one answer of a program that is asked line by line.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'e> {
    /// The number of the game, from 0.
    pub game: u64,
    /// The side that the program plays.
    pub side: Side,
    /// For a turn, its number among the turns of both sides in the game, from 1. For an answer, its
    /// number among the answers of this program in the game, from 1.
    pub number: u64,
    /// What the program read: a script, or the lines since its last answer.
    pub read: &'e [u8],
    /// What the program printed.
    pub wrote: &'e [u8],
    /// The end of what the program wrote to standard error. If one process plays the whole game,
    /// this is what it wrote since its last answer, and perhaps a little more.
    pub stderr: &'e [u8],
    /// How long the program took.
    pub wall: Duration,
    /// [`OK`](Self::OK), or the program's fault, or the line that ended the game.
    pub outcome: &'e str,
}

impl Exchange<'_> {
    /// The outcome of a turn or an answer without a fault.
    pub const OK: &'static str = "ok";
}

//! Digests of fixed games of all bots and programs: a bot that plays differently changes its own and the one
//! of all. A commit that changes how a bot plays quotes it.
//!
//! It does not know how good a bot is: the games are few, and chosen to be over soon.

mod bots;
mod machines;
mod programs;

use broadside_core::digest::Fnv64;

/// The fixed games of one bot or program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignaturePart {
    /// What is played, and who plays.
    pub name: String,
    /// A digest of all moves.
    pub digest: Fnv64,
}

impl SignaturePart {
    /// The games of one bot or program, as texts in their order.
    fn of(name: String, games: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        let mut digest = Fnv64::default();
        games.into_iter().for_each(|game| digest.add(game.as_ref()));
        Self { name, digest }
    }
}

/// Plays the fixed games of all bots and programs of the house on all threads. That takes about a second when
/// it is optimized.
pub fn signature() -> Vec<SignaturePart> {
    [bots::gunners(), bots::captains(), machines::machines(), programs::programs()].concat()
}

//! Plays fixed games of all bots and programs, and computes their digests. If a bot plays these
//! games differently, its digest changes. A commit that changes how a bot plays quotes the digest.
//!
//! The games are few and short, so they do not show how strong a bot is.

mod bots;
mod machines;
mod programs;

use broadside_core::digest::Fnv64;

/// The digest of the fixed games of one bot or program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignaturePart {
    /// The name of the game and of its player.
    pub name: String,
    /// The digest of the texts of the games.
    pub digest: Fnv64,
}

impl SignaturePart {
    fn of(name: String, games: impl IntoIterator<Item: AsRef<[u8]>>) -> Self {
        let mut digest = Fnv64::default();
        games.into_iter().for_each(|game| digest.add(game.as_ref()));
        Self { name, digest }
    }
}

/// Plays the fixed games of all bots and programs. An optimized build needs about a second.
pub fn signature() -> Vec<SignaturePart> {
    [bots::gunners(), bots::captains(), machines::machines(), programs::programs()].concat()
}

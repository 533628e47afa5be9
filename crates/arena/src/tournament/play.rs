//! Playing the games of a match, one or many.

use super::game::Play;
use super::schedule::Fixture;
use super::tournament::{Broken, Played, Surroundings, Tournament};
use crate::series::in_order;

impl Tournament {
    /// Plays one game.
    ///
    /// # Errors
    /// [`Broken`]: nothing can be told of the game.
    pub fn game(&self, fixture: Fixture, around: &Surroundings<'_>) -> Result<Played, Broken> {
        Play::new(self, around, fixture)?.play()
    }

    /// Plays games on all threads of the current pool of rayon and gives them to `commit` in their order,
    /// until there are no more or it says that no more are wanted.
    ///
    /// # Errors
    /// The first error. Games that are on their way then are lost.
    pub fn play<E: From<Broken> + Send>(
        &self,
        fixtures: impl Iterator<Item = Fixture> + Send,
        around: &Surroundings<'_>,
        commit: impl FnMut(Played) -> Result<bool, E> + Send,
    ) -> Result<(), E> {
        let play = |fixture| self.game(fixture, around).map_err(E::from);
        in_order(fixtures, play, commit)
    }
}

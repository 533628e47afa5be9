//! The script that a bot gets before its turn (spec laboratory §5). In the game that this script
//! makes, the bot moves next.
//!
//! ```
//! use broadside_core::board::Side;
//! use broadside_ships::rules::Game;
//! use broadside_ships::rules::fair::Referee;
//! use broadside_ships::script::hand_over::{HandOver, dice};
//!
//! let mut referee = Referee::new(Game::default());
//! let briefing = referee.open();
//! let fog = HandOver::fog(&briefing, &mut dice(&1.into(), 0, &briefing));
//! assert!(fog.text().starts_with(b"[state]\nBOARD_SIZE 21 10\nNEXT_PLAYER A\n"));
//! assert!(referee.play(&[], fog.game()).is_ok());
//! ```

#[doc(hidden)]
pub use super::watched::{Watched, commands};

use super::ast::Command;
use super::{answer, save};
use crate::rules::fair::{Briefing, Note};
use crate::rules::{Game, NoteText, Setting};
use broadside_core::board::Side;
use broadside_core::dice::{Dice, Seed, Stream};

/// A script for a bot, and the game that the script makes. The true game may refuse an order that
/// this game allows, because the bot does not know all ships.
#[derive(Clone, Debug)]
pub struct HandOver {
    text: Vec<u8>,
    game: Game,
}

/// Returns the dice for a hand-over. They depend on the `seed` of a series of games, the number
/// `game` in the series, and the turn and the side of the briefing.
#[doc(hidden)]
pub fn dice(seed: &Seed, game: u64, briefing: &Briefing) -> Stream {
    let of_game = Stream::new(seed, game).below(u64::MAX);
    Stream::new(&Seed::from(of_game), briefing.turn() * 2 + briefing.side() as u64)
}

impl HandOver {
    /// Returns a state that agrees with what the side knows, as far as such a state is found. Ships
    /// that are not in full view are placed at random, and notes say what the side knows. The
    /// result depends only on the briefing and the dice.
    pub fn fog(briefing: &Briefing, dice: &mut dyn Dice) -> Self {
        let (seed, side) = (seed(dice), briefing.side());
        let guess = briefing.guess(dice);
        let notes = briefing.notes().iter().chain(guess.notes()).filter_map(words);
        let notes: Vec<_> = briefing.information().iter().cloned().chain(notes).collect();
        let notes = notes.into_iter().map(|words| Setting::Information(side, words));
        Self::of(guess.into_game(), side, notes.chain([seed]))
    }

    /// Returns the true state for the player whose turn is next. Leaves out all notes, and does not
    /// say whether the other player is a machine.
    pub fn full(game: &Game, dice: &mut dyn Dice) -> Self {
        let is_left_out = |setting: &Setting| {
            matches!(setting, Setting::AiPlayer(_) | Setting::Information(..) | Setting::Seed(_))
        };
        let mut plain = Game::default();
        let settings = save::settings(game).filter(|setting| !is_left_out(setting));
        settings.for_each(|setting| add(&mut plain, &setting));
        Self::of(plain, game.expected(), [seed(dice)])
    }

    /// Returns `transcript` and a `[state]` group. The transcript has the commands of all turns so
    /// far, which led to `game`. The group makes the next player a machine, and sets a seed.
    pub fn transcript(transcript: &[u8], game: &Game, dice: &mut dyn Dice) -> Self {
        let switches = [Setting::AiPlayer(game.expected()), seed(dice)].map(Command::Set);
        let text = [transcript, &answer::state_group(&switches)].concat();
        Self { text, game: game.clone() }
    }

    /// Returns the script.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the game that the script makes. No turn is open in it.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    fn of(mut game: Game, side: Side, settings: impl IntoIterator<Item = Setting>) -> Self {
        add(&mut game, &Setting::AiPlayer(side));
        settings.into_iter().for_each(|setting| add(&mut game, &setting));
        let mut text = Vec::new();
        save::write(&game, &mut text).expect("memory takes all");
        Self { text, game }
    }
}

/// Draws a seed. `save::write` raises it by one.
fn seed(dice: &mut dyn Dice) -> Setting {
    Setting::Seed(i64::try_from(dice.below(1 << 31)).unwrap_or(0))
}

/// Changes `game`, in which no turn may be open.
fn add(game: &mut Game, setting: &Setting) {
    let added = game.set(setting);
    debug_assert!(added.is_ok(), "{setting:?}: {added:?}");
}

fn words(note: &Note) -> Option<NoteText> {
    NoteText::new(note.to_string().into_bytes())
}

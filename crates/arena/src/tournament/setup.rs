//! How games begin, and what a program learns of a game in its turn.

use broadside_core::board::{Coord, Rect, Side};
use broadside_core::dice::{Dice, Seed, Stream};
use broadside_ships::rules::fair::Briefing;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::hand_over::{HandOver, dice};
use broadside_ships::script::{FeedError, Flow, Session, feed};
use std::collections::BTreeSet;
use thiserror::Error;

/// How a game begins (spec laboratory §6). In the position of a set-up, A is always to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// `basic`: the defaults of the language.
    Basic,
    /// `extended`: the defaults with `EXTENDED_SHIPS` and 8 reefs. The reefs are drawn for each
    /// round.
    Extended,
    /// `small`: a board of 12 x 12, one ship of each class, and `EXTENDED_SHIPS`. A starts in rows
    /// 0 to 4, and B in rows 7 to 11.
    Small,
    /// `narrow`: a board of 10 x 10, one ship of each class except carriers, and `EXTENDED_SHIPS`.
    /// A starts in rows 0 to 3, and B in rows 6 to 9. Ships block each other, so most games are
    /// drawn.
    Narrow,
    /// A script. When it ends, A must be the side to move.
    Script(Vec<u8>),
}

/// Why a game cannot start with a script.
#[derive(Debug, Error)]
pub enum NoSetup {
    /// The script cannot be run to its end.
    #[error("{0}")]
    Stop(#[from] FeedError),
    /// A side has won already.
    #[error("the game is won already")]
    Won,
    /// It is B's turn.
    #[error("after the script it must be A's turn")]
    Mover,
}

const REEFS: usize = 8;

impl Setup {
    /// The names of the set-ups that are not scripts.
    pub const NAMES: [&'static str; 4] = ["basic", "extended", "small", "narrow"];

    /// Returns the set-up with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named = [Self::Basic, Self::Extended, Self::Small, Self::Narrow];
        named.into_iter().find(|setup| setup.as_bytes() == name.as_bytes())
    }

    /// Returns the name of the set-up, or the text of its script.
    #[doc(hidden)]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Basic => b"basic",
            Self::Extended => b"extended",
            Self::Small => b"small",
            Self::Narrow => b"narrow",
            Self::Script(text) => text,
        }
    }

    /// Returns the position from which all games of a round start. Fails if the set-up is a script
    /// from which no game can start.
    pub fn game(&self, seed: &Seed, round: u64) -> Result<Game, NoSetup> {
        match self {
            Self::Basic => Ok(Game::default()),
            Self::Extended => Ok(with(reefs(&mut Stream::new(seed, round)))),
            Self::Small => Ok(with(square(12, 5, [1, 1, 1, 1]))),
            Self::Narrow => Ok(with(square(10, 4, [0, 1, 1, 1]))),
            Self::Script(text) => run(text),
        }
    }
}

fn with(settings: impl IntoIterator<Item = Setting>) -> Game {
    let mut game = Game::default();
    for setting in settings {
        game.set(&setting).expect("legal in an empty game");
    }
    game
}

fn reefs(dice: &mut dyn Dice) -> Vec<Setting> {
    let dims = Game::default().board().dims();
    let mut drawn = BTreeSet::new();
    while drawn.len() < REEFS {
        let [row, col] = [dims.rows(), dims.cols()]
            .map(|length| dice.below(length.cast_unsigned()).cast_signed());
        drawn.insert(Coord::new(row, col));
    }
    drawn.into_iter().map(Setting::Reef).chain([Setting::ExtendedShips]).collect()
}

/// Returns the settings of a game on `size` x `size` fields. A starts in the first `rows` rows, and
/// B in the last `rows` rows.
fn square(size: i64, rows: i64, fleet: [i64; 4]) -> Vec<Setting> {
    let start = |top| Rect::spanning(Coord::new(top, 0), Coord::new(top + rows - 1, size - 1));
    let of = |side, top| [Setting::Start(side, start(top)), Setting::Fleet(side, fleet)];
    let fleets = [of(Side::First, 0), of(Side::Second, size - rows)];
    let board = [Setting::BoardSize(size, size), Setting::ExtendedShips];
    board.into_iter().chain(fleets.into_iter().flatten()).collect()
}

fn run(text: &[u8]) -> Result<Game, NoSetup> {
    let mut session = Session::default();
    let flow = feed(&mut session, &mut &*text, &mut std::io::sink())?;
    if flow != Flow::Continue {
        return Err(NoSetup::Won);
    }
    let game = session.game().clone();
    if game.expected() == Side::First { Ok(game) } else { Err(NoSetup::Mover) }
}

/// What a program learns of the game from the script that it gets (spec laboratory §5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Told {
    /// `fog`: what its side knows, and guesses about the rest.
    #[default]
    Fog,
    /// `full`: the true state of the game.
    Full,
    /// `transcript`: all commands of the game so far.
    Transcript,
}

impl Told {
    /// Returns the script for the side to move in `game`. `commands` returns all commands so far.
    #[doc(hidden)]
    pub fn hand_over(
        self,
        seed: &Seed,
        round: u64,
        game: &Game,
        briefing: &Briefing,
        commands: impl FnOnce() -> Vec<u8>,
    ) -> HandOver {
        let mut dice = dice(seed, round, briefing);
        match self {
            Self::Fog => HandOver::fog(briefing, &mut dice),
            Self::Full => HandOver::full(game, &mut dice),
            Self::Transcript => HandOver::transcript(&commands(), game, &mut dice),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(setup: &Setup, round: u64) -> Game {
        setup.game(&1.into(), round).unwrap()
    }

    #[test]
    fn reefs_are_those_of_the_round() {
        let reefs = |round| start(&Setup::Extended, round).board().reefs().laid().to_vec();
        assert_eq!(reefs(0).len(), REEFS);
        assert_eq!(reefs(3), reefs(3));
        assert_ne!(reefs(3), reefs(4));
    }

    #[test]
    fn set_ups_are_as_documented() {
        assert!(!start(&Setup::Basic, 0).is_extended());
        for (setup, size, rows, sizes) in
            [(Setup::Small, 12, (7, 11), [1; 4]), (Setup::Narrow, 10, (6, 9), [0, 1, 1, 1])]
        {
            let game = start(&setup, 0);
            assert!(game.is_extended() && game.board().dims().cols() == size);
            let fleet = game.fleet(Side::Second);
            let start = fleet.start();
            assert_eq!((fleet.sizes(), (start.top, start.bottom)), (sizes, rows));
        }
        for name in Setup::NAMES {
            assert_eq!(Setup::from_name(name).unwrap().as_bytes(), name.as_bytes());
        }
    }

    #[test]
    fn after_a_script_it_must_be_the_turn_of_a() {
        let of = |text: &str| Setup::Script(text.into()).game(&1.into(), 0);
        assert_eq!(
            of("[state] BOARD_SIZE 30 30 PRINT 0 [state]").unwrap().board().dims().rows(),
            30
        );
        assert!(matches!(of("[playerA]"), Err(NoSetup::Mover)));
        assert!(matches!(of("[state] BOARD 1"), Err(NoSetup::Stop(FeedError::Stop(_)))));
        assert!(matches!(of("[state] REEF 99 99"), Err(NoSetup::Stop(_))));
    }
}

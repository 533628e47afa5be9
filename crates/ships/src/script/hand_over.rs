//! The script that a bot gets before its turn (spec laboratory §5). In the game that this script
//! makes, the bot moves next. [`Watched`] runs a script, and notes what both sides learn.

use super::ast::{Command, Group};
use super::reader::{Event, lines};
use super::session::{Flow, Session, Stop};
use super::{Script, SyntaxError, save};
use crate::rules::fair::{Briefing, Effect, Note, Observer};
use crate::rules::{Game, NoteText, Order, Reason, Setting};
use broadside_core::board::Side;
use broadside_core::dice::{Dice, Seed, Stream};
use std::io::Write;

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
    /// Returns a state that agrees with what the side knows. If no such state is found, the state
    /// agrees with as much as possible. Ships whose position the side does not know are placed at
    /// random, and notes say what the side knows. The result depends only on the briefing and dice.
    pub fn fog(briefing: &Briefing, dice: &mut dyn Dice) -> Self {
        let (seed, side) = (seed(dice), briefing.side());
        let (game, drawn) = briefing.guess(dice);
        let notes = briefing.notes().iter().chain(&drawn).filter_map(words);
        let notes: Vec<_> = briefing.information().iter().cloned().chain(notes).collect();
        let notes = notes.into_iter().map(|words| Setting::Information(side, words));
        Self::of(game, side, notes.chain([seed]))
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

    /// Returns `transcript` and a `[state]` group. The transcript has all commands so far, which led
    /// to `game`. The group makes the next player a machine, and sets a seed.
    pub fn transcript(transcript: &[u8], game: &Game, dice: &mut dyn Dice) -> Self {
        let switches = [Setting::AiPlayer(game.expected()), seed(dice)].map(Command::Set);
        let text = [transcript, &save::state_group(&switches)].concat();
        Self { text, game: game.clone() }
    }

    /// Returns the script.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the game that the script makes. Only the seed and the AI players of this game may
    /// differ from those that the script sets. No turn is open in the game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    fn of(mut game: Game, side: Side, settings: impl IntoIterator<Item = Setting>) -> Self {
        add(&mut game, &Setting::AiPlayer(side));
        settings.into_iter().for_each(|setting| add(&mut game, &setting));
        let mut text = Vec::new();
        save::write(&game, &mut text).expect("a write to memory never fails");
        Self { text, game }
    }
}

/// Draws a seed for the hand-over. `save::write` writes this seed plus one.
fn seed(dice: &mut dyn Dice) -> Setting {
    Setting::Seed(i64::try_from(dice.below(1 << 31)).unwrap_or(0))
}

/// Carries out a setting in `game`. No turn may be open.
fn add(game: &mut Game, setting: &Setting) {
    let added = game.set(setting);
    debug_assert!(added.is_ok(), "{setting:?}: {added:?}");
}

fn words(note: &Note) -> Option<NoteText> {
    NoteText::new(note.to_string().into_bytes())
}

/// A session and its observer. After each order, the observer notes what both sides learn from it.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    session: Session,
    observer: Observer,
}

impl Watched {
    /// Runs a whole script.
    pub fn run(&mut self, script: &[u8], out: &mut dyn Write) -> Result<Flow, Stop> {
        for bytes in lines(script) {
            let mut line = self.session.line(bytes);
            while let Some(event) = self.session.read(&mut line)? {
                let effect = if let Event::Command(Command::Order(order)) = &event {
                    Some(Effect::of(self.session.game(), *order))
                } else {
                    None
                };
                if let Event::Comment(text) = &event {
                    self.refuse(text);
                }
                if let won @ Flow::Won(_) = self.session.carry_out(&event, &mut line, out)? {
                    return Ok(won);
                }
                if let Event::Open(Group::Turn(_)) = event {
                    self.observer.open(self.session.game());
                }
                if let Some(effect) = effect {
                    self.observer.observe(effect);
                }
            }
        }
        self.session.end(out)
    }

    /// Notes the refused order in `comment`, if there is one. The record of a match has refused
    /// orders as comments: `# refused ORDER: REASON`.
    fn refuse(&mut self, comment: &[u8]) {
        let game = self.session.game();
        if let Some(side) = game.moving()
            && let Some(order) = refused_order(comment)
        {
            // With `AUTO_SHOOTING`, the end of the turn may refuse an order that names no ship,
            // because no ship is left for this order. `check` does not give this reason.
            let reason = game.check(&order).err().unwrap_or(Reason::ShotsUnfeasible);
            self.observer.refuse(side, order, reason);
        }
    }

    /// Returns the session.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the observer.
    pub const fn observer(&self) -> &Observer {
        &self.observer
    }
}

fn refused_order(comment: &[u8]) -> Option<Order> {
    let text = comment.strip_prefix(b"# refused ")?;
    let end = memchr::memchr(b':', text)?;
    let Ok(Command::Order(order)) = Command::parse(&text[..end]) else { return None };
    Some(order)
}

/// Returns the groups of a script, with only the commands that can change the game.
pub fn commands(script: &[u8]) -> Result<Vec<u8>, Box<SyntaxError>> {
    let mut text = Vec::new();
    for block in Script::parse(script)?.groups() {
        let changes = block.commands().filter(|command| command.changes_game());
        save::group(block.group(), changes, &mut text);
    }
    Ok(text)
}

//! The game at a terminal: the same game as in pipes, with the same dice, for people who look at it. Each
//! question stands below a page that is drawn again in place; a person sees no more than its side knows.
//!
//! An answer that is no move costs nothing here; everything else follows the rules. Other files draw the grids and
//! word the moves.

use super::aim::Wanted;
use super::answers;
use super::ending::Ending;
use super::game::Play;
use super::page::{Page, broken};
use super::past::Past;
use super::seat::{Seat, failed};
use super::shown::Shown;
use super::words::{self, Notes};
use crate::cli::boards::{Look, Script};
use crate::cli::exit::Exit;
use crate::cli::screen::{alternate, has_room};
use crate::cli::theme::Theme;
use crate::cli::world;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::dice::{Seed, Twister};
use broadside::ports::{LONGEST_LINE, Ports};
use broadside::rules::arsenal::bots::Captain;
use broadside::rules::arsenal::{Game, Lost, Move, Opponent, Standing};
use std::io;

/// Clears the screen.
const CLEAR: &[u8] = b"\x1b[H\x1b[2J";

/// Why there is no answer.
pub(super) enum Stop {
    /// Input has ended.
    End,
    /// A standard stream fails.
    Failed(io::Error),
    /// The person takes back the last turn.
    Undo,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

/// An answer, or why there is none.
pub(super) type Asked<T> = Result<T, Stop>;

/// Who sits at the table, and what is allowed there.
pub(super) struct Guests<'g> {
    /// Makes the bot, if one plays; again when the person takes back a turn.
    pub(super) bot: &'g dyn Fn() -> Option<Opponent>,
    pub(super) seed: &'g Seed,
    /// Whether `undo` takes back a turn.
    pub(super) may_undo: bool,
    /// Whether no window is filled.
    pub(super) is_plain: bool,
}

/// Plays a game at this terminal. Tells how it ended, with the exit status of pipes, and gives the record of the game
/// if it has begun.
///
/// # Errors
/// When a standard stream fails.
pub(super) fn play(
    guests: &Guests<'_>,
    (theme, script): (Theme, Script),
    ports: &mut Ports<'_>,
) -> io::Result<(Exit, Option<String>)> {
    let mut table = Table {
        ports,
        dice: Twister::from_python_seed(guests.seed),
        theme,
        script,
        past: Past::new(guests.may_undo),
        is_plain: guests.is_plain || world::is_dumb(),
        seat: None,
        kept: None,
    };
    let second = alternate::enter(table.ports.out)?;
    let (ending, with_bot) = loop {
        let opponent = (guests.bot)();
        let with_bot = opponent.is_some();
        match table.game(opponent, guests.seed) {
            // The same dice and the same answers lead to where the turn began.
            Err(Stop::Undo) => table.dice = Twister::from_python_seed(guests.seed),
            ending => break (ending, with_bot),
        }
    };
    // The seat has its own way back, which must not run behind this one.
    table.seat = None;
    second.leave(table.ports.out)?;
    let exit = table.conclude(ending, with_bot)?;
    Ok((exit, table.kept))
}

/// What is typed and shown at the table, and its dice.
pub(super) struct Table<'p, 'a> {
    pub(super) ports: &'p mut Ports<'a>,
    pub(super) dice: Twister,
    theme: Theme,
    script: Script,
    pub(super) past: Past,
    is_plain: bool,
    /// Where keys are read one by one, once a window was filled.
    seat: Option<Seat>,
    /// The record of the game.
    kept: Option<String>,
}

impl Table<'_, '_> {
    /// Plays a game; input may end before its first turn.
    fn game(&mut self, opponent: Option<Opponent>, seed: &Seed) -> Asked<Ending> {
        let party = self.party(opponent.as_ref().map(|bot| &*bot.title))?;
        let mut bot = opponent.map(|bot| bot.captain);
        let early = if bot.is_some() { Side::First } else { party.starter };
        let first = self.fleet(&party, early)?;
        let second = if let Some(bot) = &mut bot {
            match bot.place(&mut self.dice) {
                Ok(fleet) => fleet,
                Err(reason) => {
                    let ending = Ending::BotForfeits(party.names, reason);
                    ending.is_heard_by(bot.as_mut());
                    return Ok(ending);
                }
            }
        } else {
            self.hands_over(&party.names[early.other()])?;
            self.fleet(&party, early.other())?
        };
        let fleets = BySide::from_fn(|side| if side == early { first } else { second });
        let mut play = Play::new(party, fleets, seed);
        let early = self.turns(&mut play, bot.as_deref_mut())?;
        if let Some(ending) = &early {
            ending.is_kept_in(&mut play);
        }
        self.kept = Some(play.record.as_str().to_owned());
        let ending = early.unwrap_or_else(|| Ending::Over(Box::new(play)));
        if let Some(bot) = &mut bot {
            ending.is_heard_by(bot.as_mut());
        }
        Ok(ending)
    }

    /// Turns until the game ends; how, if it was not played to its end.
    fn turns(
        &mut self,
        play: &mut Play,
        mut bot: Option<&mut (dyn Captain + 'static)>,
    ) -> Asked<Option<Ending>> {
        while play.game.standing() == Standing::Open {
            let side = play.game.mover();
            let choice = match bot.as_mut().filter(|_| side == Side::Second) {
                Some(bot) => match self.bots_choice(&play.game, *bot) {
                    Ok(choice) => Ok(choice),
                    Err(reason) => {
                        return Ok(Some(Ending::BotForfeits(play.party.names.clone(), reason)));
                    }
                },
                None => match self.choice(play, bot.is_some()) {
                    Ok(choice) => choice,
                    Err(Stop::End) => {
                        return Ok(Some(Ending::Forfeits(play.party.names.clone(), side)));
                    }
                    Err(failed) => return Err(failed),
                },
            };
            let turn = play.turn(choice).map_err(io::Error::other)?;
            match &mut bot {
                Some(bot) => turn.heard_by(*bot, side),
                None if play.game.standing() != Standing::Open => {}
                None => match self.ask(&play.result_page(side)) {
                    // Input that ends here ends at the next question.
                    Ok(_) | Err(Stop::End) => {}
                    Err(stop) => return Err(stop),
                },
            }
        }
        Ok(None)
    }

    /// The move of the bot; one that is refused forfeits the game.
    fn bots_choice(&mut self, game: &Game, bot: &mut dyn Captain) -> Result<Move, Forfeit> {
        let choice = bot.choose(&game.knowledge(game.mover()), &mut self.dice)?;
        let refusal = game.refusal(choice);
        refusal.map_or(Ok(choice), |refusal| Err(Forfeit::Illegal(refusal.to_string())))
    }

    /// Asks a person for a move; the other person may have sat here before.
    fn choice(&mut self, play: &Play, with_bot: bool) -> Asked<Result<Move, Lost>> {
        let side = play.game.mover();
        let name = &play.party.names[side];
        if !with_bot {
            self.hands_over(name)?;
        }
        let mut page = play.page(side);
        page.question = format!("{name}, your move:");
        page.notes.remark = self.past.remark();
        page.notes.may_undo = self.past.may_undo();
        page.wanted = Wanted::Move(Box::new(play.game.clone()));
        loop {
            let line = self.ask(&page)?;
            if let Some(choice) = answers::play(&line) {
                self.past.moved();
                return Ok(choice);
            }
            if answers::is_undo(&line) && self.past.take_back() {
                return Err(Stop::Undo);
            }
            let remark = words::remark(&line, "That is not a move; it cost nothing.");
            page.notes = Notes { remark, help: words::MOVES, ..page.notes };
        }
    }

    /// Blanks the screen until the person of this name is the one that looks at it.
    fn hands_over(&mut self, name: &str) -> Asked<()> {
        let question = format!("{name}, press Enter when only you look:");
        let look = self.look();
        if self.seat.is_some() {
            return self.sit(Shown::blank(&question, look, world::depth())).map(drop);
        }
        self.ports.out.write_all(CLEAR)?;
        self.answer(&broken(&question, look.columns))?;
        Ok(())
    }

    /// Asks until `read` understands the answer; `remark` is said to what it does not.
    pub(super) fn ask_until<T>(
        &mut self,
        mut page: Page,
        remark: &str,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Asked<T> {
        loop {
            let line = self.ask(&page)?;
            if let Some(value) = read(&line) {
                return Ok(value);
            }
            page.notes.remark = words::remark(&line, remark);
        }
    }

    /// Draws the page in place of the last one, and asks its question once.
    pub(super) fn ask(&mut self, page: &Page) -> Asked<Vec<u8>> {
        if let Some(line) = self.past.answer() {
            return Ok(line);
        }
        let (look, depth) = (self.look(), world::depth());
        let line = if self.seat.is_some() || self.fills(look) {
            self.sit(Shown::of(page, look, depth))?
        } else {
            self.ports.out.write_all(CLEAR)?;
            self.answer(&page.lines(look, depth))?
        };
        self.past.add(&line);
        Ok(line)
    }

    /// Shows something in the window, and reads the answer key by key.
    fn sit(&mut self, shown: Shown) -> Asked<Vec<u8>> {
        let seat = match &mut self.seat {
            Some(seat) => seat,
            none => {
                let seat = Seat::new(shown.clone(), (self.theme, self.script), self.ports.out);
                none.insert(seat.map_err(failed)?)
            }
        };
        match seat.ask(shown, self.ports.out).map_err(failed)? {
            Some(line) if line.len() > LONGEST_LINE => Ok(Vec::new()),
            Some(line) => Ok(line.into_bytes()),
            None => Err(Stop::End),
        }
    }

    /// Whether a picture fills the window.
    pub(super) const fn fills(&self, look: Look) -> bool {
        !self.is_plain && has_room(look.columns, look.rows)
    }

    /// Reads the answer behind the last of the lines. An overlong one says nothing.
    fn answer(&mut self, lines: &[String]) -> Asked<Vec<u8>> {
        write!(self.ports.out, "{} ", lines.join("\n").trim_end())?;
        let line = self.ports.line()?.ok_or(Stop::End)?;
        Ok(if line.is_overlong { Vec::new() } else { line.bytes })
    }

    /// The window as large as it is now.
    pub(super) fn look(&self) -> Look {
        let (columns, rows) = world::window();
        Look { theme: self.theme, script: self.script, columns, rows }
    }
}

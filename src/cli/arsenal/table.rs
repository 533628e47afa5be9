//! Plays the game at a terminal. Each question appears below a page, and a new page replaces the
//! last one.
//!
//! A game at a terminal has the same dice as a game in pipes with the same seed. At a terminal, a
//! line that is not a move costs nothing. In pipes, it loses the turn.

use super::Arsenal;
use super::aim::Wanted;
use super::answers;
use super::game::{Ending, Play};
use super::page::{Page, broken};
use super::past::Past;
use super::shown::{Seat, Shown};
use super::words::{self, Notes, shown};
use crate::cli::exit::Exit;
use crate::cli::screen::{has_room, window};
use crate::cli::theme::{Charset, Look};
use crate::cli::world;
use broadside::ai::Forfeit;
use broadside::board::{BySide, Side};
use broadside::dice::{Seed, Twister};
use broadside::ports::{LONGEST_LINE, Ports};
use broadside::rules::arsenal::bots::Captain;
use broadside::rules::arsenal::{Game, Lost, Move, Opponent, Standing};
use std::io;

/// Escapes that move the cursor to the top left and clear the screen.
const CLEAR: &[u8] = b"\x1b[H\x1b[2J";

/// Why a question has no answer.
pub(super) enum Stop {
    End,
    Failed(io::Error),
    /// The person has taken back a turn, so the game must begin again.
    Undo,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

pub(super) type Answered<T> = Result<T, Stop>;

/// Plays a game. Returns the exit status, which is the same as for this game in pipes. Also returns
/// the record of the game, if the first turn was reached.
pub(super) fn play(
    options: &Arsenal,
    bot: &dyn Fn() -> Option<Opponent>,
    seed: &Seed,
    charset: Charset,
    ports: &mut Ports<'_>,
) -> io::Result<(Exit, Option<String>)> {
    let is_dumb = world::is_dumb();
    let mut table = Table {
        ports,
        dice: Twister::from_python_seed(seed),
        charset,
        past: Past::new(options.undo),
        is_plain: options.plain || is_dumb,
        is_dumb,
        seat: None,
        record: None,
    };
    let second = (!is_dumb).then(|| window::enter_second(table.ports.out)).transpose()?;
    let (ending, with_bot) = loop {
        let opponent = bot();
        let with_bot = opponent.is_some();
        match table.game(opponent, seed) {
            // The next game has the same dice and repeats the answers before the undone turn.
            Err(Stop::Undo) => table.dice = Twister::from_python_seed(seed),
            ending => break (ending, with_bot),
        }
    };
    // Ends the window (`seat`) before the program leaves the second screen, which the window uses.
    table.seat = None;
    second.map_or(Ok(()), |second| second.leave(table.ports.out))?;
    let exit = table.conclude(ending, with_bot)?;
    Ok((exit, table.record))
}

/// Returns true at the end of the input, because the person has then left.
fn has_left<T>(answered: Answered<T>) -> Answered<bool> {
    match answered {
        Ok(_) => Ok(false),
        Err(Stop::End) => Ok(true),
        Err(stop @ (Stop::Failed(_) | Stop::Undo)) => Err(stop),
    }
}

fn forfeit(play: &Play, loser: Side, reason: Option<Forfeit>) -> Ending {
    Ending::Forfeit { names: play.terms.names.clone(), loser, reason }
}

pub(super) struct Table<'p, 'a> {
    ports: &'p mut Ports<'a>,
    pub(super) dice: Twister,
    charset: Charset,
    past: Past,
    is_plain: bool,
    /// Whether the terminal cannot clear a page, because it knows no escapes.
    is_dumb: bool,
    /// The window with its line editor. `None` before the first question that is asked in a window.
    seat: Option<Seat>,
    /// The record of the game. `None` until the game has ended.
    record: Option<String>,
}

impl Table<'_, '_> {
    /// Asks the first questions and plays the game. Returns an error if the input ends before the
    /// first turn, if a stream fails, or if the person takes back a turn.
    fn game(&mut self, opponent: Option<Opponent>, seed: &Seed) -> Answered<Ending> {
        let terms = self.terms(opponent.as_ref().map(|bot| &*bot.title))?;
        let mut bot = opponent.map(|bot| bot.captain);
        let first_to_place = if bot.is_some() { Side::First } else { terms.starter };
        let first = self.fleet(&terms, first_to_place)?;
        let second = if let Some(bot) = &mut bot {
            match bot.place(&mut self.dice) {
                Ok(fleet) => fleet,
                Err(reason) => {
                    let (names, loser, reason) = (terms.names, Side::Second, Some(reason));
                    let ending = Ending::Forfeit { names, loser, reason };
                    ending.report_to(bot.as_mut());
                    return Ok(ending);
                }
            }
        } else {
            self.hand_over(&terms.names[first_to_place.other()])?;
            self.fleet(&terms, first_to_place.other())?
        };
        let fleets = BySide::from_fn(|side| if side == first_to_place { first } else { second });
        let mut play = Play::new(terms, fleets, seed);
        let forfeit = self.turns(&mut play, bot.as_deref_mut())?;
        if let Some(forfeit) = &forfeit {
            forfeit.add_to(&mut play.record);
        }
        self.record = Some(play.record.as_str().to_owned());
        let ending = forfeit.unwrap_or_else(|| Ending::Over(Box::new(play)));
        if let Some(bot) = &mut bot {
            ending.report_to(bot.as_mut());
        }
        Ok(ending)
    }

    /// Plays all turns. Returns the forfeit, or `None` if the game was played to its end.
    fn turns(
        &mut self,
        play: &mut Play,
        mut bot: Option<&mut (dyn Captain + 'static)>,
    ) -> Answered<Option<Ending>> {
        while play.game.standing() == Standing::Open {
            let side = play.game.mover();
            // If the input ends at the hand-over to the person who moves next, the other person
            // forfeits.
            if bot.is_none() && has_left(self.hand_over(&play.terms.names[side]))? {
                return Ok(Some(forfeit(play, side.other(), None)));
            }
            let choice = match bot.as_mut().filter(|_| side == Side::Second) {
                Some(bot) => self.bots_choice(&play.game, *bot).map(Ok).map_err(Some),
                None => match self.choice(play) {
                    Ok(choice) => Ok(choice),
                    Err(Stop::End) => Err(None),
                    Err(failed) => return Err(failed),
                },
            };
            let choice = match choice {
                Ok(choice) => choice,
                Err(reason) => return Ok(Some(forfeit(play, side, reason))),
            };
            let turn = play.turn(choice).map_err(io::Error::other)?;
            match &mut bot {
                Some(bot) => turn.report_to(*bot, side),
                None if play.game.standing() != Standing::Open => {}
                None if has_left(self.ask(&play.result_page(side)))? => {
                    return Ok(Some(forfeit(play, side, None)));
                }
                None => {}
            }
        }
        Ok(None)
    }

    fn bots_choice(&mut self, game: &Game, bot: &mut dyn Captain) -> Result<Move, Forfeit> {
        let choice = bot.choose(&game.knowledge(game.mover()), &mut self.dice)?;
        let refusal = game.refusal(choice);
        refusal.map_or(Ok(choice), |refusal| Err(bot.blame(Forfeit::Illegal(refusal.to_string()))))
    }

    fn choice(&mut self, play: &mut Play) -> Answered<Result<Move, Lost>> {
        let side = play.game.mover();
        let mut page = play.page(side);
        page.question = format!("{}, your move:", play.terms.names[side]);
        page.notes.remark = self.past.remark();
        page.notes.may_undo = self.past.may_undo();
        page.wanted = Wanted::Move(Box::new(play.game.clone()));
        loop {
            let line = self.ask(&page)?;
            if let Some(choice) = answers::play(&line) {
                self.past.note_move();
                let place = line.trim_ascii().rsplit(u8::is_ascii_whitespace).next();
                play.place = shown(place.unwrap_or_default());
                return Ok(choice);
            }
            let is_undo = line.trim_ascii().eq_ignore_ascii_case(b"undo");
            if is_undo && self.past.take_back() {
                return Err(Stop::Undo);
            }
            if line.trim_ascii().is_empty() && page.close_help(self.look().columns) {
                page.notes.remark.clear();
                continue;
            }
            let undone = self.past.remark();
            let problem = if is_undo { self.past.problem() } else { words::NO_MOVE };
            let remark = if undone.is_empty() { words::remark(&line, problem) } else { undone };
            page.notes = Notes { remark, help: words::MOVES_HELP, ..page.notes };
        }
    }

    /// Hides the page until the person with this name presses Enter. On a dumb terminal, blank
    /// lines move the page out of sight.
    fn hand_over(&mut self, name: &str) -> Answered<()> {
        let question = format!("{name}, press Enter when only you look:");
        let look = self.look();
        if self.seat.is_some() {
            return self.ask_in_window(Shown::blank(&question, look)).map(drop);
        }
        let lines = broken(&question, look.columns);
        let blank = if self.is_dumb { vec![String::new(); look.rows] } else { Vec::new() };
        self.ask_below(&[blank, lines].concat()).map(drop)
    }

    pub(super) fn ask_until<T>(
        &mut self,
        mut page: Page,
        remark: &str,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Answered<T> {
        loop {
            let line = self.ask(&page)?;
            if let Some(value) = read(&line) {
                return Ok(value);
            }
            page.notes.remark = words::remark(&line, remark);
        }
    }

    /// Asks the question of `page`. During an undo, returns the earlier answer and asks nothing.
    pub(super) fn ask(&mut self, page: &Page) -> Answered<Vec<u8>> {
        if let Some(line) = self.past.answer() {
            return Ok(line);
        }
        let look = self.look();
        let line = if self.seat.is_some() || self.fills(look) {
            self.ask_in_window(Shown::of(page, look))?
        } else {
            self.ask_below(&page.lines(look))?
        };
        self.past.add(&line);
        Ok(line)
    }

    fn ask_in_window(&mut self, shown: Shown) -> Answered<Vec<u8>> {
        let look = self.look();
        let seat = match &mut self.seat {
            Some(seat) => seat,
            none => none.insert(Seat::new(shown.clone(), look)?),
        };
        match seat.ask(shown, self.ports.out)? {
            Some(line) if line.len() > LONGEST_LINE => Ok(Vec::new()),
            Some(line) => Ok(line.into_bytes()),
            None => Err(Stop::End),
        }
    }

    /// Asks below these lines, without a window. An answer that is too long becomes empty, as it
    /// does in the window.
    fn ask_below(&mut self, lines: &[String]) -> Answered<Vec<u8>> {
        if !self.is_dumb {
            self.ports.out.write_all(CLEAR)?;
        }
        write!(self.ports.out, "{} ", lines.join("\n").trim_end())?;
        let line = self.ports.line()?.ok_or(Stop::End)?;
        Ok(if line.is_overlong { Vec::new() } else { line.bytes })
    }

    const fn fills(&self, look: Look) -> bool {
        !self.is_plain && has_room(look.columns, look.rows)
    }

    fn look(&self) -> Look {
        world::look(self.charset)
    }

    /// Shows how the game ended, on the normal screen of the terminal.
    fn conclude(&mut self, ending: Answered<Ending>, with_bot: bool) -> io::Result<Exit> {
        let exit = match ending {
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::End | Stop::Undo) => {
                self.ports.report("You left before the first turn.\n")?;
                Exit::Own(1)
            }
            Ok(Ending::Forfeit { names, loser, reason }) => {
                let [loser, winner] = [loser, loser.other()].map(|side| &names[side]);
                writeln!(self.ports.out, "{loser} forfeits.\n{winner} wins.")?;
                if let Some(reason) = reason {
                    self.ports.report(&format!("{loser} forfeits: {reason}\n"))?;
                }
                Exit::Own(1)
            }
            Ok(Ending::Over(play)) => {
                self.show_end(&play, with_bot)?;
                Exit::Done
            }
        };
        self.ports.out.flush()?;
        Ok(exit)
    }

    fn show_end(&mut self, play: &Play, with_bot: bool) -> io::Result<()> {
        let (look, page) = (self.look(), play.last_page(with_bot));
        let mut lines = if self.fills(look) {
            let mut lines = page.last_picture(look).lines(look.theme);
            let end = lines.iter().rposition(|line| !line.is_empty());
            lines.truncate(end.map_or(0, |last| last + 1));
            lines.push(page.question);
            lines
        } else {
            let lines = page.lines(look).join("\n").trim_end().to_owned();
            [vec![lines], play.sums()].concat()
        };
        lines.extend((!self.past.was_fair).then(|| "A turn was taken back.".to_owned()));
        lines.iter().try_for_each(|line| writeln!(self.ports.out, "{line}"))
    }
}

//! The game at a terminal, with the same dice as the game in pipes. Each question stands below a page that is drawn in
//! place. A person sees no more than its side knows.
//!
//! A line that is not a move costs nothing here; everything else follows the rules.

use super::aim::Wanted;
use super::answers;
use super::ending::Ending;
use super::game::Play;
use super::page::{Page, broken};
use super::past::Past;
use super::seat::Seat;
use super::shown::Shown;
use super::words::{self, Notes};
use crate::cli::exit::Exit;
use crate::cli::screen::{alternate, has_room};
use crate::cli::theme::{Look, Script};
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
pub(super) type Answered<T> = Result<T, Stop>;

/// The options of a game at a terminal.
pub(super) struct Setting<'g> {
    /// Makes the bot, if one plays. It is made again when the person takes back a turn.
    pub(super) bot: &'g dyn Fn() -> Option<Opponent>,
    pub(super) seed: &'g Seed,
    pub(super) script: Script,
    /// Whether `undo` takes back a turn.
    pub(super) may_undo: bool,
    /// Whether the game never fills the window.
    pub(super) is_plain: bool,
}

/// Plays a game at this terminal, and shows how it ended. Returns the exit status that the game has in pipes, and the
/// record of the game if it has begun.
///
/// # Errors
/// When a standard stream fails.
pub(super) fn play(
    setting: &Setting<'_>,
    ports: &mut Ports<'_>,
) -> io::Result<(Exit, Option<String>)> {
    let mut table = Table {
        ports,
        dice: Twister::from_python_seed(setting.seed),
        script: setting.script,
        past: Past::new(setting.may_undo),
        is_plain: setting.is_plain || world::is_dumb(),
        seat: None,
        record: None,
    };
    let second = alternate::enter(table.ports.out)?;
    let (ending, with_bot) = loop {
        let opponent = (setting.bot)();
        let with_bot = opponent.is_some();
        match table.game(opponent, setting.seed) {
            // The same dice and the same answers lead to the beginning of the turn.
            Err(Stop::Undo) => table.dice = Twister::from_python_seed(setting.seed),
            ending => break (ending, with_bot),
        }
    };
    // Dropping the seat restores the terminal, which must happen before the second screen is left.
    table.seat = None;
    second.leave(table.ports.out)?;
    let exit = table.conclude(ending, with_bot)?;
    Ok((exit, table.record))
}

/// The streams and dice of the game, and the answers so far.
pub(super) struct Table<'p, 'a> {
    ports: &'p mut Ports<'a>,
    pub(super) dice: Twister,
    script: Script,
    past: Past,
    is_plain: bool,
    /// The line editor, once the game has filled the window.
    seat: Option<Seat>,
    /// The record of the game.
    record: Option<String>,
}

impl Table<'_, '_> {
    /// Plays a game. Input may end before the first turn.
    fn game(&mut self, opponent: Option<Opponent>, seed: &Seed) -> Answered<Ending> {
        let party = self.party(opponent.as_ref().map(|bot| &*bot.title))?;
        let mut bot = opponent.map(|bot| bot.captain);
        let early = if bot.is_some() { Side::First } else { party.starter };
        let first = self.fleet(&party, early)?;
        let second = if let Some(bot) = &mut bot {
            match bot.place(&mut self.dice) {
                Ok(fleet) => fleet,
                Err(reason) => {
                    let (names, loser, reason) = (party.names, Side::Second, Some(reason));
                    let ending = Ending::Forfeit { names, loser, reason };
                    ending.report_to(bot.as_mut());
                    return Ok(ending);
                }
            }
        } else {
            self.hand_over(&party.names[early.other()])?;
            self.fleet(&party, early.other())?
        };
        let fleets = BySide::from_fn(|side| if side == early { first } else { second });
        let mut play = Play::new(party, fleets, seed);
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

    /// Plays turns until the game is over, or until a side forfeits: then returns that ending.
    fn turns(
        &mut self,
        play: &mut Play,
        mut bot: Option<&mut (dyn Captain + 'static)>,
    ) -> Answered<Option<Ending>> {
        while play.game.standing() == Standing::Open {
            let side = play.game.mover();
            let choice = match bot.as_mut().filter(|_| side == Side::Second) {
                Some(bot) => self.bots_choice(&play.game, *bot).map(Ok).map_err(Some),
                None => match self.choice(play, bot.is_some()) {
                    Ok(choice) => Ok(choice),
                    Err(Stop::End) => Err(None),
                    Err(failed) => return Err(failed),
                },
            };
            let choice = match choice {
                Ok(choice) => choice,
                Err(reason) => {
                    let names = play.party.names.clone();
                    return Ok(Some(Ending::Forfeit { names, loser: side, reason }));
                }
            };
            let turn = play.turn(choice).map_err(io::Error::other)?;
            match &mut bot {
                Some(bot) => turn.report_to(*bot, side),
                None if play.game.standing() != Standing::Open => {}
                None => match self.ask(&play.result_page(side)) {
                    // After the end of input the next question ends the game.
                    Ok(_) | Err(Stop::End) => {}
                    Err(stop) => return Err(stop),
                },
            }
        }
        Ok(None)
    }

    /// Returns the move of the bot. A refused move forfeits the game.
    fn bots_choice(&mut self, game: &Game, bot: &mut dyn Captain) -> Result<Move, Forfeit> {
        let choice = bot.choose(&game.knowledge(game.mover()), &mut self.dice)?;
        let refusal = game.refusal(choice);
        refusal.map_or(Ok(choice), |refusal| Err(Forfeit::Illegal(refusal.to_string())))
    }

    /// Asks a person for a move. In a game of two persons, first waits until the other one has left the screen.
    fn choice(&mut self, play: &Play, with_bot: bool) -> Answered<Result<Move, Lost>> {
        let side = play.game.mover();
        let name = &play.party.names[side];
        if !with_bot {
            self.hand_over(name)?;
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

    /// Blanks the screen until the person of this name has taken the seat.
    fn hand_over(&mut self, name: &str) -> Answered<()> {
        let question = format!("{name}, press Enter when only you look:");
        let look = self.look();
        if self.seat.is_some() {
            return self.ask_in_window(Shown::blank(&question, look)).map(drop);
        }
        self.ask_below(&broken(&question, look.columns)).map(drop)
    }

    /// Asks until `read` understands the answer. After any other answer the page shows `remark`.
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

    /// Draws a page in place of the last one, and asks its question once.
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

    /// Asks in the window, with the line editor.
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

    /// Clears the screen, writes these lines, and reads the answer behind the last one. An overlong answer is empty.
    fn ask_below(&mut self, lines: &[String]) -> Answered<Vec<u8>> {
        self.ports.out.write_all(CLEAR)?;
        write!(self.ports.out, "{} ", lines.join("\n").trim_end())?;
        let line = self.ports.line()?.ok_or(Stop::End)?;
        Ok(if line.is_overlong { Vec::new() } else { line.bytes })
    }

    /// Whether a picture fills the window.
    const fn fills(&self, look: Look) -> bool {
        !self.is_plain && has_room(look.columns, look.rows)
    }

    fn look(&self) -> Look {
        world::look(self.script)
    }

    /// Shows on the first screen how the game ended.
    fn conclude(&mut self, ending: Answered<Ending>, with_bot: bool) -> io::Result<Exit> {
        let exit = match ending {
            Err(Stop::Failed(error)) => return Err(error),
            Err(Stop::End | Stop::Undo) => {
                self.ports.report("Error: end of input during set-up\n")?;
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

    /// Shows both fleets as they lay, and what each side has done.
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
        lines.extend((!self.past.was_fair()).then(|| "A turn was taken back.".to_owned()));
        lines.iter().try_for_each(|line| writeln!(self.ports.out, "{line}"))
    }
}

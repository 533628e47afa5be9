//! The dialogue with a program in one game: questions, answers and failures.

use super::{ForeignBot, Trouble};
use crate::exchange::{Exchange, shown_telling_line};
use crate::factory::Seat;
use broadside_arcade::ai::Forfeit;
use broadside_core::dice::Dice;
use broadside_core::ports::programs::{Answer, Dialogue, Ended, Ending, Limits};
use broadside_core::text::Visible;
use std::io;
use std::time::Duration;

/// How long a program may run after the end of the game, for example to save what it has learned.
const FAREWELL: Duration = Duration::from_secs(1);

/// The seeds for programs are less than this number, so a seed fits into 32 bits with a sign.
const SEEDS: u64 = 1 << 31;

/// The largest number of bytes of an answer that a message shows.
const SHOWN: usize = 40;

pub(super) struct Talk {
    dialogue: Box<dyn Dialogue>,
    bot: ForeignBot,
    seat: Seat,
    number: u64,
    last: LastAnswer,
    /// The line that says most about an error, from the latest text on standard error that was not
    /// blank (see [`shown_telling_line`]).
    telling_line: String,
    /// Whether the last answer must still be reported to the log.
    is_open: bool,
}

#[derive(Default)]
struct LastAnswer {
    /// The lines sent since the previous answer. They are collected only if a log is kept.
    read: Vec<u8>,
    wrote: Vec<u8>,
    stderr: Vec<u8>,
    wall: Duration,
}

impl Talk {
    pub(super) fn open(
        bot: &ForeignBot,
        seat: Seat,
        game: &str,
        dice: &mut dyn Dice,
    ) -> Result<Self, Forfeit> {
        let dialogue = noted(bot, bot.programs.open(&bot.command, bot.limits))?;
        let (bot, last, telling_line) = (bot.clone(), LastAnswer::default(), String::new());
        let mut talk = Self { dialogue, bot, seat, number: 0, last, telling_line, is_open: false };
        talk.send(&format!("game {game}"))?;
        talk.send(&format!("seed {}", dice.below(SEEDS)))?;
        Ok(talk)
    }

    pub(super) fn send(&mut self, line: &str) -> Result<(), Forfeit> {
        self.accept();
        if self.bot.on_answer.is_some() {
            self.last.read.extend([line.as_bytes(), b"\n"].concat());
        }
        noted(&self.bot, self.dialogue.send(line))
    }

    /// Reports the last answer to the log, with no fault, unless the log has it already.
    fn accept(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.close(Exchange::OK);
        }
    }

    /// Asks a question. A program that has already written a line forfeits.
    pub(super) fn ask(&mut self, question: &str) -> Result<String, Forfeit> {
        if let Some(line) = noted(&self.bot, self.dialogue.ready())? {
            self.accept();
            self.last.wrote.clone_from(&line);
            return Err(self.blame(Forfeit::OutOfTurn(shown(&line))));
        }
        self.send(question)?;
        let within = self.bot.limits.time.or(Limits::default().time).unwrap_or(Duration::MAX);
        let asked = self.dialogue.clock();
        let answer = noted(&self.bot, self.dialogue.receive(within))?;
        self.last.wall = self.dialogue.clock().saturating_sub(asked);
        match answer {
            Answer::Line(line) => self.answered(&line),
            Answer::Ended(ended) => {
                self.last.wrote = ended.stdout;
                self.wrote_stderr(ended.stderr_tail);
                let forfeit = self.forfeit(&ended.ending);
                Err(self.blame(forfeit))
            }
        }
    }

    /// Lets the program rest while its opponent plays.
    pub(super) fn rest(&mut self) {
        self.dialogue.rest();
    }

    fn answered(&mut self, line: &[u8]) -> Result<String, Forfeit> {
        if self.bot.on_answer.is_some() {
            let said = noted(&self.bot, self.dialogue.said())?;
            self.wrote_stderr(said);
            self.last.wrote = line.to_vec();
        }
        self.is_open = true;
        plain(line).ok_or_else(|| self.blame(Forfeit::Malformed(shown(line))))
    }

    /// Reports the answer and the forfeit to the log. Returns the forfeit, with a line from
    /// standard error if there is one.
    pub(super) fn blame(&mut self, forfeit: Forfeit) -> Forfeit {
        if let Ok(said) = self.dialogue.said() {
            self.wrote_stderr(said);
        }
        self.is_open = false;
        self.close(&forfeit.to_string());
        let said = std::mem::take(&mut self.telling_line);
        if said.is_empty() { forfeit } else { Forfeit::Said(Box::new(forfeit), said) }
    }

    /// Sends the last line. Stops the program if it still runs after [`FAREWELL`].
    pub(super) fn end(mut self, line: &str) {
        if self.send(line).is_ok() {
            if let Ok(ended) = noted(&self.bot, farewell(&mut *self.dialogue)) {
                self.wrote_stderr(ended.stderr_tail);
            }
            self.close(line);
        }
    }

    fn wrote_stderr(&mut self, stderr: Vec<u8>) {
        let line = shown_telling_line(&stderr);
        if !line.is_empty() {
            self.telling_line = line;
        }
        self.last.stderr.extend(stderr);
    }

    fn close(&mut self, outcome: &str) {
        self.number += 1;
        let LastAnswer { read, wrote, stderr, wall } = std::mem::take(&mut self.last);
        if let Some(on_answer) = &self.bot.on_answer {
            let ((game, side), number) = (self.seat, self.number);
            let (read, wrote, stderr) = (&*read, &*wrote, &*stderr);
            on_answer(&Exchange { game, side, number, read, wrote, stderr, wall, outcome });
        }
    }

    fn forfeit(&self, ending: &Ending) -> Forfeit {
        match ending {
            Ending::Timeout => Forfeit::Timeout,
            Ending::Output | Ending::Files => Forfeit::Output,
            Ending::Memory => Forfeit::Memory,
            Ending::Exited(_) | Ending::Signal(_) => Forfeit::Crash(ending.to_string()),
            Ending::CannotStart(reason) => {
                let trouble = Trouble::CannotStart(reason.clone());
                // If the bot already has a trouble, that first trouble is kept.
                drop(self.bot.trouble.set(trouble));
                Forfeit::Crash(ending.to_string())
            }
        }
    }
}

/// Waits until a program ends after its last line. The program may still print a few lines.
pub(crate) fn farewell(dialogue: &mut dyn Dialogue) -> io::Result<Ended> {
    const MOST: usize = 1 << 16;
    dialogue.gather(FAREWELL, MOST, &mut |_| false)
}

/// Turns a failure of the system into a forfeit, and keeps the failure as the [`Trouble`] of the
/// bot. The trouble stops the series, so the game is not counted. If the user cancelled the run, no
/// trouble is kept.
fn noted<T>(bot: &ForeignBot, result: io::Result<T>) -> Result<T, Forfeit> {
    result.map_err(|error| {
        let forfeit = Forfeit::Crash(error.to_string());
        if error.kind() != io::ErrorKind::Interrupted {
            drop(bot.trouble.set(Trouble::System(error)));
        }
        forfeit
    })
}

/// Returns the text without the blanks around it; `None` if the line is not plain ASCII.
fn plain(line: &[u8]) -> Option<String> {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t');
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let text = line.iter().all(is_plain).then(|| String::from_utf8_lossy(line))?;
    Some(text.trim_matches([' ', '\t']).to_owned())
}

/// Quotes the start of an answer for a message. A character that the limit cuts is left out.
pub(super) fn shown(answer: &[u8]) -> String {
    let Some(start) = answer.get(..SHOWN).filter(|_| answer.len() > SHOWN) else {
        return format!("`{}`", Visible(answer));
    };
    let whole = match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => SHOWN,
    };
    format!("`{}...`", Visible(&start[..whole]))
}

broadside_core::opaque!(Talk: bot);

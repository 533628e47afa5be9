//! `broadside arsenal`: a game of two persons, or of a person and a bot. At a terminal, the module
//! `table` plays the game. Otherwise, for example in pipes, the library plays the game with plain
//! lines.

mod aim;
mod answers;
mod game;
mod grid;
mod page;
mod past;
mod picture;
mod setup;
mod shown;
mod table;
mod words;

use super::bots::{AnswerLimits, BotOption, Bots, Roster};
use super::exit::{Exit, Failure, Result};
use super::files::{self, own_file};
use super::prompt::console::agreed;
use super::stop::Cancel;
use super::theme::Charset;
use super::world;
use broadside::dice::Seed;
use broadside::ports::Ports;
use broadside::rules::arsenal::bots::Level;
use broadside::rules::arsenal::{Opponent, Options, run, run_against};
use clap::Args;
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  broadside arsenal                       two players at this terminal
  broadside arsenal --bot hard            against the strongest bot
  broadside arsenal --bot easy --seed 7   the same fleets and luck every time
  broadside arsenal --bot cmd=./mine      against a program of yours
  broadside arsenal --bot hard --record game.arsenal   keeps the game for `replay`

Each side has a Carrier of 5 cells, a Battleship of 4, a Destroyer of 3 and a Submarine of 2. \
With easy tracking the grid shows misses, with hard tracking it does not. A turn is one move:

  Fire B3               one cell
  Radar B3              2x2 cells, B3 at the top left; three times a game
  Smoke B3              hides 2x2 own cells from radar; once per ship you sank
  Artillery B3          2x2 cells; only in the turn after you sank a ship
  Torpedo B, Torpedo 7  a column or a row; only in the turn after you sank the third ship

The first line of input is the tracking: `easy` or `hard`. Next, each person who plays gives a name
and four placements such as `B3, horizontal`. Then each line is a move. If a line is not a move, or
the move is not allowed now, the turn is lost.

A terminal of 60 columns and 20 rows or more shows both grids and fleets. There arrow keys or a click
choose a cell and Enter fires at it; the space bar turns a ship that you place. To aim with another
weapon, type its first letter before the arrow keys: r for Radar. At a terminal the first letter of a
word is enough, as in f b3 and C1 h, and a line that is not a move costs nothing. But a cell that does
not exist, as in f z9, loses the turn there too, and so does a move that is not allowed now. If the
game fills the window, Ctrl-C only drops the line, and Ctrl-D leaves; else Ctrl-C ends the game.

Exit status: 0 the game was played to its end; 1 a side forfeited or the input ended too early; 2 usage
error; 3 a program cannot be started, or input or output failed; 130 ended by Ctrl-C.";

/// The options of `broadside arsenal`.
#[derive(Args, Debug)]
#[group(id = "guns")]
pub(crate) struct Arsenal {
    #[command(flatten)]
    bot: Bots<Enemy>,

    /// The seed: any whole number. The same seed and the same moves give the same game. Without
    /// this option the system chooses a seed, and standard error shows it.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    seed: Option<Seed>,

    /// At a terminal only: write the game to this file, for `replay`.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    record: Option<PathBuf>,

    /// At a terminal and against a built-in bot only: the word `undo` takes back your last turn and
    /// the bot's answer.
    #[arg(long)]
    undo: bool,

    /// At a terminal: print pages of lines. Each page replaces the last one. Without this
    /// option the game fills the window.
    #[arg(long)]
    plain: bool,

    #[command(flatten)]
    limits: AnswerLimits,
}

#[derive(Clone, Debug)]
struct Enemy;

impl BotOption for Enemy {
    const NAME: &'static str = "bot";
    const HELP: &'static str = "Play against a bot. easy only fires; after a hit it fires beside the hit. medium fires where most ships could lie. hard compares the fleets that are still possible. cmd=COMMAND is a program of yours, and name=NAME gives it a name";

    fn built_in() -> Vec<&'static str> {
        Level::ALL.into_iter().map(Level::name).collect()
    }
}

pub(super) fn at_terminal(options: &Arsenal, charset: Charset) -> Result<Exit> {
    world::at_terminal(|out| out, |ports| play(options, charset, ports))
}

pub(super) fn play(options: &Arsenal, charset: Charset, ports: &mut Ports<'_>) -> Result<Exit> {
    let bot = options.bot.names.first();
    let built_in = bot.and_then(|bot| bot.built_in());
    if let Some(message) = options.contradiction(built_in.is_some(), ports) {
        return Err(Failure::Options(message.to_owned()));
    }
    files::check_outputs(&[], &[("--record", options.record.as_deref())], &[], ports)?;
    let seed = options.seed.clone().map_or_else(|| reported_seed(ports), Ok)?;
    let (exit, record) = match (bot, built_in) {
        (Some(program), None) => {
            let mut roster = Roster::new(&options.limits, &[], [program], Cancel::default())?;
            let captain = roster.captain(program);
            let opponent = || {
                let captain = captain.make();
                Some(Opponent { title: program.as_str().into(), captain })
            };
            let played = options.play_against(&opponent, seed, charset, ports)?;
            roster.check()?;
            played
        }
        (_, Some(name)) => {
            let opponent = || Level::from_name(name).map(Opponent::of);
            options.play_against(&opponent, seed, charset, ports)?
        }
        (None, None) => options.play_against(&|| None, seed, charset, ports)?,
    };
    if let Some((path, record)) = options.record.as_deref().zip(record) {
        files::save(path, record.as_bytes(), ports)?;
    }
    Ok(exit)
}

impl Arsenal {
    fn contradiction(&self, is_built_in: bool, ports: &Ports<'_>) -> Option<&'static str> {
        if (self.record.is_some() || self.undo) && !is_at_terminal(ports) {
            return Some("--record and --undo are for games at a terminal");
        }
        (self.undo && !is_built_in).then_some("--undo is for games against a built-in bot")
    }

    /// Plays a game, and at a terminal perhaps more games. At a terminal, also returns the record
    /// of the last game. If `bot` returns `None`, two persons play.
    fn play_against(
        &self,
        bot: &dyn Fn() -> Option<Opponent>,
        mut seed: Seed,
        charset: Charset,
        ports: &mut Ports<'_>,
    ) -> Result<(Exit, Option<String>)> {
        while is_at_terminal(ports) {
            let played = table::play(self, bot, &seed, charset, ports);
            let (exit, record) = played.map_err(Failure::Stream)?;
            // The file of `--record` holds only one game.
            let plays_on = self.record.is_none() && matches!(exit, Exit::Done);
            if !plays_on || !plays_again(ports)? {
                return Ok((exit, record));
            }
            seed = reported_seed(ports)?;
        }
        let options = Options { bot: None, seed, colour: world::colours_output() };
        let code = match bot() {
            Some(bot) => run_against(&options, bot, ports),
            None => run(&options, ports),
        };
        code.map(|code| (Exit::Own(code), None)).map_err(Failure::Stream)
    }
}

fn is_at_terminal(ports: &Ports<'_>) -> bool {
    ports.terminals.input && ports.terminals.out
}

fn plays_again(ports: &mut Ports<'_>) -> Result<bool> {
    write!(ports.out, "Play again? y plays, Enter leaves: ").map_err(Failure::Stream)?;
    let line = ports.line().map_err(Failure::Stream)?;
    let answer = line.map(|line| String::from_utf8_lossy(&line.bytes).into_owned());
    Ok(answer.is_some_and(|answer| agreed(&answer) == Some(true)))
}

/// Returns a random seed. Standard error shows it, so that the same game can be played again.
pub(super) fn reported_seed(ports: &mut Ports<'_>) -> Result<Seed> {
    let seed = world::random();
    ports.report(&format!("Seed: {seed}\n"))?;
    Ok(seed.into())
}

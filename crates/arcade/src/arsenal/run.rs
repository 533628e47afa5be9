//! Plays a game by reading and writing text: sets it up, takes turns, and announces the end.

use super::bots::{Bot, Captain, Level, Report};
use super::cells::Class;
use super::error::Lost;
use super::fleet::{Fleet, Placement};
use super::game::{Game, Outcome, Standing};
use super::input::{self, Tracking};
use super::moves::Move;
use super::render::{self, CLEAR, Style};
use crate::ai::Forfeit;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice, Seed, Twister};
use broadside_core::ports::Ports;
use broadside_core::text::Visible;
use std::io;

/// The options of the program.
#[derive(Clone, Debug)]
pub struct Options {
    /// The built-in bot that plays as player 2, if any. [`run_against`] ignores it.
    pub bot: Option<Level>,
    /// The seed of the game's dice.
    pub seed: Seed,
    /// Whether hits and misses are coloured.
    pub colour: bool,
}

/// A bot that plays as player 2.
#[derive(Debug)]
pub struct Opponent {
    /// The name that the game shows.
    pub title: Vec<u8>,
    /// The bot.
    pub captain: Box<dyn Captain>,
}

impl Opponent {
    /// Returns an opponent with a built-in bot.
    pub fn of(level: Level) -> Self {
        Self { title: level.title().into(), captain: Box::new(Bot::new(level)) }
    }
}

/// Plays a game, and returns the exit status: 0 after a whole game, 1 if the input ended first.
/// Fails if standard input or standard output fails.
pub fn run(options: &Options, ports: &mut Ports<'_>) -> io::Result<u8> {
    play(options, options.bot.map(Opponent::of), ports)
}

/// Plays a game as [`run`] does, but against a bot of the caller. If the bot forfeits the game,
/// standard error says why, and the exit status is 1. Fails if standard input or standard output
/// fails.
pub fn run_against(options: &Options, opponent: Opponent, ports: &mut Ports<'_>) -> io::Result<u8> {
    play(options, Some(opponent), ports)
}

fn play(options: &Options, opponent: Option<Opponent>, ports: &mut Ports<'_>) -> io::Result<u8> {
    let mut console = Console { ports, dice: Twister::from_python_seed(&options.seed) };
    let title = opponent.as_ref().map(|opponent| &*opponent.title);
    let setup = match console.set_up(options, title) {
        Ok(setup) => setup,
        Err(Stop::Stream(error)) => return Err(error),
        Err(Stop::EndOfInput | Stop::Forfeit(_)) => {
            console.ports.report("Error: end of input during set-up\n")?;
            return Ok(1);
        }
    };
    let code = console.play(setup, opponent.map(|opponent| opponent.captain))?;
    console.ports.out.flush()?;
    Ok(code)
}

#[derive(Debug, thiserror::Error)]
enum Stop {
    #[error("end of input")]
    EndOfInput,
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
    #[error(transparent)]
    Stream(#[from] io::Error),
}

struct Setup {
    names: BySide<Vec<u8>>,
    starter: Side,
    first: Fleet,
    /// The fleet of player 2; `None` if a bot places it later.
    second: Option<Fleet>,
    style: Style,
}

struct Console<'p, 'a> {
    ports: &'p mut Ports<'a>,
    dice: Twister,
}

impl Console<'_, '_> {
    /// Asks for the difficulty, the names and the fleets, and draws who begins (spec arsenal §1).
    fn set_up(&mut self, options: &Options, bot: Option<&[u8]>) -> Result<Setup, Stop> {
        let tracking = self.ask_until(b"Tracking difficulty (easy, hard): ", Tracking::read)?;
        let names = self.names(bot)?;
        let names = BySide::from_fn(|side| self.shown(&names[side]));
        let starter = Side::ALL[usize::from(self.dice.below(2) == 1)];
        self.say(&names[starter], b" plays first.\n")?;
        let (first, second) = match (bot, starter) {
            (Some(_), _) => (self.fleet(&names.first)?, None),
            (None, Side::First) => (self.fleet(&names.first)?, Some(self.fleet(&names.second)?)),
            (None, Side::Second) => {
                let second = self.fleet(&names.second)?;
                (self.fleet(&names.first)?, Some(second))
            }
        };
        let style = Style { tracking, colour: options.colour };
        Ok(Setup { names, starter, first, second, style })
    }

    fn shown(&self, name: &[u8]) -> Vec<u8> {
        if !self.ports.terminals.out {
            return name.to_vec();
        }
        Visible(name).to_string().into_bytes()
    }

    fn names(&mut self, bot: Option<&[u8]>) -> Result<BySide<Vec<u8>>, Stop> {
        let new = |answer: &[u8], other: &[u8]| input::name(answer).filter(|name| name != other);
        if let Some(title) = bot {
            let first = self.ask_until(b"Your name: ", |answer| new(answer, title))?;
            return Ok(BySide { first, second: title.to_vec() });
        }
        let first = self.ask_until(b"Name of player 1: ", input::name)?;
        let second = self.ask_until(b"Name of player 2: ", |answer| new(answer, &first))?;
        Ok(BySide { first, second })
    }

    fn fleet(&mut self, name: &[u8]) -> Result<Fleet, Stop> {
        let mut placed = Vec::new();
        for class in Class::ALL {
            placed.push(self.ship(name, class, &placed)?);
        }
        self.clear()?;
        Ok(Fleet::of_placed(&placed).expect("a ship of each class"))
    }

    fn ship(&mut self, name: &[u8], class: Class, placed: &[Placement]) -> Result<Placement, Stop> {
        let prompt = format!(", place your {} ({} cells): ", class.name(), class.length());
        let prompt = [name, prompt.as_bytes()].concat();
        loop {
            match Placement::read(class, &self.ask(&prompt)?, placed) {
                Ok(ship) => return Ok(ship),
                Err(refusal) => writeln!(self.ports.out, "{refusal}")?,
            }
        }
    }

    fn play(&mut self, setup: Setup, mut bot: Option<Box<dyn Captain>>) -> io::Result<u8> {
        let Setup { names, starter, first, second, style } = setup;
        let placed = match (&mut bot, second) {
            (Some(bot), None) => bot.place(&mut self.dice),
            (_, second) => Ok(second.expect("people have placed their fleets")),
        };
        let (winner, code) = match placed {
            Ok(second) => {
                let mut game = Game::new(&BySide { first, second }, starter);
                let ended = self.turns(&names, &mut game, &mut bot, style);
                self.end(&names, ended, game.mover())?
            }
            Err(reason) => self.end(&names, Err(reason.into()), Side::Second)?,
        };
        if let Some(bot) = &mut bot {
            bot.hear(&Report::Over { won: winner == Side::Second });
        }
        Ok(code)
    }

    /// Plays all turns, and returns the winner. Source: spec arsenal §2 and §3.
    fn turns(
        &mut self,
        names: &BySide<Vec<u8>>,
        game: &mut Game,
        bot: &mut Option<Box<dyn Captain>>,
        style: Style,
    ) -> Result<Side, Stop> {
        loop {
            let side = game.mover();
            if let Some(bot) = bot.as_mut().filter(|_| side == Side::Second) {
                self.bots_turn(&names[side], game, &mut **bot)?;
            } else {
                let choice = self.choice(&names[side], game, style)?;
                self.turn(game, choice, bot.as_deref_mut())?;
            }
            render::grid(self.ports.out, game.knowledge(side).chart, style)?;
            match game.standing() {
                Standing::Open => {}
                Standing::Won(winner) => return Ok(winner),
                Standing::Limit(winner) => {
                    self.ports.out.write_all(b"Turn limit reached.\n")?;
                    return Ok(winner);
                }
            }
        }
    }

    /// Announces the end, and returns the winner and the exit status. If the game stopped early,
    /// `mover` forfeits it.
    fn end(
        &mut self,
        names: &BySide<Vec<u8>>,
        ended: Result<Side, Stop>,
        mover: Side,
    ) -> io::Result<(Side, u8)> {
        let reason = match ended {
            Ok(winner) => {
                self.say(&names[winner], b" wins.\n")?;
                return Ok((winner, 0));
            }
            Err(Stop::Stream(error)) => return Err(error),
            Err(Stop::EndOfInput) => None,
            Err(Stop::Forfeit(reason)) => Some(reason),
        };
        self.say(&names[mover], b" forfeits.\n")?;
        self.say(&names[mover.other()], b" wins.\n")?;
        if let Some(reason) = reason {
            self.ports.report(&format!("{} forfeits: {reason}\n", Visible(&names[mover])))?;
        }
        Ok((mover.other(), 1))
    }

    fn bots_turn(
        &mut self,
        name: &[u8],
        game: &mut Game,
        bot: &mut dyn Captain,
    ) -> Result<(), Stop> {
        let play = bot.choose(&game.knowledge(game.mover()), &mut self.dice)?;
        let played = game.play(play);
        let outcome = played.map_err(|refusal| bot.blame(Forfeit::Illegal(refusal.to_string())))?;
        self.say(name, format!(": {play}\n").as_bytes())?;
        self.show(&outcome)?;
        bot.hear(&Report::Own(&outcome));
        Ok(())
    }

    fn choice(
        &mut self,
        name: &[u8],
        game: &Game,
        style: Style,
    ) -> Result<Result<Move, Lost>, Stop> {
        let known = game.knowledge(game.mover());
        render::grid(self.ports.out, known.chart, style)?;
        writeln!(self.ports.out, "{}", known.allowed_moves())?;
        let line = self.ask(&[name, b", your move: "].concat())?;
        Ok(input::play(input::trim(&line)))
    }

    fn turn(
        &mut self,
        game: &mut Game,
        choice: Result<Move, Lost>,
        bot: Option<&mut (dyn Captain + 'static)>,
    ) -> io::Result<()> {
        let played = choice.and_then(|play| Ok((play, game.play(play)?)));
        match &played {
            Ok((_, outcome)) => self.show(outcome)?,
            Err(lost) => {
                game.lose_turn().map_err(io::Error::other)?;
                writeln!(self.ports.out, "Turn lost: {lost}")?;
            }
        }
        if let Some(bot) = bot {
            let turn = played.as_ref().map(|(play, outcome)| (*play, outcome));
            bot.hear(&Report::of_enemy(turn));
        }
        Ok(())
    }

    fn show(&mut self, outcome: &Outcome) -> io::Result<()> {
        if *outcome == Outcome::Smoke {
            self.clear()?;
        }
        render::outcome(self.ports.out, outcome)
    }

    fn ask_until<T>(
        &mut self,
        prompt: &[u8],
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<T, Stop> {
        loop {
            if let Some(value) = read(input::trim(&self.ask(prompt)?)) {
                return Ok(value);
            }
        }
    }

    fn ask(&mut self, prompt: &[u8]) -> Result<Vec<u8>, Stop> {
        self.ports.out.write_all(prompt)?;
        let line = self.ports.line()?.ok_or(Stop::EndOfInput)?;
        Ok(if line.is_overlong { Vec::new() } else { line.without_return() })
    }

    fn say(&mut self, name: &[u8], rest: &[u8]) -> io::Result<()> {
        self.ports.out.write_all(name)?;
        self.ports.out.write_all(rest)
    }

    /// Clears the terminal, so that the next player does not see what this player typed.
    fn clear(&mut self) -> io::Result<()> {
        if self.ports.terminals.out { self.ports.out.write_all(CLEAR) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arsenal::{Cell, Knowledge};
    use broadside_core::ports::Memory;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[derive(Debug)]
    struct Listener {
        shots: u32,
        gives_up_after: u32,
        ended: Rc<RefCell<Vec<bool>>>,
    }

    impl Captain for Listener {
        fn choose(&mut self, _: &Knowledge<'_>, _: &mut dyn Dice) -> Result<Move, Forfeit> {
            let cell = Cell::from_index(self.shots).filter(|_| self.shots < self.gives_up_after);
            self.shots += 1;
            cell.map(Move::Fire).ok_or(Forfeit::NoTarget)
        }

        fn hear(&mut self, report: &Report<'_>) {
            if let Report::Over { won } = report {
                self.ended.borrow_mut().push(*won);
            }
        }
    }

    /// Returns, for each report of the end, whether the bot has won.
    fn heard(moves: &str, gives_up_after: u32) -> Vec<bool> {
        let ended = Rc::new(RefCell::new(Vec::new()));
        let captain = Listener { shots: 0, gives_up_after, ended: Rc::clone(&ended) };
        let opponent = Opponent { title: b"Bot".to_vec(), captain: Box::new(captain) };
        let input = format!("easy\nAnn\nA1,h\nA2,h\nA3,h\nA4,h\n{moves}").into_bytes();
        let mut memory = Memory { input, ..Memory::default() };
        let options = Options { bot: None, seed: 1.into(), colour: false };
        memory.run(|ports| run_against(&options, opponent, ports)).expect("memory");
        ended.take()
    }

    #[test]
    fn a_bot_hears_once_how_the_game_ended() {
        let every_cell: String = ('A'..='J')
            .flat_map(|column| (1..=10).map(move |row| format!("Fire {column}{row}\n")))
            .collect();
        for (name, moves, gives_up_after, is_won) in [
            ("input ends before the first move", "", 100, true),
            ("input ends in the game", "Fire A1\nFire J10\n", 100, true),
            ("the bot sinks the fleet", "nothing\n".repeat(100).as_str(), 100, true),
            ("the bot gives up at once", every_cell.as_str(), 0, false),
            ("the bot gives up later", every_cell.as_str(), 7, false),
        ] {
            assert_eq!(heard(moves, gives_up_after), [is_won], "{name}");
        }
    }
}

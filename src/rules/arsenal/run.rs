//! The program's loop: set-up, turns, the end.

use super::bots::{Bot, Captain, Level};
use super::class::Class;
use super::error::Lost;
use super::fleet::{self, Fleet, Placement};
use super::game::{Game, Outcome, Standing};
use super::input;
use super::moves::Move;
use super::render::{self, CLEAR, Style};
use crate::board::{BySide, Side};
use crate::dice::{Dice, Twister};
use crate::ports::Ports;
use crate::text::Visible;
use num_bigint::BigInt;
use std::io;

/// How the program was called.
#[derive(Clone, Debug)]
pub struct Options {
    /// The bot that plays second in name, if a bot plays.
    pub bot: Option<Level>,
    /// The seed of the game's dice.
    pub seed: BigInt,
    /// Whether hits and misses are coloured.
    pub colour: bool,
}

/// Plays a game and returns the exit status: 0 when it was played to its end, 1 when input ended
/// before.
///
/// # Errors
/// When a standard stream fails.
pub fn run(options: &Options, ports: &mut Ports<'_>) -> io::Result<u8> {
    let mut table = Table { ports, dice: Twister::from_python_seed(&options.seed) };
    let Some(setup) = table.set_up(options)? else {
        table.ports.report("Error: end of input during set-up\n")?;
        return Ok(1);
    };
    let code = table.play(setup)?;
    table.ports.out.flush()?;
    Ok(code)
}

/// Everything that is settled before the first turn.
struct Setup {
    names: BySide<Vec<u8>>,
    bot: Option<Bot>,
    game: Game,
    style: Style,
}

/// The players' table: what is typed and shown there, and its dice.
struct Table<'p, 'a> {
    ports: &'p mut Ports<'a>,
    dice: Twister,
}

impl Table<'_, '_> {
    /// Asks for everything before the first turn; `None` when input ends. Source: spec arsenal §1.
    fn set_up(&mut self, options: &Options) -> io::Result<Option<Setup>> {
        let question = b"Tracking difficulty (easy, hard): ";
        let Some(tracking) = self.ask_until(question, input::tracking)? else { return Ok(None) };
        let Some(names) = self.names(options.bot)? else { return Ok(None) };
        let names = BySide::from_fn(|side| self.shown(&names[side]));
        let starter = Side::ALL[usize::from(self.dice.below(2) == 1)];
        self.say(&names[starter], b" plays first.\n")?;
        let Some(fleets) = self.fleets(&names, starter, options.bot.is_some())? else {
            return Ok(None);
        };
        let bot = options.bot.map(Bot::new);
        let style = Style { tracking, colour: options.colour };
        Ok(Some(Setup { names, bot, game: Game::new(&fleets, starter), style }))
    }

    /// Both fleets, that of `starter` first. A bot's fleet is drawn after the player's.
    fn fleets(
        &mut self,
        names: &BySide<Vec<u8>>,
        starter: Side,
        with_bot: bool,
    ) -> io::Result<Option<BySide<Fleet>>> {
        if with_bot {
            let Some(first) = self.fleet(&names.first)? else { return Ok(None) };
            return Ok(Some(BySide { first, second: Fleet::at_random(&mut self.dice) }));
        }
        let Some(early) = self.fleet(&names[starter])? else { return Ok(None) };
        let Some(late) = self.fleet(&names[starter.other()])? else { return Ok(None) };
        Ok(Some(BySide::from_fn(|side| if side == starter { early } else { late })))
    }

    /// A name as a terminal can take it; a pipe gets it as it was typed.
    fn shown(&self, name: &[u8]) -> Vec<u8> {
        if !self.ports.terminals.out {
            return name.to_vec();
        }
        Visible(name).to_string().into_bytes()
    }

    fn names(&mut self, bot: Option<Level>) -> io::Result<Option<BySide<Vec<u8>>>> {
        if let Some(level) = bot {
            let second = level.title().as_bytes().to_vec();
            let other = |answer: &[u8]| input::name(answer).filter(|name| *name != second);
            let first = self.ask_until(b"Your name: ", other)?;
            return Ok(first.map(|first| BySide { first, second }));
        }
        let Some(first) = self.ask_until(b"Name of player 1: ", input::name)? else {
            return Ok(None);
        };
        let other = |answer: &[u8]| input::name(answer).filter(|name| *name != first);
        let second = self.ask_until(b"Name of player 2: ", other)?;
        Ok(second.map(|second| BySide { first, second }))
    }

    /// The four ships of a player, in fleet order.
    fn fleet(&mut self, name: &[u8]) -> io::Result<Option<Fleet>> {
        let mut placed = Vec::new();
        for class in Class::ALL {
            let Some(ship) = self.ship(name, class, &placed)? else { return Ok(None) };
            placed.push(ship);
        }
        self.clear()?;
        let berth = |index: usize| (placed[index].start(), placed[index].axis());
        let fleet = Fleet::new(std::array::from_fn(berth));
        Ok(Some(fleet.expect("each ship was checked when it was placed")))
    }

    /// Asks where a ship lies until it fits beside those `placed` before it.
    fn ship(
        &mut self,
        name: &[u8],
        class: Class,
        placed: &[Placement],
    ) -> io::Result<Option<Placement>> {
        let prompt = format!(", place your {} ({} cells): ", class.name(), class.length());
        let prompt = [name, prompt.as_bytes()].concat();
        while let Some(line) = self.ask(&prompt)? {
            let berth = input::berth(input::answer(&line));
            match berth.and_then(|berth| fleet::place(class, berth, placed)) {
                Ok(ship) => return Ok(Some(ship)),
                Err(refusal) => writeln!(self.ports.out, "{refusal}")?,
            }
        }
        Ok(None)
    }

    /// Turns until the game ends. Source: spec arsenal §2 to §4.
    fn play(&mut self, setup: Setup) -> io::Result<u8> {
        let Setup { names, mut bot, mut game, style } = setup;
        loop {
            let side = game.mover();
            let choice = match bot.as_mut().filter(|_| side == Side::Second) {
                Some(bot) => self.bots_choice(&names[side], &game, bot)?,
                None => self.choice(&names[side], &game, style)?,
            };
            let Some(choice) = choice else {
                self.say(&names[side], b" forfeits.\n")?;
                self.say(&names[side.other()], b" wins.\n")?;
                return Ok(1);
            };
            self.turn(&mut game, choice)?;
            render::grid(self.ports.out, game.knowledge(side).chart, style)?;
            match game.standing() {
                Standing::Open => {}
                Standing::Won(winner) => return self.end(&names[winner], b""),
                Standing::Limit(winner) => {
                    return self.end(&names[winner], b"Turn limit reached.\n");
                }
            }
        }
    }

    fn end(&mut self, winner: &[u8], remark: &[u8]) -> io::Result<u8> {
        self.ports.out.write_all(remark)?;
        self.say(winner, b" wins.\n")?;
        Ok(0)
    }

    /// Lets the bot move and announces it; `None` when it gives up.
    fn bots_choice(
        &mut self,
        name: &[u8],
        game: &Game,
        bot: &mut dyn Captain,
    ) -> io::Result<Option<Result<Move, Lost>>> {
        let known = game.knowledge(game.mover());
        let Ok(play) = bot.choose(&known, &mut self.dice) else { return Ok(None) };
        self.say(name, format!(": {play}\n").as_bytes())?;
        Ok(Some(Ok(play)))
    }

    /// Asks the player to move; `None` when input ends.
    fn choice(
        &mut self,
        name: &[u8],
        game: &Game,
        style: Style,
    ) -> io::Result<Option<Result<Move, Lost>>> {
        let known = game.knowledge(game.mover());
        render::grid(self.ports.out, known.chart, style)?;
        render::moves(self.ports.out, &known)?;
        let line = self.ask(&[name, b", your move: "].concat())?;
        Ok(line.map(|line| input::play(input::answer(&line))))
    }

    fn turn(&mut self, game: &mut Game, choice: Result<Move, Lost>) -> io::Result<()> {
        match choice.and_then(|play| Ok(game.play(play)?)) {
            Ok(outcome) => {
                if outcome == Outcome::Smoke {
                    self.clear()?;
                }
                render::outcome(self.ports.out, &outcome)
            }
            Err(lost) => {
                game.lose_turn().map_err(io::Error::other)?;
                writeln!(self.ports.out, "Turn lost: {lost}")
            }
        }
    }

    /// Asks until `read` understands the answer; `None` when input ends.
    fn ask_until<T>(
        &mut self,
        prompt: &[u8],
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> io::Result<Option<T>> {
        while let Some(line) = self.ask(prompt)? {
            if let Some(value) = read(input::answer(&line)) {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Asks once. An overlong answer says nothing.
    fn ask(&mut self, prompt: &[u8]) -> io::Result<Option<Vec<u8>>> {
        self.ports.out.write_all(prompt)?;
        let line = self.ports.line()?;
        Ok(line.map(|line| if line.is_overlong { Vec::new() } else { line.bytes }))
    }

    fn say(&mut self, name: &[u8], rest: &[u8]) -> io::Result<()> {
        self.ports.out.write_all(name)?;
        self.ports.out.write_all(rest)
    }

    /// Hides from the next player what this one typed.
    fn clear(&mut self) -> io::Result<()> {
        if self.ports.terminals.out { self.ports.out.write_all(CLEAR) } else { Ok(()) }
    }
}

//! The program's loop: set-up, turns, the end.

use super::bots::{Bot, Captain, Level, Report};
use super::class::Class;
use super::error::Lost;
use super::fleet::{self, Fleet, Placement};
use super::game::{Game, Outcome, Standing};
use super::input;
use super::moves::Move;
use super::render::{self, CLEAR, Style};
use crate::ai::Forfeit;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Dice, Seed, Twister};
use broadside_core::ports::Ports;
use broadside_core::text::Visible;
use std::io;

/// How the program was called.
#[derive(Clone, Debug)]
pub struct Options {
    /// The bot that plays second in name, if a bot plays.
    pub bot: Option<Level>,
    /// The seed of the game's dice.
    pub seed: Seed,
    /// Whether hits and misses are coloured.
    pub colour: bool,
}

/// Who plays second in name, if not a person.
#[derive(Debug)]
pub struct Opponent {
    /// What it is called at the table.
    pub title: Vec<u8>,
    /// Who it is.
    pub captain: Box<dyn Captain>,
}

impl Opponent {
    /// A bot of this crate.
    pub fn of(level: Level) -> Self {
        Self { title: level.title().into(), captain: Box::new(Bot::new(level)) }
    }
}

/// Plays a game and returns the exit status: 0 when it was played to its end, 1 when input ended
/// before.
///
/// # Errors
/// When a standard stream fails.
pub fn run(options: &Options, ports: &mut Ports<'_>) -> io::Result<u8> {
    play(options, options.bot.map(Opponent::of), ports)
}

/// Like the run of the options, but against a bot of the caller. When it forfeits the game, standard
/// error tells why, and the status is 1.
///
/// # Errors
/// When a standard stream fails.
pub fn run_against(options: &Options, opponent: Opponent, ports: &mut Ports<'_>) -> io::Result<u8> {
    play(options, Some(opponent), ports)
}

fn play(options: &Options, opponent: Option<Opponent>, ports: &mut Ports<'_>) -> io::Result<u8> {
    let mut table = Table { ports, dice: Twister::from_python_seed(&options.seed) };
    let title = opponent.as_ref().map(|opponent| &*opponent.title);
    let Some(setup) = table.set_up(options, title)? else {
        table.ports.report("Error: end of input during set-up\n")?;
        return Ok(1);
    };
    let code = table.play(setup, opponent.map(|opponent| opponent.captain))?;
    table.ports.out.flush()?;
    Ok(code)
}

/// Everything that people settle before the first turn.
struct Setup {
    names: BySide<Vec<u8>>,
    starter: Side,
    first: Fleet,
    /// None when a bot is to place it.
    second: Option<Fleet>,
    style: Style,
}

/// The players' table: what is typed and shown there, and its dice.
struct Table<'p, 'a> {
    ports: &'p mut Ports<'a>,
    dice: Twister,
}

impl Table<'_, '_> {
    /// Asks for everything before the first turn; `None` when input ends. Source: spec arsenal §1.
    fn set_up(&mut self, options: &Options, bot: Option<&[u8]>) -> io::Result<Option<Setup>> {
        let question = b"Tracking difficulty (easy, hard): ";
        let Some(tracking) = self.ask_until(question, input::tracking)? else { return Ok(None) };
        let Some(names) = self.names(bot)? else { return Ok(None) };
        let names = BySide::from_fn(|side| self.shown(&names[side]));
        let starter = Side::ALL[usize::from(self.dice.below(2) == 1)];
        self.say(&names[starter], b" plays first.\n")?;
        let Some((first, second)) = self.fleets(&names, starter, bot.is_some())? else {
            return Ok(None);
        };
        let style = Style { tracking, colour: options.colour };
        Ok(Some(Setup { names, starter, first, second, style }))
    }

    /// The fleets of people, that of `starter` first. A bot places its own after the player's.
    fn fleets(
        &mut self,
        names: &BySide<Vec<u8>>,
        starter: Side,
        with_bot: bool,
    ) -> io::Result<Option<(Fleet, Option<Fleet>)>> {
        if with_bot {
            return Ok(self.fleet(&names.first)?.map(|first| (first, None)));
        }
        let Some(early) = self.fleet(&names[starter])? else { return Ok(None) };
        let Some(late) = self.fleet(&names[starter.other()])? else { return Ok(None) };
        Ok(Some(if starter == Side::First { (early, Some(late)) } else { (late, Some(early)) }))
    }

    /// A name as a terminal can take it; a pipe gets it as it was typed.
    fn shown(&self, name: &[u8]) -> Vec<u8> {
        if !self.ports.terminals.out {
            return name.to_vec();
        }
        Visible(name).to_string().into_bytes()
    }

    fn names(&mut self, bot: Option<&[u8]>) -> io::Result<Option<BySide<Vec<u8>>>> {
        if let Some(title) = bot {
            let second = title.to_vec();
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

    /// Places the bot's fleet if there is a bot, and plays.
    fn play(&mut self, setup: Setup, mut bot: Option<Box<dyn Captain>>) -> io::Result<u8> {
        let Setup { names, starter, first, second, style } = setup;
        let placed = match (&mut bot, second) {
            (_, Some(second)) => Ok(second),
            (Some(bot), None) => bot.place(&mut self.dice),
            (None, None) => Ok(Fleet::at_random(&mut self.dice)),
        };
        let (winner, code) = match placed {
            Ok(second) => {
                let mut game = Game::new(&BySide { first, second }, starter);
                self.turns(&names, &mut game, &mut bot, style)?
            }
            Err(reason) => self.bot_forfeits(&names, &reason)?,
        };
        if let Some(bot) = &mut bot {
            bot.hear(&Report::Over { won: winner == Side::Second });
        }
        Ok(code)
    }

    /// Turns until the game ends; who has won, and the exit status. Source: spec arsenal §2 to §4.
    fn turns(
        &mut self,
        names: &BySide<Vec<u8>>,
        game: &mut Game,
        bot: &mut Option<Box<dyn Captain>>,
        style: Style,
    ) -> io::Result<(Side, u8)> {
        loop {
            let side = game.mover();
            match bot.as_mut().filter(|_| side == Side::Second) {
                Some(bot) => {
                    if let Err(reason) = self.bots_turn(&names[side], game, &mut **bot)? {
                        return self.bot_forfeits(names, &reason);
                    }
                }
                None => match self.choice(&names[side], game, style)? {
                    Some(choice) => self.turn(game, choice, bot.as_deref_mut())?,
                    None => return self.forfeit(names, side),
                },
            }
            render::grid(self.ports.out, game.knowledge(side).chart, style)?;
            match game.standing() {
                Standing::Open => {}
                Standing::Won(winner) => return self.end(names, winner, b""),
                Standing::Limit(winner) => {
                    return self.end(names, winner, b"Turn limit reached.\n");
                }
            }
        }
    }

    fn end(
        &mut self,
        names: &BySide<Vec<u8>>,
        winner: Side,
        remark: &[u8],
    ) -> io::Result<(Side, u8)> {
        self.ports.out.write_all(remark)?;
        self.say(&names[winner], b" wins.\n")?;
        Ok((winner, 0))
    }

    /// Ends the game in which `side` gives up.
    fn forfeit(&mut self, names: &BySide<Vec<u8>>, side: Side) -> io::Result<(Side, u8)> {
        self.say(&names[side], b" forfeits.\n")?;
        self.say(&names[side.other()], b" wins.\n")?;
        Ok((side.other(), 1))
    }

    fn bot_forfeits(
        &mut self,
        names: &BySide<Vec<u8>>,
        reason: &Forfeit,
    ) -> io::Result<(Side, u8)> {
        let ended = self.forfeit(names, Side::Second)?;
        self.ports.report(&format!("{} forfeits: {reason}\n", Visible(&names.second)))?;
        Ok(ended)
    }

    /// Lets the bot move, and announces it and what it brought about; or tells why the bot forfeits.
    fn bots_turn(
        &mut self,
        name: &[u8],
        game: &mut Game,
        bot: &mut dyn Captain,
    ) -> io::Result<Result<(), Forfeit>> {
        let chosen = bot.choose(&game.knowledge(game.mover()), &mut self.dice);
        let outcome = chosen.and_then(|play| {
            let outcome = game.play(play).map_err(|refusal| Forfeit::Illegal(refusal.to_string()));
            Ok((play, outcome?))
        });
        let (play, outcome) = match outcome {
            Ok(moved) => moved,
            Err(forfeit) => return Ok(Err(forfeit)),
        };
        self.say(name, format!(": {play}\n").as_bytes())?;
        self.show(&outcome)?;
        bot.hear(&Report::Own(&outcome));
        Ok(Ok(()))
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

    /// Plays what a person chose, and tells the bot of it.
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
            bot.hear(&match &played {
                // Where smoke lies stays secret.
                Ok((Move::Smoke(_), outcome)) => Report::Enemy(None, outcome),
                Ok((play, outcome)) => Report::Enemy(Some(*play), outcome),
                Err(lost) => Report::EnemyLost(lost),
            });
        }
        Ok(())
    }

    /// Shows what a move brought about.
    fn show(&mut self, outcome: &Outcome) -> io::Result<()> {
        if *outcome == Outcome::Smoke {
            self.clear()?;
        }
        render::outcome(self.ports.out, outcome)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arsenal::{Cell, Knowledge};
    use broadside_core::ports::Memory;
    use std::cell::RefCell;
    use std::rc::Rc;

    /// Fires at one cell after the other until it gives up, and notes how the game ended.
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

    /// What a bot hears of the end against a person whose `moves` are followed by the end of input.
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

//! Plays games of the Ships language between two machines. In a [`PlayOut`], each turn is written
//! as a part of a script, and a session runs this part. [`fight`] returns a whole game as a script.

use super::driver::{DrawRules, Driver, Ending};
use super::record::Record;
use crate::machine::Machine;
use broadside_core::board::{BySide, Side};
use broadside_core::dice::{Seed, Stream};
use broadside_core::{Cancel, Cancelled};
use broadside_ships::rules::fair::FairPilot;
use broadside_ships::rules::{Game, Setting};
use broadside_ships::script::ast::Command;
use broadside_ships::script::{Flow, Session, Stop, pictures, reply, save, state_group};
use std::io::{self, Write};

/// Chooses the output of a game that plays itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// The script in parts, and after each part its output. A fresh session can run the whole text
    /// as a script. At the end of this run, the AI plays the next turn if no side has won.
    Transcript,
    /// Only the output of the script.
    Boards,
}

/// Returns the words for the last line of the output. The session itself prints `A won` or `B won`.
const fn words(ending: Ending) -> &'static str {
    match ending {
        Ending::NotPlaced(Side::First) => {
            "B wins: the fleet of A is incomplete after its tenth turn"
        }
        Ending::NotPlaced(Side::Second) => {
            "A wins: the fleet of B is incomplete after its tenth turn"
        }
        Ending::NoProgress => "undecided: nothing new has happened for a long time",
        Ending::Standstill => "standstill: nothing can change any more",
        Ending::MaxTurns => "undecided: the limit of turns is reached",
        Ending::Stopped => "stopped",
        Ending::Won(_) | Ending::Fault(_) | Ending::Resigned(_) => "won",
    }
}

/// A game that plays itself: machines play both sides, from the state of a session on.
///
/// ```
/// use broadside_arena::{Ending, PlayOut, Show};
/// use broadside_ships::script::Session;
///
/// let mut game = PlayOut::new(Session::default(), Show::Transcript)?;
/// let mut transcript = Vec::new();
/// let end = game.play(500, |_| true, &mut transcript)?;
/// assert!(matches!(end, Ending::Won(_)));
/// assert!(transcript.ends_with(b" won\n"));
/// # Ok::<(), broadside_ships::script::Stop>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayOut {
    session: Session,
    show: Show,
    turns: u64,
    /// Whether the game has begun: its state has been loaded into a fresh session.
    is_open: bool,
    cancel: Cancel,
    self_play: Option<SelfPlay>,
}

impl PlayOut {
    /// Continues the game of `session`. In the session, no group of commands may be open.
    pub fn new(mut session: Session, show: Show) -> Result<Self, Stop> {
        let machines = Side::ALL.map(|side| Command::Set(Setting::AiPlayer(side)));
        let mut nothing = Vec::new();
        for line in lines(&state_group(&machines)) {
            session.feed(line, &mut nothing)?;
        }
        let cancel = Cancel::default();
        Ok(Self { session, show, turns: 0, is_open: false, cancel, self_play: None })
    }

    /// Continues the game of `session` with a referee. If `is_fair` is true for a side, a
    /// [`FairPilot`] plays it, and sees only what the rules allow. Other sides see everything.
    pub fn fair(session: Session, show: Show, is_fair: BySide<bool>) -> Result<Self, Stop> {
        let mut game = Self::new(session, show)?;
        game.self_play = Some(SelfPlay::new(game.session.game().clone(), is_fair));
        Ok(game)
    }

    /// Returns the session with the game so far.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Returns the number of turns that were played.
    pub const fn turns(&self) -> u64 {
        self.turns
    }

    /// Plays until the game ends, `limit` turns are played, or `goes_on` returns false. `goes_on`
    /// gets the number of turns so far before each turn. The output goes to `out`: see [`Show`].
    pub fn play(
        &mut self,
        limit: u64,
        mut goes_on: impl FnMut(u64) -> bool,
        out: &mut dyn Write,
    ) -> Result<Ending, Stop> {
        let end = loop {
            if let Some(end) = self.ending() {
                break end;
            }
            if self.turns >= limit {
                break Ending::MaxTurns;
            }
            if !goes_on(self.turns) {
                break Ending::Stopped;
            }
            match self.turn(out) {
                Ok(Flow::Won(side)) => return Ok(Ending::Won(side)),
                Ok(Flow::Continue) => {}
                Err(Stop::Output(error)) if is_cancelled(&error) => break Ending::Stopped,
                Err(stop) => return Err(stop),
            }
        };
        self.finish(end, out)?;
        Ok(end)
    }

    /// Returns how the game has ended. Leaves out victories: [`turn`](Self::turn) reports them.
    fn ending(&self) -> Option<Ending> {
        if let Some(self_play) = &self.self_play {
            return self_play.ending();
        }
        match self.session.is_at_standstill() {
            Ok(false) => None,
            Ok(true) => Some(Ending::Standstill),
            Err(Cancelled) => Some(Ending::Stopped),
        }
    }

    /// Lets `cancel` end the game, even while a machine plans a turn.
    #[doc(hidden)]
    pub fn set_cancel(&mut self, cancel: Cancel) {
        self.session.set_cancel(cancel.clone());
        self.cancel = cancel;
    }

    /// Plays one turn. If the turn is cancelled while it is planned, nothing is written or counted.
    #[doc(hidden)]
    pub fn turn(&mut self, out: &mut dyn Write) -> Result<Flow, Stop> {
        let Self { session, self_play, cancel, .. } = self;
        let open = || session.turn().map_err(io::Error::other);
        let orders = match self_play {
            Some(self_play) => self_play.turn(cancel, open)?,
            None => open()?,
        };
        let opening = self.opening(out)?;
        self.turns += 1;
        for text in [opening, orders] {
            if let won @ Flow::Won(_) = self.run(&text, out)? {
                return Ok(won);
            }
        }
        Ok(Flow::Continue)
    }

    /// Returns the script before the orders of the next turn. This script prints the board. Before
    /// each turn except the first, the script also raises the seed by 1, as if the game was saved
    /// and loaded: `SAVE` writes the seed plus 1. Before the first turn, this function loads the
    /// whole state into a fresh session, and writes the state for a transcript.
    fn opening(&mut self, out: &mut dyn Write) -> Result<Vec<u8>, Stop> {
        let pictures = pictures(self.session.game());
        if self.is_open {
            let seed = self.session.game().seed().map(|seed| seed.wrapping_add(1));
            let raised = seed.map(|seed| state_group(&[Command::Set(Setting::Seed(seed))]));
            return Ok([raised.unwrap_or_default(), pictures].concat());
        }
        let mut state = Vec::new();
        save::write(self.session.game(), &mut state)?;
        // The state is loaded before it goes to `out`, so the session can be saved even if `out`
        // fails.
        let mut fresh = self.session.fresh();
        for line in lines(&state) {
            fresh.feed(line, &mut io::sink())?;
        }
        self.session = fresh;
        self.is_open = true;
        if self.show == Show::Transcript {
            out.write_all(&state)?;
        }
        Ok(pictures)
    }

    fn finish(&mut self, end: Ending, out: &mut dyn Write) -> Result<(), Stop> {
        let text = if self.is_open { pictures(self.session.game()) } else { self.opening(out)? };
        self.run(&text, out)?;
        writeln!(out, "{}, {} turns played", words(end), self.turns)?;
        Ok(())
    }

    fn run(&mut self, text: &[u8], out: &mut dyn Write) -> Result<Flow, Stop> {
        if self.show == Show::Transcript {
            out.write_all(text)?;
        }
        for line in lines(text) {
            if let won @ Flow::Won(_) = self.session.feed(line, out)? {
                return Ok(won);
            }
        }
        Ok(Flow::Continue)
    }
}

fn is_cancelled(error: &io::Error) -> bool {
    matches!(error.get_ref(), Some(inner) if inner.is::<Cancelled>())
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').map(|line| &line[..line.len() - 1])
}

#[derive(Clone, Debug)]
struct SelfPlay {
    driver: Driver,
    /// The pilot of each side; `None` for a side that sees everything.
    pilots: BySide<Option<FairPilot>>,
    dice: BySide<Stream>,
}

impl SelfPlay {
    /// Begins with `game`, in which no turn may be open. Its seed decides the dice of fair sides.
    fn new(game: Game, is_fair: BySide<bool>) -> Self {
        let seed = game.seed().unwrap_or_default().into();
        let rules = DrawRules { max_turns: u64::MAX, ..DrawRules::default() };
        Self {
            pilots: BySide::from_fn(|side| is_fair[side].then(FairPilot::default)),
            dice: BySide::from_fn(|side| Stream::new(&seed, u64::from(side == Side::Second))),
            driver: Driver::new(game, rules),
        }
    }

    /// Returns how the game has ended. Leaves out victories: the script itself reports them.
    fn ending(&self) -> Option<Ending> {
        self.driver.ending().filter(|ending| !matches!(ending, Ending::Won(_)))
    }

    /// Plays the next turn, and returns it as a group of the script, with refused orders as
    /// comments. `open` returns the turn of a side that sees everything. A turn that breaks a
    /// rule is played without orders. A [`Cancelled`] turn can be planned again.
    fn turn(
        &mut self,
        cancel: &Cancel,
        open: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<Vec<u8>> {
        let briefing = self.driver.open();
        let side = self.driver.mover();
        let (orders, script) = match &mut self.pilots[side] {
            Some(pilot) => {
                let (mut next, mut dice) = (pilot.clone(), self.dice[side].clone());
                let orders = next.try_turn(&briefing, cancel, &mut dice);
                let orders = orders.map_err(io::Error::other)?;
                (*pilot, self.dice[side]) = (next, dice);
                (Some(orders), briefing.sketch())
            }
            None => (reply(&open()?, side).ok(), self.driver.game().clone()),
        };
        let report = self.driver.play_or_pass(&orders.unwrap_or_default(), &script);
        let mut record = Record::default();
        record.turn(report.side, &report.steps);
        Ok(record.into_bytes())
    }
}

/// Plays a game from `start`, in which no turn is open. Returns a script for `run` and `replay`.
pub fn fight(start: &Game, mut machines: BySide<Machine>, seed: &Seed) -> Vec<u8> {
    let [first, second] = Side::ALL.map(|side| machines[side].name());
    let title = format!("a fight, seed {seed}: A is {first}, B is {second}");
    let mut record = Record::new(&title, start);
    let mut driver = Driver::new(start.clone(), DrawRules::default());
    let mut dice = BySide::from_fn(|side| Stream::new(seed, u64::from(side == Side::Second)));
    let ending = loop {
        if let Some(ending) = driver.ending() {
            break ending;
        }
        let side = driver.mover();
        let report = driver.play_machine(&mut machines[side], &mut dice[side]);
        record.numbered_turn(driver.turns(), report.side, &report.steps);
    };
    record.end(ending.winner(), &ending.to_string());
    record.into_bytes()
}

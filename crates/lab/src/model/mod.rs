//! The rules of the Ships language once more: slow, obvious, and able to misread them.
//!
//! This is spec ships §2 to §8 written to be read from top to bottom, by a student too. It reads the
//! interpreter's own parsed commands, but shares none of its rules, so each can prove the other wrong.
//! There is one function for each decision. Where people misread a rule, the function asks whether that [`Misreading`] is on, and
//! each decision notes the [`Rule`] that it carried out.
//!
//! | file | section |
//! |---|---|
//! | this one | 2: groups, turns, victory |
//! | `commands` | 4, 5: what each command asks for |
//! | `checks` | 4, 5: in which order a command is checked |
//! | `sea` | 3: where ships lie, what is too close |
//! | `setup` | 4: commands of a `[state]` group |
//! | `orders` | 5: placing and moving |
//! | `guns` | 5, 8: shots and planes |
//! | `targets` | 8: which ship takes which target |
//! | `pictures` | 6: what is printed |
//! | `save` | 7: SAVE |
//!
//! Section 9, the machine as a player, is not here: a [`Run`] says that the machine would move.
//!
//! ```
//! use broadside_lab::misreadings::{Misreading, Misreadings};
//! use broadside_lab::model::{End, run};
//!
//! let script = b"[playerA] PLACE_SHIP 0 0 N 0 DES PLACE_SHIP 2 1 N 1 DES [playerA]";
//! let right = run(script, Misreadings::NONE);
//! assert_eq!(right.end, End::Refused);
//! assert!(right.out.ends_with(b": PLACING SHIP TOO CLOSE TO OTHER SHIP\n"));
//! let wrong = run(script, Misreading::Close4.into());
//! assert_eq!((wrong.end, wrong.out.as_slice()), (End::Finished, &b""[..]));
//! ```

mod checks;
mod commands;
mod guns;
mod orders;
mod pictures;
mod save;
mod sea;
mod setup;
mod targets;

use super::misreadings::{Misreading, Misreadings};
use super::rules::{Rule, RuleSet};
use broadside_core::board::Side;
use broadside_ships::rules::Class;
use broadside_ships::script::ast::Group;
use broadside_ships::script::{Event, Reader, SyntaxError};
use checks::{Check, decides};
use sea::{Field, Name, Ship};
use std::collections::BTreeMap;
use targets::Target;

/// The longest output that the model makes, in bytes. A script that orders a larger picture ends
/// there.
pub const LONGEST_OUTPUT: usize = 1 << 24;

/// How much [`run`] does, in ships and reefs that are looked at. What is obvious looks at all of them
/// again and again; a script for which that takes longer ends there.
pub const MOST_WORK: usize = 1 << 24;

/// What the model made of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it prints on standard output.
    pub out: Vec<u8>,
    /// How it ended.
    pub end: End,
    /// The rules that were carried out.
    pub reached: RuleSet,
    /// Whether the machine would move now (spec ships §9); what it would print is not in `out`.
    pub awaits_ai: bool,
}

/// How a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With its input.
    Finished,
    /// With an invalid operation.
    Refused,
    /// With a victory.
    Won,
    /// With a syntax error.
    Syntax,
    /// At [`LONGEST_OUTPUT`] or [`MOST_WORK`].
    TooLong,
}

impl End {
    /// The exit status of a program that ends so.
    pub const fn code(self) -> u8 {
        match self {
            Self::Finished | Self::Won => 0,
            Self::Refused => 1,
            Self::Syntax => 2,
            Self::TooLong => 3,
        }
    }
}

/// Runs `script` as a program with these misreadings would.
pub fn run(script: &[u8], misreadings: Misreadings) -> Run {
    let mut model = Model { work_left: MOST_WORK, ..Model::new(misreadings) };
    let end = match model.read(script) {
        Ok(()) => End::Finished,
        Err(Stop(end)) => end,
    };
    let awaits_ai = end == End::Finished && model.players[model.expected as usize].is_ai;
    Run { out: model.out, end, reached: model.reached, awaits_ai }
}

/// Why no more is read.
struct Stop(End);

impl From<Box<SyntaxError>> for Stop {
    fn from(_: Box<SyntaxError>) -> Self {
        Self(End::Syntax)
    }
}

/// What may go on or stop the run.
type Step<T = ()> = Result<T, Stop>;

/// What belongs to a player, ships apart.
struct Player {
    /// The numbers of CAR, BAT, CRU, DES.
    fleet: [i64; 4],
    /// The starting rectangle: top, left, bottom, right.
    start: [i64; 4],
    is_ai: bool,
    /// How many segments fewer are counted than are healthy.
    miscounted: i64,
    /// The fields that planes were sent to, and in which turn first.
    spied: BTreeMap<Field, usize>,
}

/// A program at work on a script.
pub(crate) struct Model {
    misreadings: Misreadings,
    reached: RuleSet,
    out: Vec<u8>,
    rows: i64,
    cols: i64,
    players: [Player; 2],
    ships: BTreeMap<Name, Ship>,
    /// Which ship and which of its segments lies on a field.
    sea: BTreeMap<Field, (Name, usize)>,
    reefs: Vec<Field>,
    extended: bool,
    auto_shooting: bool,
    seed: Option<i64>,
    notes: Vec<(Side, Vec<u8>)>,
    expected: Side,
    group: Option<Group>,
    /// The text of the command that is carried out.
    command: Vec<u8>,
    /// The number of turns so far.
    turns: usize,
    /// The shots of this turn, however they were ordered.
    shots: usize,
    /// The targets of this turn that name no ship, with the commands.
    targets: Vec<(Target, Vec<u8>)>,
    work_left: usize,
}

impl Model {
    pub(crate) fn new(misreadings: Misreadings) -> Self {
        let player = |start| Player {
            fleet: setup::DEFAULT_FLEET,
            start,
            is_ai: false,
            miscounted: 0,
            spied: BTreeMap::new(),
        };
        Self {
            misreadings,
            reached: RuleSet::default(),
            out: Vec::new(),
            rows: 21,
            cols: 10,
            players: [player([0, 0, 9, 9]), player([11, 0, 20, 9])],
            ships: BTreeMap::new(),
            sea: BTreeMap::new(),
            reefs: Vec::new(),
            extended: false,
            auto_shooting: false,
            seed: None,
            notes: Vec::new(),
            expected: Side::First,
            group: None,
            command: Vec::new(),
            turns: 0,
            shots: 0,
            targets: Vec::new(),
            work_left: usize::MAX,
        }
    }

    fn misreads(&self, misreading: Misreading) -> bool {
        self.misreadings.contains(misreading)
    }

    /// Whether `rule` has no effect, so that it is seen where it shows.
    fn leaves_out(&self, rule: Rule) -> bool {
        self.misreadings.leaves_out(rule)
    }

    fn reach(&mut self, rule: Rule) {
        self.reached.insert(rule);
    }

    /// Notes `rule` where it made a difference.
    fn reach_if(&mut self, is_reached: bool, rule: Rule) {
        if is_reached {
            self.reach(rule);
        }
    }

    fn refuse(&mut self, rule: Rule) -> Step {
        self.reach(rule);
        self.out.extend_from_slice(b"INVALID OPERATION \"");
        self.out.extend_from_slice(&self.command);
        self.say(&format!("\": {}", rule.reason().unwrap_or_default()));
        Err(Stop(End::Refused))
    }

    /// Prints a line.
    fn say(&mut self, line: &str) {
        self.out.extend_from_slice(line.as_bytes());
        self.out.push(b'\n');
    }

    /// Reads a script to its end.
    fn read(&mut self, script: &[u8]) -> Step {
        let mut reader = Reader::default();
        for bytes in script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n') {
            let mut line = reader.line(bytes);
            while let Some(event) = reader.next(&mut line, self.group)? {
                self.carry_out(&event)?;
            }
        }
        reader.end(self.group)?;
        self.reach_if(self.group.is_some(), Rule::TurnEndOfInput);
        match self.group {
            Some(Group::Turn(side)) => self.close_turn(side),
            Some(Group::State) | None => Ok(()),
        }
    }

    /// Goes one step on; whether the run does.
    pub(crate) fn step(&mut self, event: &Event) -> bool {
        self.carry_out(event).is_ok()
    }

    /// What was printed so far.
    pub(crate) fn output(&self) -> &[u8] {
        &self.out
    }

    /// The rules that were carried out so far.
    pub(crate) const fn reached(&self) -> RuleSet {
        self.reached
    }

    /// What was printed.
    pub(crate) fn into_output(self) -> Vec<u8> {
        self.out
    }

    fn carry_out(&mut self, event: &Event) -> Step {
        let work = 1 + self.ships.len() + self.reefs.len();
        self.work_left = self.work_left.saturating_sub(work);
        if self.out.len() > LONGEST_OUTPUT || self.work_left == 0 {
            return Err(Stop(End::TooLong));
        }
        match event {
            Event::Open(tag) | Event::Close(tag) => self.tag(*tag),
            Event::Command(command) => self.command(command),
            Event::Prose | Event::Comment(_) => Ok(()),
        }
    }

    /// A tag opens its group or closes it.
    fn tag(&mut self, tag: Group) -> Step {
        match (self.group, tag) {
            (None, Group::Turn(side)) => self.open_turn(side),
            (None, Group::State) => {
                self.group = Some(tag);
                Ok(())
            }
            (Some(Group::Turn(side)), Group::Turn(_)) => self.tag_in_turn(side, tag),
            (Some(Group::State), Group::State) => {
                self.group = None;
                Ok(())
            }
            _ => Err(Stop(End::Syntax)),
        }
    }

    /// The tag of a player opens a turn, if that player is expected.
    fn open_turn(&mut self, side: Side) -> Step {
        if side != self.expected && !self.misreads(Misreading::TagAny) {
            return self.refuse_tag(side, Rule::TurnExpected);
        }
        self.group = Some(Group::Turn(side));
        self.turns += 1;
        self.shots = 0;
        self.targets.clear();
        self.count_afresh(side);
        Ok(())
    }

    /// In a new turn ships may move, shoot and send planes again.
    fn count_afresh(&mut self, side: Side) {
        let keeps_moves = self.misreads(Misreading::MovesNoreset);
        let keeps_shots = self.misreads(Misreading::ShotsNoreset);
        let keeps_planes = self.misreads(Misreading::SpyNoreset);
        let carriers_keep = self.misreads(Misreading::MovesNoresetCar);
        for (name, ship) in self.ships.iter_mut().filter(|(name, _)| name.side == side) {
            let keeps_moves = keeps_moves || carriers_keep && name.class == Class::Carrier;
            ship.aims_from = vec![ship.field(sea::CANNON)];
            ship.was_armed = ship.healthy[sea::CANNON];
            let (now, earlier) = (&mut ship.now, &mut ship.earlier);
            let counters = [
                (&mut now.moves, &mut earlier.moves, keeps_moves),
                (&mut now.shots, &mut earlier.shots, keeps_shots),
                (&mut now.planes, &mut earlier.planes, keeps_planes),
            ];
            for (now, earlier, keeps) in counters {
                if !keeps {
                    *earlier += std::mem::take(now);
                }
            }
        }
    }

    /// The tag of a player inside a player's group: the same one closes it.
    fn tag_in_turn(&mut self, side: Side, tag: Group) -> Step {
        if tag == Group::Turn(side) || self.misreads(Misreading::OtherTagCloses) {
            return self.close_turn(side);
        }
        self.refuse_tag(side.other(), Rule::TurnOtherTag)
    }

    /// Refuses a tag; the blank behind it is the spec's.
    fn refuse_tag(&mut self, side: Side, rule: Rule) -> Step {
        self.command = format!("{} ", Group::Turn(side).tag()).into_bytes();
        self.refuse(rule)
    }

    /// The end of a turn: targets find ships, the turn passes, victory is judged.
    fn close_turn(&mut self, side: Side) -> Step {
        self.match_targets(side)?;
        self.group = None;
        self.expected = if self.leaves_out(Rule::TurnPasses) { side } else { side.other() };
        self.reach(Rule::TurnPasses);
        if self.misreads(Misreading::SpyOnce) {
            self.players[side as usize].spied.clear();
        }
        if self.has_won(side) && (self.shots > 0 || !self.misreads(Misreading::WinNeedsShot)) {
            self.reach_if(self.shots == 0, Rule::VictoryAnyTurn);
            return self.win(side);
        }
        Ok(())
    }

    /// Victory is judged at the end of the turn, not here, behind a shot.
    fn after_shot(&mut self, side: Side) -> Step {
        self.shots += 1;
        if !self.has_won(side) {
            return Ok(());
        }
        if self.misreads(Misreading::WinAtShot) {
            return self.win(side);
        }
        self.reach(Rule::VictoryAtEnd);
        Ok(())
    }

    fn win(&mut self, side: Side) -> Step {
        self.reach(Rule::VictoryWon);
        self.say(&format!("{} won", side.name()));
        Err(Stop(End::Won))
    }

    /// Whether the opponent of `side` is beaten.
    fn has_won(&mut self, side: Side) -> bool {
        if self.healthy_segments(side.other()) > 0 {
            return false;
        }
        if self.misreads(Misreading::WinNever) {
            return false;
        }
        let has_ships = self.ships_of(side.other()).next().is_some();
        let all_placed = Side::ALL.into_iter().all(|side| self.is_complete(side));
        self.reach_if(!has_ships && all_placed, Rule::VictoryNeedsAShip);
        self.reach_if(has_ships && !all_placed, Rule::VictoryAllPlaced);
        (has_ships || self.misreads(Misreading::WinEmpty))
            && (all_placed || self.misreads(Misreading::WinNoPlaced))
    }

    /// Whether all ships of `side` are placed.
    fn is_complete(&self, side: Side) -> bool {
        let counts = |ship: &Ship| !ship.by_setup || !self.misreads(Misreading::ShipCountNotPlaced);
        let placed = self.ships_of(side).filter(|(_, ship)| counts(ship)).count();
        i64::try_from(placed) == Ok(self.players[side as usize].fleet.iter().sum())
    }
}

//! The model: a second implementation of the Ships language. It is slow and simple, and it can
//! misread rules.
//!
//! It implements spec ships §2 to §8, and is written so that students can read it. It uses the
//! parser ([`script`](broadside_ships::script)) and some types of the interpreter, but carries out
//! commands in its own way. So a comparison of the model with the interpreter can show a mistake in
//! either. Functions note each [`Rule`] that they apply, and ask whether the run has a
//! [`Misreading`] of this rule.
//!
//! | file | section |
//! |---|---|
//! | this file | 2: groups, turns, victory |
//! | `commands` | 4, 5: which function carries out a command |
//! | `checks` | 4, 5: in which order a command is checked |
//! | `sea` | 3: where ships lie, what is too close |
//! | `setup` | 4: commands of a `[state]` group |
//! | `orders` | 5: placing and moving |
//! | `guns` | 5, 8: shots and planes |
//! | `targets` | 8: which ship takes which target |
//! | `pictures` | 6: what is printed |
//! | `save` | 7: SAVE |
//!
//! Section 9, the turns of an AI, is missing here: a [`Run`] only says whether an AI is to move.
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
use broadside_core::board::{Heading, Side};
use broadside_ships::rules::Class;
use broadside_ships::script::ast::Group;
use broadside_ships::script::{Event, Reader};
use checks::{Check, decides};
use sea::{Field, Name, Ship};
use std::collections::BTreeMap;
use targets::Target;

/// The limit for the output, in bytes. A run ends with [`End::TooLong`] before a picture that may
/// exceed the limit. If other output exceeds the limit, the run ends at the next [`Event`].
pub const LONGEST_OUTPUT: usize = 1 << 24;

/// The limit for the work of [`run`]. Each [`Event`] costs 1 plus the number of ships and reefs on
/// the board, because a command may look at all of them. At the limit, the run ends with
/// [`End::TooLong`].
pub const MOST_WORK: usize = 1 << 24;

/// The result of a run of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The output.
    pub out: Vec<u8>,
    /// How the script ended.
    pub end: End,
    /// The rules that were applied.
    pub reached: RuleSet,
    /// Whether an AI is to move at the end (spec ships §9). The turn of the AI is not in `out`.
    pub awaits_ai: bool,
}

/// How a script ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At the end of the input.
    Finished,
    /// At an invalid operation.
    Refused,
    /// With a victory.
    Won,
    /// At a syntax error.
    Syntax,
    /// At the limit [`LONGEST_OUTPUT`] or [`MOST_WORK`].
    TooLong,
}

impl End {
    /// Returns the exit status of a program that ends this way.
    pub const fn code(self) -> u8 {
        match self {
            Self::Finished | Self::Won => 0,
            Self::Refused => 1,
            Self::Syntax => 2,
            Self::TooLong => 3,
        }
    }
}

/// Runs `script` as a program with these misreadings does.
pub fn run(script: &[u8], misreadings: Misreadings) -> Run {
    let mut model = Model { work_left: MOST_WORK, ..Model::new(misreadings) };
    let end = model.read(script).err().unwrap_or(End::Finished);
    let awaits_ai = end == End::Finished && model.players[model.expected as usize].is_ai;
    Run { out: model.out, end, reached: model.reached, awaits_ai }
}

/// The result of a step of the run. An error ends the run.
type Step = Result<(), End>;

#[derive(Default)]
struct Player {
    /// The number of ships of the classes CAR, BAT, CRU and DES.
    fleet: [i64; 4],
    /// The top, left, bottom and right of the starting rectangle.
    start: [i64; 4],
    is_ai: bool,
    /// The number that a misreading subtracts from the healthy segments in `PARTS REMAINING`. It is
    /// negative if the misreading adds segments.
    missing_from_count: i64,
    /// The fields to which planes were sent, each with the number of the turn of the first plane.
    spied: BTreeMap<Field, usize>,
}

pub(crate) struct Model {
    misreadings: Misreadings,
    pub(crate) reached: RuleSet,
    pub(crate) out: Vec<u8>,
    rows: i64,
    cols: i64,
    players: [Player; 2],
    ships: BTreeMap<Name, Ship>,
    /// The ships when the turn began. Only kept for the misreading `SightStart`.
    ships_at_start: BTreeMap<Name, Ship>,
    /// For each field with a ship: the ship and the segment on it.
    sea: BTreeMap<Field, (Name, usize)>,
    reefs: Vec<Field>,
    extended: bool,
    auto_shooting: bool,
    seed: Option<i64>,
    notes: Vec<(Side, Vec<u8>)>,
    expected: Side,
    group: Option<Group>,
    /// The text of the current command, which a refusal repeats.
    command: Vec<u8>,
    turns: usize,
    /// Whether the open turn has no command yet.
    is_turn_empty: bool,
    /// The number of shots in this turn.
    shots: usize,
    /// The targets of this turn, each with the text of its command.
    targets: Vec<(Target, Vec<u8>)>,
    /// The target that was refused when the turn ended, as an index into the targets of the turn.
    pub(crate) blamed: Option<usize>,
    work_left: usize,
}

impl Model {
    pub(crate) fn new(misreadings: Misreadings) -> Self {
        let starts_b = misreadings.contains(Misreading::StartsB);
        let player = |start| Player { fleet: setup::DEFAULT_FLEET, start, ..Player::default() };
        Self {
            misreadings,
            rows: 21,
            cols: 10,
            players: [player([0, 0, 9, 9]), player([11, 0, 20, 9])],
            reached: RuleSet::default(),
            out: Vec::new(),
            ships: BTreeMap::new(),
            ships_at_start: BTreeMap::new(),
            sea: BTreeMap::new(),
            reefs: Vec::new(),
            extended: false,
            auto_shooting: false,
            seed: None,
            notes: Vec::new(),
            expected: if starts_b { Side::Second } else { Side::First },
            group: None,
            command: Vec::new(),
            turns: 0,
            is_turn_empty: true,
            shots: 0,
            targets: Vec::new(),
            blamed: None,
            work_left: usize::MAX,
        }
    }

    fn misreads(&self, misreading: Misreading) -> bool {
        self.misreadings.contains(misreading)
    }

    /// Returns for each heading whether the hull of a ship lies ahead of its bow.
    fn lies_ahead(&self) -> [bool; 4] {
        Heading::ALL.map(|heading| {
            self.misreads(Misreading::BodyForward) || self.misreads(Misreading::body(heading))
        })
    }

    /// Whether this run leaves out `rule`, to see whether the output depends on the rule.
    fn leaves_out(&self, rule: Rule) -> bool {
        self.misreadings.leaves_out(rule)
    }

    fn reach(&mut self, rule: Rule) {
        self.reached.insert(rule);
    }

    fn reach_if(&mut self, is_reached: bool, rule: Rule) {
        if is_reached {
            self.reach(rule);
        }
    }

    fn refuse(&mut self, rule: Rule) -> Step {
        self.reach(rule);
        self.out.extend_from_slice(b"INVALID OPERATION \"");
        self.out.extend_from_slice(&self.command);
        self.print_line(&format!("\": {}", rule.reason().unwrap_or_default()));
        Err(End::Refused)
    }

    fn print_line(&mut self, line: &str) {
        self.out.extend_from_slice(line.as_bytes());
        self.out.push(b'\n');
    }

    fn read(&mut self, script: &[u8]) -> Step {
        let mut reader = Reader::default();
        for bytes in script.strip_suffix(b"\n").unwrap_or(script).split(|byte| *byte == b'\n') {
            let mut line = reader.line(bytes);
            while let Some(event) = reader.next(&mut line, self.group).map_err(|_| End::Syntax)? {
                self.carry_out(&event)?;
            }
        }
        reader.end(self.group).map_err(|_| End::Syntax)?;
        self.reach_if(self.group.is_some(), Rule::TurnEndOfInput);
        match self.group {
            Some(Group::Turn(side)) => self.close_turn(side),
            Some(Group::State) | None => Ok(()),
        }
    }

    /// Returns whether the run goes on after `event`.
    pub(crate) fn step(&mut self, event: &Event) -> bool {
        self.carry_out(event).is_ok()
    }

    fn carry_out(&mut self, event: &Event) -> Step {
        let work = 1 + self.ships.len() + self.reefs.len();
        self.work_left = self.work_left.saturating_sub(work);
        if self.out.len() > LONGEST_OUTPUT || self.work_left == 0 {
            return Err(End::TooLong);
        }
        match event {
            Event::Open(tag) | Event::Close(tag) => self.tag(*tag),
            Event::Command(command) => {
                self.is_turn_empty = false;
                self.command(command)
            }
            Event::Prose | Event::Comment(_) => Ok(()),
        }
    }

    fn tag(&mut self, tag: Group) -> Step {
        match (self.group, tag) {
            (None, Group::Turn(side)) => return self.open_turn(side),
            (Some(Group::Turn(side)), Group::Turn(other)) => {
                if side == other || self.misreads(Misreading::OtherTagCloses) {
                    return self.close_turn(side);
                }
                return self.refuse_tag(other, Rule::TurnOtherTag);
            }
            (None, Group::State) => {
                self.group = Some(tag);
                if self.misreads(Misreading::StateResetsTurn) {
                    self.expected = Side::First;
                }
            }
            (Some(Group::State), Group::State) => self.group = None,
            _ => return Err(End::Syntax),
        }
        Ok(())
    }

    fn open_turn(&mut self, side: Side) -> Step {
        if side != self.expected && !self.misreads(Misreading::TagAny) {
            return self.refuse_tag(side, Rule::TurnExpected);
        }
        self.group = Some(Group::Turn(side));
        self.turns += 1;
        self.is_turn_empty = true;
        self.shots = 0;
        self.targets.clear();
        self.reset_counts(side);
        if self.misreads(Misreading::SightStart) {
            self.ships_at_start.clone_from(&self.ships);
        }
        Ok(())
    }

    fn reset_counts(&mut self, side: Side) {
        let keeps_moves = self.misreads(Misreading::MovesNoreset);
        let keeps_shots = self.misreads(Misreading::ShotsNoreset);
        let keeps_planes = self.misreads(Misreading::SpyNoreset);
        let carriers_keep = self.misreads(Misreading::MovesNoresetCar);
        let cannon = self.cannon();
        for (name, ship) in self.ships.iter_mut().filter(|(name, _)| name.side == side) {
            let keeps_moves = keeps_moves || carriers_keep && name.class == Class::Carrier;
            ship.aims_from = vec![ship.field(sea::CANNON)];
            ship.was_armed = ship.healthy[cannon];
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

    /// Refuses a tag. The spec asks for a blank after the tag in the message.
    fn refuse_tag(&mut self, side: Side, rule: Rule) -> Step {
        self.command = format!("{} ", Group::Turn(side).tag()).into_bytes();
        self.refuse(rule)
    }

    fn close_turn(&mut self, side: Side) -> Step {
        self.match_targets(side)?;
        self.group = None;
        let stays = self.is_turn_empty && self.misreads(Misreading::EmptyTurnStays);
        let stays = stays || self.leaves_out(Rule::TurnPasses);
        self.expected = if stays { side } else { side.other() };
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

    /// Counts the shot. By the rules, the check for victory comes only at the end of the turn.
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
        self.print_line(&format!("{} won", side.name()));
        Err(End::Won)
    }

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

    fn is_complete(&self, side: Side) -> bool {
        let counts = |ship: &Ship| !ship.by_setup || !self.misreads(Misreading::ShipCountNotPlaced);
        let mut placed = [0; 4];
        for (name, _) in self.ships_of(side).filter(|(_, ship)| counts(ship)) {
            placed[name.class as usize] += 1;
        }
        if self.misreads(Misreading::AllPlaced10) {
            return placed.iter().sum::<i64>() >= 10;
        }
        let side = if self.misreads(Misreading::AllPlacedByA) { Side::First } else { side };
        placed == self.players[side as usize].fleet
    }
}

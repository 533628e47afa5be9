//! Writes the frames of a replay for web pages, with any serializer. Arrays of numbers and short
//! words keep the text short.
//!
//! A frame is one step of the game. It is written as an object with short names:
//!
//! - `f`: the number of the script file, from 0; absent for file 0
//! - `l`, `c`, `n`: line, column and length of the command or tag; `n` is absent if a command ends
//!   on another line, and 0 if the end of the file ends a turn
//! - `t`: the side that has the turn, 0 for A and 1 for B; absent outside turns
//! - `d`: what happened
//! - `a`, `b`: for side A and side B, two lists of numbers. The first list has the fields that became
//!   known, and the second has the fields that are not known any more. Each run (neighbouring fields
//!   of a row) adds three numbers: row, first column, last column. The key is absent if nothing changed.
//!
//! What happened is an array that begins with a word:
//!
//! | word | after the word |
//! |---|---|
//! | `ship` | ship, side, class, index, row and column of the bow, heading, health |
//! | `move` | ship; row, column, heading before; row, column, heading after; manoeuvre |
//! | `shot` | row, column, ship that fired or -1, row and column of its cannon or 0, outcome, ship hit or -1, segment that the shot destroyed (0 is the bow), also 0 if it destroyed none |
//! | `spy` | row, column, carrier or -1, row and column of its cannon or 0 |
//! | `end` | side whose turn ended, winner or -1 |
//! | `no` | reason for a refusal, refused command |
//! | `set` | the command; then what it changes: `reef` row column, `size` rows columns, `start` side top left bottom right, or nothing |
//!
//! Ships are numbered from 0 in the order in which they were put on the board. Headings are the
//! letters N E S W. An outcome is `water`, `reef`, `hit`, `sunk` or `again` (a hit on a destroyed
//! segment). Rows, columns and indices are strings if their absolute value is at least 2^53,
//! because JavaScript cannot represent all larger numbers exactly.
//!
//! ```text
//! {"l":4,"c":3,"n":9,"t":0,"d":["shot",3,4,-1,0,0,"hit",7,1]}
//! ```

use super::{Deed, Frame, Replay, Sight};
use crate::rules::{Game, Health, Run, Setting};
use broadside_core::board::{Coord, Hull, Impact, ShipId, Side};
use serde::ser::{Error as _, SerializeMap as _, SerializeSeq as _};
use serde::{Serialize, Serializer};

/// Serializes as the list of all frames of a replay.
#[derive(Clone, Copy, Debug)]
pub struct Frames<'r>(pub &'r Replay);

impl Serialize for Frames<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        let mut walk = self.0.walk(0);
        while let Some(frame) = walk.advance() {
            list.serialize_element(&Record(&frame))?;
        }
        list.end()
    }
}

struct Record<'f>(&'f Frame<'f>);

impl Serialize for Record<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let frame = self.0;
        let mut map = serializer.serialize_map(None)?;
        if frame.source > 0 {
            map.serialize_entry("f", &frame.source)?;
        }
        map.serialize_entry("l", &frame.place.line)?;
        map.serialize_entry("c", &frame.place.column)?;
        if let Some(length) = frame.length {
            map.serialize_entry("n", &length)?;
        }
        if let Some(side) = frame.turn {
            map.serialize_entry("t", &(side as i8))?;
        }
        map.serialize_entry("d", &DeedRecord { deed: &frame.deed, game: frame.game })?;
        for (side, key) in Side::ALL.into_iter().zip(["a", "b"]) {
            let Sight { gained, lost } = &frame.sight[side];
            if !frame.sight[side].is_empty() {
                map.serialize_entry(key, &(Runs(gained), Runs(lost)))?;
            }
        }
        map.end()
    }
}

/// A number that is serialized as text if its absolute value is at least 2^53.
struct Int(i64);

impl Serialize for Int {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        const EXACT: u64 = 1 << 53;
        if self.0.unsigned_abs() < EXACT {
            serializer.serialize_i64(self.0)
        } else {
            serializer.collect_str(&self.0)
        }
    }
}

struct Runs<'s>(&'s [Run]);

impl Serialize for Runs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = self.0.iter().flat_map(|run| [run.row, run.first, run.last]);
        serializer.collect_seq(numbers.map(Int))
    }
}

struct DeedRecord<'f> {
    deed: &'f Deed,
    /// The game after the deed.
    game: &'f Game,
}

impl Serialize for DeedRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.deed {
            Deed::Came { ship, side, name, hull } => {
                let (row, col, heading) = bow(hull);
                let ship_now = self.game.board().get(*ship).ok_or(S::Error::custom("no ship"))?;
                let health = Health::from_fn(name.class, |segment| ship_now.is_healthy(segment));
                let health: String = health.digits().map(char::from).collect();
                let (side, class, number) = (*side as i8, name.class.name(), Int(name.index));
                ("ship", ship.index(), side, class, number, row, col, heading, health)
                    .serialize(serializer)
            }
            Deed::Moved { ship, from, to, manoeuvre } => {
                let ((row, col, heading), after) = (bow(from), bow(to));
                let way = manoeuvre.name();
                ("move", ship.index(), row, col, heading, after.0, after.1, after.2, way)
                    .serialize(serializer)
            }
            Deed::Shot { by, at, impact } => {
                let (ship, row, col) = cannon(*by);
                let (outcome, hit, segment) = outcome(*impact, self.game.board().reef_at(*at));
                ("shot", Int(at.row), Int(at.col), ship, row, col, outcome, hit, segment)
                    .serialize(serializer)
            }
            Deed::Flew { by, at } => {
                let (ship, row, col) = cannon(*by);
                ("spy", Int(at.row), Int(at.col), ship, row, col).serialize(serializer)
            }
            Deed::Ended { side, won } => {
                let won = won.map_or(-1, |side| side as i8);
                ("end", *side as i8, won).serialize(serializer)
            }
            Deed::Refused { command, reason } => {
                ("no", reason.to_string(), String::from_utf8_lossy(command)).serialize(serializer)
            }
            Deed::Set(setting) => change(setting, serializer),
        }
    }
}

fn index(ship: ShipId) -> i64 {
    i64::try_from(ship.index()).unwrap_or(-1)
}

fn bow(hull: &Hull) -> (Int, Int, &'static str) {
    (Int(hull.bow().row), Int(hull.bow().col), hull.heading().name())
}

fn cannon(by: Option<(ShipId, Coord)>) -> (i64, Int, Int) {
    by.map_or((-1, Int(0), Int(0)), |(ship, at)| (index(ship), Int(at.row), Int(at.col)))
}

fn outcome(impact: Impact, is_reef: bool) -> (&'static str, i64, u32) {
    match impact {
        Impact::Water if is_reef => ("reef", -1, 0),
        Impact::Water => ("water", -1, 0),
        Impact::Hit { ship, segment } => ("hit", index(ship), segment),
        Impact::Sunk { ship, segment } => ("sunk", index(ship), segment),
        Impact::Again { ship } => ("again", index(ship), 0),
    }
}

fn change<S: Serializer>(setting: &Setting, serializer: S) -> Result<S::Ok, S::Error> {
    let (word, numbers): (_, Vec<i64>) = match *setting {
        Setting::Reef(at) => ("reef", vec![at.row, at.col]),
        Setting::BoardSize(rows, cols) => ("size", vec![rows, cols]),
        Setting::Start(side, rect) => {
            ("start", vec![side as i64, rect.top, rect.left, rect.bottom, rect.right])
        }
        Setting::Fleet(..)
        | Setting::NextPlayer(_)
        | Setting::Ship { .. }
        | Setting::ExtendedShips
        | Setting::AutoShooting
        | Setting::AiPlayer(_)
        | Setting::Information(..)
        | Setting::Seed(_) => ("", Vec::new()),
    };
    let mut list = serializer.serialize_seq(None)?;
    list.serialize_element("set")?;
    list.serialize_element(&setting.to_string())?;
    if !word.is_empty() {
        list.serialize_element(word)?;
    }
    numbers.into_iter().try_for_each(|number| list.serialize_element(&Int(number)))?;
    list.end()
}

//! Games as text that `replay` takes, for people to read too: who plays, where the fleets lie, a line for
//! each move. What a move brings about follows from the rules; comments tell it.
//!
//! ```text
//! # game 3, seed 7: A is hard, B is medium
//! record arsenal
//! A Carrier B3, horizontal
//! ...
//! B Submarine J9, vertical
//! A Fire B3 # hit
//! B forfeits: no answer in time
//! ```
//!
//! A side whose turn is not written has lost it. A fleet that is never shot at may be left out.

use super::cells;
use super::class::Class;
use super::fleet::{self, Fleet, Placement};
use super::game::{Game, Outcome, Standing};
use super::input;
use super::moves::Move;
use crate::grids::{Deed, Grids, Weapon};
use broadside_core::board::{Axis, BySide, Coord, Rect, Side};
use broadside_core::text::Visible;
use thiserror::Error;

/// The line that makes a text a record of this game.
const HEAD: &str = "record arsenal";

/// The record of a game while it is played.
#[derive(Clone, Debug, Default)]
pub struct Record(String);

impl Record {
    /// A record that begins with a comment.
    pub fn new(comment: &str) -> Self {
        let mut record = Self::default();
        record.comment(comment);
        record.line(HEAD);
        record
    }

    /// The fleet of a side.
    pub fn fleet(&mut self, side: Side, fleet: &Fleet) {
        for ship in fleet.ships() {
            let way = match ship.axis() {
                Axis::Row => "horizontal",
                Axis::Column => "vertical",
            };
            let (side, class) = (letter(side), ship.class().name());
            self.line(&format!("{side} {class} {}, {way}", ship.start()));
        }
    }

    /// A move, and what it brought about.
    pub fn play(&mut self, side: Side, play: Move, outcome: &Outcome) {
        let side = letter(side);
        let facts = outcome.facts().collect::<Vec<_>>().join(", ");
        self.line(&match play {
            // A move that is announced does not tell where smoke lies.
            Move::Smoke(area) => format!("{side} Smoke {area} # {facts}"),
            play => format!("{side} {play} # {facts}"),
        });
    }

    /// A side gives up, or may not go on.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        let side = letter(side);
        self.line(&format!("{side} forfeits: {}", Visible(reason.as_bytes())));
    }

    /// A comment on one line, whatever it holds.
    pub fn comment(&mut self, text: &str) {
        self.line(&format!("# {}", Visible(text.as_bytes())));
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {what}")]
pub struct BadRecord {
    /// The line, from 1.
    pub line: usize,
    /// What was expected, or why it cannot be.
    pub what: String,
}

/// Whether a text says that it is a record of this game.
pub fn is_record(text: &[u8]) -> bool {
    lines(text).next().is_some_and(|(_, line)| line == HEAD.as_bytes())
}

/// The game that a record tells.
///
/// # Errors
/// At the first line that is none of a record, or cannot be played.
pub fn read(text: &[u8]) -> Result<Grids, BadRecord> {
    let mut reader = Reader::default();
    let mut last = 1;
    for (number, line) in lines(text).skip(1) {
        last = number;
        reader.line(number, line).map_err(|what| BadRecord { line: number, what })?;
    }
    reader.finish().map_err(|what| BadRecord { line: last, what })
}

/// Lines without comments and the blanks around them, those that are left with anything, numbered from 1.
fn lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let bare = text.split(|byte| *byte == b'\n').map(|line| {
        let behind = line.iter().position(|byte| *byte == b'#').unwrap_or(line.len());
        line[..behind].trim_ascii()
    });
    (1..).zip(bare).filter(|(_, line)| !line.is_empty())
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'A',
        Side::Second => 'B',
    }
}

/// A record that is being read.
#[derive(Debug, Default)]
struct Reader {
    placed: BySide<Vec<Placement>>,
    fight: Option<(Game, Grids)>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &[u8]) -> Result<(), String> {
        let (side, rest) = line.split_at_checked(2).ok_or("expected `A ` or `B ` and more")?;
        let side = match side {
            b"A " => Side::First,
            b"B " => Side::Second,
            _ => return Err("expected a line that begins with `A ` or `B `".to_owned()),
        };
        if let Some(reason) = rest.strip_prefix(b"forfeits:") {
            return self.forfeit(side, &Visible(reason.trim_ascii()).to_string());
        }
        let mut words = rest.splitn(2, u8::is_ascii_whitespace);
        let word = words.next().and_then(|word| std::str::from_utf8(word).ok()).unwrap_or("");
        match Class::from_name(word) {
            Some(class) => self.ship(side, class, words.next().unwrap_or_default()),
            None => self.play(number, side, rest),
        }
    }

    fn ship(&mut self, side: Side, class: Class, berth: &[u8]) -> Result<(), String> {
        let placed = &mut self.placed[side];
        if self.fight.is_some() || Class::ALL.get(placed.len()) != Some(&class) {
            let fleet = Class::ALL.map(Class::name).join(", ");
            return Err(format!("expected before all moves one ship of each class: {fleet}"));
        }
        let ship = input::berth(berth).and_then(|berth| fleet::place(class, berth, placed));
        placed.push(ship.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn play(&mut self, number: usize, side: Side, text: &[u8]) -> Result<(), String> {
        let play = input::play(text).map_err(|lost| lost.to_string())?;
        if self.placed.first.is_empty() && self.placed.second.is_empty() {
            return Err("expected a fleet before the first move".to_owned());
        }
        let (game, grids) = self.fight(side)?;
        if game.mover() != side {
            game.lose_turn().map_err(|over| over.to_string())?;
        }
        grids.at_line(number);
        let outcome = game.play(play).map_err(|refusal| refusal.to_string())?;
        note(grids, side, play, &outcome);
        Ok(())
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Result<(), String> {
        let (_, grids) = self.fight(side.other())?;
        (grids.winner, grids.ending) = (Some(side.other()), format!("{} forfeits: {reason}", letter(side)));
        Ok(())
    }

    /// The fight, which begins with the first move.
    fn fight(&mut self, starter: Side) -> Result<&mut (Game, Grids), String> {
        if self.fight.is_none() {
            self.fight = Some(self.begin(starter)?);
        }
        self.fight.as_mut().ok_or_else(|| "no fight".to_owned())
    }

    fn begin(&self, starter: Side) -> Result<(Game, Grids), String> {
        let mut grids = Grids::new(cells::dims());
        let mut fleets = BySide::<Option<Fleet>>::default();
        for side in Side::ALL {
            let placed = &self.placed[side];
            for ship in placed {
                let laid = grids.place(side, ship.class().name(), ship.hull());
                laid.map_err(|refusal| refusal.to_string())?;
            }
            if let [a, b, c, d] = &placed[..] {
                let berths = [a, b, c, d].map(|ship| (ship.start(), ship.axis()));
                fleets[side] = Some(Fleet::new(berths).map_err(|error| error.to_string())?);
            } else if !placed.is_empty() {
                return Err(format!("expected four ships of {}", letter(side)));
            }
        }
        // A fleet that is not there is never shot at: any other stands in for it.
        let any = fleets.first.or(fleets.second).unwrap_or_else(Fleet::in_every_second_row);
        let fleets = BySide::from_fn(|side| fleets[side].unwrap_or(any));
        Ok((Game::new(&fleets, starter), grids))
    }

    fn finish(mut self) -> Result<Grids, String> {
        let (game, mut grids) = match self.fight.take() {
            Some(fight) => fight,
            None => self.begin(Side::First)?,
        };
        match game.standing() {
            Standing::Open => {}
            Standing::Won(winner) => grids.winner = Some(winner),
            Standing::Limit(winner) => {
                (grids.winner, grids.ending) = (Some(winner), "Turn limit reached".to_owned());
            }
        }
        Ok(grids)
    }
}

/// Notes a move that was played.
fn note(grids: &mut Grids, side: Side, play: Move, outcome: &Outcome) {
    match (play, outcome) {
        (Move::Radar(area), Outcome::Radar { found }) => {
            grids.add(side, Deed::Radar { area: square(area), found: *found });
        }
        (Move::Smoke(area), _) => grids.add(side, Deed::Smoke { area: square(area) }),
        (Move::Artillery(_), _) => volley(grids, side, play, Weapon::Artillery),
        (Move::Torpedo(_), _) => volley(grids, side, play, Weapon::Torpedo),
        (Move::Fire(_) | Move::Radar(_), _) => volley(grids, side, play, Weapon::Gun),
    }
    grids.end_turn();
}

/// Notes the shots of a move at new cells; at its first cell where none is new.
fn volley(grids: &mut Grids, side: Side, play: Move, with: Weapon) {
    let cells: Vec<_> = cells::of(play.set()).map(cells::Cell::coord).collect();
    let is_new = |at: &&Coord| !grids.has_shot(side, **at);
    let mut fresh: Vec<_> = cells.iter().filter(is_new).copied().collect();
    if fresh.is_empty() {
        fresh.extend(cells.first());
    }
    for at in fresh {
        grids.shoot(side, at, with);
    }
}

fn square(area: cells::Area) -> Rect {
    let corner = area.corner().coord();
    Rect::spanning(corner, Coord::new(corner.row + 1, corner.col + 1))
}

//! Makes the lists of both fleets beside the board of a window.

use super::desk::Desk;
use super::page::shots_or_planes;
use crate::cli::screen::canvas::Line;
use crate::cli::screen::frame::plain;
use crate::cli::screen::palette::{self, Hue};
use crate::cli::theme::Look;
use anstyle::Style;
use broadside::arena::Ending;
use broadside::arena::versus::words::{called, class_name, count, field};
use broadside::board::{Ship, Side};
use broadside::rules::ships::ShipName;

/// The number of rows that the lists leave for the log.
const LOG: usize = 5;

/// A window is low if it has fewer rows than this for the board and the lists. In a low window, the
/// lists have fewer lines than in a higher one.
const ROOMY: usize = 18;

/// A list is narrow if it has fewer columns than this.
const WIDE: usize = 48;

/// The width of the name in the title of a fleet, in columns. [`NARROW_NAME`] is for a low window
/// or a narrow list.
const NAME: usize = 16;
const NARROW_NAME: usize = 6;

impl Desk {
    /// Returns the lists of both fleets. In a low window, the ships of the other side always share
    /// lines, and the person's own ships do so after the end.
    pub(super) fn fleets(&self, width: usize, look: Look) -> Vec<Line> {
        let (is_low, person) = (look.body() < ROOMY, self.game.person());
        let gaps = if is_low { 0 } else { 2 };
        let room = look.body().saturating_sub(LOG + 3 + gaps);
        let listed = |ships: Vec<Listed>, is_close: bool, room: usize| {
            if is_close { side_by_side(&ships, width) } else { in_room(ships, width, room, look) }
        };
        let theirs = listed(self.their_ships(look), is_low, room / 2);
        let room = room.saturating_sub(theirs.len());
        let own = listed(self.own_ships(look), is_low && self.is_over(), room);
        let mut lines = Vec::new();
        for (side, mut ships) in [(person, own), (person.other(), theirs)] {
            lines.push(self.heading(side, width, look));
            lines.append(&mut ships);
            lines.extend((!is_low).then(Vec::new));
        }
        lines
    }

    fn heading(&self, side: Side, width: usize, look: Look) -> Line {
        let (known, person) = (self.game.briefing(), self.game.person());
        let own = known.own();
        let afloat = own.values().filter(|ship| !ship.is_sunk()).count();
        let fleet: i64 = known.sizes(side).iter().sum();
        let missing: i64 = known.missing(side).map(|(_, missing)| missing).sum();
        let placed = format!("{} of {fleet} placed", fleet.saturating_sub(missing));
        let is_placing = missing > 0 && !self.is_over();
        let (name, left) = if side == person {
            let shots = self.game.basic_shots().filter(|_| !self.is_over());
            let shots = shots.map(|left| format!("; {} left", count(left as usize, "shot")));
            let afloat = format!("{afloat} of {fleet} afloat{}", shots.unwrap_or_default());
            ("You", if is_placing { placed } else { afloat })
        } else {
            let sunk = self.game.tally()[person].sunk;
            let seen = count(known.seen().len(), "field");
            let lost = format!("lost {sunk} of {fleet}");
            let left = match (is_placing, self.is_over()) {
                // No ship may shoot until all ships are placed.
                (true, _) => format!("{placed}: no shots yet"),
                (false, true) => lost,
                (false, false) => format!("{lost}; you see {seen}"),
            };
            ("Them", left)
        };
        let is_small = look.body() < ROOMY || width < WIDE;
        let room = if is_small { NARROW_NAME } else { NAME };
        let mut line = look.heading(side == person, (name, room), left);
        if self.game.ending().and_then(Ending::winner) == Some(side) {
            let style = look.theme.ink(palette::FLAME).bold();
            line.insert(1, ("have won; ".to_owned(), style));
        }
        line
    }

    fn own_ships(&self, look: Look) -> Vec<Listed> {
        let state = |name, ship: &Ship| match self.game.remaining(name, ship) {
            _ if ship.is_sunk() => "sunk".to_owned(),
            _ if self.is_over() => String::new(),
            (shots, moves) => {
                let word = shots_or_planes(self.game.briefing().is_extended());
                let shots = shots.map(|left| count(left as usize, word));
                let moves = moves.map(|left| count(left as usize, "move"));
                shots.into_iter().chain(moves).collect::<Vec<_>>().join(", ")
            }
        };
        let known = self.game.briefing();
        let listed = |(name, ship): (&ShipName, &Ship)| Listed {
            name: *name,
            segments: segments(ship, palette::A, look),
            state: state(*name, ship),
            is_damaged: is_damaged(ship),
        };
        known.own().iter().map(listed).collect()
    }

    /// Lists the enemy's ships. While the game goes on, shows only what the person knows.
    fn their_ships(&self, look: Look) -> Vec<Listed> {
        if !self.is_over() {
            let known = self.game.briefing();
            let ships = known.enemy();
            return ships
                .map(|(name, ship)| enemy(name, ship, known.is_sunk(name), look))
                .collect();
        }
        let game = self.game.game();
        let ships = game.fleet(self.game.person().other()).ships().filter_map(|(name, id)| {
            let ship = game.board().get(id)?;
            Some(enemy(name, Some(ship), ship.is_sunk(), look))
        });
        ships.collect()
    }
}

struct Listed {
    name: ShipName,
    segments: Line,
    /// A text about the ship: its remaining shots and moves, its place, `sunk` or `?`. After the
    /// end, empty for the person's own ships that are afloat.
    state: String,
    /// Whether the ship is afloat and the person sees a destroyed part of it.
    is_damaged: bool,
}

impl Listed {
    fn line(&self, look: Look) -> Line {
        let mut parts = vec![(format!("  {:<13} ", called(self.name)), Style::new())];
        parts.extend_from_slice(&self.segments);
        let gap = " ".repeat(6_usize.saturating_sub(self.name.class.length() as usize));
        parts.push((gap + &self.state, look.theme.soft()));
        parts
    }
}

fn side_by_side(ships: &[Listed], width: usize) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let (mut line, mut taken) = (Line::new(), 0);
    for Listed { name, segments, .. } in ships {
        let is_only = ships.iter().filter(|other| other.name.class == name.class).count() == 1;
        let number = if is_only { String::new() } else { format!("{} ", name.index) };
        let short = format!("  {:.3} {number}", class_name(name.class));
        let needed = short.len() + name.class.length() as usize;
        if taken > 0 && taken + needed > width {
            lines.push(std::mem::take(&mut line));
            taken = 0;
        }
        taken += needed;
        line.push((short, Style::new()));
        line.extend_from_slice(segments);
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// Lists a ship of the enemy. `ship` is `None` if the person does not see all of it now.
fn enemy(name: ShipName, ship: Option<&Ship>, is_sunk: bool, look: Look) -> Listed {
    let length = name.class.length() as usize;
    let (segments, state) = match ship {
        _ if is_sunk => (look.segments((0..length).map(|_| false), palette::B), "sunk".to_owned()),
        Some(ship) => {
            let hull = ship.hull();
            (segments(ship, palette::B, look), format!("{} {}", field(hull.bow()), hull.heading()))
        }
        None => (look.unknown(length), "?".to_owned()),
    };
    Listed { name, segments, state, is_damaged: ship.is_some_and(is_damaged) }
}

fn is_damaged(ship: &Ship) -> bool {
    !ship.is_sunk() && ship.healthy() < ship.hull().length()
}

fn segments(ship: &Ship, hue: Hue, look: Look) -> Line {
    look.segments((0..ship.hull().length()).map(|number| ship.is_healthy(number)), hue)
}

/// Returns how many of `all` ships to leave out of a list of `room` lines; fewer than 3 lines count
/// as 3. The last line of a shortened list says `and 5 more`. A list that is only one line too long
/// stays whole.
fn left_out(all: usize, room: usize) -> usize {
    let hidden = all.saturating_sub(room.max(3));
    if hidden > 1 { hidden + 1 } else { 0 }
}

/// Gives each ship its own line if there is room. Otherwise the ships share lines. If there is no
/// room for that either, leaves out ships, first those without damage.
fn in_room(mut ships: Vec<Listed>, width: usize, room: usize, look: Look) -> Vec<Line> {
    let hidden = left_out(ships.len(), room);
    let close = side_by_side(&ships, width);
    if hidden > 0 && close.len() <= room {
        return close;
    }
    if hidden > 0 {
        ships.sort_by_key(|ship| !ship.is_damaged);
        ships.truncate(ships.len() - hidden);
    }
    let more = (hidden > 0).then(|| plain(format!("  and {hidden} more")));
    ships.iter().map(|ship| ship.line(look)).chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::rules::ships::Class;

    fn listed(count: i64, room: usize) -> Vec<String> {
        let look = Look::plain(80, 24);
        let listed = |index| {
            let name = ShipName { class: Class::Destroyer, index };
            Listed { is_damaged: index == 4, ..enemy(name, None, false, look) }
        };
        let lines = in_room((0..count).map(listed).collect(), 20, room, look);
        let text = |line: Line| line.into_iter().map(|(text, _)| text).collect::<String>();
        lines.into_iter().map(text).collect()
    }

    /// Damaged ships were once among those that a list leaves out.
    #[test]
    fn a_list_that_is_cut_begins_with_damaged_ships() {
        let lines = listed(40, 3);
        assert!(lines[0].contains("destroyer 4") && lines[1].contains("destroyer 0"), "{lines:?}");
        assert_eq!((lines.len(), &*lines[2]), (3, "  and 38 more"));
    }

    /// A list of ten ships once showed three of them, although all ten fit in three lines.
    #[test]
    fn ships_share_lines_before_one_is_left_out() {
        let lines = listed(6, 4);
        assert!(lines.len() == 3 && lines[2].contains("des 5"), "{lines:?}");
    }
}

//! Makes the lists of both fleets beside the board of a window.

use super::desk::Desk;
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

/// A window is low if it has fewer rows than this for the board and the lists. The lists of a low
/// window have fewer lines.
const ROOMY: usize = 18;

/// The width of the name in the title of a fleet, in columns. [`NARROW_NAME`] is for a low window.
const NAME: usize = 16;
const NARROW_NAME: usize = 6;

impl Desk {
    /// Returns the lists of both fleets. In a low window, the ships of the other side share lines.
    /// The person's own ships share lines there only if the game is over, or if not every ship has
    /// room for its own line.
    pub(super) fn fleets(&self, width: usize, look: Look) -> Vec<Line> {
        let (is_low, person) = (look.body() < ROOMY, self.game.person());
        let listed = |ships: &[Listed], is_close: bool| {
            if is_close {
                side_by_side(ships, width)
            } else {
                ships.iter().map(|ship| ship.line(look)).collect()
            }
        };
        let (mut own, mut theirs) = (self.own_ships(look), self.their_ships(look));
        let gaps = if is_low { 0 } else { 2 };
        let room = look.body().saturating_sub(LOG + 3 + gaps);
        if !is_low {
            for ships in [&mut own, &mut theirs] {
                move_damaged_up(ships, room / 2);
            }
        }
        let theirs = listed(&theirs, is_low);
        let room = if is_low { room.saturating_sub(theirs.len()) } else { room / 2 };
        let own = listed(&own, is_low && (self.is_over() || own.len() > room));
        let mut lines = Vec::new();
        for (side, ships) in [(person, own), (person.other(), theirs)] {
            lines.push(self.heading(side, look));
            let room = if is_low { ships.len() } else { room };
            limit(ships, room, &mut lines);
            lines.extend((!is_low).then(Vec::new));
        }
        lines
    }

    fn heading(&self, side: Side, look: Look) -> Line {
        let (known, person) = (self.game.briefing(), self.game.person());
        let own = known.own();
        let afloat = own.values().filter(|ship| !ship.is_sunk()).count();
        let fleet: i64 = known.sizes(side).iter().sum();
        let missing: i64 = known.missing(side).map(|(_, missing)| missing).sum();
        let placed = format!("{} of {fleet} placed", fleet.saturating_sub(missing));
        let is_placing = missing > 0 && !self.is_over();
        let (name, left) = if side == person {
            ("You", if is_placing { placed } else { format!("{afloat} of {fleet} afloat") })
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
        let room = if look.body() < ROOMY { NARROW_NAME } else { NAME };
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
                let shots = shots.map(|left| count(left as usize, "shot"));
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
    /// A text about the ship: its remaining shots and moves, its place, `sunk` or `?`.
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

/// Returns how many of `all` ships a list with `room` lines leaves out. Less room than 3 lines
/// counts as 3. A line says how many are left out, so a list that is one line too long stays whole.
fn left_out(all: usize, room: usize) -> usize {
    let hidden = all.saturating_sub(room.max(3));
    if hidden > 1 { hidden + 1 } else { 0 }
}

fn move_damaged_up(ships: &mut [Listed], room: usize) {
    if left_out(ships.len(), room) > 0 {
        ships.sort_by_key(|ship| !ship.is_damaged);
    }
}

fn limit(mut list: Vec<Line>, room: usize, lines: &mut Vec<Line>) {
    let hidden = left_out(list.len(), room);
    if hidden > 0 {
        list.truncate(list.len() - hidden);
        list.push(plain(format!("  and {hidden} more")));
    }
    lines.append(&mut list);
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::rules::ships::Class;

    /// Damaged ships were once among those that a list leaves out.
    #[test]
    fn a_list_that_is_cut_begins_with_damaged_ships() {
        let listed = |index| {
            let name = ShipName { class: Class::Destroyer, index };
            Listed { is_damaged: index == 4, ..enemy(name, None, false, Look::plain(80, 24)) }
        };
        for (room, order) in [(3, [4, 0, 1, 2, 3]), (4, [0, 1, 2, 3, 4])] {
            let mut ships: Vec<_> = (0..5).map(listed).collect();
            move_damaged_up(&mut ships, room);
            assert!(ships.iter().map(|ship| ship.name.index).eq(order), "{room}");
        }
    }
}

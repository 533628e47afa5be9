//! Chooses the marks of the person's shots on the board. Also counts what the sides have done, and
//! what the person's ships have left.

use super::Versus;
use crate::driver;
use broadside_core::board::{Coord, Ship};
use broadside_ships::rules::fair::{Note, Step};
use broadside_ships::rules::{CANNON, Class, Order, ShipName};
use std::collections::{BTreeSet, HashMap, HashSet};

/// How many of the person's turns a miss stays marked. Ships move, so an older miss says little.
const MISS_TURNS: usize = 4;

/// Decides which shots of the person stay marked.
#[derive(Clone, Debug, Default)]
pub struct Shots {
    /// Fields that were hit and later seen without an enemy ship, with the number of hits until
    /// then.
    disproved: HashMap<Coord, usize>,
}

impl Shots {
    /// Returns the fields to mark: hits (`true`) and the misses of the last turns. A hit stays
    /// marked until its field is seen without an enemy ship. If a field has several marks, returns
    /// the mark of the last shot. This function must be called after each order and each turn.
    pub fn standing(&mut self, game: &Versus) -> HashMap<Coord, bool> {
        let known = game.briefing();
        let seen: HashSet<_> = known.seen().iter().map(|(at, _)| *at).collect();
        let mut hits: HashMap<Coord, usize> = HashMap::new();
        for (at, _) in shots(game).filter(|(_, is_hit)| *is_hit) {
            *hits.entry(at).or_default() += 1;
        }
        let gone = hits.iter().filter(|(at, _)| known.known().holds(**at) && !seen.contains(*at));
        self.disproved.extend(gone);
        let stands = |at: &Coord| hits.get(at) > self.disproved.get(at);
        shots(game).filter(|(at, is_hit)| !is_hit || stands(at)).collect()
    }
}

/// Returns all hits of the person, and the misses of the last turns. The flag is `true` for a hit.
fn shots(game: &Versus) -> impl Iterator<Item = (Coord, bool)> + '_ {
    let notes = game.notes(game.person());
    let turns = Note::turns(notes).collect::<Vec<_>>();
    let first = turns.len().saturating_sub(MISS_TURNS);
    turns.into_iter().enumerate().flat_map(move |(turn, notes)| {
        notes.iter().filter_map(Note::shot).filter(move |&(_, is_hit)| is_hit || turn >= first)
    })
}

impl Versus {
    /// Returns the shots (and planes) and the moves that a ship has left; `None` for what it cannot
    /// do at all. In a basic game (without `EXTENDED_SHIPS`), a shot belongs to no ship, so the
    /// first number counts only the planes of a carrier.
    pub fn remaining(&self, name: ShipName, ship: &Ship) -> (Option<u32>, Option<u32>) {
        let is_extended = self.game().is_extended();
        let (shots, moves) = spent(self.steps(), name);
        let can_shoot = ship.is_healthy(CANNON) && (is_extended || name.class == Class::Carrier);
        let can_move = !is_extended || ship.is_healthy(ship.hull().length() - 1);
        let shots = can_shoot.then(|| name.class.length().saturating_sub(shots));
        (shots, can_move.then(|| name.class.moves().saturating_sub(moves)))
    }

    /// Returns how many shots the person has left in this turn of a basic game. Returns `None` in
    /// an extended game, where each ship has its own shots, and until all ships are placed.
    #[doc(hidden)]
    pub fn basic_shots(&self) -> Option<u32> {
        let known = self.briefing();
        let has_shot =
            driver::carried_out(self.steps()).any(|order| matches!(order, Order::Shoot(_)));
        (!known.is_extended() && known.is_complete()).then(|| u32::from(!has_shot))
    }
}

pub(super) fn spent(steps: &[Step], name: ShipName) -> (u32, u32) {
    driver::spent(driver::carried_out(steps), Some(name))
}

/// Counts of what a side has done and seen in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Shots fired.
    pub shots: usize,
    /// Shots that destroyed a healthy segment of the other side.
    pub hits: usize,
    /// Ships of the other side that this side has sunk.
    pub sunk: usize,
    /// Planes sent.
    pub planes: usize,
    /// Fields with enemy ships that this side has seen at the beginning of a turn.
    pub seen: usize,
}

impl Tally {
    pub(super) fn of(notes: &[Note]) -> Self {
        let (mut tally, mut seen) = (Self::default(), BTreeSet::new());
        for note in notes {
            match note {
                Note::Hit(_) => (tally.shots, tally.hits) = (tally.shots + 1, tally.hits + 1),
                Note::Miss(_) => tally.shots += 1,
                Note::Sunk(_) => tally.sunk += 1,
                Note::Spied(_) => tally.planes += 1,
                Note::Seen(at, _) => drop(seen.insert(*at)),
                Note::Turn(_)
                | Note::Struck(_)
                | Note::Drawn(_)
                | Note::Undrawn(_)
                | Note::Without(_)
                | Note::Refused(..) => {}
            }
        }
        tally.seen = seen.len();
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_ships::rules::Order;

    #[test]
    fn a_miss_is_shown_for_some_turns() {
        let mut game = Versus::of_two_ships();
        let at = Coord::new(5, 5);
        game.order(Order::Shoot(at)).unwrap();
        assert_eq!(Shots::default().standing(&game).get(&at), Some(&false));
        for _ in 0..MISS_TURNS {
            game.end();
        }
        assert_eq!(Shots::default().standing(&game).get(&at), None);
    }

    #[test]
    fn a_hit_stays_until_the_field_is_seen_without_the_ship() {
        let mut game = Versus::of_two_ships();
        let (at, mut shots) = (Coord::new(8, 8), Shots::default());
        game.order(Order::Shoot(at)).unwrap();
        assert_eq!(shots.standing(&game).get(&at), Some(&true));
        game.end();
        assert_eq!(game.game().board().ship_at(at), None, "the ship has left");
        assert_eq!(shots.standing(&game).get(&at), Some(&true));
        game.order(Order::Spy(0, at)).unwrap();
        assert_eq!(shots.standing(&game).get(&at), None);
        game.end();
        assert_eq!(shots.standing(&game).get(&at), None);
    }
}

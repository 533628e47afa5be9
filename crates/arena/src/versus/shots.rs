//! Chooses the marks of the person's shots on the board.

use super::Versus;
use broadside_core::board::Coord;
use broadside_ships::rules::fair::Note;
use std::collections::{HashMap, HashSet};

/// How many of the person's turns a miss stays marked. Ships move, so an older miss says little.
const MISS_TURNS: usize = 4;

/// Decides which shots of the person stay marked.
#[derive(Clone, Debug, Default)]
pub struct Shots {
    /// Fields that were hit and later seen without an enemy ship, with the count of hits up to
    /// then.
    disproved: HashMap<Coord, usize>,
}

impl Shots {
    /// Returns the fields to mark, and for each whether the shot hit. A hit stays marked until its
    /// field is seen without an enemy ship. This must be called after each order and each turn.
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
    let turns = notes.turns().collect::<Vec<_>>();
    let first = turns.len().saturating_sub(MISS_TURNS);
    turns.into_iter().enumerate().flat_map(move |(turn, notes)| {
        notes.iter().filter_map(Note::shot).filter(move |&(_, is_hit)| is_hit || turn >= first)
    })
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

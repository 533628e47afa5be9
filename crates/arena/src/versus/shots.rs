//! Where the person has shot, as far as it still tells something.

use super::Versus;
use broadside_core::board::Coord;
use broadside_ships::rules::fair::Note;
use std::collections::{HashMap, HashSet};

/// For how many turns of the person misses stay marked in the fog: ships move.
const SHOTS_LAST: usize = 4;

/// The shots of the person that stay marked.
#[derive(Clone, Debug, Default)]
pub struct Shots {
    /// Fields of hits that were in sight later with nothing of the enemy, each with how many hits had been
    /// there.
    disproved: HashMap<Coord, usize>,
}

impl Shots {
    /// The shots to be marked now, and whether each has hit: a hit stays until its field comes into sight and
    /// nothing of the enemy is there, since ships move. To be asked after each order and each turn.
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

/// The person's shots, and whether each has hit: hits stay marked, misses for some turns only.
fn shots(game: &Versus) -> impl Iterator<Item = (Coord, bool)> + '_ {
    let notes = game.notes(game.person());
    let turns = notes.turns().collect::<Vec<_>>();
    let first = turns.len().saturating_sub(SHOTS_LAST);
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
        for _ in 0..SHOTS_LAST {
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

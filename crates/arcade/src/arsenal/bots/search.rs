//! Looking some turns ahead.

use super::plan;
use super::position::Position;
use super::score::{self, Scored};
use crate::arsenal::moves::Move;

/// How many moves are looked at deeper, the best scored ones.
const BREADTH: usize = 8;

/// How many suspects may be looked at for one choice: it bounds how many turns are looked ahead, since
/// the answers to a move share its suspects out.
const STEPS: usize = 24_000;

/// A position with fewer suspects out of a sample is not looked at deeper: what would be best against
/// so few says more about the sample than about the fleets that it stands for.
const CROWD: usize = 8;

/// The move after which the fleet is sunk soonest, in the mean over all suspects; `None` when there is
/// none. Each answer to a move in question is followed: the best scored move is played, and so on for
/// as many turns as the steps allow. What is left then is estimated (a rollout of a greedy policy, cut
/// off, Tesauro and Galperin 1996); against few suspects it is played to the end.
pub(super) fn quickest(position: &Position) -> Option<Move> {
    let mut scored = score::all(position);
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    let depth = STEPS / (position.suspects.len().max(1) * BREADTH);
    let turns = |Scored { play, .. }: &Scored| (turns_by(position, *play, depth), *play);
    let candidates = scored.iter().take(BREADTH).map(turns);
    candidates.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, play)| play)
}

/// The turns to the end when `play` comes first.
fn turns_by(position: &Position, play: Move, depth: usize) -> f64 {
    let next = position.after(play);
    let open = next.iter().filter(|next| !next.is_over());
    let later: f64 = open.map(|next| next.total() * turns(next, depth)).sum();
    1.0 + later / position.total()
}

/// The turns to the end, the next `depth` of them played, the others estimated.
fn turns(position: &Position, depth: usize) -> f64 {
    match position.suspects.as_slice() {
        [only] if position.complete => {
            plan::least_turns(plan::entry(only.unhit), position.openings)
        }
        few if !position.complete && few.len() < CROWD => score::potential(position),
        _ if depth == 0 => score::potential(position),
        _ => score::best(position).map_or(0.0, |best| turns_by(position, best.play, depth - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Suspect;
    use super::*;
    use crate::arsenal::cells::Cell;
    use crate::arsenal::knowledge::Openings;

    /// Only the submarine is afloat, and it lies on two of the first `cells` cells of the top row.
    fn submarine(cells: u32) -> Position {
        let sunk = [0b1_1111 << 90, 0b1111 << 70, 0b111 << 50];
        let hits = sunk.iter().fold(0, |all, ship| all | ship);
        let suspect = |col| Suspect::new(&[sunk[0], sunk[1], sunk[2], 0b11_u128 << col], 1.0, hits);
        Position {
            suspects: (0..cells - 1).map(suspect).collect(),
            complete: true,
            hits,
            targets: (1 << cells) - 1,
            openings: Openings::default(),
            sweeps: 0,
        }
    }

    #[test]
    fn few_suspects_are_played_out_to_the_last_turn() {
        // B1 hits twice in three, A1 or C1 is next; a miss leaves C1 and D1. C1 is the same mirrored.
        let fire = |index| Move::Fire(Cell::from_index(index).unwrap());
        let position = submarine(4);
        let best = quickest(&position);
        assert!([fire(1), fire(2)].map(Some).contains(&best), "{best:?}");
        let turns = [fire(0), fire(1)].map(|play| turns_by(&position, play, 100));
        assert_eq!(turns.map(|turns| (turns * 3.0).round().to_string()), ["9", "8"]);
    }

    #[test]
    fn the_answers_to_a_move_share_the_suspects_out() {
        let position = submarine(8);
        for Scored { play, .. } in score::all(&position) {
            let next = position.after(play);
            let shared: usize = next.iter().map(|next| next.suspects.len()).sum();
            assert_eq!(shared, position.suspects.len(), "{play}");
        }
    }

    #[test]
    fn nothing_is_played_against_nobody() {
        let position = Position { suspects: Vec::new(), ..submarine(3) };
        assert_eq!(quickest(&position), None);
    }
}

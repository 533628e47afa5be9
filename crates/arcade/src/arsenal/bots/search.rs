//! Searches some turns ahead for the move of the hard bot.

use super::plan;
use super::position::Position;
use super::score::{self, Scored};
use crate::arsenal::moves::Move;

/// The number of moves that are searched deeper: those with the highest scores.
const BREADTH: usize = 8;

/// About how many candidates (fleets that the opponent may have) one search may visit. For each of
/// the [`BREADTH`] moves, a turn of the search visits every candidate at most once, so this number
/// limits the depth.
const STEPS: usize = 24_000;

/// The smallest sample (an incomplete list of candidates) that is searched deeper. A move that is
/// best for a smaller sample may be bad for the candidates that the sample lacks.
const FEW: usize = 8;

/// Of the [`BREADTH`] best moves, returns the one with the fewest expected turns to the end.
///
/// After each answer, the search plays the move with the highest score, for as many turns as
/// [`STEPS`] allows. Then it estimates the remaining turns. Such a search is a truncated rollout
/// (Tesauro and Galperin 1996). A complete list of few candidates is played to the game's end.
pub(super) fn quickest(position: &Position) -> Option<Move> {
    let mut scored = score::all(position);
    scored.sort_by(|a, b| b.score.total_cmp(&a.score));
    let depth = STEPS / (position.candidates.len().max(1) * BREADTH);
    let turns = |Scored { play, .. }: &Scored| (turns_by(position, *play, depth), *play);
    let moves = scored.iter().take(BREADTH).map(turns);
    moves.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, play)| play)
}

fn turns_by(position: &Position, play: Move, depth: usize) -> f64 {
    let next = position.after(play);
    let open = next.iter().filter(|next| !next.is_over());
    let later: f64 = open.map(|next| next.total() * turns(next, depth)).sum();
    1.0 + later / position.total()
}

/// Returns the expected turns to the end. Plays at most `depth` turns, and estimates the later ones.
fn turns(position: &Position, depth: usize) -> f64 {
    match position.candidates.as_slice() {
        [only] if position.complete => {
            plan::least_turns(plan::entry(only.unhit), position.openings)
        }
        few if depth == 0 || !position.complete && few.len() < FEW => score::potential(position),
        _ => score::best(position).map_or(0.0, |best| turns_by(position, best.play, depth - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::position::Candidate;
    use super::*;
    use crate::arsenal::cells::Cell;
    use crate::arsenal::moves::Openings;

    /// Returns a position with only the submarine afloat, somewhere in the first `cells` cells.
    fn submarine(cells: u32) -> Position {
        let sunk = [0b1_1111 << 90, 0b1111 << 70, 0b111 << 50];
        let hits = sunk.iter().fold(0, |all, ship| all | ship);
        let candidate =
            |col| Candidate::new(&[sunk[0], sunk[1], sunk[2], 0b11_u128 << col], 1.0, hits);
        Position {
            candidates: (0..cells - 1).map(candidate).collect(),
            complete: true,
            hits,
            targets: (1 << cells) - 1,
            openings: Openings::default(),
            sweeps: 0,
        }
    }

    #[test]
    fn few_candidates_are_played_out_to_the_last_turn() {
        // B1 hits in two of three cases, and then A1 or C1 is next. After a miss, C1 and D1 are
        // left. A first shot at C1 is equally good, because the position is symmetric.
        let fire = |index| Move::Fire(Cell::from_index(index).unwrap());
        let position = submarine(4);
        let best = quickest(&position);
        assert!([fire(1), fire(2)].map(Some).contains(&best), "{best:?}");
        let turns = [fire(0), fire(1)].map(|play| turns_by(&position, play, 100));
        assert_eq!(turns.map(|turns| (turns * 3.0).round().to_string()), ["9", "8"]);
    }

    #[test]
    fn each_candidate_gives_one_answer_to_a_move() {
        let position = submarine(8);
        for Scored { play, .. } in score::all(&position) {
            let next = position.after(play);
            let shared: usize = next.iter().map(|next| next.candidates.len()).sum();
            assert_eq!(shared, position.candidates.len(), "{play}");
        }
    }

    #[test]
    fn there_is_no_move_without_candidates() {
        let position = Position { candidates: Vec::new(), ..submarine(3) };
        assert_eq!(quickest(&position), None);
    }
}

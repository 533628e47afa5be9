//! All positions that a ship can reach with a few moves.

use broadside_core::board::{Hull, Manoeuvre};

/// All positions that a ship can reach with at most `moves` moves, each with one way to it. The first position is
/// `start`.
pub(in crate::rules) fn ways(
    start: Hull,
    moves: u32,
    course: &dyn Fn(&Hull, Manoeuvre) -> Option<Hull>,
) -> Vec<(Vec<Manoeuvre>, Hull)> {
    let mut ways = vec![(Vec::new(), start)];
    let mut first = 0;
    for _ in 0..moves {
        let last = ways.len();
        for from in first..last {
            for manoeuvre in Manoeuvre::ALL {
                let (way, hull) = &ways[from];
                let Some(next) = course(hull, manoeuvre) else { continue };
                if ways.iter().all(|(_, known)| *known != next) {
                    let way = way.iter().copied().chain([manoeuvre]).collect();
                    ways.push((way, next));
                }
            }
        }
        first = last;
    }
    ways
}

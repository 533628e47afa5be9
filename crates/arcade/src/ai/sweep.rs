//! Predicts how many shots will miss in a search for the ships afloat.

use super::bits::Bits;
use super::chart::Chart;
use super::slices::Tally;
use super::waters::Waters;

/// The prediction ends when the probability that at least one ship is still hidden is below this
/// value.
const REST: f64 = 0.003;

/// Predicts a search for the ships afloat. A run is a place for a straight ship. Each shot after
/// the first goes to the cell on the most runs of the ships afloat, as with
/// [`Density`](super::Density). Every shot is assumed to miss, so all shots are known in advance.
///
/// All runs of a ship are assumed to be equally likely. Then the ship is still hidden with a
/// probability equal to the share of its runs that have no shot on them. The probabilities of all
/// ships give the probability that at least one ship is still hidden. The sum of this probability
/// over all shots is the mean number of misses until the *last* ship is found.
///
/// Such a prediction is called a rollout: it follows one simple rule (shoot at the cell on the most
/// runs) to the end of the search. Comparing the rollouts of several first shots finds a better
/// first shot than the rule alone (Bertsekas, Tsitsiklis and Wu, 1997).
#[derive(Clone, Debug, Default)]
pub(super) struct Sweep<B> {
    tally: Tally<B>,
    runs: Tally<B>,
    sought: Vec<Sought>,
}

#[derive(Clone, Debug)]
struct Sought {
    length: u32,
    ships: i32,
    /// The number of runs at the beginning of the search.
    runs: u32,
    /// The number of runs that no shot has covered.
    left: u32,
}

impl<B: Bits> Sweep<B> {
    pub(super) fn begin(&mut self, chart: &Chart<B>) {
        self.sought.clear();
        for length in chart.afloat() {
            match self.sought.iter_mut().find(|sought| sought.length == length) {
                Some(sought) => sought.ships += 1,
                None => self.sought.push(Sought { length, ships: 1, runs: 0, left: 0 }),
            }
        }
        self.count_runs(chart.waters(), &chart.targets());
        for sought in &mut self.sought {
            sought.runs = sought.left;
        }
    }

    /// Counts the runs in `free`: those of each length, and for each cell the runs that cover it.
    fn count_runs(&mut self, waters: &Waters<B>, free: &B) {
        self.tally.clear();
        for sought in &mut self.sought {
            self.runs.clear();
            sought.left = self.runs.add_all_runs(waters, free, sought.length);
            for _ in 0..sought.ships {
                self.tally.merge(&self.runs, 0);
            }
        }
    }

    /// Returns the cells of `free`, the cell on the most runs first. Among equal cells, the white
    /// cells (one colour of a chessboard) come first.
    fn ranking<'a>(&'a self, waters: &'a Waters<B>, free: &B) -> impl Iterator<Item = u32> + 'a {
        let mut free = free.clone();
        std::iter::from_fn(move || {
            let best = self.tally.largest(&free);
            let cell = best.and(&waters.white).first().or_else(|| best.first())?;
            free = free.minus(&waters.single(cell));
            Some(cell)
        })
    }

    /// Returns the `count` best first shots. Call [`begin`](Self::begin) before this method.
    pub(super) fn openings(&self, chart: &Chart<B>, count: usize) -> Vec<u32> {
        self.ranking(chart.waters(), &chart.targets()).take(count).collect()
    }

    /// Returns the mean number of misses until all ships are found. The first shot is at `first`.
    pub(super) fn misses(&mut self, chart: &Chart<B>, first: u32) -> f64 {
        let waters = chart.waters();
        let mut free = chart.targets();
        let mut next = Some(first);
        let mut misses = 0.0;
        while let Some(cell) = next {
            free = free.minus(&waters.single(cell));
            self.count_runs(waters, &free);
            let hidden = self.hidden();
            misses += hidden;
            if hidden < REST {
                break;
            }
            next = self.ranking(waters, &free).next();
        }
        misses
    }

    /// Returns the probability that at least one ship is still hidden, as if ships could overlap.
    fn hidden(&self) -> f64 {
        let found = |sought: &Sought| {
            let left = f64::from(sought.left) / f64::from(sought.runs.max(1));
            (1.0 - left).powi(sought.ships)
        };
        1.0 - self.sought.iter().map(found).product::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::testing::chart;

    fn misses(chart: &Chart, first: u32) -> f64 {
        let mut sweep = Sweep::default();
        sweep.begin(chart);
        sweep.misses(chart, first)
    }

    /// For a single ship the prediction is exact: until a hit, the search is the same for every
    /// place of the ship.
    #[test]
    fn the_misses_are_the_mean_over_all_places_of_a_single_ship() {
        for (length, first) in [(2, 5), (3, 5), (3, 12), (4, 0)] {
            let chart = chart(5, 5, &[length]);
            let runs: Vec<_> = chart.waters().runs(chart.waters().all(), length).collect();
            let of = |run: &u128| {
                let mut sweep = Sweep::default();
                sweep.begin(&chart);
                let mut free = chart.targets();
                let mut cell = first;
                let mut misses = 0_u32;
                while !run.has(cell) {
                    misses += 1;
                    free = free.minus(&chart.waters().single(cell));
                    sweep.count_runs(chart.waters(), &free);
                    cell = sweep.ranking(chart.waters(), &free).next().unwrap();
                }
                f64::from(misses)
            };
            let count = f64::from(chart.waters().count_runs(chart.waters().all(), length));
            let mean = runs.iter().map(of).sum::<f64>() / count;
            assert!((misses(&chart, first) - mean).abs() < 1e-9, "{length} from {first}");
        }
    }

    #[test]
    fn openings_come_best_first_and_white_before_black() {
        let chart = chart(4, 4, &[2, 2, 3]);
        let mut sweep = Sweep::default();
        sweep.begin(&chart);
        assert_eq!(sweep.openings(&chart, 5), [5, 10, 6, 9, 2]);
    }
}

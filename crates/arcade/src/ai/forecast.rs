//! Uses a set of fleets to predict the answer to a shot at each cell. Also predicts how many shots
//! will miss in a search for the ships afloat.

use super::bits::Bits;
use super::chart::Chart;
use super::slices::Tally;
use super::waters::Waters;

/// The probabilities of the answers to a shot at each cell: a hit that sinks no ship, or the
/// sinking of a given ship.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    ships: usize,
    total: f64,
    /// For each cell, first the weight of the fleets in which a shot hits but sinks no ship. Then,
    /// for each ship, the weight of the fleets in which the shot sinks this ship.
    outcomes: Vec<f64>,
    /// For each cell, the weight of the free ships (ships that cover no hit) that
    /// [`add_free_ship`](Self::add_free_ship) has added there.
    free: Vec<f64>,
}

impl Forecast {
    /// Makes a new forecast from fleets with weights. All fleets must fit `chart`. In the fleets, a
    /// ship that covers no hit (a free ship) may be an empty set. Then call
    /// [`add_free_ship`](Self::add_free_ship) for it afterwards.
    pub(super) fn survey<'f, B: Bits + 'f>(
        &mut self,
        chart: &Chart<B>,
        fleets: impl Iterator<Item = (&'f [B], f64)>,
    ) {
        let area = chart.waters().rows() * chart.waters().cols();
        self.ships = chart.lengths().len();
        self.outcomes.clear();
        self.outcomes.resize(area as usize * (self.ships + 1), 0.0);
        self.free.clear();
        self.free.resize(area as usize, 0.0);
        self.total = 0.0;
        for (fleet, weight) in fleets {
            self.total += weight;
            for (number, ship) in fleet.iter().enumerate() {
                let rest = ship.minus(chart.hits());
                let outcome = if rest.count() == 1 { number + 1 } else { 0 };
                for cell in rest.cells() {
                    self.outcomes[cell as usize * (self.ships + 1) + outcome] += weight;
                }
            }
        }
    }

    /// Adds the total `weight` of the fleets in which a free ship lies on `cell`. Assumes that a
    /// shot there does not sink the ship.
    pub(super) fn add_free_ship(&mut self, cell: u32, weight: f64) {
        self.free[cell as usize] += weight;
        self.outcomes[cell as usize * (self.ships + 1)] += weight;
    }

    fn outcomes(&self, cell: u32) -> &[f64] {
        let start = cell as usize * (self.ships + 1);
        &self.outcomes[start..=start + self.ships]
    }

    pub(super) fn hit(&self, cell: u32) -> f64 {
        (self.outcomes(cell).iter().sum::<f64>() / self.total).min(1.0)
    }

    #[cfg(test)]
    pub(super) fn sinks(&self, cell: u32, ship: usize) -> f64 {
        self.outcomes(cell)[ship + 1] / self.total
    }

    pub(super) fn hit_free_ship(&self, cell: u32) -> f64 {
        self.free[cell as usize] / self.total
    }

    /// Returns the information in the answer to a shot at `cell`, in bits.
    pub(super) fn information(&self, cell: u32) -> f64 {
        let outcomes = self.outcomes(cell).iter().map(|weight| surprise(weight / self.total));
        outcomes.sum::<f64>() + surprise(1.0 - self.hit(cell))
    }
}

/// Returns what an outcome of this probability adds to the entropy, in bits (Shannon 1948).
pub(crate) fn surprise(probability: f64) -> f64 {
    if probability > 0.0 { -probability * probability.log2() } else { 0.0 }
}

/// The prediction ends if the probability that any ship is still hidden is less than this.
const REST: f64 = 0.003;

/// Predicts a search for the ships afloat. Assumes that every shot misses, so all cells of the
/// search are known in advance. A run is a place for a straight ship. Each shot after the first
/// goes to the cell on the most runs of the ships afloat, as with [`Density`](super::Density).
///
/// All runs of a ship are assumed to be equally likely. Then the ship is still hidden with a
/// probability equal to the share of its runs that have no shot on them. The probabilities of all
/// ships give the probability that any ship is still hidden. The sum of this probability over all
/// shots is the mean number of misses until the *last* ship is found.
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
        self.survey(chart.waters(), &chart.targets());
        for sought in &mut self.sought {
            sought.runs = sought.left;
        }
    }

    fn survey(&mut self, waters: &Waters<B>, free: &B) {
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
            let cell = best.and(waters.white()).first().or_else(|| best.first())?;
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
            self.survey(waters, &free);
            let hidden = self.hidden();
            misses += hidden;
            if hidden < REST {
                break;
            }
            next = self.ranking(waters, &free).next();
        }
        misses
    }

    /// Returns the probability that any ship is still hidden, as if ships could overlap.
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
                    sweep.survey(chart.waters(), &free);
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

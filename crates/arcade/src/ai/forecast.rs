//! Uses a set of fleets to predict the answer to a shot at each cell.

use super::bits::Bits;
use super::chart::Chart;

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
    /// ship that covers no hit (a free ship) may be an empty set. For such a ship, call
    /// [`add_free_ship`](Self::add_free_ship) afterwards.
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

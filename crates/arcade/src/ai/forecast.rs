//! What a shot at each cell would bring, over a set of fleets.

use super::bits::Bits;
use super::chart::Chart;

/// For each cell, how likely a shot there hits, and sinks each ship, over weighted fleets.
#[derive(Clone, Debug, Default)]
pub(super) struct Forecast {
    ships: usize,
    total: f64,
    /// For each cell: the weight of the fleets that it hits without sinking, then for each ship the
    /// weight of those where it sinks that ship.
    outcomes: Vec<f64>,
    /// For each cell: the weight of the fleets with a ship there of which only this is known.
    strays: Vec<f64>,
}

impl Forecast {
    /// Surveys `fleets`, which fit `chart`, each with its weight. An empty set is a ship that is left
    /// out.
    pub(super) fn survey<'f, B: Bits + 'f>(
        &mut self,
        chart: &Chart<B>,
        fleets: impl Iterator<Item = (&'f [B], f64)>,
    ) {
        let area = chart.waters().rows() * chart.waters().cols();
        self.ships = chart.lengths().len();
        self.outcomes.clear();
        self.outcomes.resize(area as usize * (self.ships + 1), 0.0);
        self.strays.clear();
        self.strays.resize(area as usize, 0.0);
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

    /// Notes that a ship of the fleets surveyed lies on `cell` in fleets of this `weight`, and is not
    /// sunk there.
    pub(super) fn note_stray(&mut self, cell: u32, weight: f64) {
        self.strays[cell as usize] += weight;
        self.outcomes[cell as usize * (self.ships + 1)] += weight;
    }

    fn outcomes(&self, cell: u32) -> &[f64] {
        let start = cell as usize * (self.ships + 1);
        &self.outcomes[start..=start + self.ships]
    }

    /// How likely a shot at `cell` hits.
    pub(super) fn hit(&self, cell: u32) -> f64 {
        (self.outcomes(cell).iter().sum::<f64>() / self.total).min(1.0)
    }

    /// How likely a shot at `cell` sinks `ship`.
    #[cfg(test)]
    pub(super) fn sinks(&self, cell: u32, ship: usize) -> f64 {
        self.outcomes(cell)[ship + 1] / self.total
    }

    /// How likely a shot at `cell` hits one of the ships noted as strays.
    pub(super) fn stray(&self, cell: u32) -> f64 {
        self.strays[cell as usize] / self.total
    }

    /// How many bits of knowledge the answer to a shot at `cell` holds.
    pub(super) fn bits(&self, cell: u32) -> f64 {
        let outcomes = self.outcomes(cell).iter().map(|weight| surprise(weight / self.total));
        outcomes.sum::<f64>() + surprise(1.0 - self.hit(cell))
    }
}

/// The share of an outcome of this probability in the entropy, in bits (Shannon 1948).
pub(crate) fn surprise(probability: f64) -> f64 {
    if probability > 0.0 { -probability * probability.log2() } else { 0.0 }
}

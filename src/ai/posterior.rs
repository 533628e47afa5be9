//! Gunnery by the posterior: fire where most of the fleets that fit have a ship.

use super::gunners::pick;
use super::{Bits, Chart, Density, Fits, Forecast, Gunner};
use crate::dice::Dice;

/// What one bit of knowledge is worth, in hits.
const KNOWLEDGE: f64 = 0.5;

/// Fleets that fit a chart: all of them when they are few, else a uniform sample, carried from shot to
/// shot. Fleets that no longer fit are dropped; new ones are drawn when too few are left (a particle
/// filter with exact rejuvenation).
#[derive(Clone, Debug)]
pub struct Fleets<B = u128> {
    ships: usize,
    /// One fleet after the other, one set per ship.
    cells: Vec<B>,
    complete: bool,
    budget: Budget,
}

/// How much work a sample may cost, in steps, never in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The size of the sample.
    pub sample: usize,
    /// All fleets are kept when no more draws than this stand for them.
    pub complete: u64,
    /// The most cores looked at: see [`Fits::new`].
    pub cores: usize,
}

impl Budget {
    /// Enough for play.
    pub const PLAY: Self = Self { sample: 1000, complete: 2000, cores: 20_000 };
}

impl<B: Bits> Fleets<B> {
    /// No fleets yet, of `ships` ships each.
    pub const fn new(ships: usize, budget: Budget) -> Self {
        Self { ships, cells: Vec::new(), complete: false, budget }
    }

    /// All fleets, as sets of cells ship by ship.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[B]> {
        self.cells.chunks_exact(self.ships)
    }

    /// The number of fleets.
    pub fn len(&self) -> usize {
        self.cells.len() / self.ships
    }

    /// Whether there is no fleet.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// Whether these are all fleets that fit, each once.
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// Brings the fleets to what `chart` knows now. `chart` is that of the last call, or one that
    /// knows more.
    pub fn refresh(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) {
        self.drop_unfit(chart);
        if self.complete && !self.is_empty() || self.len() >= self.budget.sample / 2 {
            return;
        }
        if let Some(fits) = Fits::new(chart, self.budget.cores) {
            if fits.draws() <= self.budget.complete {
                self.take_all(&fits);
            } else {
                self.top_up(&fits, dice);
            }
        }
    }

    fn drop_unfit(&mut self, chart: &Chart<B>) {
        let mut kept = Vec::with_capacity(self.cells.len());
        for fleet in self.cells.chunks_exact(self.ships).filter(|fleet| chart.admits(fleet)) {
            kept.extend_from_slice(fleet);
        }
        self.cells = kept;
    }

    fn take_all(&mut self, fits: &Fits<'_, B>) {
        self.complete = true;
        self.cells.clear();
        fits.each(&mut |fleet| self.cells.extend_from_slice(fleet));
    }

    fn top_up(&mut self, fits: &Fits<'_, B>, dice: &mut dyn Dice) {
        self.complete = false;
        let mut fleet = Vec::with_capacity(self.ships);
        for _ in 0..self.budget.sample * 20 {
            if self.len() >= self.budget.sample {
                break;
            }
            if fits.draw(dice, &mut fleet) {
                self.cells.extend_from_slice(&fleet);
            }
        }
    }
}

/// Hunts as [`Density`]; with open hits, fires at the cell of the best [`Forecast`] over the fleets that
/// fit, if the budget finds any.
/// Draws: those of the sample, then one among the best cells.
#[derive(Clone, Debug)]
pub struct Posterior<B = u128> {
    fleets: Fleets<B>,
    density: Density<B>,
    forecast: Forecast,
}

impl<B: Bits> Posterior<B> {
    /// A gunner against fleets of as many ships as `chart` has, at most `budget` of work a shot.
    pub fn new(chart: &Chart<B>, budget: Budget) -> Self {
        let ships = chart.lengths().len();
        let density = Density::new(chart.waters().none());
        Self { fleets: Fleets::new(ships, budget), density, forecast: Forecast::new(ships) }
    }

    /// The cells of the highest score among `cells`.
    fn best(&self, cells: &B) -> B {
        let mut best = cells.xor(cells);
        let mut most = f64::NEG_INFINITY;
        for cell in cells.cells() {
            let score = self.forecast.hit(cell) + KNOWLEDGE * self.forecast.bits(cell);
            if score > most {
                best = cells.xor(cells);
                most = score;
            }
            if score >= most {
                best.insert(cell);
            }
        }
        best
    }
}

impl<B: Bits> Gunner<B> for Posterior<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Option<u32> {
        if chart.open_hits().is_empty() {
            return self.density.aim(chart, dice);
        }
        self.fleets.refresh(chart, dice);
        if self.fleets.is_empty() {
            return self.density.aim(chart, dice);
        }
        self.forecast.survey(chart, self.fleets.iter().map(|fleet| (fleet, 1.0)));
        pick(&self.best(&chart.targets()), dice)
    }
}

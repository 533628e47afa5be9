//! Gunnery by the posterior: fire where most of the fleets that fit have a ship.

use super::bits::Bits;
use super::chart::Chart;
use super::density::Density;
use super::fits::Fits;
use super::fits::choices;
use super::forecast::Forecast;
use super::gunners::pick;
use super::sweep::Sweep;
use super::tally::Tally;
use super::waters::axes;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// What one bit of knowledge is worth, in hits.
const KNOWLEDGE: f64 = 0.2;

/// What a miss at the best cell to hunt is worth, in hits: the hunt would have cost that shot anyway.
const ERRAND: f64 = 0.5;

/// How many ways to cover the open hits are examined at most; with more it falls back to density.
const CORES: usize = 20_000;

/// Searches are simulated only while at most so many ships are afloat; with more the forecast is poor.
const AFLOAT: usize = 3;

/// So many first shots of a search are tried, the best by density. With more of them the gain is less:
/// far from the rule, what is foreseen is less true.
const OPENINGS: usize = 6;

/// With more cells than this left to shoot at, a search is too long to be simulated.
const TARGETS: u32 = 128;

/// Figures that differ by less than this count as equal.
const TIE: f64 = 1e-9;

/// Fleets that fit a chart: all of them when they are few, else a uniform sample, carried from shot to
/// shot. Fleets that no longer fit are dropped; new ones are drawn when too few are left (a particle
/// filter with exact rejuvenation).
#[derive(Clone, Debug)]
pub struct Fleets<B = u128> {
    /// Ships of each fleet, at least 1.
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
    /// If all fleets can be listed in at most so many draws, all are kept instead of a sample.
    pub complete: u64,
    /// The most ways to cover the hits that are looked at.
    pub cores: usize,
}

impl<B: Bits> Fleets<B> {
    /// No fleets yet.
    pub const fn new(budget: Budget) -> Self {
        Self { ships: 1, cells: Vec::new(), complete: false, budget }
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

    /// Brings the fleets to what `chart` knows now. `chart` is that of the last call with more shots
    /// noted; for another game use other `Fleets`.
    pub fn refresh(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) {
        if self.ships != chart.lengths().len() {
            *self = Self { ships: chart.lengths().len(), ..Self::new(self.budget) };
        }
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
        for _ in 0..self.budget.sample.saturating_mul(20) {
            if self.len() >= self.budget.sample {
                break;
            }
            if fits.draw(dice, &mut fleet) {
                self.cells.extend_from_slice(&fleet);
            }
        }
    }
}

/// Hunts by the search that is foreseen to be the shortest, and finishes ships by the chances of a hit
/// over all fleets that fit.
///
/// *Hunting*, it tries the first shots that [`Density`] likes best, foresees for each how many shots
/// would miss before all ships are found, and fires the one with the fewest: a rollout of the density
/// rule (see `sweep.rs`). With many ships afloat it hunts as [`Density`] does.
///
/// *With open hits*, it weighs every way to cover the hits with ships by the number of fleets that it
/// stands for (see `fits.rs`; ships left over count each on its own), and sums up the ways instead
/// of drawing from them, so that the chances carry no noise (Rao and Blackwell). It fires at the cell of
/// the best sum of the chance to hit, the bits of knowledge in the answer, and, if it misses, what the
/// miss is worth to the hunt for the other ships.
///
/// It draws once for each shot, among the best cells. It ignores sightings and doubts of the `Chart`.
#[derive(Clone, Debug)]
pub struct Posterior<B = u128> {
    density: Density<B>,
    sweep: Sweep<B>,
    forecast: Forecast,
    /// In how many placements one ship covers each cell.
    runs: Tally<B>,
    /// What the last shot was chosen by.
    reason: Reason,
}

/// What a shot is chosen by.
#[derive(Clone, Debug, Default)]
enum Reason {
    /// The runs over each cell.
    #[default]
    Density,
    /// How many shots would miss in a search that begins at one of these cells.
    Search(Vec<(u32, f64)>),
    /// The chances of a hit.
    Chances,
}

impl<B: Bits> Default for Posterior<B> {
    fn default() -> Self {
        let (density, sweep) = (Density::default(), Sweep::default());
        let (forecast, runs) = (Forecast::default(), Tally::default());
        Self { density, sweep, forecast, runs, reason: Reason::default() }
    }
}

impl<B: Bits> Posterior<B> {
    /// The first shots of the shortest search; `None` when it is too long to be foreseen.
    fn shortest(&mut self, chart: &Chart<B>) -> Option<B> {
        if chart.afloat().count() > AFLOAT || chart.targets().count() > TARGETS {
            return None;
        }
        self.sweep.begin(chart);
        let openings = self.sweep.openings(chart, OPENINGS);
        let misses = openings.into_iter().map(|cell| (cell, self.sweep.misses(chart, cell)));
        let misses: Vec<_> = misses.collect();
        let best = lowest(misses.iter().copied(), &chart.waters().none());
        self.reason = Reason::Search(misses);
        Some(best)
    }

    /// The cells to fire at with open hits; `None` when no fleet fits or there are too many ways to
    /// cover the hits.
    fn likeliest(&mut self, chart: &Chart<B>) -> Option<B> {
        let fits = Fits::new(chart, CORES)?;
        if fits.draws() == 0 {
            return None;
        }
        let cores: Vec<_> = fits.cores().map(|core| (core, weight(chart, core))).collect();
        self.forecast.survey(chart, cores.iter().copied());
        for (ship, length) in chart.lengths().iter().enumerate() {
            let at_large = cores.iter().filter(|(core, _)| core[ship].is_empty());
            self.scatter(chart, *length, at_large.map(|(_, weight)| weight).sum());
        }
        self.reason = Reason::Chances;
        Some(self.best(&chart.targets()))
    }

    /// Forecasts a ship that lies on any run with the same chance, over fleets of this `weight`.
    fn scatter(&mut self, chart: &Chart<B>, length: u32, weight: f64) {
        let (waters, targets) = (chart.waters(), chart.targets());
        let count = waters.count_runs(&targets, length);
        if count == 0 || weight <= 0.0 {
            return;
        }
        self.runs.clear();
        for axis in axes(length) {
            let starts = waters.starts_on_board(&targets, length, axis);
            self.runs.add_runs(&starts, length, waters.step(axis));
        }
        for cell in targets.cells() {
            let share = f64::from(self.runs.count(cell)) / f64::from(count);
            self.forecast.note_stray(cell, weight * share);
        }
    }

    /// The cells of the highest score among `cells`.
    fn best(&self, cells: &B) -> B {
        let forecast = &self.forecast;
        let most = cells.cells().map(|cell| forecast.stray(cell)).fold(f64::MIN_POSITIVE, f64::max);
        let score = |cell| {
            let hit = forecast.hit(cell);
            let errand = (1.0 - hit) * forecast.stray(cell) / most;
            hit + KNOWLEDGE * forecast.bits(cell) + ERRAND * errand
        };
        lowest(cells.cells().map(|cell| (cell, -score(cell))), &cells.xor(cells))
    }
}

/// How many fleets contain `core` (ships that cover the hits), as if the other ships could not collide.
fn weight<B: Bits>(chart: &Chart<B>, core: &[B]) -> f64 {
    choices(chart, core).map(f64::from).product()
}

/// The cells with the lowest figure. `none` is an empty set of the right size.
fn lowest<B: Bits>(figures: impl Iterator<Item = (u32, f64)>, none: &B) -> B {
    let mut least = f64::INFINITY;
    let mut best = none.clone();
    for (cell, figure) in figures {
        if figure < least - TIE {
            best = none.clone();
            least = figure;
        }
        if figure <= least + TIE {
            best.insert(cell);
        }
    }
    best
}

impl<B: Bits> Gunner<B> for Posterior<B> {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let hunting = chart.open_hits().is_empty();
        let best = if hunting { self.shortest(chart) } else { self.likeliest(chart) };
        if let Some(cell) = best.and_then(|best| pick(&best, dice)) {
            return Ok(chart.coord(cell));
        }
        self.reason = Reason::Density;
        self.density.aim(chart, dice)
    }

    /// The chance of a hit, the runs over a cell or, of the first shots of a search, how short it is.
    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        let Some(cell) = chart.waters().cell(at).filter(|cell| chart.targets().has(*cell)) else {
            return 0.0;
        };
        match &self.reason {
            Reason::Density => self.density.heat(chart, at),
            Reason::Chances => self.forecast.hit(cell),
            Reason::Search(openings) => {
                let opening = openings.iter().find(|(opening, _)| *opening == cell);
                opening.map_or(0.0, |(_, misses)| 1.0 / (1.0 + misses))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Waters, random_fleet, visit_fleets};
    use broadside_core::board::Dims;
    use broadside_core::dice::Twister;
    use std::ops::ControlFlow;

    fn chart(rows: i64, cols: i64, lengths: &[u32]) -> Chart {
        Chart::new(Waters::new(Dims::new(rows, cols).unwrap()).unwrap(), lengths).unwrap()
    }

    fn fire(chart: &mut Chart, fleet: &[u128], cell: u32) {
        let shot = chart.waters().single(cell);
        let hit = fleet.iter().position(|ship| ship.has(cell));
        let sinks = hit.filter(|ship| fleet[*ship].minus(chart.hits()) == shot);
        let hits = if hit.is_some() { shot } else { 0 };
        chart.note_shot(&shot, &hits, sinks.as_slice()).unwrap();
    }

    /// The forecast over every fleet that fits, one by one.
    fn slow(chart: &Chart) -> Forecast {
        let mut fleets = Vec::new();
        let mut see = |fleet: &[u128]| {
            fleets.push(fleet.to_vec());
            ControlFlow::Continue(())
        };
        assert!(visit_fleets(chart, &mut see).is_continue());
        let mut forecast = Forecast::default();
        forecast.survey(chart, fleets.iter().map(|fleet| (&fleet[..], 1.0)));
        forecast
    }

    /// With at most one ship left over, the ways to cover the hits stand for exactly the fleets that fit.
    /// So the chances to sink are those of the enumeration, and without strays those to hit too.
    #[test]
    fn chances_are_those_of_all_fleets_that_fit() {
        let mut dice = Twister::from_python_seed(&5.into());
        let (mut looked, mut pinned) = (0, 0);
        for _ in 0..150 {
            let mut chart = chart(4, 5, &[3, 2]);
            let fleet = random_fleet(chart.waters(), &[3, 2], &mut dice).unwrap();
            while chart.unhit() > 0 {
                let cell = pick(&chart.targets(), &mut dice).unwrap();
                fire(&mut chart, &fleet, cell);
                let mut gunner = Posterior::default();
                if chart.open_hits() == 0 || gunner.likeliest(&chart).is_none() {
                    continue;
                }
                let expected = slow(&chart);
                let known = chart.targets().cells().all(|cell| gunner.forecast.stray(cell) <= 0.0);
                for cell in chart.targets().cells() {
                    let sinks = |forecast: &Forecast| [0, 1].map(|ship| forecast.sinks(cell, ship));
                    for (fast, slow) in sinks(&gunner.forecast).into_iter().zip(sinks(&expected)) {
                        assert!((fast - slow).abs() < 1e-9, "{chart:?}");
                    }
                    let gap = (gunner.forecast.hit(cell) - expected.hit(cell)).abs();
                    assert!(!known || gap < 1e-9, "{chart:?}");
                }
                looked += 1;
                pinned += u32::from(known);
            }
        }
        assert!(looked > 500 && pinned > 200, "{looked} and {pinned}");
    }

    /// In a row of seven a ship of four always lies over the middle, and then more likely than not on
    /// either cell beside it.
    #[test]
    fn a_hunt_begins_where_the_search_is_shortest() {
        let mut dice = Twister::from_python_seed(&1.into());
        let mut chart = chart(1, 7, &[4]);
        let mut gunner = Posterior::default();
        assert_eq!(gunner.aim(&chart, &mut dice), Ok(Coord::new(0, 3)));
        chart.note_shot(&0b1000, &0b1000, &[]).unwrap();
        assert!([2, 4].contains(&gunner.aim(&chart, &mut dice).unwrap().col));
    }

    #[test]
    fn games_end_whatever_the_board_and_the_fleet() {
        let mut dice = Twister::from_python_seed(&2.into());
        for (rows, cols, lengths) in
            [(10, 10, &[5, 4, 3, 3, 2][..]), (2, 3, &[3, 3]), (3, 9, &[1, 1, 4])]
        {
            let mut chart = chart(rows, cols, lengths);
            let fleet = random_fleet(chart.waters(), lengths, &mut dice).unwrap();
            let mut gunner = Posterior::default();
            while chart.unhit() > 0 {
                let at = gunner.aim(&chart, &mut dice).unwrap();
                let cell = chart.waters().cell(at).unwrap();
                assert!(chart.targets().has(cell));
                fire(&mut chart, &fleet, cell);
            }
        }
    }
}

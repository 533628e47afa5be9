//! The fleets that fit a chart: counted, visited one by one, or drawn at random.
//!
//! A fleet that fits is found in two steps. First come the ships that the hits pin down: sunk ships
//! among the cells hit when they sank, then for the smallest hit not yet covered each way that a ship
//! afloat can lie across it, until every hit is covered. Such a *core* is reached in exactly one
//! way by each fleet that fits. Then the ships left over lie anywhere in the water not shot at.
//!
//! A core with n1, n2, ... runs for its remaining ships holds at most n1 n2 ... fleets. Drawing a core
//! with that weight, then a run for each remaining ship, and rejecting overlaps therefore gives every
//! fleet that fits the same chance (rejection sampling, von Neumann 1951).

use super::bits::Bits;
use super::chart::Chart;
use super::placement::below;
use broadside_core::dice::Dice;
use std::ops::ControlFlow;

/// Every way to cover the hits of a chart with ships.
#[derive(Debug)]
pub(super) struct Fits<'c, B> {
    chart: &'c Chart<B>,
    /// One core after the other, one set per ship; an empty set is a ship still free.
    cores: Vec<B>,
    /// For each core, the number of draws that it and the cores before it stand for.
    totals: Vec<u64>,
}

impl<'c, B: Bits> Fits<'c, B> {
    /// The cores of `chart`; `None` when there are more than `limit`.
    pub(super) fn new(chart: &'c Chart<B>, limit: usize) -> Option<Self> {
        let mut fits = Self { chart, cores: Vec::new(), totals: Vec::new() };
        let mut visit = |core: &[B], _: &B| fits.push(core, limit);
        match visit_cores(chart, &mut visit) {
            ControlFlow::Continue(()) => Some(fits),
            ControlFlow::Break(()) => None,
        }
    }

    fn push(&mut self, core: &[B], limit: usize) -> ControlFlow<()> {
        let draws = choices(self.chart, core).map(u64::from).fold(1, u64::saturating_mul);
        if draws > 0 {
            self.cores.extend_from_slice(core);
            self.totals.push(self.draws().saturating_add(draws));
        }
        if self.totals.len() > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The number of draws that stand for a fleet or an overlap: no fewer fleets than this fit.
    pub(super) fn draws(&self) -> u64 {
        self.totals.last().copied().unwrap_or(0)
    }

    /// Every way to cover the hits, one set per ship: empty for a ship that may lie anywhere else.
    pub(super) fn cores(&self) -> impl Iterator<Item = &[B]> {
        self.cores.chunks(self.chart.lengths().len())
    }

    /// Draws a fleet into `fleet`; `false` when two of its ships overlap, or when it is not where
    /// something was seen, or when no fleet fits. Draws: one number for the core, then one for each free
    /// ship.
    pub(super) fn draw(&self, dice: &mut dyn Dice, fleet: &mut Vec<B>) -> bool {
        if self.draws() == 0 {
            return false;
        }
        let ticket = dice.below(self.draws()).min(self.draws() - 1);
        let core = self.totals.partition_point(|total| *total <= ticket);
        let ships = self.chart.lengths().len();
        fleet.clear();
        fleet.extend_from_slice(&self.cores[core * ships..(core + 1) * ships]);
        let mut used = union(self.chart, fleet);
        let open = self.chart.targets().minus(&used);
        let waters = self.chart.waters();
        for (ship, length) in fleet.iter_mut().zip(self.chart.lengths()) {
            if !ship.is_empty() {
                continue;
            }
            let rank = below(dice, waters.count_runs(&open, *length));
            *ship = waters.nth_run(&open, *length, rank).expect("a rank below the count");
            if ship.meets(&used) {
                return false;
            }
            used = used.or(ship);
        }
        self.chart.explains_sightings(&used)
    }

    /// Shows `see` every fleet that fits, once each.
    pub(super) fn each(&self, see: &mut dyn FnMut(&[B])) {
        let mut see = |fleet: &[B]| {
            see(fleet);
            ControlFlow::Continue(())
        };
        for core in self.cores() {
            let used = union(self.chart, core);
            let flow = fill(self.chart, &mut core.to_vec(), &used, &mut see);
            debug_assert!(flow.is_continue(), "nobody breaks off");
        }
    }
}

/// Shows `see` every fleet that fits `chart`, a set of cells for each ship in the order of
/// [`Chart::lengths`], until it breaks off. An empty chart of a large board has billions of them.
pub fn visit_fleets<B: Bits>(
    chart: &Chart<B>,
    see: &mut dyn FnMut(&[B]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_cores(chart, &mut |core, used| fill(chart, &mut core.to_vec(), used, see))
}

/// How many runs there are for each ship that `core` leaves out, looked at each on its own.
pub(super) fn choices<B: Bits>(chart: &Chart<B>, core: &[B]) -> impl Iterator<Item = u32> {
    let open = chart.targets().minus(&union(chart, core));
    let free = core.iter().zip(chart.lengths()).filter(|(ship, _)| ship.is_empty());
    free.map(move |(_, length)| chart.waters().count_runs(&open, *length))
}

fn union<B: Bits>(chart: &Chart<B>, ships: &[B]) -> B {
    ships.iter().fold(chart.waters().none(), |all, ship| all.or(ship))
}

/// Lays the ships still free in all ways.
fn fill<B: Bits>(
    chart: &Chart<B>,
    fleet: &mut Vec<B>,
    used: &B,
    see: &mut dyn FnMut(&[B]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some(ship) = fleet.iter().position(Bits::is_empty) else {
        return if chart.explains_sightings(used) { see(fleet) } else { ControlFlow::Continue(()) };
    };
    let open = chart.targets().minus(used);
    for run in chart.waters().runs(&open, chart.lengths()[ship]) {
        let used = used.or(&run);
        fleet[ship] = run;
        fill(chart, fleet, &used, see)?;
    }
    fleet[ship] = chart.waters().none();
    ControlFlow::Continue(())
}

type SeeCore<'a, B> = &'a mut dyn FnMut(&[B], &B) -> ControlFlow<()>;

fn visit_cores<B: Bits>(chart: &Chart<B>, see: SeeCore<'_, B>) -> ControlFlow<()> {
    let none = chart.waters().none();
    let mut search = Search { chart, core: vec![none.clone(); chart.lengths().len()], see };
    search.lay_wrecks(0, &none)
}

/// The search for cores, ship by ship.
struct Search<'c, 's, B> {
    chart: &'c Chart<B>,
    core: Vec<B>,
    see: SeeCore<'s, B>,
}

impl<B: Bits> Search<'_, '_, B> {
    /// Lays the sunk ships from `index` on.
    fn lay_wrecks(&mut self, index: usize, used: &B) -> ControlFlow<()> {
        let chart = self.chart;
        let Some(sinking) = chart.sinkings().get(index) else { return self.cover(used) };
        if let Some(wreck) = &sinking.wreck {
            return self
                .lay(sinking.ship, wreck.clone(), used, |s, used| s.lay_wrecks(index + 1, used));
        }
        for place in chart.resting_places(sinking, used) {
            self.lay(sinking.ship, place, used, |search, used| search.lay_wrecks(index + 1, used))?;
        }
        ControlFlow::Continue(())
    }

    /// Covers the smallest hit that no ship covers yet with each ship that can.
    fn cover(&mut self, used: &B) -> ControlFlow<()> {
        let chart = self.chart;
        let open = chart.hits().minus(used);
        let Some(hit) = open.first() else { return (self.see)(&self.core, used) };
        if open.count() > self.reach() {
            return ControlFlow::Continue(());
        }
        let free = chart.free().minus(used);
        for (ship, length) in chart.lengths().iter().enumerate() {
            if !self.is_free(ship) {
                continue;
            }
            for run in chart.waters().runs_through(hit, &free, *length) {
                if !run.within(chart.hits()) {
                    self.lay(ship, run, used, Self::cover)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn lay(
        &mut self,
        ship: usize,
        run: B,
        used: &B,
        next: impl FnOnce(&mut Self, &B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if run.meets(used) {
            return ControlFlow::Continue(());
        }
        let used = used.or(&run);
        self.core[ship] = run;
        let flow = next(self, &used);
        self.core[ship] = self.chart.waters().none();
        flow
    }

    fn is_free(&self, ship: usize) -> bool {
        self.chart.is_afloat(ship) && self.core[ship].is_empty()
    }

    /// How many hits the ships not yet laid can cover at most: a ship afloat keeps a segment.
    fn reach(&self) -> u32 {
        let lengths = self.chart.lengths().iter().enumerate();
        lengths.filter(|(ship, _)| self.is_free(*ship)).map(|(_, length)| length - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::{Waters, random_fleet};
    use broadside_core::board::Dims;
    use broadside_core::dice::Twister;
    use std::collections::{HashMap, HashSet};

    fn waters(rows: i64, cols: i64) -> Waters<u128> {
        Waters::new(Dims::new(rows, cols).unwrap()).unwrap()
    }

    fn all(chart: &Chart) -> Vec<Vec<u128>> {
        let mut found = Vec::new();
        let mut see = |fleet: &[u128]| {
            found.push(fleet.to_vec());
            ControlFlow::Continue(())
        };
        assert!(visit_fleets(chart, &mut see).is_continue());
        found
    }

    /// All fleets of a small board that the chart admits, found the slow way.
    fn slow(chart: &Chart) -> HashSet<Vec<u128>> {
        let empty = Chart::new(chart.waters().clone(), chart.lengths()).unwrap();
        all(&empty).into_iter().filter(|fleet| chart.admits(fleet)).collect()
    }

    #[test]
    fn exactly_the_fleets_that_fit_are_visited_once() {
        let waters = waters(4, 4);
        let mut dice = Twister::from_python_seed(&3.into());
        for _ in 0..60 {
            let fleet = random_fleet(&waters, &[3, 2, 2], &mut dice).unwrap();
            let mut chart = Chart::new(waters.clone(), &[3, 2, 2]).unwrap();
            for _ in 0..8 {
                let cell = chart.targets().nth(below(&mut dice, chart.targets().count())).unwrap();
                strike(&mut chart, &fleet, waters.single(cell));
                let found = all(&chart);
                let set: HashSet<_> = found.iter().cloned().collect();
                assert_eq!(set.len(), found.len(), "a fleet was visited twice");
                assert_eq!(set, slow(&chart));
                assert!(set.contains(&fleet));
            }
        }
    }

    #[test]
    fn draws_are_uniform_over_the_fleets_that_fit() {
        let waters = waters(3, 3);
        let mut chart = Chart::new(waters.clone(), &[3, 2]).unwrap();
        chart.note_shot(&waters.single(4), &waters.single(4), &[]).unwrap();
        chart.note_sighting(&waters.run(0, 3, broadside_core::board::Axis::Row));
        let expected = all(&chart);
        let fits = Fits::new(&chart, 1000).unwrap();
        let mut dice = Twister::from_python_seed(&9.into());
        let mut seen: HashMap<Vec<u128>, usize> = HashMap::new();
        let mut fleet = Vec::new();
        for _ in 0..expected.len() * 2000 {
            if fits.draw(&mut dice, &mut fleet) {
                *seen.entry(fleet.clone()).or_default() += 1;
            }
        }
        assert_eq!(seen.len(), expected.len());
        let (least, most) = (seen.values().min().unwrap(), seen.values().max().unwrap());
        assert!(most - least < least / 4, "{least} to {most}");
    }

    pub(super) fn strike(chart: &mut Chart, fleet: &[u128], cells: u128) {
        let all = fleet.iter().fold(0, |all, ship| all | ship);
        let hits = chart.hits() | cells & all;
        let sunk = |ship: &usize| chart.is_afloat(*ship) && fleet[*ship].within(&hits);
        let sunk: Vec<_> = (0..fleet.len()).filter(sunk).collect();
        chart.note_shot(&cells, &(cells & all), &sunk).unwrap();
    }
}

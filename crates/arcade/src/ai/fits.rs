//! The fleets that fit a chart (what one side knows of the other fleet): they can be counted,
//! visited one by one, or drawn at random.
//!
//! The search has two steps. The first step tries every way to cover all hits with ships. It places
//! each sunk ship on cells that were hit before this ship sank, or by the sinking shot. Then it
//! places ships afloat, always on the first hit that no ship covers yet. Each result is called a
//! *core*. Every fleet that fits has exactly one core. The ships without a place in a core are
//! called *free*. The second step places the free ships on targets: cells that were not shot at and
//! are not known to be water.
//!
//! The first free ship of a core can lie on n1 runs (places for a straight ship), the second on n2
//! runs, and so on. So the core has at most n1 * n2 * ... fleets. A random fleet begins with a
//! random core, drawn with this product as its weight. Then a run is drawn for each free ship. The
//! fleet is rejected if ships overlap, or if no ship lies in an area where a ship was seen (a
//! sighting). So every fleet that fits has the same probability (rejection sampling, von Neumann
//! 1951), unless the sum of the weights is too large for 64 bits.

use super::bits::Bits;
use super::chart::Chart;
use super::placement::below;
use broadside_core::dice::Dice;
use std::ops::ControlFlow;

#[derive(Debug)]
pub(super) struct Fits<'c, B> {
    chart: &'c Chart<B>,
    /// The cores, one after the other: a set of cells for each ship, empty for a free ship.
    cores: Vec<B>,
    /// For each core, the number of possible draws with this core or a core before it.
    totals: Vec<u64>,
}

impl<'c, B: Bits> Fits<'c, B> {
    /// Returns the cores that leave room for each free ship; `None` if there are more than `limit`.
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

    /// Returns the number of possible draws: the fleets that fit, and the draws that are rejected.
    pub(super) fn draws(&self) -> u64 {
        self.totals.last().copied().unwrap_or(0)
    }

    pub(super) fn cores(&self) -> impl Iterator<Item = &[B]> {
        self.cores.chunks(self.chart.lengths().len())
    }

    /// Draws a fleet into `fleet`. Returns `false` if two ships overlap, if the fleet contradicts a
    /// sighting, or if no fleet fits. Draws one number for the core, and then one number for each
    /// free ship until ships overlap.
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
}

/// Calls `see` for every fleet that fits `chart`, until `see` breaks. A fleet has one set of cells
/// for each ship, in the order of the lengths that `chart` was made with. Billions of fleets fit a
/// large empty chart.
pub fn visit_fleets<B: Bits>(
    chart: &Chart<B>,
    see: &mut dyn FnMut(&[B]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit_cores(chart, &mut |core, used| fill(chart, &mut core.to_vec(), used, see))
}

/// Returns the number of runs of each free ship of `core`, as if free ships could overlap.
pub(super) fn choices<B: Bits>(chart: &Chart<B>, core: &[B]) -> impl Iterator<Item = u32> {
    let open = chart.targets().minus(&union(chart, core));
    let free = core.iter().zip(chart.lengths()).filter(|(ship, _)| ship.is_empty());
    free.map(move |(_, length)| chart.waters().count_runs(&open, *length))
}

fn union<B: Bits>(chart: &Chart<B>, ships: &[B]) -> B {
    ships.iter().fold(chart.waters().none(), |all, ship| all.or(ship))
}

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
    search.place_wrecks(0, &none)
}

struct Search<'c, 's, B> {
    chart: &'c Chart<B>,
    core: Vec<B>,
    see: SeeCore<'s, B>,
}

impl<B: Bits> Search<'_, '_, B> {
    fn place_wrecks(&mut self, index: usize, used: &B) -> ControlFlow<()> {
        let chart = self.chart;
        let Some(sinking) = chart.sinkings.get(index) else { return self.cover(used) };
        let next = |search: &mut Self, used: &B| search.place_wrecks(index + 1, used);
        if let Some(wreck) = &sinking.wreck {
            return self.place(sinking.ship, wreck.clone(), used, next);
        }
        for place in chart.resting_places(sinking, used) {
            self.place(sinking.ship, place, used, next)?;
        }
        ControlFlow::Continue(())
    }

    fn cover(&mut self, used: &B) -> ControlFlow<()> {
        let chart = self.chart;
        let open = chart.hits().minus(used);
        let Some(hit) = open.first() else { return (self.see)(&self.core, used) };
        if open.count() > self.reach() {
            return ControlFlow::Continue(());
        }
        let free = chart.free().minus(used);
        for (ship, length) in chart.lengths().iter().enumerate() {
            if !self.is_unplaced(ship) {
                continue;
            }
            for run in chart.waters().runs_through(hit, &free, *length) {
                if !run.within(chart.hits()) {
                    self.place(ship, run, used, Self::cover)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn place(
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

    fn is_unplaced(&self, ship: usize) -> bool {
        self.chart.is_afloat(ship) && self.core[ship].is_empty()
    }

    /// Returns the largest number of hits that the ships without a place can cover. All these ships
    /// are afloat, so each has at least one segment that is not hit.
    fn reach(&self) -> u32 {
        let lengths = self.chart.lengths().iter().enumerate();
        lengths.filter(|(ship, _)| self.is_unplaced(*ship)).map(|(_, length)| length - 1).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ai::random_fleet;
    use crate::ai::testing::{chart, fire, fleets};
    use broadside_core::dice::Twister;
    use std::collections::{HashMap, HashSet};

    fn all_admitted(chart: &Chart) -> HashSet<Vec<u128>> {
        let empty = Chart::new(chart.waters().clone(), chart.lengths()).unwrap();
        fleets(&empty).into_iter().filter(|fleet| chart.admits(fleet)).collect()
    }

    #[test]
    fn each_fleet_that_fits_is_visited_exactly_once() {
        let empty = chart(4, 4, &[3, 2, 2]);
        let waters = empty.waters();
        let mut dice = Twister::from_python_seed(&3.into());
        for _ in 0..60 {
            let fleet = random_fleet(waters, &[3, 2, 2], &mut dice).unwrap();
            let mut chart = empty.clone();
            for _ in 0..8 {
                let cell = chart.targets().nth(below(&mut dice, chart.targets().count())).unwrap();
                fire(&mut chart, &fleet, waters.single(cell));
                let found = fleets(&chart);
                let set: HashSet<_> = found.iter().cloned().collect();
                assert_eq!(set.len(), found.len(), "a fleet was visited twice");
                assert_eq!(set, all_admitted(&chart));
                assert!(set.contains(&fleet));
            }
        }
    }

    #[test]
    fn draws_are_uniform_over_the_fleets_that_fit() {
        let mut chart = chart(3, 3, &[3, 2]);
        let waters = chart.waters().clone();
        chart.note_shot(&waters.single(4), &waters.single(4), &[]).unwrap();
        chart.note_sighting(&waters.run(0, 3, broadside_core::board::Axis::Row));
        let expected = fleets(&chart);
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
}

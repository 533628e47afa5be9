//! The chart: what one side knows of the other side's fleet.

use super::bits::Bits;
use super::waters::Waters;
use broadside_core::board::Coord;
use thiserror::Error;

#[derive(Clone, Debug)]
pub(super) struct Sinking<B> {
    pub(super) ship: usize,
    /// All cells that were hit up to and including the sinking shot. The ship lies on some of them.
    pub(super) within: B,
    /// The cells that the sinking shot hit. The ship lies on at least one of them.
    pub(super) last_hits: B,
    /// The place of the ship; `None` while several places are possible.
    pub(super) wreck: Option<B>,
}

/// An uncertain observation: nothing was seen in `area`.
#[derive(Clone, Debug)]
pub(super) struct Doubt<B> {
    pub(super) area: B,
    /// The probability that a ship there stays unseen, in 256ths, never 0.
    pub(super) likelihood: u32,
}

/// What one side knows of a hidden fleet of straight ships: its own shots, its hits, the ships that
/// it sank, and other observations. A gunner (a bot that only fires) gets a chart and no other
/// information.
#[derive(Clone, Debug)]
pub struct Chart<B = u128> {
    waters: Waters<B>,
    lengths: Vec<u32>,
    unhit: u32,
    afloat: Vec<bool>,
    hits: B,
    missed: B,
    not_shot_at: B,
    /// The cells that an observation other than a shot has shown to be water.
    water: B,
    /// The cells of the sunk ships whose place is known.
    wrecks: B,
    pub(super) sinkings: Vec<Sinking<B>>,
    /// In each of these areas, a ship was seen.
    sightings: Vec<B>,
    doubts: Vec<Doubt<B>>,
}

impl<B: Bits> Chart<B> {
    /// Returns the cells, row by row, that were not shot at and are not known to be water.
    pub fn open_cells(&self) -> impl Iterator<Item = Coord> + use<'_, B> {
        self.targets().cells().map(|cell| self.coord(cell))
    }
}

#[doc(hidden)]
impl<B: Bits> Chart<B> {
    /// Returns an empty chart for ships of these `lengths`. Fails with [`ChartError::Fleet`], which
    /// says which fleets are not allowed. Does not check whether all ships have room together.
    pub fn new(waters: Waters<B>, lengths: &[u32]) -> Result<Self, ChartError> {
        let none = waters.none();
        let unhit = segments(&waters, lengths)?;
        Ok(Self {
            unhit,
            not_shot_at: waters.all().clone(),
            waters,
            lengths: lengths.to_vec(),
            afloat: vec![true; lengths.len()],
            hits: none.clone(),
            missed: none.clone(),
            water: none.clone(),
            wrecks: none,
            sinkings: Vec::new(),
            sightings: Vec::new(),
            doubts: Vec::new(),
        })
    }

    /// Adds a shot, or all shots of one turn. `cells` are the new cells shot at, and `hits` are the
    /// hits among them. `sunk` are the ships sunk, by their numbers in the fleet. Fails if these
    /// cells, hits or sunk ships are impossible: see [`ChartError`]. The chart is then unchanged.
    pub fn note_shot(&mut self, cells: &B, hits: &B, sunk: &[usize]) -> Result<(), ChartError> {
        self.check_shot(cells, hits, sunk)?;
        self.not_shot_at = self.not_shot_at.minus(cells);
        self.hits = self.hits.or(hits);
        self.unhit -= hits.count();
        self.missed = self.missed.or(&cells.minus(hits));
        for ship in sunk {
            self.afloat[*ship] = false;
            let (within, last_hits) = (self.hits.clone(), hits.clone());
            self.sinkings.push(Sinking { ship: *ship, within, last_hits, wreck: None });
        }
        if !sunk.is_empty() {
            self.locate_wrecks();
        }
        Ok(())
    }

    #[inline]
    fn check_shot(&self, cells: &B, hits: &B, sunk: &[usize]) -> Result<(), ChartError> {
        if !cells.within(&self.not_shot_at) {
            return Err(ChartError::OldCells);
        }
        if hits.is_empty() {
            return if sunk.is_empty() { Ok(()) } else { Err(ChartError::Sunk) };
        }
        self.check_hits(cells, hits, sunk)
    }

    fn check_hits(&self, cells: &B, hits: &B, sunk: &[usize]) -> Result<(), ChartError> {
        if !hits.within(cells) || hits.count() > self.unhit() {
            return Err(ChartError::Hits);
        }
        if hits.meets(&self.water) {
            return Err(ChartError::Water);
        }
        let twice = |(index, ship): (usize, &usize)| sunk[..index].contains(ship);
        let gone = |ship: &usize| !self.is_afloat(*ship);
        if sunk.iter().any(gone) || sunk.iter().enumerate().any(twice) {
            return Err(ChartError::Sunk);
        }
        Ok(())
    }

    /// Adds cells that an observation other than a shot has shown to be water. Fails with
    /// [`ChartError::Water`] if one of the cells was hit. The chart is then unchanged.
    pub fn note_water(&mut self, area: &B) -> Result<(), ChartError> {
        if area.meets(&self.hits) {
            return Err(ChartError::Water);
        }
        self.water = self.water.or(area);
        Ok(())
    }

    /// Notes that a ship lies on some cell of `area`. Does nothing if a cell of `area` was hit,
    /// because a ship is already known there.
    pub fn note_sighting(&mut self, area: &B) {
        if !area.meets(&self.hits) {
            self.sightings.push(area.clone());
        }
    }

    /// Notes that nothing was seen in `area`. The probability that a ship there stays unseen is
    /// `likelihood` / 256, but at least 1/256 and at most 1.
    pub fn note_doubt(&mut self, area: &B, likelihood: u32) {
        self.doubts.push(Doubt { area: area.clone(), likelihood: likelihood.clamp(1, 256) });
    }

    /// Notes each wreck that has only one possible place. Each new wreck may leave only one place
    /// for another wreck, so the search is repeated.
    fn locate_wrecks(&mut self) {
        while let Some((index, wreck)) = self.next_wreck() {
            self.wrecks = self.wrecks.or(&wreck);
            self.sinkings[index].wreck = Some(wreck);
        }
    }

    fn next_wreck(&self) -> Option<(usize, B)> {
        let mut open =
            self.sinkings.iter().enumerate().filter(|(_, sinking)| sinking.wreck.is_none());
        let only = |sinking: &Sinking<B>| {
            let mut places = self.resting_places(sinking, &self.wrecks);
            places.next().filter(|_| places.next().is_none())
        };
        open.find_map(|(index, sinking)| only(sinking).map(|wreck| (index, wreck)))
    }

    /// Returns the places outside `used` where a sunk ship can lie.
    pub(super) fn resting_places<'a>(
        &'a self,
        sinking: &'a Sinking<B>,
        used: &B,
    ) -> impl Iterator<Item = B> + use<'a, B> {
        let free = sinking.within.minus(used);
        let places = self.waters.runs(&free, self.lengths[sinking.ship]);
        places.filter(|place| place.meets(&sinking.last_hits))
    }

    /// Returns the geometry of the board.
    pub const fn waters(&self) -> &Waters<B> {
        &self.waters
    }

    pub(crate) fn coord(&self, cell: u32) -> Coord {
        self.waters.coord(cell)
    }

    pub(super) fn is_in(&self, set: &B, at: Coord) -> bool {
        self.waters.cell(at).is_some_and(|cell| set.has(cell))
    }

    /// Returns the lengths of all ships, also of sunk ships.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Whether ship number `ship` is afloat. Returns `false` if the fleet has no such ship.
    pub fn is_afloat(&self, ship: usize) -> bool {
        self.afloat.get(ship).copied().unwrap_or(false)
    }

    pub(super) fn ships_afloat(&self) -> &[bool] {
        &self.afloat
    }

    /// Returns the lengths of the ships that are not sunk.
    pub fn afloat(&self) -> impl Iterator<Item = u32> + '_ {
        self.lengths
            .iter()
            .zip(&self.afloat)
            .filter_map(|(length, afloat)| afloat.then_some(*length))
    }

    /// Returns the cells that were hit.
    pub const fn hits(&self) -> &B {
        &self.hits
    }

    /// Returns the cells that were shot at without a hit.
    pub const fn missed(&self) -> &B {
        &self.missed
    }

    /// Returns all cells that were shot at.
    pub fn shot(&self) -> B {
        self.hits.or(&self.missed)
    }

    /// Returns the cells where a ship may lie: neither missed nor known to be water.
    pub fn free(&self) -> B {
        self.waters.all().minus(&self.missed).minus(&self.water)
    }

    /// Returns the targets: the cells that were not shot at and are not known to be water.
    pub fn targets(&self) -> B {
        self.not_shot_at.minus(&self.water)
    }

    /// Returns the open hits: the hits outside the sunk ships whose place is known.
    pub fn open_hits(&self) -> B {
        self.hits.minus(&self.wrecks)
    }

    /// Returns the number of segments of the fleet that are not hit.
    pub const fn unhit(&self) -> u32 {
        self.unhit
    }

    /// Whether `fleet`, one set of cells for each ship, agrees with all certain observations.
    pub fn admits(&self, fleet: &[B]) -> bool {
        let all = fleet.iter().fold(self.waters.none(), |all, ship| all.or(ship));
        fleet.len() == self.lengths.len()
            && all.and(&self.shot()) == self.hits
            && !all.meets(&self.water)
            && self.explains_sightings(&all)
            && fleet
                .iter()
                .zip(&self.afloat)
                .all(|(ship, afloat)| *afloat != ship.within(&self.hits))
            && self.sinkings.iter().all(|sinking| {
                let ship = &fleet[sinking.ship];
                ship.within(&sinking.within) && ship.meets(&sinking.last_hits)
            })
    }

    pub(super) fn explains_sightings(&self, fleet: &B) -> bool {
        self.sightings.iter().all(|area| area.meets(fleet))
    }

    /// Returns the probability, in (0, 1], that nothing is seen in the areas of all doubts if
    /// `fleet` is the true fleet.
    pub fn likelihood(&self, fleet: &B) -> f64 {
        let met = self.doubts.iter().filter(|doubt| doubt.area.meets(fleet));
        met.map(|doubt| f64::from(doubt.likelihood) / 256.0).product()
    }
}

/// The largest number of ships. The search for fleets that fit recurses one level for each ship.
const MOST_SHIPS: usize = 256;

fn segments<B: Bits>(waters: &Waters<B>, lengths: &[u32]) -> Result<u32, ChartError> {
    let sum = lengths.iter().try_fold(0_u32, |sum, length| sum.checked_add(*length));
    let most = waters.all().count();
    let all_fit = lengths.iter().all(|length| waters.count_runs(waters.all(), *length) > 0);
    let is_allowed = (1..=MOST_SHIPS).contains(&lengths.len()) && all_fit;
    sum.filter(|sum| is_allowed && *sum <= most).ok_or(ChartError::Fleet)
}

/// Why a chart cannot be made, or why an observation cannot be added.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChartError {
    /// The fleet has no ships, more than 256 ships, or more cells than the board. Or it has a ship
    /// that has no cells or does not fit on the board.
    #[error("expected 1 to 256 ships of one cell or more, which all fit on the board")]
    Fleet,
    /// A cell of the shot is not on the board, or was shot at before.
    #[error("expected cells of the board that were not shot at before")]
    OldCells,
    /// A hit is outside the cells of the shot, or there are more hits than unhit segments.
    #[error("expected hits among the cells of the shot, no more than the fleet has cells left")]
    Hits,
    /// A hit is on a cell that is known to be water, or a cell that was hit is said to be water.
    #[error("expected no ship where there is water")]
    Water,
    /// A sunk ship is not in the fleet, was sunk before or is named twice, or the shot has no hit.
    #[error("expected sunk ships to be afloat before the shot, and the shot to have a hit")]
    Sunk,
}

//! What one side knows of the other's fleet.

use super::bits::Bits;
use super::waters::Waters;
use broadside_core::board::Coord;
use thiserror::Error;

/// When and where a ship went down.
#[derive(Clone, Debug)]
pub(super) struct Sinking<B> {
    /// The number of the ship.
    pub(super) ship: usize,
    /// All cells hit when it had sunk: it lies within them.
    pub(super) within: B,
    /// The cells hit by the sinking shot: it lies on at least one of them.
    pub(super) across: B,
    /// Where it lies, once only one place is left.
    pub(super) wreck: Option<B>,
}

/// A soft fact: a fleet that meets `area` explains what was seen only with some likelihood.
#[derive(Clone, Debug)]
pub(super) struct Doubt<B> {
    pub(super) area: B,
    /// In 256ths, never 0.
    pub(super) likelihood: u32,
}

/// What one side knows of a hidden fleet of straight ships: the cells it has shot at, what it hit,
/// which ships are sunk, and what else it was told. A gunner gets a chart and nothing more.
#[derive(Clone, Debug)]
pub struct Chart<B = u128> {
    waters: Waters<B>,
    lengths: Vec<u32>,
    /// The segments that are not hit.
    unhit: u32,
    afloat: Vec<bool>,
    hits: B,
    missed: B,
    /// Cells of the board not shot at.
    fresh: B,
    /// Cells known to be water though they were not shot at.
    water: B,
    /// Cells of wrecks whose place is known.
    wrecks: B,
    sinkings: Vec<Sinking<B>>,
    sightings: Vec<B>,
    doubts: Vec<Doubt<B>>,
}

impl<B: Bits> Chart<B> {
    /// An empty chart for ships of these `lengths`.
    ///
    /// # Errors
    /// When it is no fleet, or one that cannot lie on the board: see [`ChartError`].
    #[doc(hidden)]
    pub fn new(waters: Waters<B>, lengths: &[u32]) -> Result<Self, ChartError> {
        let none = waters.none();
        let unhit = segments(&waters, lengths)?;
        Ok(Self {
            unhit,
            fresh: waters.all().clone(),
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

    /// Notes a shot, or a salvo of one turn: the cells shot at for the first time, those of them that
    /// were hits, and the numbers of the ships that it sank, by their order in the lengths.
    ///
    /// # Errors
    /// When this cannot have happened: see [`ChartError`]. The chart stays as it was.
    #[doc(hidden)]
    pub fn note_shot(&mut self, cells: &B, hits: &B, sunk: &[usize]) -> Result<(), ChartError> {
        self.check_shot(cells, hits, sunk)?;
        self.fresh = self.fresh.minus(cells);
        self.hits = self.hits.or(hits);
        self.unhit -= hits.count();
        self.missed = self.missed.or(&cells.minus(hits));
        for ship in sunk {
            self.afloat[*ship] = false;
            let (within, across) = (self.hits.clone(), hits.clone());
            self.sinkings.push(Sinking { ship: *ship, within, across, wreck: None });
        }
        if !sunk.is_empty() {
            self.raise_wrecks();
        }
        Ok(())
    }

    #[inline]
    fn check_shot(&self, cells: &B, hits: &B, sunk: &[usize]) -> Result<(), ChartError> {
        if !cells.within(&self.fresh) {
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

    /// Notes cells that are known to be water, though they were not shot at.
    ///
    /// # Errors
    /// [`ChartError::Water`] when one of them was hit. The chart stays as it was.
    #[doc(hidden)]
    pub fn note_water(&mut self, area: &B) -> Result<(), ChartError> {
        if area.meets(&self.hits) {
            return Err(ChartError::Water);
        }
        self.water = self.water.or(area);
        Ok(())
    }

    /// Notes that some cell of `area` holds a ship.
    #[doc(hidden)]
    pub fn note_sighting(&mut self, area: &B) {
        if !area.meets(&self.hits) {
            self.sightings.push(area.clone());
        }
    }

    /// Notes that nothing was seen in `area`, though a fleet that lies there would have stayed unseen
    /// with a likelihood of `likelihood` 256ths.
    #[doc(hidden)]
    pub fn note_doubt(&mut self, area: &B, likelihood: u32) {
        self.doubts.push(Doubt { area: area.clone(), likelihood: likelihood.clamp(1, 256) });
    }

    /// Settles where sunk ships lie, as far as only one place is left for them.
    fn raise_wrecks(&mut self) {
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

    /// Where a sunk ship may lie outside `used`.
    pub(super) fn resting_places<'a>(
        &'a self,
        sinking: &'a Sinking<B>,
        used: &B,
    ) -> impl Iterator<Item = B> + use<'a, B> {
        let free = sinking.within.minus(used);
        let places = self.waters.runs(&free, self.lengths[sinking.ship]);
        places.filter(|place| place.meets(&sinking.across))
    }

    /// The board.
    #[doc(hidden)]
    pub const fn waters(&self) -> &Waters<B> {
        &self.waters
    }

    /// The cells worth a shot, row by row: not shot at, and not known to be water.
    pub fn open_cells(&self) -> impl Iterator<Item = Coord> + use<'_, B> {
        self.targets().cells().map(|cell| self.coord(cell))
    }

    /// Where the cell of this number is.
    pub(crate) fn coord(&self, cell: u32) -> Coord {
        self.waters.coord(cell)
    }

    /// Whether the cell at `at` is in a set.
    pub(super) fn is_in(&self, set: &B, at: Coord) -> bool {
        self.waters.cell(at).is_some_and(|cell| set.has(cell))
    }

    /// The lengths of all ships, sunk ones too.
    #[doc(hidden)]
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Whether the ship of this number, by its order in the lengths, is there and not sunk.
    #[doc(hidden)]
    pub fn is_afloat(&self, ship: usize) -> bool {
        self.afloat.get(ship).copied().unwrap_or(false)
    }

    /// Which ships are not sunk, by their order in the lengths.
    pub(super) fn ships_afloat(&self) -> &[bool] {
        &self.afloat
    }

    /// The lengths of the ships that are not sunk.
    #[doc(hidden)]
    pub fn afloat(&self) -> impl Iterator<Item = u32> + '_ {
        self.lengths
            .iter()
            .zip(&self.afloat)
            .filter_map(|(length, afloat)| afloat.then_some(*length))
    }

    /// The cells that were hit.
    #[doc(hidden)]
    pub const fn hits(&self) -> &B {
        &self.hits
    }

    /// The cells shot at without a hit.
    #[doc(hidden)]
    pub const fn missed(&self) -> &B {
        &self.missed
    }

    /// The cells shot at.
    #[doc(hidden)]
    pub fn shot(&self) -> B {
        self.hits.or(&self.missed)
    }

    /// The cells where a ship may lie: neither missed nor known to be water.
    #[doc(hidden)]
    pub fn free(&self) -> B {
        self.waters.all().minus(&self.missed).minus(&self.water)
    }

    /// The cells worth a shot: not shot at, not known to be water.
    #[doc(hidden)]
    pub fn targets(&self) -> B {
        self.fresh.minus(&self.water)
    }

    /// The hits that do not belong to a wreck whose place is known.
    #[doc(hidden)]
    pub fn open_hits(&self) -> B {
        self.hits.minus(&self.wrecks)
    }

    /// The segments of the fleet that are not hit.
    #[doc(hidden)]
    pub const fn unhit(&self) -> u32 {
        self.unhit
    }

    pub(super) fn sinkings(&self) -> &[Sinking<B>] {
        &self.sinkings
    }

    /// Whether a fleet, ship by ship, agrees with all that is known for sure.
    #[doc(hidden)]
    pub fn admits(&self, fleet: &[B]) -> bool {
        let all = fleet.iter().fold(self.waters.none(), |all, ship| all.or(ship));
        fleet.len() == self.lengths.len()
            && all.and(&self.shot()) == self.hits
            && !all.meets(&self.water)
            && self.sightings.iter().all(|area| area.meets(&all))
            && fleet
                .iter()
                .zip(&self.afloat)
                .all(|(ship, afloat)| *afloat != ship.within(&self.hits))
            && self.sinkings.iter().all(|sinking| {
                let ship = &fleet[sinking.ship];
                ship.within(&sinking.within) && ship.meets(&sinking.across)
            })
    }

    /// Whether the areas where something was seen hold a cell of `fleet`.
    pub(super) fn explains_sightings(&self, fleet: &B) -> bool {
        self.sightings.iter().all(|area| area.meets(fleet))
    }

    /// How well the cells of a fleet explain that nothing was seen in some areas, in (0, 1].
    #[doc(hidden)]
    pub fn likelihood(&self, fleet: &B) -> f64 {
        let met = self.doubts.iter().filter(|doubt| doubt.area.meets(fleet));
        met.map(|doubt| f64::from(doubt.likelihood) / 256.0).product()
    }

    /// Whether something was seen where nothing is hit yet.
    #[doc(hidden)]
    pub fn has_lead(&self) -> bool {
        self.sightings.iter().any(|area| !area.meets(&self.hits))
    }
}

/// The most ships that a chart may hold: finding fleets that fit goes as deep as there are ships.
const MOST_SHIPS: usize = 256;

/// The sum of the lengths of a fleet that may lie on the board.
fn segments<B: Bits>(waters: &Waters<B>, lengths: &[u32]) -> Result<u32, ChartError> {
    let sum = lengths.iter().try_fold(0_u32, |sum, length| sum.checked_add(*length));
    let most = waters.all().count();
    let all_fit = lengths.iter().all(|length| waters.count_runs(waters.all(), *length) > 0);
    let fair = (1..=MOST_SHIPS).contains(&lengths.len()) && all_fit;
    sum.filter(|sum| fair && *sum <= most).ok_or(ChartError::Fleet)
}

/// Why a chart cannot be made, or something cannot be noted on it.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChartError {
    /// No ship, a ship of no cells, one longer than the board, more than 256 ships, or more cells than
    /// the board has.
    #[error("expected ships of one cell or more that have room on the board")]
    Fleet,
    /// A shot at cells that are not on the board, or were shot at before.
    #[error("expected cells of the board that were not shot at before")]
    OldCells,
    /// Hits outside the cells of the shot, or more of them than the fleet has cells left.
    #[error("expected hits among the cells of the shot, no more than the fleet has cells left")]
    Hits,
    /// A hit on a cell that is known to be water, or water where a ship was hit.
    #[error("expected no ship where there is water")]
    Water,
    /// A ship sunk that is not there, or was sunk before; or one sunk without a hit.
    #[error("expected ships that are afloat to be sunk, by a hit")]
    Sunk,
}

//! A game on two grids as facts, for those who draw it: where the fleets lie, and what each side did, in
//! order. It knows the rules of no game; what a shot meets, it sees for itself.

pub mod record;

use broadside_core::board::{Board, BySide, Coord, Dims, Hull, Impact, Rect, Refusal, Side};
use std::collections::HashSet;

/// A game on two grids, each with the fleet of one side, at which the other shoots.
///
/// ```
/// use broadside_core::board::{BySide, Coord, Dims, Heading, Hull, Impact, Side};
/// use broadside_arcade::grids::{Deed, Grids, Weapon};
///
/// let dims = Dims::new(10, 10).expect("positive");
/// let buoy = Hull::new(Coord::new(2, 3), Heading::North, 1).expect("small numbers");
/// let mut grids = Grids::new(dims);
/// grids.place(Side::Second, "Buoy", buoy)?;
/// grids.shoot(Side::First, Coord::new(2, 3), Weapon::Gun);
/// assert!(matches!(grids.steps()[0].deed, Deed::Shot { met: Some(Impact::Sunk { .. }), .. }));
/// # Ok::<(), broadside_core::board::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Grids {
    fleets: BySide<Board>,
    names: BySide<Vec<(String, usize)>>,
    shots: BySide<HashSet<Coord>>,
    steps: Vec<Step>,
    line: usize,
    /// How the game ended, in words; empty when it did not.
    pub ending: String,
    /// Who won.
    pub winner: Option<Side>,
}

/// A ship on its grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Berth<'g> {
    /// What it is called.
    pub name: &'g str,
    /// Where it lies.
    pub hull: Hull,
    /// The line of the record where that stands, from 1; 0 where there is no record.
    pub line: usize,
}

/// Sees a game on two grids while a program plays it. `()` looks away.
pub trait Watch {
    /// A game begins, on two empty grids of this size.
    fn begin(&mut self, dims: Dims) {
        let _ = dims;
    }

    /// A ship of `side` lies there.
    fn place(&mut self, side: Side, name: &str, hull: Hull) {
        let _ = (side, name, hull);
    }

    /// `side` shoots at a cell of the other grid, and its turn is over.
    fn shoot(&mut self, side: Side, at: Coord) {
        let _ = (side, at);
    }

    /// The game is over: one has won, or both have lost.
    fn end(&mut self, winner: Option<Side>) {
        let _ = winner;
    }
}

impl Watch for () {}

/// The facts, which are there once a game begins.
impl Watch for Option<Grids> {
    fn begin(&mut self, dims: Dims) {
        *self = Some(Grids::new(dims));
    }

    fn place(&mut self, side: Side, name: &str, hull: Hull) {
        if let Some(grids) = self {
            let laid = grids.place(side, name, hull);
            debug_assert!(laid.is_ok(), "the program has checked its fleets");
        }
    }

    fn shoot(&mut self, side: Side, at: Coord) {
        if let Some(grids) = self {
            grids.shoot(side, at, Weapon::Gun);
            grids.end_turn();
        }
    }

    fn end(&mut self, winner: Option<Side>) {
        if let Some(grids) = self {
            grids.winner = winner;
            if winner.is_none() {
                "A draw: both fleets are sunk".clone_into(&mut grids.ending);
            }
        }
    }
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Who did it.
    pub side: Side,
    /// What was done.
    pub deed: Deed,
    /// Whether the turn of the side ends with it.
    pub ends_turn: bool,
    /// The line of the record where it stands, from 1; 0 where there is no record.
    pub line: usize,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A cell of the other side's grid was shot at.
    Shot {
        /// Which cell.
        at: Coord,
        /// With what.
        with: Weapon,
        /// What was there; `None` where the same side had shot before.
        met: Option<Impact>,
    },
    /// Cells of the other side's grid were swept by radar.
    Radar {
        /// Which cells.
        area: Rect,
        /// Whether it showed a ship.
        found: bool,
    },
    /// Cells of the side's own grid were hidden from radar.
    Smoke {
        /// Which cells.
        area: Rect,
    },
}

/// What a shot is fired with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weapon {
    /// At one cell.
    Gun,
    /// At a square of cells.
    Artillery,
    /// At a row or a column.
    Torpedo,
}

impl Grids {
    /// Two empty grids of this size.
    pub fn new(dims: Dims) -> Self {
        Self {
            fleets: BySide::from_fn(|_| Board::new(dims)),
            names: BySide::default(),
            shots: BySide::default(),
            steps: Vec::new(),
            line: 0,
            ending: String::new(),
            winner: None,
        }
    }

    /// The size of each grid.
    pub const fn dims(&self) -> Dims {
        self.fleets.first.dims()
    }

    /// Lays a ship of `side` on its grid.
    ///
    /// # Errors
    /// When it leaves the grid, or lies over another.
    pub fn place(
        &mut self,
        side: Side,
        name: impl Into<String>,
        hull: Hull,
    ) -> Result<(), Refusal> {
        self.fleets[side].place(hull)?;
        self.names[side].push((name.into(), self.line));
        Ok(())
    }

    /// What comes now stands in this line of the record, from 1.
    pub const fn at_line(&mut self, line: usize) {
        self.line = line;
    }

    /// A shot of `side` at a cell of the other grid.
    pub fn shoot(&mut self, side: Side, at: Coord, with: Weapon) {
        let is_new = self.shots[side].insert(at);
        let met = is_new.then(|| self.fleets[side.other()].strike(at));
        self.add(side, Deed::Shot { at, with, met });
    }

    /// Whether `side` has shot at this cell.
    pub fn has_shot(&self, side: Side, at: Coord) -> bool {
        self.shots[side].contains(&at)
    }

    /// Something else that `side` does.
    pub fn add(&mut self, side: Side, deed: Deed) {
        self.steps.push(Step { side, deed, ends_turn: false, line: self.line });
    }

    /// The turn of the side that did the last step is over.
    pub fn end_turn(&mut self) {
        if let Some(last) = self.steps.last_mut() {
            last.ends_turn = true;
        }
    }

    /// A side gives up, or may not go on: the other one wins.
    pub fn forfeit(&mut self, side: Side, reason: &str) {
        self.winner = Some(side.other());
        self.ending = format!("{} forfeits: {reason}", record::letter(side));
    }

    /// `side` wins if the other one has ships, and all are sunk.
    pub fn win_if_all_sunk(&mut self, side: Side) {
        let mut ships = self.fleets[side.other()].ships().peekable();
        if ships.peek().is_some() && ships.all(|(_, ship)| ship.is_sunk()) {
            self.winner = Some(side);
        }
    }

    /// The ships of `side`.
    pub fn fleet(&self, side: Side) -> impl Iterator<Item = Berth<'_>> {
        let hulls = self.fleets[side].ships().map(|(_, ship)| *ship.hull());
        let named = self.names[side].iter().zip(hulls);
        named.map(|((name, line), hull)| Berth { name, hull, line: *line })
    }

    /// All steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

//! Who plays against the person.

use broadside_core::dice::Dice;
use broadside_ships::rules::fair::{FairPilot, Pilot, RandomPilot};
use broadside_ships::rules::{Game, Order, pilot};

/// An engine of this crate. All but the open one are handed a
/// [`Briefing`](broadside_ships::rules::fair::Briefing) and nothing else.
#[derive(Clone, Debug)]
pub struct Machine(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Fair(FairPilot),
    Random(RandomPilot),
    Open,
}

impl Machine {
    /// The names of all machines.
    pub const NAMES: [&'static str; 3] = ["fair", "open", "random"];

    /// The machine of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "fair" => Some(Self::fair()),
            "open" => Some(Self(Kind::Open)),
            "random" => Some(Self(Kind::Random(RandomPilot))),
            _ => None,
        }
    }

    /// The pilot that plays fair.
    pub fn fair() -> Self {
        Self(Kind::Fair(FairPilot::default()))
    }

    /// Its name.
    pub const fn name(&self) -> &'static str {
        match self.0 {
            Kind::Fair(_) => "fair",
            Kind::Random(_) => "random",
            Kind::Open => "open",
        }
    }

    /// Whether it sees the whole board.
    pub const fn is_open(&self) -> bool {
        matches!(self.0, Kind::Open)
    }

    /// The pilot, of a machine that plays by what its side knows.
    pub(super) fn fair_pilot(&mut self) -> Option<&mut dyn Pilot> {
        match &mut self.0 {
            Kind::Fair(pilot) => Some(pilot),
            Kind::Random(pilot) => Some(pilot),
            Kind::Open => None,
        }
    }

    /// The orders of the machine that sees the true game; none of any other.
    pub(super) fn look_and_play(&self, game: &Game, dice: &mut dyn Dice) -> Vec<Order> {
        if self.is_open() { pilot::orders(game, dice) } else { Vec::new() }
    }
}

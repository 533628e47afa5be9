//! The built-in engines of the Ships language: fair pilots, a random engine, and the open engine,
//! which sees the whole board.

use broadside_core::Forfeit;
use broadside_core::dice::Dice;
use broadside_ships::rules::fair::{Briefing, FairPilot, Pilot, RandomPilot, Skill};
use broadside_ships::rules::{Game, Order, pilot};

/// A built-in engine. Only the open engine sees the true game; the others get a [`Briefing`].
#[derive(Clone, Debug)]
pub struct Machine {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Fair(FairPilot),
    Random,
    Open,
}

impl Machine {
    /// The names of all machines. `fair` is another name of `fair:4`, the highest level.
    pub const NAMES: [&'static str; 7] =
        ["fair", "fair:1", "fair:2", "fair:3", "fair:4", "open", "random"];

    /// Returns the machine with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        let name = Self::NAMES.into_iter().find(|known| *known == name)?;
        let kind = match name {
            "open" => Kind::Open,
            "random" => Kind::Random,
            fair => Kind::Fair(FairPilot::new(skill(fair))),
        };
        Some(Self { name, kind })
    }

    /// Returns the fair machine at its highest level.
    pub fn fair() -> Self {
        Self { name: "fair", kind: Kind::Fair(FairPilot::default()) }
    }

    /// Returns the fair pilots that may have played under this name: one for a fair machine, none
    /// for any other machine. An unknown name may stand for any level, so it gives a pilot of each
    /// level.
    pub(crate) fn fair_pilots(name: &str) -> Vec<FairPilot> {
        match Self::from_name(name) {
            Some(Self { kind: Kind::Fair(pilot), .. }) => vec![pilot],
            Some(_) => Vec::new(),
            None => Skill::LEVELS.map(FairPilot::new).to_vec(),
        }
    }

    /// Returns the name of the machine.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns whether the machine sees the whole board.
    pub const fn is_open(&self) -> bool {
        matches!(self.kind, Kind::Open)
    }

    /// Returns the orders for a turn. Only the open machine looks at `game`, the true state.
    pub(crate) fn orders(
        &mut self,
        briefing: &Briefing,
        game: &Game,
        dice: &mut dyn Dice,
    ) -> Result<Vec<Order>, Forfeit> {
        match &mut self.kind {
            Kind::Open => Ok(pilot::orders(game, dice)),
            Kind::Fair(_) | Kind::Random => self.turn(briefing, dice),
        }
    }
}

/// Returns the skill of a fair machine. `fair` and unknown names have the highest skill.
fn skill(name: &str) -> Skill {
    let level = name.strip_prefix("fair:").and_then(|level| level.parse::<usize>().ok());
    let skill = level.and_then(|level| Skill::LEVELS.get(level.wrapping_sub(1)));
    skill.copied().unwrap_or_default()
}

/// Plays from a briefing alone. The open machine gives no orders here, because a briefing does not
/// show the whole board.
impl Pilot for Machine {
    fn turn(&mut self, briefing: &Briefing, dice: &mut dyn Dice) -> Result<Vec<Order>, Forfeit> {
        match &mut self.kind {
            Kind::Fair(pilot) => pilot.turn(briefing, dice),
            Kind::Random => RandomPilot.turn(briefing, dice),
            Kind::Open => Ok(Vec::new()),
        }
    }
}

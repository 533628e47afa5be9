//! A custom bot, compared with two built-in bots:
//!
//! ```sh
//! cargo run --release --example own_bot
//! ```

use broadside::ai::{Bits, Chart, Forfeit, Gunner, Hunt};
use broadside::arena::{Bench, GunnerFactory, Series, Trial, TrialError, targeting};
use broadside::board::{Coord, Dims};
use broadside::dice::Dice;
use std::io::{self, Write as _};

/// Fires at a cell that the longest ship afloat can cover in the most ways. If this ship fits
/// nowhere, or if a hit lies on no known wreck, fires like [`Hunt`].
#[derive(Debug)]
struct Longest;

impl<B: Bits> Gunner<B> for Longest {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let (waters, targets) = (chart.waters(), chart.targets());
        let longest = chart.afloat().max().ok_or(Forfeit::NoTarget)?;
        if !chart.open_hits().is_empty() || waters.count_runs(&targets, longest) == 0 {
            return Hunt.aim(chart, dice);
        }
        let runs = |cell: &u32| waters.runs_through(*cell, &targets, longest).count();
        let best = targets.cells().max_by_key(runs).ok_or(Forfeit::NoTarget)?;
        Ok(waters.coord(best))
    }
}

/// Returns the mean number of shots of this bot and of two built-in bots, on the same random
/// fleets.
pub(crate) fn report(games: u64) -> Result<String, TrialError> {
    let trial =
        Trial { dims: Dims::new(10, 10).ok_or(TrialError::Board)?, fleet: vec![5, 4, 3, 2] };
    let others = ["random", "hunt"].into_iter().filter_map(GunnerFactory::from_name);
    let bots: Vec<_> = others.chain([GunnerFactory::new("longest", || Longest)]).collect();
    let series = targeting(&Bench::new(1, games), &trial, &bots)?;
    let line = |one: &Series| format!("{:<8}{:6.2} shots\n", one.bot, one.shots.mean);
    Ok(series.iter().map(line).collect::<Vec<_>>().concat())
}

fn main() -> io::Result<()> {
    write!(io::stdout(), "{}", report(10_000).map_err(io::Error::other)?)
}

//! Measures a bot with `broadside-arena` alone, as a crate of another author would.

use broadside_arena::ai::{Bits, Chart, Forfeit, Gunner};
use broadside_arena::board::{Coord, Dims};
use broadside_arena::dice::Dice;
use broadside_arena::{Bench, GunnerFactory, Trial, TrialError, targeting};

#[derive(Debug)]
struct InOrder;

impl<B: Bits> Gunner<B> for InOrder {
    fn aim(&mut self, chart: &Chart<B>, _: &mut dyn Dice) -> Result<Coord, Forfeit> {
        chart.open_cells().next().ok_or(Forfeit::NoTarget)
    }
}

fn main() -> Result<(), TrialError> {
    let dims = Dims::new(10, 10).ok_or(TrialError::Board)?;
    let trial = Trial { dims, fleet: vec![5, 4, 3, 2] };
    let bots = [GunnerFactory::new("in order", || InOrder)];
    let series = targeting(&Bench::new(1, 20), &trial, &bots)?;
    assert!((14.0..=100.0).contains(&series[0].shots.mean));
    Ok(())
}

//! The simple gunners: random, and hunt and target.

use super::bits::Bits;
use super::chart::Chart;
use super::placement::below;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// Fires at any cell worth a shot, each equally likely. One draw a shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Bits> Gunner<B> for Random {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        pick(&chart.targets(), dice).map(|cell| chart.coord(cell)).ok_or(Forfeit::NoTarget)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&chart.targets(), at)))
    }
}

/// Fires beside a hit, whatever its line and whether its ship is afloat; else hunts on one colour of the
/// chess-board, since every ship of two cells or more lies on both. One draw a shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunt;

impl<B: Bits> Gunner<B> for Hunt {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        pick(&choices(chart), dice).map(|cell| chart.coord(cell)).ok_or(Forfeit::NoTarget)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&choices(chart), at)))
    }
}

/// The cells that a hunter chooses from.
fn choices<B: Bits>(chart: &Chart<B>) -> B {
    let targets = chart.targets();
    let choices = [beside(chart).and(&targets), chart.waters().white().and(&targets)];
    choices.into_iter().find(|cells| !cells.is_empty()).unwrap_or(targets)
}

/// One of `cells`, each equally likely.
#[inline(never)]
pub(super) fn pick<B: Bits>(cells: &B, dice: &mut dyn Dice) -> Option<u32> {
    let count = cells.count();
    if count == 0 { None } else { cells.nth(below(dice, count)) }
}

/// The cells beside hits.
fn beside<B: Bits>(chart: &Chart<B>) -> B {
    let (waters, hits) = (chart.waters(), chart.hits());
    let right = hits.and(waters.inner()).up(1);
    let left = hits.down(1).and(waters.inner());
    right.or(&left).or(&hits.up(waters.cols())).or(&hits.down(waters.cols()))
}

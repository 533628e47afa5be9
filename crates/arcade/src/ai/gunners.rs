//! The simple gunners: one fires at random, the other hunts ships and then targets them.

use super::bits::Bits;
use super::chart::Chart;
use super::placement::below;
use super::{Forfeit, Gunner};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;

/// Fires at any target, each equally likely. Draws one number for each shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Bits> Gunner<B> for Random {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        aim_among(&chart.targets(), chart, dice)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&chart.targets(), at)))
    }
}

/// Fires beside a hit, even if the ship there is sunk. If no target is beside a hit, fires at one
/// colour of a chessboard: every ship of two or more cells lies on both colours. If this colour has
/// no target left, fires at any target. Draws one number for each shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunt;

impl<B: Bits> Gunner<B> for Hunt {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        aim_among(&choices(chart), chart, dice)
    }

    fn heat(&self, chart: &Chart<B>, at: Coord) -> f64 {
        f64::from(u8::from(chart.is_in(&choices(chart), at)))
    }
}

fn choices<B: Bits>(chart: &Chart<B>) -> B {
    let targets = chart.targets();
    let choices = [beside(chart).and(&targets), chart.waters().white().and(&targets)];
    choices.into_iter().find(|cells| !cells.is_empty()).unwrap_or(targets)
}

pub(super) fn aim_among<B: Bits>(
    cells: &B,
    chart: &Chart<B>,
    dice: &mut dyn Dice,
) -> Result<Coord, Forfeit> {
    pick(cells, dice).map(|cell| chart.coord(cell)).ok_or(Forfeit::NoTarget)
}

/// Returns one of `cells`, each equally likely.
#[inline(never)]
pub(super) fn pick<B: Bits>(cells: &B, dice: &mut dyn Dice) -> Option<u32> {
    let count = cells.count();
    if count == 0 { None } else { cells.nth(below(dice, count)) }
}

fn beside<B: Bits>(chart: &Chart<B>) -> B {
    let (waters, hits) = (chart.waters(), chart.hits());
    let right = hits.and(waters.inner()).up(1);
    let left = hits.down(1).and(waters.inner());
    right.or(&left).or(&hits.up(waters.cols())).or(&hits.down(waters.cols()))
}

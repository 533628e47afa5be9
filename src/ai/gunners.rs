//! The simple gunners: random, and hunt and target.

use super::placement::below;
use super::{Bits, Chart, Gunner};
use crate::dice::Dice;

/// Fires at any cell worth a shot, each equally likely. One draw a shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<B: Bits> Gunner<B> for Random {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Option<u32> {
        pick(&chart.targets(), dice)
    }
}

/// Hunts on every n-th diagonal, n the length of the shortest ship afloat, until something is hit;
/// then fires beside open hits, first where two of them lie in line. One draw a shot.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hunt;

impl<B: Bits> Gunner<B> for Hunt {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Option<u32> {
        let targets = chart.targets();
        let choices = [in_line(chart), beside(chart), on_diagonals(chart)];
        let choice = choices.iter().map(|cells| cells.and(&targets)).find(|cells| !cells.is_empty());
        pick(&choice.unwrap_or(targets), dice)
    }
}

/// One of `cells`, each equally likely.
pub(super) fn pick<B: Bits>(cells: &B, dice: &mut dyn Dice) -> Option<u32> {
    let count = cells.count();
    if count == 0 { None } else { cells.nth(below(dice, count)) }
}

/// The neighbours of `cells` to the right, to the left, below and above.
fn neighbours<B: Bits>(chart: &Chart<B>, cells: &B) -> [B; 4] {
    let waters = chart.waters();
    let right = cells.and(waters.inner()).up(1);
    let left = cells.down(1).and(waters.inner());
    [right, left, cells.up(waters.cols()), cells.down(waters.cols())]
}

/// The cells at either end of two open hits side by side.
fn in_line<B: Bits>(chart: &Chart<B>) -> B {
    let hits = chart.open_hits();
    let pairs = neighbours(chart, &hits).map(|next| next.and(&hits));
    let ends = [0, 1, 2, 3].map(|way| neighbours(chart, &pairs[way])[way].clone());
    ends.iter().fold(chart.waters().none(), |all, end| all.or(end))
}

fn beside<B: Bits>(chart: &Chart<B>) -> B {
    neighbours(chart, &chart.open_hits()).iter().fold(chart.waters().none(), |all, one| all.or(one))
}

/// Every n-th diagonal, n the length of the shortest ship afloat: no ship fits between them.
fn on_diagonals<B: Bits>(chart: &Chart<B>) -> B {
    let waters = chart.waters();
    let every = chart.afloat().min().unwrap_or(1);
    let mut cells = waters.none();
    for cell in waters.all().cells() {
        if (cell / waters.cols() + cell % waters.cols()) % every == 0 {
            cells.insert(cell);
        }
    }
    cells
}

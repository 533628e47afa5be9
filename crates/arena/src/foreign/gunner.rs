//! A program that only fires, by the lines of targeting (`book/src/laboratory/lines.md`).

use super::ForeignBot;
use super::talk::{Talk, shown};
use crate::factory::Seat;
use broadside_arcade::ai::{Bits, Chart, Forfeit, Gunner, Waters};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use broadside_core::text::coordinate;

#[derive(Debug)]
pub(super) struct ForeignGunner {
    bot: ForeignBot,
    seat: Seat,
    talk: Option<Talk>,
    last: Option<Pending>,
}

/// A shot whose result the program has not got yet.
#[derive(Debug)]
struct Pending {
    cell: u32,
    /// For each ship, whether it was afloat before the shot.
    afloat: Vec<bool>,
}

impl ForeignGunner {
    pub(super) const fn new(bot: ForeignBot, seat: Seat) -> Self {
        Self { bot, seat, talk: None, last: None }
    }
}

impl<B: Bits> Gunner<B> for ForeignGunner {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let talk = self.talk.take();
        let open = || Talk::open(&self.bot, self.seat, &game(chart), dice);
        let mut talk = talk.map_or_else(open, Ok)?;
        if let Some(shot) = self.last.take() {
            talk.send(&shot.result(chart))?;
        }
        let answer = talk.ask("aim")?;
        let cell = read(&answer, chart).map_err(|forfeit| talk.blame(forfeit))?;
        let afloat = (0..chart.lengths().len()).map(|ship| chart.is_afloat(ship)).collect();
        (self.talk, self.last) = (Some(talk), Some(Pending { cell, afloat }));
        Ok(chart.waters().coord(cell))
    }

    fn end(&mut self, chart: &Chart<B>) {
        let (Some(mut talk), Some(shot)) = (self.talk.take(), self.last.take()) else { return };
        if talk.send(&shot.result(chart)).is_ok() {
            talk.end(&format!("over {}", chart.shot().count()));
        }
    }
}

impl Pending {
    fn result<B: Bits>(&self, chart: &Chart<B>) -> String {
        let sunk =
            (0..self.afloat.len()).find(|ship| self.afloat[*ship] && !chart.is_afloat(*ship));
        match sunk {
            Some(ship) => format!("result sunk {}", chart.lengths()[ship]),
            None if chart.hits().has(self.cell) => "result hit".to_owned(),
            None => "result miss".to_owned(),
        }
    }
}

/// Describes the game in numbers, for example `10 10 5 4 3 3 2`: ten rows, ten columns, five ships.
fn game<B: Bits>(chart: &Chart<B>) -> String {
    let size = [chart.waters().rows(), chart.waters().cols()];
    let numbers = size.iter().chain(chart.lengths()).map(u32::to_string);
    numbers.collect::<Vec<_>>().join(" ")
}

fn read<B: Bits>(answer: &str, chart: &Chart<B>) -> Result<u32, Forfeit> {
    let name = || shown(answer.as_bytes());
    let at = coordinate(answer).ok_or_else(|| Forfeit::Malformed(name()))?;
    let is_not = |what| Forfeit::Illegal(format!("{} {what}", name()));
    let cell = cell(chart.waters(), at).ok_or_else(|| is_not("is not on the board"))?;
    if chart.shot().has(cell) { Err(is_not("was shot at before")) } else { Ok(cell) }
}

fn cell<B: Bits>(waters: &Waters<B>, (row, col): (i64, i64)) -> Option<u32> {
    waters.cell(Coord::new(row.checked_sub(1)?, col.checked_sub(1)?))
}

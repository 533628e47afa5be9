//! Programs as players. We talk to a program in lines of text. A program that plays with all
//! weapons uses the protocol of `arsenal`. A program that only fires uses the protocol of
//! `targeting`.

use super::ForeignBot;
use super::talk::{Talk, shown};
use crate::factory::Seat;
use broadside_arcade::ai::{Bits, Chart, Forfeit, Gunner, Waters};
use broadside_arcade::arsenal::bots::{Captain, Report};
use broadside_arcade::arsenal::{
    Class, Fleet, Knowledge, Lost, Misplaced, Move, Outcome, Placement,
};
use broadside_core::board::Coord;
use broadside_core::dice::Dice;
use broadside_core::text::coordinate;

#[derive(Debug)]
pub(super) struct ForeignPlayer {
    bot: ForeignBot,
    seat: Seat,
    talk: Option<Talk>,
    last: Option<Pending>,
}

impl ForeignPlayer {
    pub(super) const fn new(bot: ForeignBot, seat: Seat) -> Self {
        Self { bot, seat, talk: None, last: None }
    }

    /// Takes the dialogue with the program out of this player. Starts the program if there is none.
    /// The caller puts the dialogue back, unless the program has failed.
    fn talk(&mut self, game: &str, dice: &mut dyn Dice) -> Result<Talk, Forfeit> {
        let talk = self.talk.take();
        talk.map_or_else(|| Talk::open(&self.bot, self.seat, game, dice), Ok)
    }
}

impl Captain for ForeignPlayer {
    fn place(&mut self, dice: &mut dyn Dice) -> Result<Fleet, Forfeit> {
        let mut talk = self.talk("arsenal", dice)?;
        let mut ships = Vec::new();
        for class in Class::ALL {
            ships.push(place(&mut talk, class)?);
        }
        let fleet = Fleet::new(std::array::from_fn(|index| ships[index].berth()));
        let fleet = fleet.map_err(|reason| talk.blame(misplaced(reason)))?;
        talk.rest();
        self.talk = Some(talk);
        Ok(fleet)
    }

    fn choose(&mut self, known: &Knowledge<'_>, dice: &mut dyn Dice) -> Result<Move, Forfeit> {
        let mut talk = self.talk("arsenal", dice)?;
        let answer = talk.ask(&question(known))?;
        let play = answer.parse::<Move>().map_err(|lost| {
            let name = shown(answer.as_bytes());
            talk.blame(match lost {
                Lost::NotACoordinate if aims_off_board(&answer) => off_board(&name),
                Lost::LeavesGrid => Forfeit::Illegal(format!("{name}: {lost}")),
                Lost::NotACoordinate | Lost::NotAMove | Lost::Refused(_) => {
                    Forfeit::Malformed(format!("{name}: {lost}"))
                }
            })
        })?;
        talk.rest();
        self.talk = Some(talk);
        Ok(play)
    }

    fn blame(&mut self, forfeit: Forfeit) -> Forfeit {
        match &mut self.talk {
            Some(talk) => talk.blame(forfeit),
            None => forfeit,
        }
    }

    fn hear(&mut self, report: &Report<'_>) {
        let Some(mut talk) = self.talk.take() else { return };
        let line = match report {
            Report::Own(outcome) => format!("result {}", facts(outcome)),
            Report::Enemy(Some(play), outcome) => format!("enemy {play}, {}", facts(outcome)),
            Report::Enemy(None, outcome) => format!("enemy Smoke, {}", facts(outcome)),
            Report::EnemyLost(lost) => format!("enemy Turn lost: {lost}"),
            Report::Over { won } => return talk.end(if *won { "over won" } else { "over lost" }),
        };
        // If the system failed, `send` has kept the failure as a `Trouble`, which stops the series.
        if talk.send(&line).is_ok() {
            self.talk = Some(talk);
        }
    }
}

fn place(talk: &mut Talk, class: Class) -> Result<Placement, Forfeit> {
    let answer = talk.ask(&format!("place {} {}", class.name(), class.length()))?;
    Placement::read(class, answer.as_bytes(), &[]).map_err(|reason| {
        let name = shown(answer.as_bytes());
        talk.blame(match reason {
            Misplaced::Form if begins_off_board(class, &answer) => off_board(&name),
            Misplaced::Form => Forfeit::Malformed(name),
            Misplaced::LeavesGrid(_) | Misplaced::Overlaps(..) => misplaced(reason),
        })
    })
}

fn off_board(name: &str) -> Forfeit {
    Forfeit::Illegal(format!("{name} is not on the board"))
}

/// Whether an unreadable move names a cell, row or column off the grid, such as `Fire K1` or
/// `Torpedo 11`.
fn aims_off_board(play: &str) -> bool {
    let mut words = play.split_ascii_whitespace();
    let (Some(word), Some(aim)) = (words.next(), words.next()) else { return false };
    if !word.eq_ignore_ascii_case("torpedo") {
        return coordinate(aim).is_some();
    }
    let is_column = aim.len() == 1 && aim.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_row = aim.bytes().all(|byte| byte.is_ascii_digit()) && !aim.starts_with('0');
    is_column || is_row
}

/// Whether a placement is wrong only because its cell is outside the grid: `K1, horizontal`.
fn begins_off_board(class: Class, place: &str) -> bool {
    place.split_once(',').is_some_and(|(cell, direction)| {
        let is_placement =
            Placement::read(class, format!("A1,{direction}").as_bytes(), &[]).is_ok();
        is_placement && coordinate(cell.trim_ascii()).is_some()
    })
}

fn misplaced(reason: Misplaced) -> Forfeit {
    let reason = reason.to_string();
    Forfeit::Illegal(reason.strip_prefix("Error: ").unwrap_or(&reason).to_owned())
}

/// Returns the question for a move. `move 3 0 artillery` means that three radar sweeps and no smoke
/// screen are left, and that artillery is allowed.
fn question(known: &Knowledge<'_>) -> String {
    let artillery = if known.openings().artillery { " artillery" } else { "" };
    let torpedo = if known.openings().torpedo { " torpedo" } else { "" };
    format!("move {} {}{artillery}{torpedo}", known.sweeps(), known.screens())
}

fn facts(outcome: &Outcome) -> String {
    outcome.facts().collect::<Vec<_>>().join(", ")
}

/// A shot whose result the program has not got yet.
#[derive(Debug)]
struct Pending {
    cell: u32,
    /// For each ship, whether it was afloat before the shot.
    afloat: Vec<bool>,
}

impl<B: Bits> Gunner<B> for ForeignPlayer {
    fn aim(&mut self, chart: &Chart<B>, dice: &mut dyn Dice) -> Result<Coord, Forfeit> {
        let mut talk = self.talk(&game(chart), dice)?;
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

/// Describes the game in numbers, for example `10 10 5 4 3 3 2`: ten rows, ten columns, and the
/// lengths of five ships.
fn game<B: Bits>(chart: &Chart<B>) -> String {
    let size = [chart.waters().rows(), chart.waters().cols()];
    let numbers = size.iter().chain(chart.lengths()).map(u32::to_string);
    numbers.collect::<Vec<_>>().join(" ")
}

fn read<B: Bits>(answer: &str, chart: &Chart<B>) -> Result<u32, Forfeit> {
    let name = || shown(answer.as_bytes());
    let at = coordinate(answer).ok_or_else(|| Forfeit::Malformed(name()))?;
    let cell = cell(chart.waters(), at).ok_or_else(|| off_board(&name()))?;
    if chart.shot().has(cell) {
        return Err(Forfeit::Illegal(format!("{} was shot at before", name())));
    }
    Ok(cell)
}

fn cell<B: Bits>(waters: &Waters<B>, (row, col): (i64, i64)) -> Option<u32> {
    waters.cell(Coord::new(row.checked_sub(1)?, col.checked_sub(1)?))
}

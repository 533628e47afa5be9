//! Writes and reads games of arsenal as records: texts with a line for each ship and each move.
//!
//! The results of moves are written but not read, because they follow from the rules. A missing
//! turn counts as lost, so the record of a lone attacker has no lines for the other side's turns.
//! One fleet may be missing, for example the fleet of a side at which no move is aimed. In a record
//! without moves, both fleets may be missing.

use super::cells::{Area, Cell, Class, DIMS};
use super::error::Lost;
use super::fleet::{Fleet, Placement};
use super::game::{Game, Outcome, Standing};
use super::input;
use super::moves::{Move, Refusal};
use crate::ai::Bits as _;
use crate::grids::record::{self, BadRecord, Record};
use crate::grids::{Deed, Grids, Weapon};
use broadside_core::board::{BySide, Coord, Rect, Side};

/// The line that names this game in a record.
pub const HEAD: &str = "record arsenal";

/// Adds the fleet of a side.
pub fn add_fleet(record: &mut Record, side: Side, fleet: &Fleet) {
    for ship in fleet.ships() {
        let (start, axis) = ship.berth();
        record.ship(side, ship.class().name(), start, axis);
    }
}

/// Adds a move and its result.
pub fn add_move(record: &mut Record, side: Side, play: Move, outcome: &Outcome) {
    let facts = outcome.facts().collect::<Vec<_>>().join(", ");
    // The `Display` text of a move hides the place of smoke. A record has the place.
    if let Move::Smoke(area) = play {
        record.play(side, format_args!("Smoke {area}"), &facts);
    } else {
        record.play(side, play, &facts);
    }
}

const LOST_TURN: &str = "loses the turn";

/// Adds a turn that a side lost.
pub fn add_lost_turn(record: &mut Record, side: Side, reason: &Lost) {
    record.play(side, LOST_TURN, &reason.to_string());
}

/// Reads a record, and returns the game in it. Does not check the line that names the game. Fails
/// at the first later line that is not part of a record or cannot be played. Also fails if a side
/// places only some of its ships.
pub fn read(text: &[u8]) -> Result<Grids, BadRecord> {
    let (mut reader, mut last) = (Reader::default(), 1);
    record::each_line(text, |line, side, rest| {
        last = line;
        reader.line(line, side, rest)
    })?;
    reader.finish().map_err(|what| BadRecord { line: last, what })
}

#[derive(Debug, Default)]
struct Reader {
    /// The ships of each side, with the lines that place them.
    placed: BySide<Vec<(usize, Placement)>>,
    game: Option<(Game, Grids)>,
}

impl Reader {
    fn line(&mut self, line: usize, side: Side, text: &[u8]) -> Result<(), String> {
        if let Some(reason) = record::forfeit(text) {
            let (game, grids) = self.game(side.other())?;
            if game.standing() != Standing::Open {
                return Err(Refusal::Over.to_string());
            }
            grids.forfeit(side, &reason);
            return Ok(());
        }
        let mut words = text.splitn(2, u8::is_ascii_whitespace);
        let word = words.next().and_then(|word| std::str::from_utf8(word).ok());
        match word.and_then(Class::from_name) {
            None => self.play(line, side, text),
            Some(class) => {
                let ship = self.ship(side, class, words.next().unwrap_or_default())?;
                self.placed[side].push((line, ship));
                Ok(())
            }
        }
    }

    fn ship(&self, side: Side, class: Class, berth: &[u8]) -> Result<Placement, String> {
        let placed: Vec<_> = self.placed[side].iter().map(|(_, ship)| *ship).collect();
        if self.game.is_some() || Class::ALL.get(placed.len()) != Some(&class) {
            let fleet = Class::ALL.map(Class::name).join(", ");
            return Err(format!("expected one ship of each class before all moves: {fleet}"));
        }
        Placement::read(class, berth, &placed).map_err(|error| error.to_string())
    }

    fn play(&mut self, line: usize, side: Side, text: &[u8]) -> Result<(), String> {
        let play = match input::play(text) {
            Err(_) if text == LOST_TURN.as_bytes() => None,
            play => Some(play.map_err(|lost| lost.to_string())?),
        };
        if self.placed.first.is_empty() && self.placed.second.is_empty() {
            return Err("expected a fleet before the first move".to_owned());
        }
        let (game, grids) = self.game(side)?;
        if game.mover() != side {
            game.lose_turn().map_err(|over| over.to_string())?;
        }
        let Some(play) = play else { return game.lose_turn().map_err(|over| over.to_string()) };
        grids.at_line(line);
        let outcome = game.play(play).map_err(|refusal| refusal.to_string())?;
        add_step(grids, side, play, &outcome);
        Ok(())
    }

    /// Returns the game. At the first move or forfeit, begins the game with a turn of `starter`.
    fn game(&mut self, starter: Side) -> Result<&mut (Game, Grids), String> {
        let game = match self.game.take() {
            Some(game) => game,
            None => self.begin(starter)?,
        };
        Ok(self.game.insert(game))
    }

    fn begin(&self, starter: Side) -> Result<(Game, Grids), String> {
        let mut grids = Grids::new(DIMS);
        let mut fleets = BySide::<Option<Fleet>>::default();
        for side in Side::ALL {
            let placed = &self.placed[side];
            for (line, ship) in placed {
                grids.at_line(*line);
                let laid = grids.place(side, ship.class().name(), ship.hull());
                laid.map_err(|refusal| refusal.to_string())?;
            }
            let ships: Vec<_> = placed.iter().map(|(_, ship)| *ship).collect();
            fleets[side] = Fleet::of_placed(&ships);
            if fleets[side].is_none() && !ships.is_empty() {
                return Err(format!("expected four ships of {side}"));
            }
        }
        // Any fleet may replace a missing fleet: in a real game, no move is aimed at a missing
        // fleet. A record with such a move is not refused.
        let any = fleets.first.or(fleets.second).unwrap_or_else(Fleet::in_every_second_row);
        let fleets = BySide::from_fn(|side| fleets[side].unwrap_or(any));
        Ok((Game::new(&fleets, starter), grids))
    }

    /// Ends the record. If only one side has a fleet, the other side attacks alone and wins even at
    /// the limit of turns.
    fn finish(mut self) -> Result<Grids, String> {
        let (mut game, mut grids) = match self.game.take() {
            Some(game) => game,
            None => self.begin(Side::First)?,
        };
        let attacker = self.lone_attacker();
        if attacker.is_some_and(|side| side != game.mover()) {
            // The side that does not attack loses its last turn, unless the game is over.
            let _ = game.lose_turn();
        }
        match game.standing() {
            Standing::Open => {}
            Standing::Won(winner) => grids.winner = Some(winner),
            Standing::Limit(winner) => {
                let winner = attacker.unwrap_or(winner);
                (grids.winner, grids.ending) = (Some(winner), "Turn limit reached".to_owned());
            }
        }
        Ok(grids)
    }

    fn lone_attacker(&self) -> Option<Side> {
        match Side::ALL.map(|side| self.placed[side].is_empty()) {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            [true, true] | [false, false] => None,
        }
    }
}

fn add_step(grids: &mut Grids, side: Side, play: Move, outcome: &Outcome) {
    match (play, outcome) {
        (Move::Radar(area), Outcome::Radar { found }) => {
            grids.add(side, Deed::Radar { area: square(area), found: *found });
        }
        (Move::Smoke(area), _) => grids.add(side, Deed::Smoke { area: square(area) }),
        (Move::Artillery(_), _) => add_shots(grids, side, play, Weapon::Artillery),
        (Move::Torpedo(_), _) => add_shots(grids, side, play, Weapon::Torpedo),
        (Move::Fire(_) | Move::Radar(_), _) => add_shots(grids, side, play, Weapon::Gun),
    }
    grids.end_turn();
}

/// Adds a shot at each new cell of a move. If no cell is new, adds a shot at the first cell.
fn add_shots(grids: &mut Grids, side: Side, play: Move, with: Weapon) {
    let cells = play.set().cells().filter_map(Cell::from_index);
    let cells: Vec<_> = cells.map(Cell::coord).collect();
    let is_new = |at: &&Coord| !grids.has_shot(side, **at);
    let mut fresh: Vec<_> = cells.iter().filter(is_new).copied().collect();
    if fresh.is_empty() {
        fresh.extend(cells.first());
    }
    for at in fresh {
        grids.shoot(side, at, with);
    }
}

fn square(area: Area) -> Rect {
    let corner = area.corner().coord();
    Rect::spanning(corner, Coord::new(corner.row + 1, corner.col + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const FLEETS: &str = "record arsenal\n\
        A Carrier A1, h\nA Battleship A2, h\nA Destroyer A3, h\nA Submarine A4, h\n\
        B Carrier A1, v\nB Battleship B1, v\nB Destroyer C1, v\nB Submarine D1, v\n";

    #[test]
    fn lines_that_cannot_be_played_are_reported() {
        let with =
            |lines: &str| read(format!("{FLEETS}{lines}").as_bytes()).unwrap_err().to_string();
        for (lines, error) in [
            ("Fire A1", "line 10: expected a line that begins with `A ` or `B `"),
            ("# a comment\n\nA Fire K1", "line 12: not a coordinate"),
            ("A Artillery A1", "line 10: artillery is locked"),
            ("A forfeits: no answer\nA Fire A1", "line 11: the game is over"),
            ("A forfeits: no answer\nB forfeits: no answer", "line 11: the game is over"),
            (
                "A Fire A1\nB Carrier A1, h",
                "line 11: expected one ship of each class before all moves",
            ),
        ] {
            assert!(with(lines).starts_with(error), "{lines}: {}", with(lines));
        }
        let cells =
            ["A1", "A2", "A3", "A4", "A5", "B1", "B2", "B3", "B4", "C1", "C2", "C3", "D1", "D2"];
        let victory = cells.map(|cell| format!("A Fire {cell}\n")).concat();
        assert_eq!(with(&format!("{victory}B forfeits: late")), "line 24: the game is over");
        let short = |text: &str| read(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(
            short("record arsenal\nA Fire A1"),
            "line 2: expected a fleet before the first move"
        );
        assert_eq!(short("record arsenal\nA Carrier A1, h"), "line 2: expected four ships of A");
        let over = short("record arsenal\nA Carrier A1, h\nA Battleship A1, v");
        assert_eq!(over, "line 3: Error: the Battleship overlaps the Carrier");
    }

    #[test]
    fn a_turn_that_is_not_written_is_lost_and_a_torpedo_shoots_at_new_cells_only() {
        let sunk = "A Fire A1\nA Fire A2\nA Fire A3\nA Fire A4\nA Fire A5\nA Smoke I9 # here\n\
            A Fire B1\nA Fire B2\nA Fire B3\nA Fire B4\nA Fire D1\nB Fire A10\nA Fire D2\nA Torpedo 1\n";
        let grids = read(format!("{FLEETS}{sunk}").as_bytes()).unwrap();
        let torpedo = grids
            .steps()
            .iter()
            .filter(|step| matches!(step.deed, Deed::Shot { with: Weapon::Torpedo, .. }));
        assert_eq!(torpedo.count(), 7);
        let turns = grids.steps().iter().filter(|step| step.ends_turn).count();
        assert_eq!((turns, grids.winner), (14, None));
    }

    #[test]
    fn turns_that_both_sides_lose_are_read_as_they_were_written() {
        let mut record = Record::default();
        for side in Side::ALL {
            add_lost_turn(&mut record, side, &Lost::NotAMove);
        }
        let lost = record.as_str();
        assert_eq!(lost, "A loses the turn # not a move\nB loses the turn # not a move\n");
        let sunk = "A Fire D1\nA Fire D2\n";
        let locked = read(format!("{FLEETS}{sunk}B Fire J1\n{lost}A Artillery A1").as_bytes());
        assert_eq!(locked.unwrap_err().to_string(), "line 15: artillery is locked");
        let limit = read(format!("{FLEETS}{}", lost.repeat(400)).as_bytes()).unwrap();
        assert_eq!((limit.winner, &*limit.ending), (Some(Side::Second), "Turn limit reached"));
    }

    /// The record has no lines for the turns of the side that does not attack.
    #[test]
    fn a_lone_attacker_that_hits_nothing_wins_at_the_limit() {
        let (head, fleets) = FLEETS.split_once('\n').unwrap();
        let fleet: Vec<_> = fleets.lines().filter(|line| line.starts_with('B')).collect();
        let read = |turns| {
            let text = format!("{head}\n{}\n{}", fleet.join("\n"), "A Fire J10\n".repeat(turns));
            let grids = read(text.as_bytes()).unwrap();
            (grids.winner, grids.ending)
        };
        assert_eq!(read(400), (Some(Side::First), "Turn limit reached".to_owned()));
        assert_eq!(read(399), (None, String::new()));
    }

    proptest! {
        #[test]
        fn no_text_causes_a_panic(lines in prop::collection::vec("[AB] (Fire|Radar|Torpedo|Smoke|forfeits:) ?[A-K]?[0-9]{0,2}", 0..40), junk in any::<Vec<u8>>()) {
            drop(read(format!("{FLEETS}{}", lines.join("\n")).as_bytes()));
            drop(read(&junk));
        }
    }
}

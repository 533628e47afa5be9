//! [`News`]: what the person sees of the machine's turn.

use broadside_core::board::{Coord, Ship, Side};
use broadside_ships::rules::fair::TurnReport;
use broadside_ships::rules::{Game, Known, ShipName};

/// What the person sees of a turn of the machine. Orders are not shown. A miss or a plane is shown
/// only if its field is in sight both before and after the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// The segments of the person's ships that were destroyed, in the order of the shots.
    pub struck: Vec<Struck>,
    /// The fields in sight where a shot destroyed no segment of the person's ships.
    pub misses: Vec<Coord>,
    /// The fields of planes in sight.
    pub planes: Vec<Coord>,
    /// The fields where the person sees parts of the machine's ships now, but saw none before the
    /// turn.
    pub come: Vec<Coord>,
    /// The fields where the person saw parts of the machine's ships before the turn, but sees none
    /// now.
    pub gone: Vec<Coord>,
}

/// A destroyed segment of one of the person's ships.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Struck {
    /// The field of the segment.
    pub at: Coord,
    /// The name of the ship.
    pub name: ShipName,
    /// The number of the segment, from the bow.
    pub segment: u32,
    /// Whether the ship is sunk at the end of the turn.
    pub is_sunk: bool,
}

impl News {
    pub(super) fn of(report: &TurnReport, before: &Game, after: &Game) -> Self {
        let person = report.side.other();
        let sight = [before.known(person), after.known(person)];
        let [old, new] = [(before, &sight[0]), (after, &sight[1])]
            .map(|(game, known)| seen(report.side, game, known));
        let missing = |all: &[Coord], other: &[Coord]| {
            all.iter().filter(|at| !other.contains(at)).copied().collect()
        };
        let mut news =
            Self { come: missing(&new, &old), gone: missing(&old, &new), ..Self::default() };
        for step in report.steps.iter().filter(|step| step.outcome.is_ok()) {
            if let Some(at) = step.order.shot() {
                news.shot(person, at, before, &sight);
            } else if let Some(at) = step.order.target().filter(|at| is_seen(*at, &sight)) {
                news.planes.push(at);
            }
        }
        for struck in &mut news.struck {
            let ship = after.fleet(person).ship(struck.name);
            let ship = ship.and_then(|ship| after.board().get(ship));
            struck.is_sunk = ship.is_some_and(Ship::is_sunk);
        }
        news
    }

    /// Adds a shot of the machine. The person's ships do not move in the machine's turn, so the
    /// game `before` this turn shows what was hit.
    fn shot(&mut self, person: Side, at: Coord, before: &Game, sight: &[Known; 2]) {
        // Another shot at a segment that was hit in this turn is not news.
        if self.struck.iter().any(|struck| struck.at == at) {
            return;
        }
        match segment(person, at, before) {
            Some((name, segment)) => {
                self.struck.push(Struck { at, name, segment, is_sunk: false });
            }
            None if is_seen(at, sight) => self.misses.push(at),
            None => {}
        }
    }
}

fn is_seen(at: Coord, sight: &[Known; 2]) -> bool {
    sight.iter().all(|known| known.holds(at))
}

fn seen(side: Side, game: &Game, sight: &Known) -> Vec<Coord> {
    let ships = game.fleet(side).ships().filter_map(|(_, id)| game.board().get(id));
    ships.flat_map(|ship| ship.hull().fields()).filter(|at| sight.holds(*at)).collect()
}

fn segment(side: Side, at: Coord, game: &Game) -> Option<(ShipName, u32)> {
    let id = game.board().ship_at(at)?;
    let (owner, name) = game.whose(id)?;
    let ship = game.board().get(id)?;
    let segment = ship.hull().segment_at(at)?;
    (owner == side && ship.is_healthy(segment)).then_some((name, segment))
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside_ships::rules::fair::Referee;
    use broadside_ships::rules::{Class, Order};
    use broadside_ships::script::{Session, feed};

    #[test]
    fn a_second_shot_at_a_segment_that_was_just_hit_is_no_miss() {
        let script = b"[state] EXTENDED_SHIPS SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 \
            SHIP A 3 3 N 0 DES 11 SHIP B 3 5 N 0 DES 11 NEXT_PLAYER B [state]\n";
        let mut session = Session::default();
        feed(&mut session, &mut &script[..], &mut Vec::new()).unwrap();
        let mut referee = Referee::new(session.game().clone());
        let known = referee.open().sketch();
        let shot = Order::Fire(ShipName { class: Class::Destroyer, index: 0 }, Coord::new(4, 3));
        let report = referee.play(&[shot, shot], &known).unwrap();
        let news = News::of(&report, session.game(), referee.game());
        assert_eq!((news.struck.len(), news.misses), (1, Vec::new()));
    }
}

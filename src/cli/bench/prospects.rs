//! Counts the drawn games of the Ships language that an engine could have won.

use broadside::arena::tournament::Entry;
use broadside::rules::ships::{Game, Prospect};
use broadside::script::Session;
use serde::Serialize;

/// Counts drawn games by whether the engine could have won. In each game, only the first position
/// with two complete fleets is examined. The search assumes that the enemy does nothing after this
/// position.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Prospects {
    winnable: u64,
    lost: u64,
    /// The search found no way to win, but a way may exist.
    open: u64,
}

impl Prospects {
    /// Adds a drawn game. Skips a game that `Game::prospect` does not analyse.
    pub(super) fn add(&mut self, engine: &str, entry: &Entry, record: &[u8]) {
        let played = entry.side_of(engine).zip(first_complete(record));
        match played.and_then(|(side, game)| game.prospect(side)) {
            Some(Prospect::Winnable) => self.winnable += 1,
            Some(Prospect::Lost) => self.lost += 1,
            Some(Prospect::Open) => self.open += 1,
            None => {}
        }
    }

    pub(super) fn words(&self) -> Option<String> {
        let Self { winnable, lost, open } = *self;
        let all = winnable + lost + open;
        #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
        let share = |games: u64| format!("{:.0}", 100.0 * games as f64 / all as f64);
        let range = |least, most| if open > 0 { format!("{least} to {most}") } else { least };
        let most = winnable + open;
        let count = range(winnable.to_string(), most.to_string());
        let share = range(share(winnable), share(most));
        (all > 0).then(|| format!("{count} of {all} drawn games, {share} %"))
    }
}

fn first_complete(record: &[u8]) -> Option<Game> {
    let mut session = Session::default();
    for line in record.split(|byte| *byte == b'\n') {
        session.feed(line, &mut std::io::sink()).ok()?;
        let game = session.game();
        if session.group().is_none() && game.is_complete() {
            return Some(game.clone());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::board::Side;

    #[test]
    fn the_first_complete_position_counts() {
        let start = "[state]\nEXTENDED_SHIPS\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n[state]\n";
        let placed = "[playerA]\nPLACE_SHIP 2 2 N 0 DES\n[playerA]\n[playerB]\n";
        assert!(first_complete(format!("{start}{placed}").as_bytes()).is_none());
        let rest = "PLACE_SHIP 12 2 N 0 DES\n[playerB]\n[playerA]\nMOVE 0 DES F\n[playerA]\n";
        let game = first_complete(format!("{start}{placed}{rest}").as_bytes()).unwrap();
        assert_eq!(game.expected(), Side::First);
        let bow = game.board().ships().next().unwrap().1.hull().bow();
        assert_eq!((bow.row, bow.col), (2, 2));
        let set = "SHIP A 2 2 N 0 DES 11\nSHIP B 12 2 N 0 DES 11\nREEF 5 5\n[state]\n";
        let start = start.trim_end_matches("[state]\n");
        let game = first_complete(format!("{start}{set}").as_bytes()).unwrap();
        assert_eq!(game.board().reefs().laid().len(), 1, "the set-up is complete");
    }

    #[test]
    fn an_unknown_count_is_a_range() {
        assert_eq!(Prospects::default().words(), None);
        let prospects = Prospects { winnable: 1, lost: 2, open: 1 };
        assert_eq!(prospects.words().unwrap(), "1 to 2 of 4 drawn games, 25 to 50 %");
        let prospects = Prospects { winnable: 1, lost: 3, open: 0 };
        assert_eq!(prospects.words().unwrap(), "1 of 4 drawn games, 25 %");
    }
}

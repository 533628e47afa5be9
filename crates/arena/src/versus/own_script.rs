//! Writes the person's orders so far as a script, without the orders of the other side.

use super::{News, Versus, words};
use crate::record::Record;
use broadside_core::board::Side;
use broadside_ships::rules::fair::TurnReport;

impl Versus {
    /// Returns a script that the person may read during the game. It has the person's turns. The
    /// open turn comes last, without its closing tag. Comments between the turns say what the
    /// person has seen of the machine's turns. [`record`](Self::record) returns the whole game.
    pub fn own_script(&self) -> Vec<u8> {
        let title = format!("{}: what A knows", self.title());
        let mut script = Record::new(&title, &self.start);
        let own: Vec<_> = self.reports.iter().filter(|it| it.side == Side::First).collect();
        for (turn, report) in own.iter().enumerate() {
            add_news(self.past.get(turn).and_then(|past| past.news.as_ref()), &mut script);
            script.turn(report);
        }
        if self.past.len() >= own.len() && self.reports.last().is_none_or(is_machine) {
            add_news(self.news(), &mut script);
        }
        if self.ending().is_none() {
            script.open_turn(Side::First, self.steps());
        }
        script.into_bytes()
    }
}

fn is_machine(report: &TurnReport) -> bool {
    report.side == Side::Second
}

fn add_news(news: Option<&News>, script: &mut Record) {
    for line in news.map(words::news).unwrap_or_default() {
        script.comment(&line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_own_script_holds_no_order_of_the_other_side() {
        let mut game = Versus::small("fair", 3);
        game.place_missing();
        game.end();
        let order = game.hint()[0];
        game.order(order).unwrap();
        let script = String::from_utf8(game.own_script()).unwrap();
        assert!(script.ends_with(&format!("[playerA]\n{order}\n")), "{script}");
        assert_eq!(script.matches("PLACE_SHIP").count(), 4);
        for line in words::news(game.news().unwrap()) {
            assert!(script.contains(&format!("\n# {line}\n")), "{script}");
        }
        assert!(!script.contains("[playerB]"));
        assert_eq!(String::from_utf8(game.record()).unwrap().matches("PLACE_SHIP").count(), 8);
    }
}

//! The statistics of each side, which are shown after the game.

use super::words::Turn;
use crate::cli::prompt::text::padding;
use broadside::rules::arsenal::Outcome;

/// Counts the shots of a side. Radar, smoke and lost turns are not shots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    shots: u32,
    hits: u32,
    /// The number of hits since the last miss.
    run: u32,
    longest: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Column<'g> {
    pub(super) name: &'g str,
    pub(super) tally: Tally,
    /// How many cells of the other fleet are hit, and how many cells that fleet has.
    pub(super) cells: [u32; 2],
    pub(super) turns: u32,
}

type Entry = fn(&Column<'_>) -> String;

impl Tally {
    /// Adds a turn. A shot counts as a miss if all its cells were shot at before.
    pub(super) fn add(&mut self, turn: &Turn) {
        let hit = match &turn.play {
            Ok((_, Outcome::Shot { hit, .. })) => *hit,
            Ok((_, Outcome::AlreadyTargeted)) => false,
            Ok((_, Outcome::Radar { .. } | Outcome::Smoke)) | Err(_) => return,
        };
        self.shots += 1;
        self.hits += u32::from(hit);
        self.run = if hit { self.run + 1 } else { 0 };
        self.longest = self.longest.max(self.run);
    }

    /// Returns the share of hits among the shots, in rounded per cent.
    fn share(self) -> String {
        let share = (200 * self.hits + self.shots).checked_div(2 * self.shots);
        share.map_or("-".to_owned(), |share| format!("{share} %"))
    }
}

/// Returns the statistics as a table, in lines of at most 48 columns.
pub(super) fn statistics(sides: &[Column<'_>; 2]) -> Vec<String> {
    let rows: [(&str, Entry); 7] = [
        ("", |side| side.name.to_owned()),
        ("shots", |side| side.tally.shots.to_string()),
        ("hits", |side| side.tally.hits.to_string()),
        ("share", |side| side.tally.share()),
        ("longest run", |side| side.tally.longest.to_string()),
        ("cells hit", |side| format!("{} of {}", side.cells[0], side.cells[1])),
        ("turns", |side| side.turns.to_string()),
    ];
    let line = |(name, value): (&str, Entry)| {
        let values = sides.each_ref().map(|side| {
            let text = value(side);
            padding(&text, 18) + &text
        });
        format!("{name:<12}{}", values.concat())
    };
    rows.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use broadside::rules::arsenal::{Lost, Move};

    #[test]
    fn only_shots_count_and_the_longest_run_stays() {
        let fire: Move = "Fire B3".parse().unwrap();
        let shot = |hit| Ok((fire, Outcome::Shot { hit, sunk: Vec::new() }));
        let mut tally = Tally::default();
        for play in [
            shot(true),
            Ok((fire, Outcome::Radar { found: true })),
            shot(true),
            Ok((fire, Outcome::AlreadyTargeted)),
            Err(Lost::NotAMove),
            shot(true),
        ] {
            tally.add(&Turn { play });
        }
        assert_eq!(tally, Tally { shots: 4, hits: 3, run: 1, longest: 2 });
        let of = |name, tally| Column { name, tally, cells: [3, 14], turns: 6 };
        let statistics = statistics(&[of("Alice", tally), of("Easy bot", Tally::default())]);
        assert_eq!(statistics[3], "share                     75 %                 -");
        assert!(statistics.iter().all(|line| line.chars().count() <= 48), "{statistics:?}");
        let wide = super::statistics(&[of("日本語", tally), of("Easy bot", Tally::default())]);
        assert_eq!(wide[0], statistics[0].replace(" Alice", "日本語"));
    }
}

//! The results of a match. The results depend only on journal entries, so a journal gives the same
//! table as the games.

use super::journal::Entry;
use super::observed::{Turns, explain};
use crate::ratings::{Decision, Pairs, Sprt, percent};
use crate::summary::listed;
use broadside_core::board::Side;
use broadside_core::digest::Fnv64;
use broadside_core::text::{padding, width};
use indexmap::IndexMap;
use std::collections::BTreeMap;
use std::fmt;

/// The results of a match. [`Display`](fmt::Display) writes them as a table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The engines in the order in which they first played.
    pub engines: IndexMap<String, Row>,
    /// The sequential test and its state, if one was asked for.
    pub test: Option<Test>,
    /// The number of games.
    pub games: u64,
    /// For each reason of a draw, the number of games that were drawn for this reason.
    pub draws: BTreeMap<String, u64>,
    digest: Fnv64,
    last: String,
    /// The first game of a pair whose second game has not been added yet.
    half: Option<Entry>,
}

/// The results of an engine against all others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// For each kind of fault, the number of faults.
    pub faults: BTreeMap<String, u64>,
    /// The number of refused commands.
    pub refused: u64,
    /// The engine's complete pairs of games, by points. In a pair, the engines change sides.
    pub pairs: Pairs,
    /// The times and the first fault, if the engine is a program.
    pub turns: Turns,
}

impl Row {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.won + self.lost + self.drawn
    }

    fn add(&mut self, half_points: usize, faults: &BTreeMap<String, u64>, refused: u64) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
        for (kind, count) in faults {
            let sum = self.faults.entry(kind.clone()).or_default();
            *sum = sum.saturating_add(*count);
        }
        self.refused = self.refused.saturating_add(refused);
    }
}

/// The state of a sequential test of the first engine against the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    /// The test.
    pub sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    pub log_ratio: f64,
    /// The decision, or `None` if the test has not decided yet.
    pub decision: Option<Decision>,
}

impl Test {
    fn of(sprt: Sprt, pairs: &Pairs) -> Self {
        Self { sprt, log_ratio: sprt.log_ratio(pairs), decision: sprt.decide(pairs) }
    }
}

#[doc(hidden)]
impl Table {
    /// Returns a table without games. A test compares the first engine with the second.
    pub fn empty(sprt: Option<Sprt>) -> Self {
        let test = sprt.map(|sprt| Test::of(sprt, &Pairs::default()));
        Self {
            engines: IndexMap::new(),
            test,
            games: 0,
            draws: BTreeMap::new(),
            digest: Fnv64::default(),
            last: String::new(),
            half: None,
        }
    }

    /// Returns the table of these games, which must be in the order of their numbers.
    pub fn new<'e>(entries: impl IntoIterator<Item = &'e Entry>, sprt: Option<Sprt>) -> Self {
        let mut table = Self::empty(sprt);
        for entry in entries {
            table.add(entry);
        }
        table
    }

    /// Adds the next game. If the test has decided, further games do not count.
    pub fn add(&mut self, entry: &Entry) {
        if self.is_decided() {
            return;
        }
        self.games += 1;
        let Entry { game, first, second, reason, turns, .. } = entry;
        let number = game.saturating_add(1);
        self.last = format!("game {number}: {first} against {second}: {reason}, {turns} turns");
        self.digest.add(entry.repeatable().to_line().as_bytes());
        let points = entry.result.half_points();
        for (side, points) in Side::ALL.into_iter().zip([points, 2 - points]) {
            let row = self.row(entry.name(side));
            row.add(points, entry.faults.of(side), *entry.refused.of(side));
            if let Some(observed) = &entry.observed {
                row.turns.add(entry.game, side, observed.of(side));
            }
        }
        if points == 1 {
            *self.draws.entry(entry.reason.clone()).or_default() += 1;
        }
        self.pair_up(entry);
    }

    /// Returns a line for each engine (at most 12), and one for the last game. More lines may not
    /// fit in a terminal.
    pub fn summary(&self) -> String {
        const MOST: usize = 12;
        let line = |(name, row): (&String, &Row)| {
            let Row { won, lost, drawn, .. } = row;
            let elo = row.pairs.elo_text();
            format!("{name}: {won} won, {lost} lost, {drawn} drawn, Elo {elo}\n")
        };
        let lines: String = self.engines.iter().take(MOST).map(line).collect();
        lines + &self.last
    }

    /// Returns whether the test has decided.
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.decision.is_some())
    }

    /// Returns a digest of all games in their order.
    pub fn digest(&self) -> String {
        self.digest.to_string()
    }

    /// Keeps the first game of a pair. After the second game, adds the pair and updates the test.
    fn pair_up(&mut self, entry: &Entry) {
        let half = self.half.take().filter(|half| half.pair == entry.pair);
        let Some(half) = half else {
            self.half = Some(entry.repeatable());
            return;
        };
        // The engine that played A in the first game played B in the second.
        let both = half.result.half_points() + 2 - entry.result.half_points();
        self.row(&half.first).pairs.add(both);
        self.row(&entry.first).pairs.add(4 - both);
        let first = self.engines.first().map(|(_, row)| row.pairs).unwrap_or_default();
        self.test = self.test.map(|test| Test::of(test.sprt, &first));
    }

    fn row(&mut self, name: &str) -> &mut Row {
        self.engines.entry(name.to_owned()).or_default()
    }
}

impl fmt::Display for Table {
    /// Writes lines of text. Control characters in names and faults are not escaped.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.engines.keys().map(|name| width(name)).max().unwrap_or(0).max(6);
        writeln!(
            f,
            "{:columns$} {:>6} {:>6} {:>6} {:>6}  {:<22} {:>8}  faults",
            "engine", "games", "won", "lost", "drawn", "Elo", "superior"
        )?;
        for (name, row) in &self.engines {
            let Row { won, lost, drawn, .. } = row;
            let elo = row.pairs.elo_text();
            let superior = percent(row.pairs.superiority());
            let faults = faults(row);
            let (games, padding) = (row.games(), padding(name, columns));
            writeln!(
                f,
                "{name}{padding} {games:>6} {won:>6} {lost:>6} {drawn:>6}  {elo:<22} {superior:>8}  {faults}"
            )?;
        }
        for (name, row) in &self.engines {
            explain(name, &row.turns, f)?;
        }
        if !self.draws.is_empty() {
            writeln!(f, "draws: {}", listed(&self.draws))?;
        }
        if let Some(test) = self.test {
            writeln!(f, "{test}")?;
        }
        let games = if self.games == 1 { "game" } else { "games" };
        writeln!(f, "digest {} of {} {games}", self.digest, self.games)
    }
}

/// Returns for example `5 (2 illegal, 3 timeout)`, or `-` for no faults.
fn faults(row: &Row) -> String {
    if row.faults.is_empty() {
        return "-".to_owned();
    }
    let total = row.faults.values().fold(0_u64, |sum, count| sum.saturating_add(*count));
    format!("{total} ({})", listed(&row.faults))
}

impl fmt::Display for Test {
    /// Writes for example `SPRT elo0=0 ...: log ratio 1.25 of -2.94 to 2.94, undecided`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sprt, log_ratio, decision } = self;
        let (low, high) = sprt.bounds();
        let decision = match decision {
            None => "undecided",
            Some(Decision::Accepted) => "elo1 accepted",
            Some(Decision::Rejected) => "elo0 accepted",
        };
        write!(f, "SPRT {sprt}: log ratio {log_ratio:.2} of {low:.2} to {high:.2}, {decision}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::journal::tests::game;
    use super::super::observed::{FirstFault, Observed};
    use super::*;
    use crate::tournament::Report;
    use crate::tournament::journal::{Sides, Verdict};

    /// Returns games of the engines `one` and `two`. In `won`, `true` means that `one` wins.
    fn games(won: &[bool]) -> Vec<Entry> {
        let result = |(number, won): (u64, &bool)| {
            let verdict =
                if *won == number.is_multiple_of(2) { Verdict::First } else { Verdict::Second };
            game(number, verdict)
        };
        (0..).zip(won).map(result).collect()
    }

    #[test]
    fn pairs_are_counted_for_both_engines() {
        let table = Table::new(&games(&[true, true, true, false, false, false, true]), None);
        let [one, two] = ["one", "two"].map(|name| &table.engines[name]);
        assert_eq!((one.won, one.lost, one.pairs), (4, 3, Pairs([1, 0, 1, 0, 1])));
        assert_eq!((two.won, two.lost, two.pairs), (3, 4, Pairs([1, 0, 1, 0, 1])));
        assert_eq!((one.refused, two.refused), (12, 9));
    }

    #[test]
    fn a_table_shows_faults_by_kind_and_the_digest_depends_on_faults_but_not_on_times() {
        let mut entries = games(&[true, false]);
        entries[1].faults = Sides { first: [("no group".into(), 1)].into(), ..Sides::default() };
        let table = Table::new(&entries, None);
        let expected = "\
engine  games    won   lost  drawn  Elo                    superior  faults
one         2      1      1      0  too few games to say     50.0 %  -
two         2      1      1      0  too few games to say     50.0 %  1 (1 no group)
";
        let text = table.to_string();
        assert!(text.starts_with(expected), "{text}");
        assert_ne!(table.digest(), Table::new(&games(&[true, false]), None).digest());
        assert!(table.summary().contains("Elo too few games to say\n"), "{}", table.summary());
        let timed = entries.iter().map(|entry| Entry { time: Some(1), ..entry.clone() });
        assert_eq!(Table::new(&timed.collect::<Vec<_>>(), None).digest(), table.digest());
    }

    /// Regression: a name of Chinese characters shifted the figures of its engine to the right.
    #[test]
    fn the_figures_of_wide_names_stand_below_those_of_others() {
        let mut entries = games(&[true, false]);
        for entry in &mut entries {
            let name = if entry.first == "one" { &mut entry.first } else { &mut entry.second };
            *name = "船船船船".into();
        }
        let text = Table::new(&entries, None).to_string();
        for line in ["engine    games ", "船船船船      2 ", "two           2 "] {
            assert!(text.contains(line), "{text}");
        }
    }

    #[test]
    fn a_table_says_where_the_first_fault_was_and_why_games_were_drawn() {
        let mut entries = games(&[true, false, true]);
        let fault = FirstFault {
            turn: 7,
            fault: "exit 1".into(),
            about: String::new(),
            stderr: "KeyError: 'A'".into(),
        };
        let slow = Observed { turns: 4, micros: 8400, longest: 5100, longest_turn: 3, fault: None };
        let bad = Observed { fault: Some(fault), ..slow.clone() };
        entries[1].observed = Some(Box::new(Sides { first: bad, second: slow.clone() }));
        entries[2].observed = Some(Box::new(Sides { first: slow, second: Observed::default() }));
        (entries[2].result, entries[2].reason) = (Verdict::Draw, "no progress".into());
        let table = Table::new(&entries, None);
        let text = table.to_string();
        for line in [
            "one: 2.1 ms a turn, at most 5.1 ms (game 2, turn 3)\n",
            "two: first fault in game 2, turn 7, as A: exit 1; it said `KeyError: 'A'`\n",
            "draws: 1 no progress\n",
        ] {
            assert!(text.contains(line), "{text}");
        }
        let entries = entries.iter().map(Entry::repeatable).collect::<Vec<_>>();
        assert_eq!(Table::new(&entries, None).digest(), table.digest());
    }

    #[test]
    fn games_after_the_deciding_pair_do_not_count() {
        let sprt = Some(Sprt::default());
        let table = Table::new(&games(&[true; 300]), sprt);
        assert_eq!(table.games, 106);
        assert_eq!(table.test.unwrap().decision, Some(Decision::Accepted));
        assert_eq!(Table::new(&games(&[true; 106]), sprt).digest(), table.digest());
        let lost = Table::new(&games(&[false; 300]), sprt);
        assert_eq!(lost.test.unwrap().decision, Some(Decision::Rejected));
        let open = Table::new(&games(&[true; 105]), sprt);
        assert_eq!((open.games, open.test.unwrap().decision), (105, None));
        let empty = Table::new(&[], sprt);
        assert!(empty.to_string().contains("log ratio 0.00 of -2.94 to 2.94, undecided"));
    }

    #[test]
    fn json_has_null_where_nothing_is_known() {
        let report = Report::from(&Table::new(&games(&[true; 4]), Some(Sprt::default())));
        let first = &report.engines[0];
        assert_eq!(first.pairs, [0, 0, 0, 0, 2]);
        assert!(first.elo.is_some() && first.elo_low.is_some());
        assert_eq!(Report::from(&Table::new(&games(&[true]), None)).engines[0].elo, None);
        assert_eq!(report.sprt.map(|test| test.accepted), Some(None));
    }
}

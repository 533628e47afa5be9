//! The overview of the class on the page: figures, the rules that are wrong most often, and a table
//! of submissions and rules.

use super::{Bar, score, shown};
use crate::cli::grade::result::{Class, ClassRule, Graded};
use broadside::lab::grade::Status;
use broadside::lab::rules::{Level, Rule};
use std::cmp::Reverse;

/// At most this many rules are listed: those that are wrong most often.
const WORST: usize = 12;

/// The number of bars. The scores are divided into this many equal ranges, one for each bar.
const BARS: u32 = 10;

pub(super) struct Overview {
    pub(super) figures: [(&'static str, String); 4],
    pub(super) scores: Vec<ScoreBar>,
    pub(super) worst: Vec<(Rule, Bar)>,
    /// How many rules are wrong in some submission, but not listed in `worst`.
    pub(super) other_rules: usize,
    /// How many submissions print nothing. The figures about rules leave them out.
    pub(super) mute: usize,
    /// Whether the figures about rules count any submission.
    pub(super) is_counted: bool,
    /// How many rules no counted submission reaches; 0 if no submission is counted.
    pub(super) unknown_rules: usize,
    /// The levels, each with the number of its columns.
    pub(super) levels: Vec<(Level, usize)>,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<Row>,
}

/// The height of the highest bar, in units of the picture.
pub(super) const HIGHEST: u32 = 60;

/// How many submissions have a score in a range.
pub(super) struct ScoreBar {
    pub(super) height: u32,
    pub(super) count: u32,
    /// The lower end of the range, in percent of the best possible score.
    pub(super) percent: u32,
}

/// A column of the table. The first column of a level has the CSS class `f`.
pub(super) struct Column {
    pub(super) rule: Rule,
    pub(super) css_class: &'static str,
}

pub(super) struct Row {
    /// The index of the submission in the class, for the link to its part of the page.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) score: String,
    /// The CSS class of each cell, and its title if the rule is wrong.
    pub(super) cells: Vec<(&'static str, Option<String>)>,
}

impl Overview {
    pub(super) fn new(class: &Class<'_>) -> Self {
        let mut rules = class.rules_worst_first();
        let columns = columns(rules.iter().map(|row| row.rule).collect());
        let is_counted = class.counted().next().is_some();
        let is_unknown = |row: &&ClassRule| is_counted && row.right + row.wrong == 0;
        let unknown_rules = rules.iter().filter(is_unknown).count();
        rules.retain(|row| row.wrong > 0);
        rules.sort_by_key(|row| Reverse(row.wrong));
        let count = |level| columns.iter().filter(|column| column.rule.level() == level).count();
        let levels = Level::ALL.map(|level| (level, count(level)));
        Self {
            figures: figures(class),
            scores: scores(class),
            worst: rules.iter().take(WORST).map(worst_rule).collect(),
            other_rules: rules.len().saturating_sub(WORST),
            mute: class.mute(),
            is_counted,
            unknown_rules,
            levels: levels.into_iter().filter(|(_, count)| *count > 0).collect(),
            rows: rows(class, &columns),
            columns,
        }
    }
}

fn figures(class: &Class<'_>) -> [(&'static str, String); 4] {
    let mut scores: Vec<_> = class.graded.iter().filter_map(Graded::mark).collect();
    scores.sort_by(f64::total_cmp);
    let full = scores.iter().filter(|score| class.is_full(**score)).count();
    let untested = class.graded.iter().filter(|graded| graded.build.trouble().is_some()).count();
    let upper = scores.get(scores.len() / 2);
    let median = upper.map(|upper| f64::midpoint(scores[(scores.len() - 1) / 2], *upper));
    [
        ("median score", score(median)),
        ("best", score(scores.last().copied())),
        ("everything right", full.to_string()),
        ("not tested", untested.to_string()),
    ]
}

fn scores(class: &Class<'_>) -> Vec<ScoreBar> {
    let most = class.weights.max_score();
    let bar_of =
        |score: f64| (1..BARS).rev().find(|bar| score * f64::from(BARS) >= most * f64::from(*bar));
    let scores = class.graded.iter().filter_map(Graded::mark);
    let bars: Vec<_> = scores.map(|score| bar_of(score).unwrap_or(0)).collect();
    let count = |bar| u32::try_from(bars.iter().filter(|one| **one == bar).count()).unwrap_or(0);
    let top = (0..BARS).map(count).max().unwrap_or(1).max(1);
    let bar = |bar| {
        let count = count(bar);
        ScoreBar { height: (count * HIGHEST).div_ceil(top), count, percent: bar * 100 / BARS }
    };
    (0..BARS).map(bar).collect()
}

fn worst_rule(row: &ClassRule) -> (Rule, Bar) {
    let ClassRule { rule, right, wrong, not_reached } = *row;
    let label = format!("{wrong} wrong, {not_reached} not reached, {right} right");
    (rule, Bar::new(&[("w", wrong), ("n", not_reached), ("r", right)], label))
}

fn columns(mut rules: Vec<Rule>) -> Vec<Column> {
    rules.sort_by_key(|rule| (rule.level(), *rule));
    let mut last = None;
    let column = |rule: Rule| {
        let is_first = last.replace(rule.level()) != Some(rule.level());
        Column { rule, css_class: if is_first { " f" } else { "" } }
    };
    rules.into_iter().map(column).collect()
}

fn rows(class: &Class<'_>, columns: &[Column]) -> Vec<Row> {
    let mut rows: Vec<_> = class.graded.iter().enumerate().collect();
    rows.sort_by(|(_, a), (_, b)| b.score.total_cmp(&a.score).then(a.name.cmp(b.name)));
    let row = |(number, graded): (usize, &Graded<'_>)| Row {
        number,
        name: shown(graded.name),
        score: score(graded.mark()),
        cells: columns.iter().map(|column| cell(graded, column.rule)).collect(),
    };
    rows.into_iter().map(row).collect()
}

fn cell(graded: &Graded<'_>, rule: Rule) -> (&'static str, Option<String>) {
    let class = match graded.marks.status(rule) {
        Status::Right => "r",
        Status::Wrong => "w",
        Status::NotReached | Status::NotSettled => "n",
    };
    let title = (class == "w").then(|| format!("{}: {rule}", shown(graded.name)));
    (class, title)
}

//! Computes the fewest shots that sink a fleet on a small board, on average over all fleets. No bot
//! can do better, so the chapter "Small boards, solved" compares the bots with this number.
//!
//! The method is dynamic programming over beliefs (Åström, "Optimal control of Markov processes
//! with incomplete state information", 1965). A belief is the set of fleets that fit all answers so
//! far. The best next shot has the fewest expected shots after it. No code is shared with the bots.

mod belief;
mod waters;

use crate::environment::is_set;
use crate::harness::{Texts as _, broadside, read, run};
use belief::Solver;
use waters::Waters;

const PAGE: &str = "book/src/laboratory/small-boards.md";

/// A row of the chapter's table: the board, the fleet, the number of fleets, the optimum, and the
/// mean number of shots of the bot `posterior`.
struct Row {
    board: String,
    fleet: String,
    fleets: usize,
    optimum: f64,
    posterior: f64,
}

impl Row {
    fn read(line: &str) -> Option<Self> {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [board, fleet, fleets, optimum, posterior, _] = cells[..] else { return None };
        Some(Self {
            board: board.into(),
            fleet: fleet.into(),
            fleets: fleets.parse().ok()?,
            optimum: optimum.parse().ok()?,
            posterior: posterior.parse().ok()?,
        })
    }

    fn waters(&self) -> Waters {
        let (rows, columns) = self.board.split_once('x').expect("a board");
        let number = |word: &str| word.trim().parse().expect("a number");
        let lengths: Vec<_> = self.fleet.split(',').map(number).collect();
        Waters::new(number(rows), number(columns), &lengths)
    }

    /// Returns the mean number of shots of the bot `posterior` in this many games, as `bench`
    /// prints it.
    fn measured_shots(&self, games: &str) -> f64 {
        let board = self.board.replace(' ', "");
        let fleet = self.fleet.replace(' ', "");
        let mut bench = broadside();
        bench.args(["bench", "targeting", "--bot", "posterior", "--games", games]);
        let said = run(bench.args(["--board", &board, "--fleet", &fleet]), b"").out();
        let mean = said.lines().find_map(|line| line.strip_prefix("mean shots"));
        let mean = mean.and_then(|rest| rest.split_whitespace().next()).expect("a mean");
        mean.parse().expect("a number")
    }
}

fn rows() -> Vec<Row> {
    let page = read(PAGE);
    let rows: Vec<_> = page.lines().filter_map(Row::read).collect();
    assert_eq!(rows.len(), 4, "the table has four boards");
    rows
}

/// With `BROADSIDE_OPTIMUM=1` the two large boards of the chapter are solved too.
#[test]
fn the_boards_of_the_chapter_are_solved() {
    let (small, large): (Vec<_>, Vec<_>) = rows().into_iter().partition(|row| row.fleets < 200);
    assert_eq!(small.len(), 2);
    for row in small.into_iter().chain(large.into_iter().filter(|_| is_set("BROADSIDE_OPTIMUM"))) {
        let waters = row.waters();
        assert_eq!(waters.fleets.len(), row.fleets);
        let optimum = Solver::new(&waters).shots();
        assert!((optimum - row.optimum).abs() < 5e-4, "{} {}: {optimum}", row.board, row.fleet);
    }
}

#[test]
fn the_chapter_has_the_optimum_for_each_first_shot() {
    let page = read(PAGE);
    let (_, rest) = page.split_once("```text\n").expect("a block");
    let (block, _) = rest.split_once("```").expect("its end");
    let waters = Waters::new(3, 4, &[3, 2]);
    let mut solver = Solver::new(&waters);
    let shown: Vec<_> = block.split_whitespace().collect();
    let found: Vec<_> = (0..12).map(|cell| format!("{:.3}", solver.shots_from(cell))).collect();
    assert_eq!(shown, found);
}

#[test]
fn the_bot_posterior_is_near_the_optimum() {
    for row in rows() {
        assert!(row.posterior < 1.015 * row.optimum, "{} {}", row.board, row.fleet);
        assert!(
            (row.measured_shots("5000") - row.posterior).abs() < 0.09,
            "{} {}",
            row.board,
            row.fleet
        );
    }
}

//! The table of a match as JSON, for programs: the output of `broadside match --json`.

use super::table::{Row, Table, Test};
use crate::ratings::Decision;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The table of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// `broadside.match/1`
    pub schema: ReportSchema,
    /// The engines, in the order in which they first played.
    pub engines: Vec<EngineReport>,
    /// The sequential test, if one was asked for.
    pub sprt: Option<TestReport>,
    /// How many games were counted.
    pub games: u64,
    /// The digest of all games.
    pub digest: String,
}

/// The name and the version of the format of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ReportSchema {
    /// The first version. New fields do not change the number.
    #[serde(rename = "broadside.match/1")]
    Match1,
}

/// The results of an engine against all others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EngineReport {
    /// The name of the engine.
    pub name: String,
    /// The number of games of the engine.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games lost.
    pub lost: u64,
    /// Games drawn.
    pub drawn: u64,
    /// How many commands of the engine were refused.
    pub refused: u64,
    /// How many faults of each kind.
    pub faults: BTreeMap<String, u64>,
    /// How many pairs of games (with sides changed) brought 0, 1/2, 1, 3/2 and 2 points.
    pub pairs: [u64; 5],
    /// The Elo of the engine; `null` without a whole pair.
    pub elo: Option<f64>,
    /// The lower end of the 95 % interval of the Elo; `null` without a whole pair.
    pub elo_low: Option<f64>,
    /// The upper end of the 95 % interval of the Elo; `null` without a whole pair.
    pub elo_high: Option<f64>,
    /// The likelihood that the engine is stronger than its opponents.
    pub superiority: f64,
}

/// The state of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TestReport {
    /// The options of the test, such as `elo0=0 elo1=20 alpha=0.05 beta=0.05`.
    pub test: String,
    /// The logarithm of the likelihood ratio.
    pub ratio: f64,
    /// The lower bound of this logarithm.
    pub low: f64,
    /// The upper bound of this logarithm.
    pub high: f64,
    /// Whether the hypothesis `elo1` was accepted; `null` while undecided.
    pub accepted: Option<bool>,
}

impl From<&Table> for Report {
    fn from(table: &Table) -> Self {
        Self {
            schema: ReportSchema::Match1,
            engines: table.engines.iter().map(|(name, row)| engine(name, row)).collect(),
            sprt: table.test.as_ref().map(TestReport::from),
            games: table.games,
            digest: table.digest(),
        }
    }
}

fn engine(name: &str, row: &Row) -> EngineReport {
    let elo = row.pairs.elo();
    EngineReport {
        name: name.to_owned(),
        games: row.games(),
        won: row.won,
        lost: row.lost,
        drawn: row.drawn,
        refused: row.refused,
        faults: row.faults.clone(),
        pairs: row.pairs.0,
        elo: elo.map(|elo| elo.value),
        elo_low: elo.map(|elo| elo.low),
        elo_high: elo.map(|elo| elo.high),
        superiority: row.pairs.superiority(),
    }
}

impl From<&Test> for TestReport {
    fn from(Test { sprt, log_ratio, decision }: &Test) -> Self {
        let (low, high) = sprt.bounds();
        let accepted = decision.map(|decision| decision == Decision::Accepted);
        Self { test: sprt.to_string(), ratio: *log_ratio, low, high, accepted }
    }
}

//! A program for the Ships language that misreads some of its rules, for tests of whatever judges
//! programs. It reads a script from standard input and prints what such a program prints; its arguments
//! name misreadings. Without arguments it is right, but that it never answers as the machine.
//!
//!     cargo run --example misreader -- close4 turn-swap < scripts/first-battle.ships

use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The status for a name that is none, or streams that fail.
const FAILURE: u8 = 3;

fn main() -> ExitCode {
    let names = std::env::args().skip(1);
    let misreadings: Option<Misreadings> = names.map(|name| Misreading::from_name(&name)).collect();
    misreadings.and_then(answer).unwrap_or(ExitCode::from(FAILURE))
}

fn answer(misreadings: Misreadings) -> Option<ExitCode> {
    let mut script = Vec::new();
    io::stdin().read_to_end(&mut script).ok()?;
    let run = model::run(&script, misreadings);
    io::stdout().write_all(&run.out).ok()?;
    Some(ExitCode::from(run.end.code()))
}

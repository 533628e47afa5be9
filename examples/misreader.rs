//! A program for the Ships language that misreads some rules. It is for tests of programs that
//! judge other programs. It reads a script from standard input and prints the output of the script.
//! The arguments name the misreadings. Without arguments, it follows all rules, but it never plays
//! the turns of an AI.
//!
//!     cargo run --example misreader -- close4 turn-swap < scripts/first-battle.ships

use broadside::lab::misreadings::{Misreading, Misreadings};
use broadside::lab::model;
use std::io::{self, Read, Write};
use std::process::ExitCode;

/// The exit status for an unknown misreading or a failed stream.
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

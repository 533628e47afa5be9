//! The command line.

use super::programs::Exact;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

const LONG_ABOUT: &str = "\
The reference interpreter, referee and laboratory for scriptable Battleship.

Without a command, broadside interprets standard input as a script of the Ships language: [state] and \
[playerA]/[playerB] groups that drive a board with reefs, ships that move and turn, cannons with range, radar and \
spy planes.";

const EXAMPLES: &str = "\
Examples:
  broadside < scripts/first-battle.ships    play a script
  broadside run setup.ships moves.ships     several files, one game
  broadside run --explain moves.ships       show where an invalid operation stands
  printf '[state]\\nPRINT 1\\n[state]\\n' | broadside

Exit status: 0 ran to the end, 1 stopped at an INVALID OPERATION, 2 syntax or usage error,
3 input or output failed.";

/// The command line as it is typed.
#[derive(Debug, Parser)]
#[command(name = "broadside", version, about, long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(super) struct Args {
    /// When to use colour on standard error.
    #[command(flatten)]
    pub(super) color: colorchoice_clap::Color,

    /// Show the place of an invalid operation on standard error, even if that is no terminal.
    #[arg(long, global = true)]
    pub(super) explain: bool,

    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run scripts of the Ships language in one session, in order.
    ///
    /// The end of each file closes an open group; a command never spans files. The run stops at the
    /// first invalid operation or syntax error, and at a victory.
    #[command(after_help = "Examples:\n  broadside run scripts/first-battle.ships\n  \
        broadside run setup.ships - < moves.ships")]
    Run {
        /// Scripts to run; `-` is standard input, which is also the default.
        #[arg(value_name = "FILE|-")]
        files: Vec<PathBuf>,
    },

    /// One of the programs that are known by their exact bytes.
    #[command(flatten)]
    Exact(Exact),
}

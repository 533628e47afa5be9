//! The `broadside` program. See `broadside --help`, or the documentation of the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}

//! The `broadside` program: see `broadside --help`, or the library's documentation.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}

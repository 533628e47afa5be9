//! Programs judged alike on every system. Each program is this very file, started as an actor: it misreads
//! a rule, or does its worst. What is said of it is the same on Linux, on macOS and on Windows.
//!
//! `BLESS=1 cargo test --test systems` records what is said; read the difference before you commit it.

mod actor;
mod judged;
mod sessions;

#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "a part of it is for the other tests")]
mod harness;

use libtest_mimic::{Arguments, Failed, Trial};
use std::any::Any;
use std::panic;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = actor::act() {
        return code;
    }
    let tests: Vec<(String, Box<dyn FnOnce() + Send>)> =
        judged::tests().into_iter().chain(sessions::tests()).collect();
    let trial =
        |(name, test): (String, Box<dyn FnOnce() + Send>)| Trial::test(name, move || caught(test));
    libtest_mimic::run(&Arguments::from_args(), tests.into_iter().map(trial).collect()).exit_code()
}

/// Runs a test; one that panics has failed.
fn caught(test: Box<dyn FnOnce() + Send>) -> Result<(), Failed> {
    panic::catch_unwind(panic::AssertUnwindSafe(test)).map_err(|panic| said(&*panic).into())
}

/// What a panic says.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

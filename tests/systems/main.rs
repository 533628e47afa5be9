//! Checks that reports about programs are the same on Linux, macOS and Windows. Each program is
//! this test binary, started as an actor that misreads a rule or misbehaves. Two other tests run
//! commands of the README, and scripts.
//!
//! `BLESS=1 cargo test --test systems` records the reports; read the difference before you commit
//! it.

mod actor;
mod judged;
mod sessions;

#[path = "../it/harness.rs"]
#[expect(dead_code, reason = "other tests use the rest of this module")]
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
    let trial = |(name, test): (String, Box<dyn FnOnce() + Send>)| {
        Trial::test(name, move || run_test(test))
    };
    let mut arguments = Arguments::from_args();
    // Most of these tests wait for programs that never answer, so eight tests can run at once.
    arguments.test_threads.get_or_insert(8);
    libtest_mimic::run(&arguments, tests.into_iter().map(trial).collect()).exit_code()
}

/// Runs a test. A panic is a failure.
fn run_test(test: Box<dyn FnOnce() + Send>) -> Result<(), Failed> {
    panic::catch_unwind(panic::AssertUnwindSafe(test))
        .map_err(|panic| panic_message(&*panic).into())
}

/// Returns the message of a panic.
fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).unwrap_or_default()
}

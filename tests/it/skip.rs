//! Reports tests that are skipped. The unit tests of `src/cli` use this file too.

use std::env;
use std::io::{self, Write as _};

/// Reports that the current test is skipped. With `BROADSIDE_REQUIRE_ALL=1`, the test fails
/// instead.
#[track_caller]
pub(crate) fn skip(reason: &str) {
    let is_required = env::var_os("BROADSIDE_REQUIRE_ALL").is_some();
    assert!(!is_required, "{} is skipped: {reason}", test());
    skip_for_this_user(reason);
}

/// Reports that the current test is skipped because of the user who runs it. Such a skip is never
/// a failure, because some tests need the superuser, and some need another user.
pub(crate) fn skip_for_this_user(reason: &str) {
    // The test runner shows the output of `eprintln!` only for tests that fail.
    writeln!(io::stderr(), "SKIPPED {}: {reason}", test()).expect("standard error");
}

fn test() -> String {
    std::thread::current().name().unwrap_or("a test").to_owned()
}

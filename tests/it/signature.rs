//! `bench --signature` prints a fingerprint of the games of all bots and programs. The test
//! compares the fingerprint with `tests/signature.txt`.

use crate::harness::{Texts as _, broadside, check_file, run};

/// Each bot and each program has a line, and the last line is the fingerprint of all of them.
/// `CONTRIBUTING.md` says how to record a change, and what the message of the commit must give.
#[test]
fn the_signature_is_the_recorded_one() {
    let output = run(broadside().args(["bench", "--signature"]), b"");
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let printed = output.out();
    check_file("tests/signature.txt", &printed);
}

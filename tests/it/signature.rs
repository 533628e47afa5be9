//! `bench --signature` prints a fingerprint of the games of all bots and programs. The test
//! compares it with the recorded one.

use crate::harness::{broadside, check_file, run};

/// A change of how a bot or program plays changes its line. The commit quotes the last line and
/// says why. `BLESS=1 cargo test signature` records the new fingerprint.
#[test]
fn the_signature_is_the_recorded_one() {
    let output = run(broadside().args(["bench", "--signature"]), b"");
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let printed = String::from_utf8(output.stdout).expect("ASCII");
    check_file("tests/signature.txt", &printed);
}

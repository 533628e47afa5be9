//! `bench --signature` prints a fingerprint of the games of all bots and programs. The test
//! compares the fingerprint with `tests/signature.txt`.

use crate::harness::{broadside, check_file, run};

/// Each bot and each program has a line, and the last line is the fingerprint of all of them. If a
/// commit changes how a bot or a program plays, its message must quote the new last line and say
/// why the play has changed. `BLESS=1 cargo test signature` records the new fingerprint.
#[test]
fn the_signature_is_the_recorded_one() {
    let output = run(broadside().args(["bench", "--signature"]), b"");
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let printed = String::from_utf8(output.stdout).expect("ASCII");
    check_file("tests/signature.txt", &printed);
}

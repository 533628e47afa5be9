//! `bench --signature` prints a fingerprint of the games of all bots and programs. The test
//! compares it with the recorded one.

use crate::harness::{broadside, root, run};
use std::env;
use std::fs;

/// A change of how a bot or program plays changes its line. The commit quotes the last line and
/// says why. `BLESS=1 cargo test signature` records the new fingerprint.
#[test]
fn the_signature_is_the_recorded_one() {
    let output = run(broadside().args(["bench", "--signature"]), b"");
    assert_eq!(output.status.code(), Some(0), "{}", output.stderr.escape_ascii());
    let printed = String::from_utf8(output.stdout).expect("ASCII");
    let file = root("tests/signature.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &printed).expect("a record");
    }
    let recorded = fs::read_to_string(&file).expect("a record").replace("\r\n", "\n");
    assert_eq!(printed, recorded);
}

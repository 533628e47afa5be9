//! `bench --signature`: what the bots and programs play, the same for ever.

use crate::harness::{broadside, root, run};
use std::env;
use std::fs;

/// A change of how a bot or program plays changes its line, and its commit quotes the last one and says why:
/// `BLESS=1 cargo test signature` records it.
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

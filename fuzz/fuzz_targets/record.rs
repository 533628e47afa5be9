//! Looks for bytes for which the law `record` does not hold.

#![no_main]

#[path = "../laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::record(bytes));

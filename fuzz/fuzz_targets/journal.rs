//! Looks for bytes for which the law `journal` does not hold.

#![no_main]

#[path = "../laws/mod.rs"]
mod laws;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| laws::journal(bytes));

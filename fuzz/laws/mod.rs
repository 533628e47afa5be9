//! Laws that must hold for any bytes. Each law is a function that panics if the law does not hold.
//! The fuzz targets call the laws with bytes of a fuzzer; `cargo test` calls them with the inputs
//! of `tests/cases` and with the inputs that fuzzing has kept.

#![allow(dead_code, unused_imports, reason = "a fuzz target calls one law, `cargo test` calls all")]

mod files;
mod journal;
mod script;

pub(crate) use files::{arsenal, battle_of_ships, classic, naval};
pub(crate) use journal::{journal, record};
pub(crate) use script::{check, fmt, save, script};

/// A function that panics if its law does not hold for the bytes.
pub(crate) type Law = fn(&[u8]);

/// The laws of the Ships language, with the names of their fuzz targets.
pub(crate) const OF_SCRIPTS: [(&str, Law); 6] = [
    ("script", script),
    ("check", check),
    ("fmt", fmt),
    ("save", save),
    ("journal", journal),
    ("record", record),
];

/// The laws of the other programs, with the names of their fuzz targets.
pub(crate) const OF_PROGRAMS: [(&str, Law); 4] = [
    ("naval", naval),
    ("battle_of_ships", battle_of_ships),
    ("classic", classic),
    ("arsenal", arsenal),
];

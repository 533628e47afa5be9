//! What must hold for any bytes, one function a law. The fuzz targets call them with bytes that a
//! fuzzer makes up, `cargo test` with the inputs of the cases. A law that does not hold panics.

#![allow(
    dead_code,
    unused_imports,
    reason = "a fuzz target calls one law; `cargo test` goes through all of them"
)]

mod files;
mod journal;
mod script;

pub(crate) use files::{arsenal, battle_of_ships, classic, naval};
pub(crate) use journal::{journal, record};
pub(crate) use script::{check, fmt, save, script};

/// A law of all inputs. It panics when it does not hold for the bytes.
pub(crate) type Law = fn(&[u8]);

/// The laws of the Ships language, and what their fuzz targets are called.
pub(crate) const OF_SCRIPTS: [(&str, Law); 6] = [
    ("script", script),
    ("check", check),
    ("fmt", fmt),
    ("save", save),
    ("journal", journal),
    ("record", record),
];

/// The laws of the programs that are known by their exact bytes, and of arsenal.
pub(crate) const OF_PROGRAMS: [(&str, Law); 4] = [
    ("naval", naval),
    ("battle_of_ships", battle_of_ships),
    ("classic", classic),
    ("arsenal", arsenal),
];

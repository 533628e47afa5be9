//! The public API of each crate, as lists that show a change of it in review: `tests/public-api/NAME.txt`.
//!
//! The lists are read from the JSON of nightly's rustdoc, which `.ci/public-api` makes below the folder
//! that `BROADSIDE_API` names; without that the test has nothing to compare. `BLESS=1` writes them.

use crate::harness::root;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

const CRATES: [&str; 6] = [
    "broadside",
    "broadside-arcade",
    "broadside-arena",
    "broadside-core",
    "broadside-lab",
    "broadside-ships",
];

#[test]
fn the_public_api_is_the_one_on_record() {
    let Some(folder) = env::var_os("BROADSIDE_API") else { return };
    let changes: String = CRATES.map(|name| changes(Path::new(&folder), name)).concat();
    assert!(changes.is_empty(), "the public API has changed; BLESS=1 records it:\n{changes}");
}

/// What is new and what is gone in the API of the crate `name`.
fn changes(folder: &Path, name: &str) -> String {
    let list = listed(&folder.join(name.replace('-', "_")).with_extension("json"));
    let path = root(&format!("tests/public-api/{name}.txt"));
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &list).expect("the list is written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let (old, new): (Vec<_>, Vec<_>) = (known.lines().collect(), list.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{line}\n"));
    let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{line}\n"));
    gone.chain(added).collect()
}

/// The public items of a crate, one a line, without what compiler and derives add.
fn listed(json: &Path) -> String {
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true);
    let api = api.omit_auto_trait_impls(true).omit_auto_derived_impls(true).build();
    let mut list = String::new();
    for item in api.expect("the JSON of a rustdoc that `public-api` knows").items() {
        writeln!(list, "{item}").expect("a string takes everything");
    }
    list
}

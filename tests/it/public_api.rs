//! The library's public API, as a list that shows a change of it in review: `tests/public-api.txt`.
//!
//! The list is read from the JSON of nightly's rustdoc, which `.ci/public-api` makes and names in
//! `BROADSIDE_API`; without that the test has nothing to compare. `BLESS=1` writes the list anew.

use crate::harness::root;
use std::fmt::Write as _;
use std::{env, fs};

#[test]
fn the_public_api_is_the_one_on_record() {
    let Some(json) = env::var_os("BROADSIDE_API") else { return };
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true);
    let api = api.omit_auto_trait_impls(true).omit_auto_derived_impls(true).build();
    let mut list = String::new();
    for item in api.expect("the JSON of a rustdoc that `public-api` knows").items() {
        writeln!(list, "{item}").expect("a string takes everything");
    }
    let path = root("tests/public-api.txt");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &list).expect("the list is written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let (old, new): (Vec<_>, Vec<_>) = (known.lines().collect(), list.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{line}\n"));
    let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{line}\n"));
    let changes: String = gone.chain(added).collect();
    assert!(known == list, "the public API has changed; BLESS=1 records it:\n{changes}");
}

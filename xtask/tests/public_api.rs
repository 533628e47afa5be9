//! Compares the public API of each crate with the list `tests/public-api/NAME.txt`, so that reviews
//! show every change.
//!
//! The API is read from the JSON of nightly's rustdoc. `.ci/public-api` writes the JSON to the
//! folder named by `BROADSIDE_API`; without that variable the comparison is skipped. `BLESS=1`
//! writes the lists.
//!
//! Items that only other crates of the workspace need are `#[doc(hidden)]`, and so they are not in
//! the lists. The rows of tables are not in the lists either, because reviews show a change of a
//! table anyway.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

const CRATES: [&str; 6] = [
    "broadside",
    "broadside-arcade",
    "broadside-arena",
    "broadside-core",
    "broadside-lab",
    "broadside-ships",
];

/// The enums that macros make from tables. Each row of such a table is a variant.
const TABLES: [&str; 3] = [
    "broadside_lab::misreadings::Misreading::",
    "broadside_lab::rules::Rule::",
    "broadside_ships::script::Keyword::",
];

/// The largest number of public functions in all crates together. Methods count too, also those of
/// implemented traits.
const MOST_FUNCTIONS: usize = 450;

#[test]
fn the_public_api_is_the_one_on_record() {
    let Some(folder) = env::var_os("BROADSIDE_API") else { return };
    let changes: String = CRATES.map(|name| changes(Path::new(&folder), name)).concat();
    assert!(changes.is_empty(), "the public API has changed; BLESS=1 records it:\n{changes}");
}

/// The public API must stay small. Above the limit, hide or remove functions.
#[test]
fn the_public_functions_stay_few() {
    let lists = CRATES.map(|name| fs::read_to_string(recorded(name)).expect("a list on record"));
    let functions = lists.iter().flat_map(|list| list.lines()).filter(|item| item.contains(" fn "));
    let count = functions.count();
    assert!(count <= MOST_FUNCTIONS, "{count} public functions, at most {MOST_FUNCTIONS}");
}

fn recorded(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../tests/public-api/{name}.txt"))
}

/// Returns the lines that were added to and removed from the API of the crate `name`.
fn changes(folder: &Path, name: &str) -> String {
    let list = listed(&folder.join(name.replace('-', "_")).with_extension("json"));
    let path = recorded(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &list).expect("the list is written");
    }
    let known = fs::read_to_string(&path).unwrap_or_default();
    let (old, new): (Vec<_>, Vec<_>) = (known.lines().collect(), list.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("-{line}\n"));
    let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+{line}\n"));
    gone.chain(added).collect()
}

/// Lists the public items of a crate, one a line, without blanket, auto and derived
/// implementations. A trait method is listed once, though rustdoc shows it with the trait and with
/// the type.
fn listed(json: &Path) -> String {
    let api = public_api::Builder::from_rustdoc_json(json).omit_blanket_impls(true);
    let api = api.omit_auto_trait_impls(true).omit_auto_derived_impls(true).build();
    let mut seen = HashSet::new();
    let mut list = String::new();
    for item in api.expect("the JSON of a rustdoc that `public-api` knows").items() {
        let line = format!("{item}\n");
        if !is_row(&line) && seen.insert(line.clone()) {
            list += &line;
        }
    }
    list
}

/// Whether a line is a variant of one of the [`TABLES`], or the constant `ALL` of the variants.
fn is_row(line: &str) -> bool {
    TABLES.iter().any(|table| {
        let is_list = |rest: &str| rest.starts_with(table) && rest.contains("::ALL:");
        line.strip_prefix("pub ").is_some_and(|rest| rest.starts_with(table))
            || line.strip_prefix("pub const ").is_some_and(is_list)
    })
}

//! Checks that the book agrees with the program. The tests run the scripts and console commands of
//! the book, and compare the output. With `BLESS=1`, they write the output. Other tests check that
//! the book has all commands, reasons, messages and cited sections, and that its links are valid.
//!
//! | block | what the test does with it |
//! |---|---|
//! | `ships` | a script: runs it in a fresh session; if no `output` follows, it must not fail |
//! | `ships,file=NAME` | writes the script to the file `NAME`, for the commands of the page |
//! | `output` after a script | compares it with the output of the script, errors included |
//! | `console` | runs the lines that begin with `$ `, and compares their output |
//! | `console,slow` | the same, but only with `BROADSIDE_SAMPLES` (`.ci/run` sets it) or `BLESS` |
//! | `form` | compares it with the forms in the table of commands |
//! | `rust` | looks for it in the docs of `src/lib.rs` and in the examples |
//! | `python` | nothing; `.ci/python` runs it and compares the `text` block after it |
//! | `text`, `sh`, `toml` | nothing |

mod draw;
mod laboratory;
mod pictures;
mod reference;
mod rules;
mod run;

pub(crate) mod page;

use crate::harness::root;
use page::Page;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn pages() -> Vec<Page> {
    let summary = summary();
    summary.links().into_iter().map(page).collect()
}

fn summary() -> Page {
    page("SUMMARY.md")
}

fn page(path: &str) -> Page {
    Page::read(path, &source(path))
}

fn source(path: &str) -> std::path::PathBuf {
    root("book/src").join(path)
}

#[test]
fn the_summary_lists_all_pages_of_the_book() {
    let summary = summary();
    let listed: BTreeSet<_> = summary.links().into_iter().map(str::to_owned).collect();
    let (mut found, _) = sources();
    found.remove("SUMMARY.md");
    assert_eq!(listed, found);
}

#[test]
fn pages_show_all_pictures_of_the_book() {
    let pages = pages();
    let links =
        pages.iter().flat_map(|page| page.links().into_iter().map(|link| target(page, link).0));
    let shown: BTreeSet<_> = links.collect();
    let (_, found) = sources();
    let missing: Vec<_> = found.difference(&shown).collect();
    assert!(!found.is_empty() && missing.is_empty(), "no page shows {missing:?}");
}

/// Returns the files of the book: in the first set the pages, in the second set all other files.
fn sources() -> (BTreeSet<String>, BTreeSet<String>) {
    let mut found = BTreeSet::new();
    files(&source(""), "", &mut found);
    let is_page = |path: &String| Path::new(path).extension().is_some_and(|ending| ending == "md");
    found.into_iter().partition(is_page)
}

fn files(folder: &Path, path: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the book") {
        let entry = entry.expect("an entry");
        let name = format!("{path}{}", entry.file_name().to_str().expect("a plain name"));
        if entry.path().is_dir() {
            files(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

#[test]
fn links_lead_to_pages_and_headings() {
    for from in pages() {
        for link in from.links() {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = target(&from, link);
            assert!(source(&path).is_file(), "{}: {link} leads nowhere", from.path);
            assert!(anchor.is_empty() || page(&path).has(anchor), "{}: {link}", from.path);
        }
    }
}

/// Returns the path of the page or picture to which `link` leads, and the anchor of the heading.
/// The page `from` has the link. The anchor may be empty.
fn target<'l>(from: &Page, link: &'l str) -> (String, &'l str) {
    let folder = from.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    (if path.is_empty() { from.path.clone() } else { resolved(folder, path) }, anchor)
}

/// Returns the path to which `link` leads, relative to `book/src`. `folder` is the folder of the
/// page that has the link.
fn resolved(folder: &str, link: &str) -> String {
    let mut parts: Vec<_> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[test]
fn files_that_the_book_names_exist() {
    let folders =
        ["src", "crates", "tests", "scripts", "grammar", "examples", "fuzz", ".ci", "docs"];
    for page in pages() {
        for name in page.names() {
            let is_file = name.split_once('/').is_some_and(|(folder, _)| folders.contains(&folder));
            if is_file && !name.contains(['<', '*', ' ', 'N']) {
                assert!(root(name).exists(), "{}: `{name}` does not exist", page.path);
            }
        }
    }
}

//! The book says what the program does. Its scripts and console commands are run, and what they print
//! is compared; `BLESS=1` writes it anew. Commands, reasons, messages, sections that comments cite, files
//! and links are looked up.
//!
//! | block | what the test does with it |
//! |---|---|
//! | `ships` | a script; runs it in a fresh session, in which it must not fail |
//! | `ships,file=NAME` | writes the script to that file for the commands of the page |
//! | `output` behind a script | compares what the script prints, errors included |
//! | `console` | runs the lines that begin with `$ ` and compares what they print |
//! | `form` | the forms of a command, as in the table of commands |
//! | `rust` | must stand in the docs of `src/lib.rs` or in an example |
//! | `text`, `sh`, `toml` | nothing |

mod laboratory;
mod reference;
mod run;

pub(crate) mod page;

use crate::harness::root;
use page::Page;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The pages that the summary lists, in its order.
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
    let mut found = BTreeSet::from(["SUMMARY.md".to_owned()]);
    files(&source(""), "", &mut found);
    found.remove("SUMMARY.md");
    assert_eq!(listed, found);
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
        let folder = from.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        for link in from.links() {
            if link.starts_with("https://") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
            let path = if path.is_empty() { from.path.clone() } else { resolved(folder, path) };
            assert!(source(&path).is_file(), "{}: {link} leads nowhere", from.path);
            assert!(anchor.is_empty() || page(&path).has(anchor), "{}: {link}", from.path);
        }
    }
}

/// The path that `link` means in a page of `folder`.
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
    let folders = ["src/", "tests/", "scripts/", "grammar/", "examples/", "fuzz/", ".ci/", "docs/"];
    for page in pages() {
        for name in page.names() {
            let is_file = folders.iter().any(|folder| name.starts_with(folder));
            if is_file && !name.contains(['<', '*', ' ', 'N']) {
                assert!(root(name).exists(), "{}: `{name}` does not exist", page.path);
            }
        }
    }
}

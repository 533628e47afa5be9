//! Checks the web address of the repository in pages. Only `.ci/address` holds the address. With an
//! address, pages link to it. Without an address, they speak of a copy of the repository. With
//! `BLESS=1`, the test writes the pages.

use crate::harness::root;
use crate::table::hold;
use regex_lite::{Regex, escape};
use std::fs;

/// The places that depend on the address. Each has a page, its text without an address, and its
/// text with an address. `REPOSITORY` and `SITE` stand for addresses there.
const PLACES: [[&str; 3]; 6] = [
    [
        "README.md",
        "[The book](book/src/SUMMARY.md) teaches the language and has all the rules.",
        "[The book](SITEbook/index.html) teaches the language and has all the rules. [The playground](SITEplayground/index.html) \
         runs scripts in the browser, and [the site](SITE) has games, a graded class and a match to look at.",
    ],
    [
        "README.md",
        "In the folder of a copy of this repository:",
        "In the folder of a copy, `git clone REPOSITORY`:",
    ],
    [
        "book/src/start/install.md",
        "Each release has several files",
        "Each [release](REPOSITORY/releases) has several files",
    ],
    ["book/src/start/install.md", "In the copy:", "In a copy, `git clone REPOSITORY`:"],
    [
        "book/src/README.md",
        "or [a playground](playground.md) in a web page",
        "or [the playground](SITEplayground/index.html), a [web page](playground.md)",
    ],
    [
        "src/cli/rule_links.rs",
        "const PUBLISHED: &str = \"\";",
        "const PUBLISHED: &str = \"SITEbook/\";",
    ],
];

/// Reads the address from `.ci/address`. It is empty if the repository has no address.
fn address() -> String {
    let file = fs::read_to_string(root(".ci/address")).expect("a file");
    let (_, rest) = file.split_once("${REPOSITORY:=").expect("a variable");
    rest.split_once('}').expect("its end").0.to_owned()
}

/// Returns the address of the published site. It is known only for a repository on GitHub.
fn site(address: &str) -> Option<String> {
    let (owner, name) = address.strip_prefix("https://github.com/")?.split_once('/')?;
    Some(format!("https://{owner}.github.io/{name}/"))
}

/// Returns the text that a place must have for this address.
fn text_at(unknown: &str, known: &str, address: &str) -> String {
    let site = site(address);
    if address.is_empty() || known.contains("SITE") && site.is_none() {
        return unknown.to_owned();
    }
    known.replace("REPOSITORY", address).replace("SITE", &site.unwrap_or_default())
}

/// Returns `text` with all places of the page set to this address. The text may have had any
/// address before.
fn set_address(page: &str, text: &str, address: &str) -> String {
    let mut text = text.to_owned();
    for [_, unknown, known] in PLACES.into_iter().filter(|place| place[0] == page) {
        let known_anywhere =
            escape(known).replace("REPOSITORY", r"[^\s`)]+").replace("SITE", r"[^\s`)]+");
        let pattern =
            Regex::new(&format!("{}|{known_anywhere}", escape(unknown))).expect("a pattern");
        assert_eq!(pattern.find_iter(&text).count(), 1, "{page}: {unknown}");
        text = pattern
            .replace(&text, regex_lite::NoExpand(&text_at(unknown, known, address)))
            .into_owned();
    }
    text
}

#[test]
fn pages_know_the_address_that_one_file_says() {
    for page in
        ["README.md", "book/src/start/install.md", "book/src/README.md", "src/cli/rule_links.rs"]
    {
        let text = fs::read_to_string(root(page)).expect(page);
        hold(page, &set_address(page, &text, &address()));
        let there = set_address(page, &text, "https://github.com/name/ships");
        assert!(there.contains("name") && !there.contains("SITE") && !there.contains("REPOSITORY"));
        assert_eq!(
            set_address(page, &there, ""),
            set_address(page, &text, ""),
            "{page}: it can be taken back"
        );
    }
}

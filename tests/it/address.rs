//! Checks that pages have the web address of the repository. The address comes from `.ci/address`.
//! Without an address, the pages speak of a copy of the repository. With `BLESS=1`, the test writes
//! the pages.

use crate::harness::{check_file, read};
use regex_lite::{Regex, escape};

/// The places that depend on the address. Each place has its file, its text without an address, and
/// its text with an address, in which `REPOSITORY` and `SITE` stand for the addresses.
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

/// Returns the web address in `.ci/address`. It is empty if the repository has no address.
fn address() -> String {
    let file = read(".ci/address");
    let (_, rest) = file.split_once("${REPOSITORY:=").expect("a variable");
    rest.split_once('}').expect("the end of the variable").0.to_owned()
}

/// Returns the address of the site on GitHub Pages, or `None` if the repository is not on GitHub.
fn site(address: &str) -> Option<String> {
    let (owner, name) = address.strip_prefix("https://github.com/")?.split_once('/')?;
    Some(format!("https://{owner}.github.io/{name}/"))
}

fn text_at(without: &str, with: &str, address: &str) -> String {
    let site = site(address);
    if address.is_empty() || with.contains("SITE") && site.is_none() {
        return without.to_owned();
    }
    with.replace("REPOSITORY", address).replace("SITE", &site.unwrap_or_default())
}

/// Returns the text of a page with `address`. The given `text` may have another address, or none.
fn set_address(page: &str, text: &str, address: &str) -> String {
    let mut text = text.to_owned();
    for [_, without, with] in PLACES.into_iter().filter(|place| place[0] == page) {
        let with_any_address =
            escape(with).replace("REPOSITORY", r"[^\s`)]+").replace("SITE", r"[^\s`)]+");
        let pattern =
            Regex::new(&format!("{}|{with_any_address}", escape(without))).expect("a pattern");
        assert_eq!(pattern.find_iter(&text).count(), 1, "{page}: {without}");
        text = pattern
            .replace(&text, regex_lite::NoExpand(&text_at(without, with, address)))
            .into_owned();
    }
    text
}

#[test]
fn pages_have_the_address_of_the_repository() {
    for page in
        ["README.md", "book/src/start/install.md", "book/src/README.md", "src/cli/rule_links.rs"]
    {
        let text = read(page);
        check_file(page, &set_address(page, &text, &address()));
        let there = set_address(page, &text, "https://github.com/name/ships");
        assert!(there.contains("name") && !there.contains("SITE") && !there.contains("REPOSITORY"));
        assert_eq!(
            set_address(page, &there, ""),
            set_address(page, &text, ""),
            "{page}: the address can be removed"
        );
    }
}

//! Links to the explanation of each rule in the book, for `verify`, pages of `grade`, and editors.
//!
//! The file `.ci/address` has the address of the repository. From this address,
//! `BLESS=1 cargo test address` makes the address of the published book, and writes it into
//! `PUBLISHED` below. If the address of the book is not known, rules are shown without links.

use broadside::lab::rules::Rule;
use broadside::lab::topic::families;
use broadside::script::Keyword;
use std::env;
use std::sync::LazyLock;

/// The address of the published book. Empty if it is not known.
const PUBLISHED: &str = "";

/// The environment variable that can name another address of the book.
const VARIABLE: &str = "BROADSIDE_BOOK";

/// The address of the book, with a slash at its end. Empty if it is not known.
static BOOK: LazyLock<String> = LazyLock::new(|| {
    let named = env::var(VARIABLE).ok().filter(|address| !address.is_empty());
    let address = named.unwrap_or_else(|| PUBLISHED.to_owned());
    if address.is_empty() || address.ends_with('/') { address } else { address + "/" }
});

/// Returns the address of the explanation of the rule `id`. Returns `None` if the address of the
/// book is not known.
pub(super) fn link(id: &str) -> Option<String> {
    at(&BOOK, id)
}

fn at(book: &str, id: &str) -> Option<String> {
    let (family, _) = id.split_once('.').filter(|_| !book.is_empty())?;
    // The anchor of a heading has no dots.
    Some(format!("{book}rules/{family}.html#{}", id.replace('.', "")))
}

/// Returns the rule that refuses `command` with this `reason`. `SHOOT y x` and `SHOOT i C y x` have
/// different rules.
pub(super) fn refusing(command: &[u8], reason: &str) -> Option<Rule> {
    let words: Vec<_> = command.split(u8::is_ascii_whitespace).collect();
    let families = match Keyword::from_name(words.first()?) {
        Some(Keyword::Shoot) if words.len() > 3 => &["fire"],
        Some(keyword) => families(keyword),
        None => &["turn"],
    };
    let refuses = |rule: &Rule| rule.reason() == Some(reason) && families.contains(&rule.family());
    Rule::ALL.into_iter().find(refuses)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_the_heading_of_its_rule() {
        let link = at("https://a.example/book/", "place.too-close");
        let wanted = "https://a.example/book/rules/place.html#placetoo-close";
        assert_eq!(link.as_deref(), Some(wanted));
        assert_eq!(at("", "place.too-close"), None, "no book is known");
    }

    #[test]
    fn a_refusal_has_its_rule() {
        let rule = |command: &str, reason| refusing(command.as_bytes(), reason).map(Rule::id);
        let no_field = "FIELD DOES NOT EXIST";
        assert_eq!(rule("SHOOT 99 0", no_field), Some("shoot.no-field"));
        assert_eq!(rule("SHOOT 0 DES 99 0", no_field), Some("fire.no-field"));
        assert_eq!(rule("[playerA]", "THE OTHER PLAYER EXPECTED"), Some("turn.expected"));
        assert_eq!(rule("REEF 99 0", no_field), None);
    }
}

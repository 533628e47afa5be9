//! Prints the snippets of the extension for Visual Studio Code. `.ci/editors` packs them:
//!
//! ```sh
//! cargo run --example snippets > snippets/ships.json
//! ```

use broadside::script::ast::Group;
use broadside::script::{Keyword, Slot};
use serde_json::{Map, Value, json};
use std::io::{self, Write as _};

fn main() -> io::Result<()> {
    writeln!(io::stdout(), "{:#}", Value::Object(snippets()))
}

/// Makes the snippets. The key of each snippet is the form of a command or the tag of a group.
pub(crate) fn snippets() -> Map<String, Value> {
    let group = |group: Group| {
        let tag = group.tag();
        let body = json!([tag, "  $0", tag]);
        (tag.to_owned(), json!({ "prefix": tag, "body": body, "description": "a group" }))
    };
    let command = |keyword: Keyword| {
        let forms = keyword.forms().iter().zip(keyword.usages());
        forms.map(move |(form, usage)| {
            let (name, summary) = (keyword.name(), keyword.summary());
            let stops: Vec<_> =
                form.iter().enumerate().map(|(at, slot)| stop(at + 1, *slot)).collect();
            let body = [&[name.to_owned()][..], &stops].concat().join(" ");
            (usage, json!({ "prefix": name, "body": body, "description": summary }))
        })
    };
    Group::ALL.map(group).into_iter().chain(Keyword::ALL.into_iter().flat_map(command)).collect()
}

/// Returns the placeholder of a snippet for a slot, that is, an argument of a command. If the slot
/// has a fixed list of words, the placeholder is a choice.
fn stop(number: usize, slot: Slot) -> String {
    let words = slot.words();
    if words.is_empty() {
        format!("${{{number}:{}}}", slot.symbol())
    } else {
        format!("${{{number}|{}|}}", words.join(","))
    }
}

//! Checks that the files for editors agree with the program.

use crate::harness::{Folder, Texts as _, read, run};
use broadside::script::ast::Group;
use broadside::script::{Keyword, Slot};
use regex_lite::Regex;
use serde_json::Value;

#[path = "../../examples/snippets.rs"]
#[expect(dead_code, reason = "the test prints nothing, so it does not call `main`")]
mod snippets;

fn parsed(path: &str) -> Value {
    serde_json::from_str(&read(path)).expect(path)
}

#[test]
fn there_is_a_snippet_for_each_form_of_a_command() {
    let all = snippets::snippets();
    let forms: usize = Keyword::ALL.into_iter().map(|keyword| keyword.forms().len()).sum();
    assert_eq!(all.len(), forms + Group::ALL.len());
    let body = &all["MOVE i C F|L|R"]["body"];
    assert_eq!(body, "MOVE ${1:i} ${2|CAR,BAT,CRU,DES|} ${3|F,L,R|}");
}

/// The syntax files colour each word in capitals as a command, unless the word is a class of ships.
/// Where several patterns fit, Vim uses the last pattern. The other files use the first one.
#[test]
fn every_command_word_is_coloured() {
    let capitals = "[A-Z_]{3,}";
    let pattern = Regex::new(&format!("^{capitals}$")).expect("a pattern");
    assert!(Keyword::ALL.iter().all(|keyword| pattern.is_match(keyword.name())));
    let classes = format!("({})", Slot::Class.words().join("|"));
    let files = [
        ("book/highlight.js", true),
        ("grammar/ships.sublime-syntax", true),
        ("grammar/ships.tmLanguage.json", true),
        ("editors/vim/syntax/ships.vim", false),
    ];
    for (file, takes_first) in files {
        let text = read(file);
        let [classes, commands] = [&classes, capitals].map(|words| text.find(words).expect(file));
        assert_eq!(classes < commands, takes_first, "{file} takes a class for a command");
        for slot in [Slot::Player, Slot::Heading, Slot::Manoeuvre] {
            assert!(text.contains(&slot.words().concat()), "{file} lacks a word of {slot:?}");
        }
    }
}

#[test]
fn the_extension_is_of_this_version_and_license() {
    let package = parsed("editors/vscode/package.json");
    let lock = parsed("editors/vscode/package-lock.json");
    for version in [&package["version"], &lock["version"], &lock["packages"][""]["version"]] {
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
    assert_eq!(package["license"], env!("CARGO_PKG_LICENSE"));
    assert_eq!(read("editors/vscode/LICENSE.txt"), read("LICENSE-MIT"));
    // The tools must have fixed versions, so that each build gives the same extension.
    let tools = package["devDependencies"].as_object().expect("a list");
    for (name, version) in tools {
        let locked = &lock["packages"][format!("node_modules/{name}")];
        assert_eq!(&locked["version"], version, "{name}");
    }
    let language = &package["contributes"]["languages"][0];
    let first = Regex::new(language["firstLine"].as_str().expect("a pattern")).expect("a pattern");
    assert!(Group::ALL.iter().all(|group| first.is_match(group.tag())));
    assert_eq!(package["contributes"]["grammars"][0]["scopeName"], "source.ships");
}

/// The problem matcher must recognise each finding that `check` prints, with its position.
#[test]
fn tasks_see_what_check_finds() {
    let package = parsed("editors/vscode/package.json");
    let patterns = &package["contributes"]["problemMatchers"][0]["pattern"];
    let regex = |at: usize| {
        Regex::new(patterns[at]["regexp"].as_str().expect("a pattern")).expect("a pattern")
    };
    let (title, place) = (regex(0), regex(1));
    let folder = Folder::new();
    let script = "[state]\nREEF 99 99\nPRIMT 1\nEXTENDED_SHIPS EXTENDED_SHIPS\n[state]\n";
    folder.write("a b.ships", script);
    let told = run(&mut folder.broadside(["check", "a b.ships"]), b"").err();
    let lines: Vec<_> = told.lines().collect();
    let found = lines.windows(2).filter_map(|pair| {
        let (title, place) = (title.captures(pair[0])?, place.captures(pair[1])?);
        Some([&title[1], &place[1], &place[2], &place[3]].join(" "))
    });
    let found: Vec<_> = found.collect();
    let wanted = ["error a b.ships 2 1", "error a b.ships 3 1", "warning a b.ships 4 16"];
    assert_eq!(found, wanted, "{told}");
}

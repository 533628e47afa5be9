//! Checks that two syntax files for editors know the tags of the language and the classes of ships.
//! The tests of `xtask` compare the colours of these files with the parser.

use crate::harness::read;
use broadside::rules::ships::Class;
use broadside::script::ast::Group;

#[test]
fn both_files_know_tags_and_classes() {
    for file in ["grammar/ships.sublime-syntax", "grammar/ships.tmLanguage.json"] {
        let text = read(file);
        let tags = Group::ALL.map(|group| group.tag().trim_matches(['[', ']']));
        assert!(tags.iter().all(|tag| text.contains(tag)), "{file} lacks a tag");
        let classes = Class::ALL.map(Class::name).join("|");
        assert!(text.contains(&format!("({classes})")), "{file} lacks a class");
    }
}

#[test]
fn the_grammar_for_visual_studio_code_is_json() {
    let text = read("grammar/ships.tmLanguage.json");
    let grammar: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(grammar["scopeName"], "source.ships");
}

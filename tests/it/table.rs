//! Compares the table of commands with the parsers and the grammar. Also checks that CONTRIBUTING
//! names only files that exist.

use crate::ebnf::Grammar;
use crate::harness::{read, root};
use broadside::board::Side;
use broadside::rules::ships::Class;
use broadside::script::SyntaxError;
use broadside::script::ast::Group;
use broadside::script::{Expected, FeedError, Flow, Found, Keyword, Session, Slot, Stop, feed};
use std::collections::BTreeSet;
use std::io;

/// Returns the syntax error of `words` after `keyword`, in a group that allows this command.
/// Returns `None` if the words are well formed.
fn error(keyword: Keyword, words: &[String]) -> Option<Box<SyntaxError>> {
    let group = [Group::State, Group::Turn(Side::First)].into_iter().find(|g| keyword.is_in(*g));
    let tag = group.expect("every command is allowed in some group").tag();
    let text = format!("{tag} {} {}", keyword.name(), words.join(" "));
    match feed(&mut Session::default(), &mut text.as_bytes(), &mut io::sink()) {
        Err(FeedError::Stop(Stop::Syntax(error))) => Some(error),
        Ok(_) | Err(_) => None,
    }
}

/// Returns what the parser expects in a slot (an argument of a command). For a health, this is the
/// health of a carrier.
fn expected(slot: Slot) -> Expected {
    if slot == Slot::Health { Expected::Health(Class::Carrier.length()) } else { slot.expected() }
}

/// Returns a word for each slot: its first fixed word, a full health, or a small number.
fn example_words(form: &[Slot]) -> Vec<String> {
    let word = |slot: &Slot| match (slot.words().first(), expected(*slot)) {
        (Some(word), _) => (*word).to_owned(),
        (None, Expected::Health(length)) => "1".repeat(length as usize),
        (None, _) => "7".to_owned(),
    };
    form.iter().map(word).collect()
}

#[test]
fn every_example_works_and_shows_its_command() {
    for keyword in Keyword::ALL {
        let example = keyword.example();
        assert!(example.contains(keyword.name()), "{example}");
        let flow = feed(&mut Session::default(), &mut example.as_bytes(), &mut Vec::new());
        let flow = flow.unwrap_or_else(|error| panic!("{example}: {error}"));
        assert_eq!(flow, Flow::Continue, "{example}");
    }
}

#[test]
fn the_parsers_read_the_forms_of_the_table_and_expect_its_slots() {
    for keyword in Keyword::ALL {
        for form in keyword.forms() {
            let words = example_words(form);
            assert_eq!(error(keyword, &words), None, "{} {words:?}", keyword.name());
            for (at, slot) in form.iter().enumerate() {
                check_slot(keyword, &words[..at], *slot);
            }
        }
    }
}

/// Checks that the parser expects `slot` after `given`, if a wrong word or the end of the input
/// follows. If the command may end after `given`, checks that these words are well formed.
#[track_caller]
fn check_slot(keyword: Keyword, given: &[String], slot: Slot) {
    let others = keyword.forms().iter().filter(|form| example_words(form).starts_with(given));
    let others: Vec<_> = others.map(|form| form.get(given.len())).collect();
    if slot == Slot::Words || others.contains(&None) {
        assert_eq!(error(keyword, given), None, "{} {given:?}", keyword.name());
        return;
    }
    let wanted: BTreeSet<_> =
        others.iter().flatten().map(|slot| expected(**slot).to_string()).collect();
    let wanted = if wanted.len() > 1 {
        Expected::IntegerOrClass.to_string()
    } else {
        wanted.into_iter().collect()
    };
    let wrong = [given, &["?".to_owned()]].concat();
    for (words, found) in [(given, Found::End), (&wrong[..], Found::Word(b"?".to_vec()))] {
        let error = error(keyword, words).expect("a syntax error");
        assert_eq!((error.expected.to_string(), error.found), (wanted.clone(), found));
        assert_eq!(error.command, Some(keyword));
    }
}

fn forms(group: Group) -> BTreeSet<Vec<String>> {
    let of = |keyword: Keyword| {
        keyword.forms().iter().flat_map(move |form| in_grammar_notation(keyword, form))
    };
    Keyword::of(group).flat_map(of).collect()
}

/// Spells a form in the notation of the grammar, once for each class if the form has a health.
fn in_grammar_notation(keyword: Keyword, form: &[Slot]) -> Vec<Vec<String>> {
    let classes =
        if form.contains(&Slot::Health) { Class::ALL.map(Some).to_vec() } else { vec![None] };
    let word = |slot: &Slot, class: Option<Class>| {
        let word = match slot.expected() {
            Expected::Integer => "INTEGER",
            Expected::Detail => "DETAIL",
            Expected::Player => "PLAYER",
            Expected::Heading => "HEADING",
            Expected::Class => class.map_or("CLASS", Class::name),
            Expected::Manoeuvre => "MANOEUVRE",
            Expected::Word => "WORD",
            Expected::Health(_) => return format!("HEALTH{}", class.map_or(0, Class::length)),
            other @ (Expected::IntegerOrClass
            | Expected::Command
            | Expected::CommandOf(_)
            | Expected::Order
            | Expected::Setting
            | Expected::EndOfCommand
            | Expected::ClosingTag(..)
            | Expected::OpeningTag
            | Expected::ShorterLine
            | Expected::Utf8) => return other.to_string(),
        };
        word.to_owned()
    };
    let words = |class| form.iter().map(move |slot| word(slot, class));
    let spelt = |class| [keyword.name().to_owned()].into_iter().chain(words(class)).collect();
    classes.into_iter().map(spelt).collect()
}

#[test]
fn the_grammar_has_the_forms_of_the_table() {
    let grammar = Grammar::of_file("ships.ebnf");
    for (production, group) in [("stateCommand", Group::State), ("turnCommand", Group::ALL[1])] {
        let mut written: BTreeSet<_> = grammar.forms(production).into_iter().collect();
        written = written
            .into_iter()
            .map(|form| form.into_iter().filter(|word| word != "NL").collect())
            .collect();
        assert_eq!(written, forms(group), "{production} of grammar/ships.ebnf and the table");
    }
}

#[test]
fn contributing_names_files_that_exist() {
    let text = read("CONTRIBUTING.md");
    let quoted = text.split('`').skip(1).step_by(2);
    // Builds write files below `target/`.
    let is_path = |word: &&str| word.contains('/') && !word.contains([' ', '<']);
    let paths = quoted.filter(is_path).filter(|word| !word.starts_with("target/"));
    let missing: Vec<_> = paths.filter(|path| !root(path).exists()).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

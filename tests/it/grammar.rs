//! Checks that the grammar of the language, `grammar/ships.ebnf`, and the parser accept the same
//! texts.

use crate::ebnf::{Grammar, Word};
use broadside::dice::{Dice, Twister, index_below};
use broadside::script::Script;

const SENTENCES: u64 = 1000;

/// Joins the words with blanks. Where a line end means the same as a blank, some blanks become line
/// ends.
fn join(words: &[Word], dice: &mut dyn Dice) -> String {
    let mut text = String::new();
    // Whether the words of the current command must share a line.
    let mut is_tied = false;
    for word in words {
        let is_literal = word.origin == word.text;
        if is_literal || word.origin == "PROSE" {
            is_tied = ["SET_FLEET", "SPY", "INFORMATION"].contains(&word.text.as_str());
        }
        let is_first = is_literal && !word.text.starts_with('[');
        let may_break = is_first || !(is_tied || ["WORD", "NL", "PROSE"].contains(&&*word.origin));
        text += if may_break && dice.below(4) == 0 { "\n" } else { " " };
        text += &word.text;
    }
    text
}

/// Returns a word that is not allowed where a word of `origin` stands. `origin` is a production or
/// a literal. Returns `None` if every word is allowed.
fn outsider(grammar: &Grammar, origin: &str, dice: &mut dyn Dice) -> Option<String> {
    match origin {
        "WORD" | "NL" => None,
        "PROSE" => Some("SAVE".to_owned()),
        // Without a bracket, the word would begin a line of prose, which is allowed.
        tag if tag.starts_with('[') => Some("[sate]".to_owned()),
        _ => {
            let names: Vec<_> =
                grammar.lexical().filter(|name| !["WORD", "PROSE", "NL"].contains(name)).collect();
            loop {
                let word = grammar.spell(names[index_below(names.len(), dice)], dice);
                if word != origin && !fits(grammar, origin, &word) {
                    return Some(word);
                }
            }
        }
    }
}

/// Returns whether `word` matches the production `origin`. Returns `false` if `origin` is a
/// literal.
fn fits(grammar: &Grammar, origin: &str, word: &str) -> bool {
    grammar.lexical().any(|name| name == origin) && grammar.spells(origin, word)
}

#[test]
fn sentences_of_the_ships_grammar_parse() {
    let grammar = Grammar::of_file("ships.ebnf");
    let mut dice = Twister::from_python_seed(&1.into());
    for _ in 0..SENTENCES {
        let words = grammar.sentence("script", &mut dice);
        let text = join(&words, &mut dice);
        Script::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error}, in\n{text}"));
    }
}

#[test]
fn sentences_with_a_word_from_outside_its_production_fail() {
    let grammar = Grammar::of_file("ships.ebnf");
    let mut dice = Twister::from_python_seed(&2.into());
    let mut replaced = 0;
    while replaced < SENTENCES {
        let mut words = grammar.sentence("script", &mut dice);
        if words.is_empty() {
            continue;
        }
        let index = index_below(words.len(), &mut dice);
        let Some(word) = outsider(&grammar, &words[index].origin, &mut dice) else { continue };
        words[index].text.clone_from(&word);
        let text = join(&words, &mut dice);
        assert!(
            Script::parse(text.as_bytes()).is_err(),
            "{word} for {} parses:\n{text}",
            words[index].origin
        );
        replaced += 1;
    }
}

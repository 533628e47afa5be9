//! Reads the EBNF files in `grammar/`, and makes random sentences from them. This reader supports
//! only the notation that these files use.

use crate::harness::read;
use broadside::dice::{Dice, index_below};
use nom::branch::alt;
use nom::bytes::complete::{is_not, tag, take_until, take_while1};
use nom::character::complete::{anychar, char, multispace1, none_of};
use nom::combinator::{map, not, opt, peek, recognize, value};
use nom::multi::{many0, many1, separated_list1};
use nom::sequence::{delimited, pair, preceded, terminated};
use nom::{IResult, Parser};
use std::collections::BTreeMap;

/// The right side of a production, or a part of it. A production is a line `NAME ::= ...`.
#[derive(Clone, Debug)]
enum Expr {
    Literal(String),
    /// Ranges of characters.
    Class(Vec<(char, char)>),
    Name(String),
    Sequence(Vec<Expr>),
    Choice(Vec<Expr>),
    Optional(Box<Expr>),
    Repeated {
        item: Box<Expr>,
        least: u64,
    },
}

/// A grammar: for each name, the right side of its production.
#[derive(Clone, Debug)]
pub(crate) struct Grammar(BTreeMap<String, Expr>);

/// A word of a sentence. Its origin is the name of its production, or the word itself if it is a
/// literal.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) origin: String,
}

impl Grammar {
    /// Returns the grammar in a file of `grammar/`.
    #[track_caller]
    pub(crate) fn of_file(name: &str) -> Self {
        Self::read(&read(&format!("grammar/{name}")))
    }

    #[track_caller]
    fn read(text: &str) -> Self {
        let (rest, rules) = many1(rule).parse(text).expect("productions");
        let (rest, ()) = blanks(rest).expect("blanks");
        assert_eq!(rest, "", "text after the last production");
        Self(rules.into_iter().collect())
    }

    /// Returns the words of a random sentence of `production`. A production with an upper-case name
    /// makes a single word.
    pub(crate) fn sentence(&self, production: &str, dice: &mut dyn Dice) -> Vec<Word> {
        let mut words = Vec::new();
        self.write(&Expr::Name(production.to_owned()), dice, &mut words);
        words
    }

    fn write(&self, expr: &Expr, dice: &mut dyn Dice, words: &mut Vec<Word>) {
        match expr {
            Expr::Literal(text) => words.push(Word { text: text.clone(), origin: text.clone() }),
            Expr::Name(name) if is_lexical(name) => {
                words.push(Word { text: self.spell(name, dice), origin: name.clone() });
            }
            Expr::Name(name) => self.write(self.production(name), dice, words),
            Expr::Sequence(items) => items.iter().for_each(|item| self.write(item, dice, words)),
            Expr::Choice(items) => self.write(pick(items, dice), dice, words),
            Expr::Optional(item) if dice.below(2) == 0 => self.write(item, dice, words),
            Expr::Optional(_) => {}
            Expr::Repeated { item, least } => {
                (0..least + dice.below(5)).for_each(|_| self.write(item, dice, words));
            }
            Expr::Class(_) => unreachable!("classes occur only in upper-case productions"),
        }
    }

    /// Returns the forms of `production`, that is, all its sentences. They consist of literals and
    /// of names of upper-case productions. A repeated part occurs once.
    pub(crate) fn forms(&self, production: &str) -> Vec<Vec<String>> {
        self.expand(&Expr::Name(production.to_owned()))
    }

    fn expand(&self, expr: &Expr) -> Vec<Vec<String>> {
        match expr {
            Expr::Literal(text) => vec![vec![text.clone()]],
            Expr::Name(name) if is_lexical(name) => vec![vec![name.clone()]],
            Expr::Name(name) => self.expand(self.production(name)),
            Expr::Sequence(items) => items.iter().fold(vec![Vec::new()], |forms, item| {
                let ends = self.expand(item);
                let with_ends = |form: Vec<String>| {
                    ends.iter().map(|end| [&form[..], end].concat()).collect::<Vec<_>>()
                };
                forms.into_iter().flat_map(with_ends).collect()
            }),
            Expr::Choice(items) => items.iter().flat_map(|item| self.expand(item)).collect(),
            Expr::Optional(item) => [vec![Vec::new()], self.expand(item)].concat(),
            Expr::Repeated { item, .. } => self.expand(item),
            Expr::Class(_) => unreachable!("classes occur only in upper-case productions"),
        }
    }

    /// Returns a random word of an upper-case production.
    pub(crate) fn spell(&self, name: &str, dice: &mut dyn Dice) -> String {
        let mut parts = Vec::new();
        self.letters(self.production(name), dice, &mut parts);
        parts.concat()
    }

    fn letters(&self, expr: &Expr, dice: &mut dyn Dice, parts: &mut Vec<String>) {
        match expr {
            Expr::Literal(text) => parts.push(text.clone()),
            Expr::Class(ranges) => {
                let (first, last) = *pick(ranges, dice);
                let offset = u32::try_from(dice.below(u64::from(last as u32 - first as u32) + 1));
                let letter = char::from_u32(first as u32 + offset.expect("a small range"));
                parts.push(letter.expect("a character").to_string());
            }
            Expr::Name(name) => self.letters(self.production(name), dice, parts),
            Expr::Sequence(items) => items.iter().for_each(|item| self.letters(item, dice, parts)),
            Expr::Choice(items) => self.letters(pick(items, dice), dice, parts),
            Expr::Optional(item) if dice.below(2) == 0 => self.letters(item, dice, parts),
            Expr::Optional(_) => {}
            Expr::Repeated { item, least } => {
                (0..least + dice.below(5)).for_each(|_| self.letters(item, dice, parts));
            }
        }
    }

    pub(crate) fn spells(&self, name: &str, word: &str) -> bool {
        self.rests(self.production(name), word).contains(&"")
    }

    /// Returns each rest of `word` that can remain after `expr` has matched the beginning of
    /// `word`.
    fn rests<'w>(&self, expr: &Expr, word: &'w str) -> Vec<&'w str> {
        match expr {
            Expr::Literal(text) => word.strip_prefix(text.as_str()).into_iter().collect(),
            Expr::Class(ranges) => {
                let taken = word.chars().next();
                let taken = taken.filter(|c| ranges.iter().any(|(a, b)| (a..=b).contains(&c)));
                taken.map(|c| &word[c.len_utf8()..]).into_iter().collect()
            }
            Expr::Name(name) => self.rests(self.production(name), word),
            Expr::Choice(items) => items.iter().flat_map(|e| self.rests(e, word)).collect(),
            Expr::Sequence(items) => items.iter().fold(vec![word], |rests, item| {
                rests.into_iter().flat_map(|rest| self.rests(item, rest)).collect()
            }),
            Expr::Optional(item) => [vec![word], self.rests(item, word)].concat(),
            Expr::Repeated { item, least } => {
                let mut all = if *least == 0 { vec![word] } else { Vec::new() };
                let mut rests = self.rests(item, word);
                while !rests.is_empty() {
                    all.extend(&rests);
                    // A repetition that matches nothing would give the same rest again.
                    let shorter = |rest: &'w str| {
                        let next = self.rests(item, rest).into_iter();
                        next.filter(move |next| next.len() < rest.len())
                    };
                    rests = rests.into_iter().flat_map(shorter).collect();
                }
                all
            }
        }
    }

    pub(crate) fn lexical(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str).filter(|name| is_lexical(name))
    }

    #[track_caller]
    fn production(&self, name: &str) -> &Expr {
        let found = self.0.get(name);
        assert!(found.is_some(), "no production is called {name}");
        &self.0[name]
    }
}

/// Returns whether the production `name` makes a single word: its name is in upper case.
fn is_lexical(name: &str) -> bool {
    !name.contains(|c: char| c.is_lowercase())
}

fn pick<'i, T>(items: &'i [T], dice: &mut dyn Dice) -> &'i T {
    &items[index_below(items.len(), dice)]
}

fn blanks(text: &str) -> IResult<&str, ()> {
    let comment = delimited(tag("/*"), take_until("*/"), tag("*/"));
    value((), many0(alt((multispace1, comment)))).parse(text)
}

fn token<'t, T>(
    inner: impl Parser<&'t str, Output = T, Error = nom::error::Error<&'t str>>,
) -> impl Parser<&'t str, Output = T, Error = nom::error::Error<&'t str>> {
    preceded(blanks, inner)
}

fn name(text: &str) -> IResult<&str, String> {
    let letters = take_while1(|c: char| c.is_alphanumeric() || c == '_');
    map(token(letters), str::to_owned).parse(text)
}

fn rule(text: &str) -> IResult<&str, (String, Expr)> {
    pair(terminated(name, token(tag("::="))), choice).parse(text)
}

fn choice(text: &str) -> IResult<&str, Expr> {
    map(separated_list1(token(char('|')), sequence), |mut items| match items.len() {
        1 => items.remove(0),
        _ => Expr::Choice(items),
    })
    .parse(text)
}

fn sequence(text: &str) -> IResult<&str, Expr> {
    map(many1(repeated), |mut items| match items.len() {
        1 => items.remove(0),
        _ => Expr::Sequence(items),
    })
    .parse(text)
}

fn repeated(text: &str) -> IResult<&str, Expr> {
    let (rest, item) = item(text)?;
    let (rest, mark) = opt(alt((char('?'), char('*'), char('+')))).parse(rest)?;
    let item = match mark {
        Some('?') => Expr::Optional(Box::new(item)),
        Some('*') => Expr::Repeated { item: Box::new(item), least: 0 },
        Some(_) => Expr::Repeated { item: Box::new(item), least: 1 },
        None => item,
    };
    Ok((rest, item))
}

fn item(text: &str) -> IResult<&str, Expr> {
    let single = delimited(char('\''), is_not("'"), char('\''));
    let double = delimited(char('"'), is_not("\""), char('"'));
    let literal = map(token(alt((single, double))), |text: &str| Expr::Literal(text.to_owned()));
    let group = delimited(token(char('(')), choice, token(char(')')));
    let reference = terminated(name, not(token(tag("::="))));
    alt((literal, map(class, Expr::Class), group, map(reference, Expr::Name))).parse(text)
}

fn class(text: &str) -> IResult<&str, Vec<(char, char)>> {
    let range = |text| {
        let (rest, first) = letter(text)?;
        let (rest, last) =
            opt(preceded(pair(char('-'), peek(none_of("]"))), letter)).parse(rest)?;
        Ok((rest, (first, last.unwrap_or(first))))
    };
    let complement = map(preceded(char('^'), many1(range)), others);
    delimited(token(char('[')), alt((complement, many1(range))), char(']')).parse(text)
}

/// Returns the ranges of all characters outside of `ranges`.
fn others(ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    let mut first = 0;
    let mut others = Vec::new();
    // Surrogates are not characters, so they count as taken.
    let taken = ranges.into_iter().map(|(a, b)| (a as u32, b as u32)).chain([(0xD800, 0xDFFF)]);
    let mut taken: Vec<_> = taken.chain([(0x11_0000, 0x11_0000)]).collect();
    taken.sort_unstable();
    for (a, b) in taken {
        if first < a {
            let ends = (char::from_u32(first), char::from_u32(a - 1));
            others.push((ends.0.expect("a character"), ends.1.expect("a character")));
        }
        first = b + 1;
    }
    others
}

/// Reads a character of a class, written as itself or by its number, for example `#xA`.
fn letter(text: &str) -> IResult<&str, char> {
    let code =
        preceded(tag("#x"), recognize(many1(nom::character::complete::one_of("0123456789ABCDEF"))));
    let code = map(code, |digits: &str| {
        let code = u32::from_str_radix(digits, 16).expect("hexadecimal digits");
        char::from_u32(code).expect("a character")
    });
    alt((code, preceded(not(char(']')), anychar))).parse(text)
}

#[test]
fn a_repeated_item_may_match_nothing() {
    let grammar = Grammar::read("A ::= ('x'?)* 'y'\n");
    assert!(grammar.spells("A", "y") && grammar.spells("A", "xxy") && !grammar.spells("A", "xx"));
}

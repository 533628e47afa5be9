//! Finds pairs of nearly equal submissions, and the places where they agree.
//!
//! Each source becomes a list of tokens. All names become the token `v`, all numbers `0`, and all
//! strings `s`. Each run of [`K`] tokens has a hash. Winnowing keeps the least hash of each window
//! of [`WINDOW`] hashes (Schleimer, Wilkerson, Aiken 2003). So every common run of [`K`] +
//! [`WINDOW`] - 1 tokens is found.
//!
//! If there are at least [`CLASS`] submissions, code that more than half of them share is left out:
//! the teacher has probably handed it out.

use super::copy::Copy;
use super::ending;
use super::tools::{comment_length, comments};
use std::collections::hash_map::DefaultHasher;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::Path;

const K: usize = 20;

const WINDOW: usize = 10;

/// A pair is nearly equal if it has at least this many common hashes, and if they are at least this
/// share of the hashes of the smaller submission.
const LEAST: (usize, f64) = (8, 0.4);

const CLASS: usize = 5;

const SOURCES: [&str; 21] = [
    "c", "cc", "cpp", "cxx", "c++", "h", "hh", "hpp", "py", "java", "js", "mjs", "cjs", "ts", "rs",
    "go", "kt", "cs", "rb", "hs", "pas",
];

/// The extensions of languages in which apostrophes quote strings.
const APOSTROPHE_STRINGS: [&str; 7] = ["py", "js", "mjs", "cjs", "ts", "rb", "pas"];

#[derive(Debug, PartialEq)]
pub(super) struct Pair {
    pub(super) names: [String; 2],
    pub(super) percent: usize,
    /// The two files that agree most, each with the first and the last line on which common tokens
    /// begin.
    pub(super) places: [(String, u32, u32); 2],
}

/// For each hash, the index of a file, and the line on which the tokens with this hash begin. If
/// these tokens occur several times, the first place is kept.
type Places = HashMap<u64, (usize, u32)>;

struct Fingerprint {
    name: String,
    files: Vec<String>,
    places: Places,
}

pub(super) fn pairs(submissions: &[(&str, &Copy)]) -> Vec<Pair> {
    let prints: Vec<_> =
        submissions.iter().map(|(name, copy)| Fingerprint::of(name, copy)).collect();
    let prints = without_shared_code(prints);
    let mut pairs = Vec::new();
    for (index, one) in prints.iter().enumerate() {
        pairs.extend(prints[index + 1..].iter().filter_map(|other| pair(one, other)));
    }
    pairs.sort_by(|a, b| b.percent.cmp(&a.percent).then_with(|| a.names.cmp(&b.names)));
    pairs
}

impl Fingerprint {
    fn of(name: &str, copy: &Copy) -> Self {
        let is_source = |path: &Path| SOURCES.contains(&&*ending(path));
        let sources: Vec<_> = copy.files.iter().filter(|path| is_source(path)).collect();
        let mut places = Places::new();
        for (file, path) in sources.iter().enumerate() {
            let text = fs::read(copy.folder.join(path)).unwrap_or_default();
            for (hash, line) in winnow(&tokens(&text, path)) {
                places.entry(hash).or_insert((file, line));
            }
        }
        let files = sources.iter().map(|path| path.to_string_lossy().into_owned()).collect();
        Self { name: name.to_owned(), files, places }
    }
}

fn without_shared_code(mut prints: Vec<Fingerprint>) -> Vec<Fingerprint> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    prints.iter().flat_map(|print| print.places.keys()).for_each(|hash| {
        *counts.entry(*hash).or_default() += 1;
    });
    let most = if prints.len() < CLASS { prints.len() } else { prints.len() / 2 };
    for print in &mut prints {
        print.places.retain(|hash, _| counts.get(hash).is_some_and(|count| *count <= most));
    }
    prints
}

fn pair(one: &Fingerprint, other: &Fingerprint) -> Option<Pair> {
    // For each pair of files, the lines on which the tokens of their common hashes begin.
    let mut agreeing: BTreeMap<[usize; 2], Vec<[u32; 2]>> = BTreeMap::new();
    for (hash, (file, line)) in &one.places {
        if let Some((other_file, other_line)) = other.places.get(hash) {
            agreeing.entry([*file, *other_file]).or_default().push([*line, *other_line]);
        }
    }
    let common: usize = agreeing.values().map(Vec::len).sum();
    let smaller = one.places.len().min(other.places.len()).max(1);
    #[expect(clippy::cast_precision_loss, reason = "no submission has so many tokens")]
    let share = common as f64 / smaller as f64;
    if common < LEAST.0 || share < LEAST.1 {
        return None;
    }
    let ([a, b], lines) = agreeing.into_iter().max_by_key(|(files, at)| (at.len(), *files))?;
    let place = |name: &str, side: usize| {
        let lines = lines.iter().map(|at| at[side]);
        Some((name.to_owned(), lines.clone().min()?, lines.max()?))
    };
    let places = [place(&one.files[a], 0)?, place(&other.files[b], 1)?];
    let names = [&one.name, &other.name].map(String::clone);
    Some(Pair { names, percent: common * 100 / smaller, places })
}

/// Returns the tokens, each with its line. `v` stands for a name, `0` for a number and `s` for a
/// string. Any other byte is its own token. Comments and white space give no tokens.
fn tokens(text: &[u8], path: &Path) -> Vec<(u8, u32)> {
    let comments = comments(path);
    let quotes_strings = APOSTROPHE_STRINGS.contains(&&*ending(path));
    let escapes = ending(path) != "pas";
    let (mut tokens, mut line, mut rest) = (Vec::new(), 1, text);
    while let Some(first) = rest.first() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte >= 0x80;
        let length = comment_length(rest, comments).unwrap_or_else(|| match first {
            byte if is_word(byte) => {
                tokens.push((if byte.is_ascii_digit() { b'0' } else { b'v' }, line));
                rest.iter().take_while(|byte| is_word(byte)).count()
            }
            byte => {
                let string = string_length(rest, quotes_strings, escapes);
                if !byte.is_ascii_whitespace() {
                    tokens.push((if string.is_some() { b's' } else { *byte }, line));
                }
                string.unwrap_or(1)
            }
        });
        let (token, after) = rest.split_at(length.min(rest.len()));
        line += u32::try_from(memchr::memchr_iter(b'\n', token).count()).unwrap_or(0);
        rest = after;
    }
    tokens
}

/// Returns the length of the string or character at the start of `text`, if there is one. A string
/// ends at its quote or at the end of the line. With `escapes`, a backslash escapes the next byte.
/// Without `quotes_strings`, `'` quotes one character or stands alone: `&'a str`, `1'000`, `x'`.
fn string_length(text: &[u8], quotes_strings: bool, escapes: bool) -> Option<usize> {
    let quote = *text.first().filter(|first| matches!(first, b'"' | b'\''))?;
    let mut at = 1;
    while let Some(byte) = text.get(at).filter(|byte| **byte != quote && **byte != b'\n') {
        at += if escapes && *byte == b'\\' { 2 } else { 1 };
    }
    let inside = String::from_utf8_lossy(&text[1..at.min(text.len())]);
    let is_char =
        text.get(at) == Some(&quote) && (inside.starts_with('\\') || inside.chars().count() == 1);
    (quote == b'"' || quotes_strings || is_char).then_some(at + 1)
}

/// Returns the least hash of each window, and the line on which the tokens with this hash begin.
fn winnow(tokens: &[(u8, u32)]) -> Vec<(u64, u32)> {
    let hash = |run: &[(u8, u32)]| {
        let mut hasher = DefaultHasher::new();
        for (token, _) in run {
            token.hash(&mut hasher);
        }
        (hasher.finish(), run[0].1)
    };
    let hashes: Vec<_> = tokens.windows(K).map(hash).collect();
    let mut kept: Vec<(u64, u32)> = Vec::new();
    for window in hashes.windows(WINDOW.min(hashes.len()).max(1)) {
        if let Some(least) = window.iter().min()
            && kept.last() != Some(least)
        {
            kept.push(*least);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// Returns a program with names that begin with `name`. Its lines have several forms.
    fn program(name: &str, from: u32, to: u32) -> String {
        let line = |n: u32| match n % 4 {
            0 => format!("if {name}{n} > {n}: print({name}[{n}], '{n}')\n"),
            1 => format!("{name}_{n} = [{name} + {n} * (x - {n})]\n").repeat((n % 7) as usize + 1),
            2 => format!("for i in range({n}, {name}): {name}.append(i)\n"),
            _ => format!("while not {name}: {name} -= {}\n", "(1 + ".repeat((n % 5) as usize)),
        };
        (from..to).map(line).collect()
    }

    #[test]
    fn comments_and_strings_are_those_of_the_language() {
        let forms = |name: &str, text: &str| {
            let tokens = tokens(text.as_bytes(), Path::new(name));
            String::from_utf8(tokens.into_iter().map(|(form, _)| form).collect()).unwrap()
        };
        assert_eq!(forms("a.py", "a = b // f(c, d)  # f(c)\ne"), "v=v//v(v,v)v");
        assert_eq!(forms("A.PY", "a # f(c)\ne"), "vv");
        assert_eq!(forms("a.c", "#define A 1 // one\n/* two\n words */ b"), "#vv0v");
        assert_eq!(forms("a.cpp", r#"f("a\"b", '\'', "\\");"#), "v(s,s,s);");
        assert_eq!(forms("a.cpp", "1'000'000 + 'x'"), "0'0'0+s");
        assert_eq!(forms("a.rs", "f(x: &'a str, y: &'b T, '\u{e4}')"), "v(v:&'vv,v:&'vv,s)");
        assert_eq!(forms("a.hs", "x' = f 'c' y'"), "v'=vsv'");
        assert_eq!(forms("a.pas", r"write('\', x);"), "v(s,v);");
        assert_eq!(forms("a.py", "f('abc', 'd"), "v(s,s");
    }

    #[test]
    fn renamed_copies_are_found_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let copy = |name: &str, file: &str, text: String| {
            let at = folder.path().join(name);
            fs::create_dir(&at).unwrap();
            fs::write(at.join(file), text).unwrap();
            Copy { folder: at, files: vec![PathBuf::from(file)], digest: String::new() }
        };
        let anna = copy("anna", "game.py", program("ship", 0, 40));
        let ben = copy("ben", "GAME.PY", format!("import sys\n\n{}", program("boat", 0, 40)));
        let carl = copy("carl", "game.py", "print(open(0).read().split()[::-1])\n".repeat(30));
        let found = pairs(&[("anna", &anna), ("ben", &ben), ("carl", &carl)]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].names, ["anna", "ben"]);
        assert!(found[0].percent > 80, "{found:?}");
        let lines = found[0].places.each_ref().map(|place| place.1);
        assert_eq!(lines[1], lines[0] + 2, "{found:?}");
    }
}

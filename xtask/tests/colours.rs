//! Checks that the syntax file for editors gives the colours that the parser would give.

use broadside_ships::script::{Event, Reader};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syntect::parsing::{ParseState, ScopeStack, SyntaxDefinition, SyntaxSet, SyntaxSetBuilder};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

static SYNTAX: LazyLock<SyntaxSet> = LazyLock::new(|| {
    let text = fs::read_to_string(root("grammar/ships.sublime-syntax")).expect("the syntax file");
    let syntax = SyntaxDefinition::load_from_str(&text, true, None).expect("a syntax");
    let mut builder = SyntaxSetBuilder::new();
    builder.add(syntax);
    builder.build()
});

/// Returns the words of `text`, line by line. With each word, returns its innermost scope. A scope
/// is a name to which an editor gives a colour.
fn scopes(text: &str) -> Vec<Vec<(String, String)>> {
    let syntax = SYNTAX.find_syntax_by_extension("ships").expect("the extension is known");
    let (mut state, mut stack) = (ParseState::new(syntax), ScopeStack::new());
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let mut words = Vec::new();
        let mut start = 0;
        let mut add = |part: &str, stack: &ScopeStack| {
            let scope = stack.as_slice().last().map_or_else(String::new, ToString::to_string);
            words.extend(part.split_whitespace().map(|word| (word.to_owned(), scope.clone())));
        };
        for (end, op) in state.parse_line(line, &SYNTAX).expect("a line is parsed") {
            add(&line[start..end], &stack);
            stack.apply(&op).expect("scopes are balanced");
            start = end;
        }
        add(&line[start..], &stack);
        lines.push(words);
    }
    lines
}

fn scripts() -> Vec<PathBuf> {
    let entries = fs::read_dir(root("scripts")).expect("scripts");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let scripts: Vec<_> =
        paths.filter(|path| path.extension().is_some_and(|end| end == "ships")).collect();
    assert!(!scripts.is_empty());
    scripts
}

#[test]
fn the_scripts_have_the_colours_that_the_reader_gives_them() {
    for path in scripts() {
        let text = fs::read_to_string(&path).expect("a script");
        let (mut reader, mut group) = (Reader::default(), None);
        // Both arrays count tags, commands, lines with prose, and lines with a comment.
        let (mut want, mut got) = ([0; 4], [0; 4]);
        for (bytes, words) in text.lines().zip(scopes(&text)) {
            let coloured =
                |start: &str| words.iter().filter(|(_, scope)| scope.starts_with(start)).count();
            assert_eq!(coloured("invalid"), 0, "{}: {bytes}: {words:?}", path.display());
            got[0] += coloured("entity.name.tag");
            got[1] += coloured("keyword");
            got[2] += usize::from(coloured("comment.block") > 0);
            got[3] += usize::from(coloured("comment.line") > 0);
            let mut line = reader.line(bytes.as_bytes());
            while let Some(event) = reader.next(&mut line, group).expect("a script without errors")
            {
                group = event.group_after(group);
                match event {
                    Event::Open(_) | Event::Close(_) => want[0] += 1,
                    Event::Command(_) => want[1] += 1,
                    Event::Prose => want[2] += 1,
                    Event::Comment(_) => want[3] += 1,
                }
            }
        }
        assert_eq!(got, want, "{}", path.display());
    }
}

#[test]
fn each_kind_of_word_has_its_scope() {
    let text =
        "[state] INFORMATION A mind N 3 # x\nSHIP B 1 -2 N 0 CAR 11111 Boo\n[state] bye [state]\n";
    let found: Vec<_> = scopes(text).concat();
    let want = [
        ("[state]", "entity.name.tag.state.ships"),
        ("INFORMATION", "keyword.control.ships"),
        ("A", "constant.language.ships"),
        ("mind", "string.unquoted.ships"),
        ("N", "string.unquoted.ships"),
        ("3", "string.unquoted.ships"),
        ("#", "comment.line.number-sign.ships"),
        ("x", "comment.line.number-sign.ships"),
        ("SHIP", "keyword.control.ships"),
        ("B", "constant.language.ships"),
        ("1", "constant.numeric.integer.ships"),
        ("-2", "constant.numeric.integer.ships"),
        ("N", "constant.language.ships"),
        ("0", "constant.numeric.integer.ships"),
        ("CAR", "support.class.ships"),
        ("11111", "constant.numeric.integer.ships"),
        ("Boo", "invalid.illegal.ships"),
        ("[state]", "entity.name.tag.state.ships"),
        ("bye", "comment.block.prose.ships"),
        ("[state]", "comment.block.prose.ships"),
    ];
    assert_eq!(found, want.map(|(word, scope)| (word.to_owned(), scope.to_owned())));
}

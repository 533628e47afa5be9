//! Checks this project's rules for source code: its imports, names, comments, tests and open tasks.

use crate::harness::root;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> Vec<PathBuf> {
    let mut found = vec![root("src")];
    for entry in fs::read_dir(root("crates")).expect("a folder of crates") {
        found.push(entry.expect("an entry").path().join("src"));
    }
    assert!(found.len() > 5, "{found:?}");
    found
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Returns all paths in the crate that the module `name` uses, such as `board/Coord`, in lines with
/// `use` and elsewhere. Resolves groups in braces, `super` and `self`.
fn uses(name: &str, source: &str) -> Vec<String> {
    let code = without_comments(source);
    let parent = name.rsplit_once('/').map_or("", |(parent, _)| parent);
    let mut found = Vec::new();
    let starts = [("crate::", ""), ("super::", parent), ("self::", name)];
    for (start, base) in starts {
        for (at, _) in code.match_indices(start) {
            let is_word = code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            // The loop finds each `super::` of a chain such as `super::super::a`. `climbed` counts
            // the `super::` before it. So at the last `super::`, `base` is the module that has `a`.
            let climbed = code[..at].rsplit("super::").take_while(|gap| gap.is_empty()).count();
            let base = (0..climbed).fold(base, |base, _| base.rsplit_once('/').map_or("", |b| b.0));
            if !is_word {
                paths(base, &code[at + start.len()..], &mut found);
            }
        }
    }
    found
}

fn without_comments(source: &str) -> String {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// Adds the path at the beginning of `code` to `found`. For a group in braces, adds all paths of
/// the group. The paths are relative to `base`. Returns the rest of the code.
fn paths<'c>(base: &str, code: &'c str, found: &mut Vec<String>) -> &'c str {
    let code = code.trim_start();
    let Some(mut group) = code.strip_prefix('{') else {
        let end = code.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(code.len());
        let path = format!("{base}/{}", &code[..end]).trim_matches('/').to_owned();
        return if let Some(below) = code[end..].strip_prefix("::") {
            paths(&path, below, found)
        } else {
            found.push(path);
            &code[end..]
        };
    };
    loop {
        group =
            paths(base, group, found).trim_start_matches(|c: char| c == ',' || c.is_whitespace());
        match group.strip_prefix('}') {
            Some(rest) => return rest,
            None if group.starts_with(|c: char| c.is_alphanumeric() || c == '_') => {}
            // Skips `as`, `*` and similar code up to the next path.
            None => group = group.split_once([',', '}']).map_or("", |(_, rest)| rest),
        }
        if group.is_empty() {
            return group;
        }
    }
}

#[test]
fn uses_are_found_however_they_are_written() {
    let source = "use crate::{board::{Coord, Side}, script::Session};
        use super::super::words::{self, word};
        // use crate::cli::Args;
        fn f() -> crate::arena::Bench { super::g() }";
    let mut found = uses("rules/ships/game", source);
    found.sort();
    found.dedup();
    let expected = ["arena/Bench", "board/Coord", "board/Side", "rules/ships/g"];
    for path in expected.into_iter().chain(["rules/words/word", "script/Session"]) {
        assert!(found.iter().any(|used| used == path), "{path} is not among {found:?}");
    }
    assert!(!found.iter().any(|used| used.starts_with("cli")), "{found:?}");
}

/// The modules of a crate by their paths, such as `rules/ships/game`. Each has its code without
/// comments and tests. The path of a `mod.rs` is its folder, such as `rules/ships`.
struct Modules(BTreeMap<String, String>);

impl Modules {
    fn read(src: &Path) -> Self {
        let code = |path: &Path| {
            let source = fs::read_to_string(path).expect("a source file");
            let code = without_comments(&source);
            code.split("\nmod tests {").next().unwrap_or_default().to_owned()
        };
        let module = |path: PathBuf| {
            let name = path.strip_prefix(src).expect("below src").with_extension("");
            let name = name.to_str().expect("a UTF-8 name").replace('\\', "/");
            (name.trim_end_matches("/mod").to_owned(), code(&path))
        };
        let modules = sources(src).into_iter().map(module);
        Self(modules.filter(|(name, _)| !name.ends_with("tests") && name != "lib").collect())
    }

    /// Returns the modules that each module uses. A module also uses its submodules. The use of a
    /// re-export (`pub use`) counts as a use of the file that defines the item.
    fn graph(&self) -> Graph<'_> {
        let used = |name: &str| {
            let paths =
                uses(name, &self.0[name]).into_iter().filter_map(|path| self.source_of(&path));
            let below =
                self.0.keys().filter(|below| parent(below) == Some(name)).map(String::as_str);
            paths.chain(below).filter(|used| *used != name).collect()
        };
        self.0.keys().map(|name| (name.as_str(), used(name))).collect()
    }

    fn source_of(&self, path: &str) -> Option<&str> {
        let Some((name, _)) = self.0.get_key_value(path) else {
            let (module, item) = path.rsplit_once('/')?;
            let home = self.source_of(module)?;
            let item = format!("/{item}");
            let is_other = |other: &String| other != path && other.ends_with(&item);
            let reexported = || self.reexported(home)?.find(is_other);
            return match (home == module).then(reexported).flatten() {
                Some(path) => self.source_of(&path),
                None => Some(home),
            };
        };
        Some(name)
    }

    /// Returns the paths that the module `name` re-exports (`pub use`).
    fn reexported(&self, name: &str) -> Option<impl Iterator<Item = String>> {
        let (code, mut found) = (self.0.get(name)?, Vec::new());
        for (at, word) in code.match_indices("use ") {
            let line = code[..at].rsplit('\n').next().unwrap_or_default().trim();
            if line == "pub" || line.starts_with("pub(") && line.ends_with(')') {
                paths(name, &code[at + word.len()..], &mut found);
            }
        }
        Some(found.into_iter())
    }
}

/// Regression: a re-export below an attribute was not found.
#[test]
fn reexports_are_found_below_attributes() {
    let code = "mod hull;\n\n#[doc(hidden)]\npub use hull::Hull;\n#[cfg(unix)]\n#[doc(inline)]\n\
                pub(crate) use hull::{Bow,\n    Stern};\nuse hull::Keel;\n";
    let modules = Modules(BTreeMap::from([("ships".to_owned(), code.to_owned())]));
    let found: Vec<_> = modules.reexported("ships").expect("a module").collect();
    assert_eq!(found, ["Hull", "Bow", "Stern"].map(|item| format!("ships/hull/{item}")));
}

/// The modules that each module uses.
type Graph<'g> = BTreeMap<&'g str, BTreeSet<&'g str>>;

fn parent(name: &str) -> Option<&str> {
    name.rsplit_once('/').map(|(parent, _)| parent)
}

/// Returns the shortest cycle through `start` within `nodes`, with `start` at both ends.
fn shortest_cycle<'g>(
    graph: &Graph<'g>,
    nodes: &BTreeSet<&'g str>,
    start: &'g str,
) -> Option<Vec<&'g str>> {
    let (mut before, mut queue) = (BTreeMap::new(), VecDeque::from([start]));
    while let Some(here) = queue.pop_front() {
        for next in graph[here].intersection(nodes) {
            if *next == start {
                let back = std::iter::successors(Some(here), |at| before.get(at).copied());
                let mut cycle: Vec<_> = [start].into_iter().chain(back).collect();
                cycle.reverse();
                return Some(cycle);
            }
            if !before.contains_key(next) {
                before.insert(*next, here);
                queue.push_back(*next);
            }
        }
    }
    None
}

/// Returns a cycle of files within `nodes` for each set of files that all use each other, directly
/// or through other files.
///
/// A `mod.rs` and the files of its folder may use each other, because they are one module in
/// several files. So a cycle is allowed when it contains a `mod.rs` and stays in the folder of that
/// file. A cycle in the folder that does not pass through its `mod.rs` is an error.
fn cycles<'g>(graph: &Graph<'g>, nodes: &BTreeSet<&'g str>) -> Vec<String> {
    let reached: BTreeMap<_, _> =
        nodes.iter().map(|node| (*node, reachable(graph, nodes, node))).collect();
    let (mut found, mut seen) = (Vec::new(), BTreeSet::<&str>::new());
    for start in nodes {
        let together: BTreeSet<_> =
            reached[start].iter().filter(|node| reached[*node].contains(start)).copied().collect();
        if seen.contains(start) || together.is_empty() {
            continue;
        }
        seen.extend(&together);
        let folder = |top: &&&str| {
            together.iter().all(|name| name == *top || name.starts_with(&format!("{top}/")))
        };
        if let Some(top) = together.iter().find(folder) {
            let others = together.iter().filter(|name| *name != top).copied().collect();
            found.extend(cycles(graph, &others));
        } else {
            // A short cycle may stay in a folder, which is allowed. So the longest one is returned.
            let cycles = together.iter().filter_map(|node| shortest_cycle(graph, &together, node));
            found.extend(cycles.max_by_key(Vec::len).map(|cycle| cycle.join(" -> ")));
        }
    }
    found
}

fn reachable<'g>(
    graph: &Graph<'g>,
    nodes: &BTreeSet<&'g str>,
    start: &'g str,
) -> BTreeSet<&'g str> {
    let (mut open, mut seen) = (vec![start], BTreeSet::new());
    while let Some(here) = open.pop() {
        open.extend(graph[here].intersection(nodes).filter(|next| seen.insert(**next)).copied());
    }
    seen
}

#[test]
fn cycles_are_found_through_the_files_of_a_folder() {
    let graph = |uses: &[(&'static str, &'static str)]| {
        let mut graph = Graph::new();
        for (one, other) in uses {
            graph.entry(other).or_default();
            graph.entry(one).or_default().insert(other);
        }
        graph
    };
    let found = |uses: &[_]| {
        let graph = graph(uses);
        cycles(&graph, &graph.keys().copied().collect())
    };
    assert_eq!(found(&[("a", "a/b"), ("a/b", "a"), ("a", "c")]), [""; 0]);
    assert_eq!(found(&[("a", "a/b"), ("a/b", "a/c"), ("a/c", "a/b"), ("a/b", "a")]).len(), 1);
    let through = [("x", "a"), ("a", "a/b"), ("a/b", "x"), ("a/b", "a")];
    assert_eq!(found(&through), ["x -> a -> a/b -> x"]);
}

#[test]
fn no_files_use_each_other_in_a_cycle() {
    let mut uses = 0;
    for src in crates() {
        let modules = Modules::read(&src);
        let graph = modules.graph();
        uses += graph.values().map(BTreeSet::len).sum::<usize>();
        let found = cycles(&graph, &graph.keys().copied().collect());
        let src = src.display();
        assert!(
            found.is_empty(),
            "files of {src} use each other in a cycle:\n{}",
            found.join("\n")
        );
    }
    assert!(uses > 500, "{uses} uses are found");
}

/// In a crate with `test = false`, a test in the sources would never run.
#[test]
fn every_test_in_the_sources_runs() {
    let mut crates = crates();
    crates.retain(|folder| {
        let manifest = fs::read_to_string(folder.with_file_name("Cargo.toml"));
        manifest.expect("a manifest").contains("[lib]\ntest = false\n")
    });
    assert_eq!(crates.len(), 2, "{crates:?}");
    for path in crates.iter().flat_map(|folder| sources(folder)) {
        let code = without_comments(&fs::read_to_string(&path).expect("a source"));
        assert!(!code.contains("#[cfg(test)]") && !code.contains("#[test]"), "{}", path.display());
    }
}

#[test]
fn the_core_names_no_rule_set() {
    let words = ["naval", "battle_of_ships", "classic", "arsenal"];
    for folder in ["crates/core/src", "crates/arcade/src/ai"].map(root) {
        for file in sources(&folder) {
            let source = fs::read_to_string(&file).expect("a source file");
            for line in source.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let found = words.iter().find(|word| line.to_lowercase().contains(**word));
                assert_eq!(found, None, "{}: {line}", file.display());
            }
        }
    }
}

const WRITTEN: [&str; 13] = [
    "src",
    "crates",
    "tests",
    "benches",
    "examples",
    "fuzz/laws",
    "fuzz/fuzz_targets",
    "xtask/src",
    "playground/src",
    "playground/opponent/src",
    "playground/verifier/src",
    "python/src",
    "scripts/bots",
];

/// Returns the comment if it contains a vague or old-fashioned word.
fn vague_words(comment: &str) -> Option<&str> {
    let lower = comment.to_lowercase();
    let phrases = ["does not do its part", "do not do their part"];
    let words = [
        "whoever",
        "somebody",
        "nobody",
        "anybody",
        "everybody",
        "anyone",
        "someone",
        "anew",
        "mend",
        "mended",
        "heed",
    ];
    let is_vague = |word: &str| words.contains(&word);
    let has_word = lower.split(|c: char| !c.is_alphanumeric()).any(is_vague);
    (has_word || phrases.iter().any(|phrase| lower.contains(phrase))).then_some(comment)
}

/// Returns the text of a one-line doc comment that describes an item only by comparison with a
/// neighbour.
fn relative_doc<'s>(above: &str, line: &'s str, below: &str) -> Option<&'s str> {
    let doc = |line: &'s str| line.trim_start().strip_prefix("/// ");
    let is_doc = |line: &str| line.trim_start().starts_with("///");
    let starts = ["The same", "That of", "Those of", "As "];
    let text = doc(line).filter(|_| !is_doc(above) && !is_doc(below))?;
    starts.iter().any(|start| text.starts_with(start)).then_some(text)
}

#[test]
fn comments_say_plainly_what_is_meant() {
    let mut found = Vec::new();
    for file in WRITTEN.map(root).iter().flat_map(|folder| sources(folder)) {
        let source = fs::read_to_string(&file).expect("a source file");
        let lines: Vec<_> = [""].into_iter().chain(source.lines()).chain([""]).collect();
        for (number, three) in lines.windows(3).enumerate() {
            let comment = three[1].split_once("//").map(|(_, comment)| comment);
            let said = relative_doc(three[0], three[1], three[2]).or(comment.and_then(vague_words));
            found.extend(said.map(|said| format!("{}:{}: {said}", file.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "name who or what is meant:\n{}", found.join("\n"));
}

#[test]
fn nothing_is_left_for_later() {
    let words = ["FIX".to_owned() + "ME", "TO".to_owned() + "DO", "X".repeat(3)];
    for file in WRITTEN.map(root).iter().flat_map(|folder| sources(folder)) {
        let source = fs::read_to_string(&file).expect("a source file");
        for word in &words {
            assert!(!source.contains(word.as_str()), "{} says {word}", file.display());
        }
    }
}

//! Runs the scripts and the console commands of the book's pages.

use super::page::{Block, Page};
use super::{pages, source};
use crate::console::{WorkFolder, examples, trimmed};
use crate::environment::is_set;
use crate::harness::{BINARY, broadside, read, root, run};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::thread;

#[test]
fn scripts_and_commands_print_what_the_book_shows() {
    let pages = pages();
    let failures: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = pages.iter().map(|page| scope.spawn(|| check(page))).collect();
        runs.into_iter().filter_map(|run| run.join().expect("a page is run")).collect()
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compares a page with the output of the program. Returns a message about the first difference.
/// `BLESS=1` also writes the output into the page.
fn check(page: &Page) -> Option<String> {
    let mut reader = Reader { folder: WorkFolder::new(), script: None };
    link_examples(reader.folder.path());
    let blocks = page.blocks();
    let got: Vec<_> = blocks.iter().map(|block| reader.body(page, block)).collect();
    // Another test writes the pages of the rules.
    if is_blessing() && !page.path.starts_with("rules/") {
        fs::write(source(&page.path), with_bodies(page, &got)).expect("a page");
    }
    let differs = |(block, got): &(&Block, &String)| trimmed(&block.body) != trimmed(got);
    let (block, got) = blocks.iter().zip(&got).find(differs)?;
    Some(format!("{}:{} should be (BLESS=1 writes it)\n{got}", page.path, block.line))
}

fn is_blessing() -> bool {
    is_set("BLESS")
}

/// Links the built examples into `folder`, at the place where `cargo build --examples` puts them.
fn link_examples(folder: &Path) {
    let built = Path::new(BINARY).parent().expect("a folder").join("examples");
    fs::create_dir_all(folder.join("target/debug")).expect("a folder");
    std::os::unix::fs::symlink(built, folder.join("target/debug/examples")).expect("a link");
}

fn with_bodies(page: &Page, bodies: &[String]) -> String {
    let (mut text, mut bodies, mut is_inside) = (String::new(), bodies.iter(), false);
    for line in page.text.lines() {
        let is_fence = line.starts_with("```");
        if !is_inside || is_fence {
            writeln!(text, "{line}").expect("a string grows");
        }
        if is_fence && !is_inside {
            let body = trimmed(bodies.next().expect("a body for each block"));
            writeln!(text, "{body}").expect("a string grows");
        }
        is_inside ^= is_fence;
    }
    text
}

struct Reader {
    folder: WorkFolder,
    /// The text of the previous block, if that block is a script.
    script: Option<String>,
}

impl Reader {
    /// Returns the text that the block should have.
    fn body(&mut self, page: &Page, block: &Block) -> String {
        let place = format!("{}:{}", page.path, block.line);
        let (kind, file) = block.info.split_once(",file=").unwrap_or((&block.info, ""));
        let script = self.script.take();
        match kind {
            "ships" if file.is_empty() => {
                self.script = Some(block.body.clone());
                assert!(followed_by_output(page, block) || succeeds(&block.body), "{place} fails");
            }
            "ships" => {
                fs::write(self.folder.path().join(file), &block.body).expect("a file");
                self.script = Some(block.body.clone());
            }
            "output" => {
                return answer(&script.expect("a script before its output"));
            }
            "console" => return self.console(&block.body),
            "console,slow" if is_blessing() || is_set("BROADSIDE_SAMPLES") => {
                return self.console(&block.body);
            }
            "rust" => assert!(is_compiled(&block.body), "{place}: no example has this code"),
            "console,slow" | "form" | "text" | "python" | "sh" | "toml" => {}
            _ => unreachable!("{place}: blocks `{kind}` are unknown"),
        }
        block.body.clone()
    }

    fn console(&self, body: &str) -> String {
        let examples = examples(body);
        let commands: Vec<_> = examples.into_iter().map(|example| example.command).collect();
        let printed = self.folder.printed(&commands);
        let show = |(command, got): (&String, &String)| match trimmed(got) {
            empty if empty.is_empty() => format!("$ {command}\n"),
            text => format!("$ {command}\n{text}\n"),
        };
        commands.iter().zip(&printed).map(show).collect()
    }
}

fn followed_by_output(page: &Page, block: &Block) -> bool {
    let blocks = page.blocks();
    let next = blocks.iter().find(|other| other.line > block.line);
    next.is_some_and(|next| next.info == "output")
}

fn succeeds(script: &str) -> bool {
    run(&mut broadside(), script.as_bytes()).status.success()
}

/// The text that the book shows for a script that prints nothing.
const NOTHING: &str = "(nothing is printed)";

pub(super) fn answer(script: &str) -> String {
    let output = run(&mut broadside(), script.as_bytes());
    let text = [output.stdout, output.stderr].concat();
    if text.is_empty() { NOTHING.to_owned() } else { String::from_utf8(text).expect("UTF-8") }
}

/// Returns whether the docs of `src/lib.rs` or an example contain `code`. Other tests compile these
/// docs and the examples.
fn is_compiled(code: &str) -> bool {
    let docs = read("src/lib.rs");
    let docs: Vec<_> = docs.lines().filter_map(|line| line.strip_prefix("//!")).collect();
    let docs: Vec<_> = docs.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let shown = |line: &&&str| **line != "#" && !line.starts_with("# ");
    let docs = docs.iter().filter(shown).copied().collect::<Vec<_>>().join("\n");
    let examples = fs::read_dir(root("examples")).expect("examples");
    let texts = examples.map(|entry| fs::read_to_string(entry.expect("an entry").path()));
    let mut texts = texts.map(|text| text.expect("an example")).chain([docs]);
    texts.any(|text| text.contains(code.trim_end()))
}

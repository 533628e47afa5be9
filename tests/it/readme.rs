//! The commands of the README do what it says: its `console` blocks are run by one shell, from the
//! repository's root, and what they print is compared. The examples of the help run as well.

use crate::book::page::Page;
use crate::console::{Desk, examples, trimmed};
use crate::harness::{broadside, root, run};
use broadside::catalog::Program;

#[test]
fn readme_commands_print_what_it_shows() {
    let readme = Page::read("README.md", &root("README.md"));
    let blocks = readme.blocks().into_iter().filter(|block| block.info == "console");
    let examples: Vec<_> = blocks.flat_map(|block| examples(&block.body)).collect();
    assert!(examples.len() >= 4, "the README shows {} commands only", examples.len());
    let commands: Vec<_> = examples.iter().map(|example| example.command.clone()).collect();
    for (example, got) in examples.iter().zip(Desk::new().printed(&commands)) {
        assert_eq!(trimmed(&got), trimmed(&example.printed), "$ {}", example.command);
    }
}

#[test]
fn examples_in_the_help_about_programs_play_to_the_end() {
    let commands = Program::ALL.map(|program| {
        let output = run(broadside().args(["help", program.name()]), b"");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        let (_, example) = help.split_once("Example:\n").expect("an example");
        let (command, _) = example.split_once("\n\n").expect("more behind it");
        format!("{{ {command}\n}} > printed && echo done || cat printed")
    });
    assert_eq!(Desk::new().printed(&commands), Program::ALL.map(|_| "done\n"));
}

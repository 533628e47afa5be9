//! Tests of `.output`, which writes the output of the language to a file.

use super::terminal::{Terminal, home};
use crate::harness::names;

#[test]
fn what_the_language_prints_goes_to_the_file_until_output_ends_it() {
    let home = home();
    let mut t = Terminal::at_prompt(home.path());
    t.enters(".output", "output is shown here already");
    t.enters(".output out.txt", "output goes to `out.txt` until `.output`");
    t.takes("[state] BOARD_SIZE 1 3 PRINT 0");
    // A refusal is shown on the screen too, with its reason.
    t.enters("REEF 9 9", "error: INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD");
    t.enters(".fleet", "0 of 10 ships placed");
    assert!(!home.at("out.txt").exists(), "the file must not exist before the output ends");
    t.enters(".output", "wrote `out.txt`; output is shown here again");
    let printed = "   \nPARTS REMAINING:: A : 0 B : 0\n\
        INVALID OPERATION \"REEF 9 9\": REEF IS NOT PLACED ON BOARD\n";
    assert_eq!(home.read("out.txt"), printed);
    t.enters("PRINT 0", "PARTS REMAINING");
}

#[test]
fn a_file_is_replaced_when_the_person_agrees_and_failures_are_reported() {
    let home = home();
    home.write("out.txt", "old\n");
    let mut t = Terminal::at_prompt(home.path());
    t.answers(".output out.txt", &["replace `out.txt`? y or n> "]);
    t.answers("n", &["not written; `out.txt` is as it was", "(A) ships> "]);
    t.enters(".output none/out.txt", "cannot write `none/out.txt`");
    t.enters(".output /dev/full", "cannot write `/dev/full`: it is not a regular file");
    t.enters(".output! out.txt", "output goes to `out.txt`");
    t.takes("[state] BOARD_SIZE 30000 30000");
    t.answers("REEF 99999 1 PRINT 0", &["REEF IS NOT PLACED ON BOARD"]);
    // Ctrl-C also stops output that goes to a file.
    t.presses("\u{3}", &["stopped", "(A) state> "]);
    assert_eq!(home.read("out.txt"), "old\n");
    // Another `.output` ends this output and writes its file. The end of the prompt does this too.
    t.answers(".output other.txt", &["wrote `out.txt`", "goes to `other.txt`", "(A) state> "]);
    t.takes("BOARD_SIZE 1 1 SAVE");
    t.answers(".new", &["(A) ships> "]);
    t.takes("[state] BOARD_SIZE 1 1 PRINT 0");
    t.answers(".quit", &["wrote `other.txt`"]);
    t.ends();
    let text = home.read("other.txt");
    assert!(text.starts_with("[state]\nBOARD_SIZE 1 1\n") && text.contains("PARTS"), "{text:?}");
}

#[test]
fn output_goes_on_to_its_file_when_the_next_file_is_refused() {
    let home = home();
    let read = |name: &str| home.read(name);
    home.write("old.txt", "old\n");
    let mut t = Terminal::at_prompt(home.path());
    t.enters(".output out.txt", "goes to `out.txt`");
    t.takes("[state] BOARD_SIZE 1 1 SAVE");
    t.types(".output old.txt\r");
    let before = t.sees("replace `old.txt`? y or n> ");
    assert!(!before.contains("wrote"), "the output has not ended yet: {before:?}");
    t.enters("n", "not written; `old.txt` is as it was");
    t.takes("PRINT 0");
    // The file of the current output counts as an existing file even before it is written.
    t.answers(".output out.txt", &["wrote `out.txt`", "replace `out.txt`? y or n> "]);
    t.enters("n", "not written; `out.txt` is as it was");
    assert!(read("out.txt").contains("PARTS"));
    assert_eq!(read("old.txt"), "old\n");
}

#[test]
fn a_killed_prompt_leaves_the_old_file_and_nothing_else() {
    let home = home();
    home.write("out.txt", "old\n");
    let mut t = Terminal::at_prompt(home.path());
    t.enters(".output! out.txt", "goes to `out.txt`");
    t.takes("[state] PRINT 0");
    t.ends_with("TERM");
    assert_eq!(home.read("out.txt"), "old\n");
    // One is the file, and the other is the folder in which the program keeps its state.
    assert_eq!(names(home.path()).len(), 2);
}

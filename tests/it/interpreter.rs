//! Checks the programs of the book's chapter "Write an interpreter, step by step". Each program
//! must be right at its level.

use crate::harness::{broadside, root, run};

/// Checks that `verify` passes a program of the chapter at a level.
#[track_caller]
fn is_right(level: &str, program: &str) {
    let mut verify = broadside();
    verify.args(["verify", "--sandbox", "none", "--scripts", "40", "--seed", "7"]);
    verify.args(["--level", level, "--", "python3", "-S"]);
    let output = run(verify.arg(root("scripts/interpreter").join(program)), b"");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{program} at {level}: {said}");
}

#[test]
fn the_interpreter_of_the_book_is_right_at_each_step() {
    is_right("place", "place.py");
    is_right("fleet", "shoot.py");
    is_right("shoot", "shoot.py");
    is_right("setup", "setup.py");
    is_right("move", "move.py");
}

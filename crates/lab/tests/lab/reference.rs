//! Tests of the reference: the answer of our own program to a script.

use broadside_lab::draft::Draft;
use broadside_lab::reference::run;

#[test]
fn each_byte_of_an_answer_has_the_line_that_printed_it() {
    let draft = Draft::parse(b"[state] PRINT 0 SAVE [state] [playerB] [playerB]").unwrap();
    let answer = run(&draft);
    let lines: Vec<_> = answer.parts.iter().map(|part| draft.text(part.at)).collect();
    assert_eq!(lines, [&b"PRINT 0"[..], b"SAVE", b"[playerB]"]);
    assert_eq!(answer.line_of(0), answer.parts.first().map(|part| part.at));
    assert_eq!(answer.line_of(answer.output.len() - 1), answer.last_line());
    assert_eq!(answer.line_of(answer.output.len()), None);
}

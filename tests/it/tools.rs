//! Laws of `check`, of `fmt` and of parsed scripts, tried on random scripts.

use crate::random_scripts::{cut_script, script};
use broadside::ports::LONGEST_LINE;
use broadside::script::check::check;
use broadside::script::{FeedError, Place, Script, Session, Stop, feed, format};
use proptest::prelude::*;
use std::sync::Arc;

fn output(script: &[u8]) -> (Vec<u8>, Result<String, String>) {
    let (mut session, mut out) = (Session::default(), Vec::new());
    let end = match feed(&mut session, &mut &script[..], &mut out) {
        Ok(flow) => Ok(format!("{flow:?}")),
        Err(FeedError::Stop(Stop::Syntax(error))) => Err(error.message()),
        Err(error) => Ok(error.to_string()),
    };
    (out, end)
}

/// Generates a script with other blanks, other line ends, and perhaps a byte order mark.
fn respaced() -> impl Strategy<Value = Vec<u8>> {
    let blanks = prop::sample::select(vec![" ", "\t", "  ", "\r", "\u{b}", "\u{c} ", " \r "]);
    let ends = prop::sample::select(vec!["\n", "\r\n", " # x\r\n", "\n\n", "\n \r\n", "#\n"]);
    let gaps = prop::collection::vec((blanks, ends), 16);
    (script(), gaps, prop::bool::ANY).prop_map(|(script, gaps, has_mark)| {
        let mut gaps = gaps.iter().cycle();
        let mut text = if has_mark { "\u{feff}".to_owned() } else { String::new() };
        for letter in script.chars() {
            match (letter, gaps.next()) {
                (' ', Some((blank, _))) => text.push_str(blank),
                ('\n', Some((_, end))) => text.push_str(end),
                _ => text.push(letter),
            }
        }
        text.into_bytes()
    })
}

fn place_and_message(stop: &Stop) -> Option<(Place, String)> {
    match stop {
        Stop::Syntax(error) => Some((error.mark.place, error.message())),
        Stop::Invalid(invalid) => Some((invalid.mark.place, invalid.to_string())),
        Stop::Output(_) => None,
    }
}

/// Checks that the canonical form of a script, if there is one, has the same output, and that
/// formatting does not change this form.
fn check_canonical(script: &[u8]) -> Result<(), TestCaseError> {
    if let Ok(canonical) = format(script) {
        prop_assert_eq!(output(script), output(&canonical));
        prop_assert_eq!(format(&canonical), Ok(canonical));
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_script_is_read_back_from_its_text(script in respaced(), bytes: Vec<u8>) {
        for text in [script.clone(), [&script[..], &bytes].concat()] {
            let Ok(script) = Script::parse(&text) else { continue };
            prop_assert_eq!(Script::parse(&script.to_bytes()), Ok(script.clone()));
            if let Ok(text) = String::from_utf8(script.to_bytes()) {
                prop_assert_eq!(text, script.to_string());
            }
        }
    }

    #[test]
    fn blanks_and_comments_of_all_kinds_can_be_formatted(script in respaced()) {
        drop(check(&script));
        check_canonical(&script)?;
    }

    #[test]
    fn formatting_changes_no_output_and_formatting_again_changes_nothing(script in script()) {
        check_canonical(script.as_bytes())?;
    }

    #[test]
    fn formatting_keeps_comments_and_prose(script in script()) {
        if let Ok(canonical) = format(script.as_bytes()) {
            let canonical = String::from_utf8(canonical).expect("formatting keeps UTF-8");
            for kept in ["# a note", "#note", "# end", "# alone", "behind the tag", "printed board"] {
                let count = |text: &str| text.matches(kept).count();
                prop_assert_eq!(count(&script), count(&canonical), "{:?}", kept);
            }
        }
    }

    #[test]
    fn any_bytes_can_be_formatted_and_checked(bytes: Vec<u8>, script in cut_script()) {
        let mixed = [script.as_bytes(), &bytes].concat();
        drop(check(&mixed));
        check_canonical(&mixed)?;
    }

    #[test]
    fn a_run_stops_at_the_first_error_that_check_reports(script in cut_script()) {
        let findings = check(script.as_bytes());
        let first = findings.iter().find(|finding| finding.problem.is_error());
        let mut out = Vec::new();
        match (feed(&mut Session::default(), &mut script.as_bytes(), &mut out), first) {
            (Ok(_), None) => {}
            (Err(FeedError::Stop(stop)), Some(finding)) => {
                let told = (finding.mark.place, finding.problem.to_string());
                prop_assert_eq!(place_and_message(&stop), Some(told));
            }
            (outcome, finding) => {
                return Err(TestCaseError::fail(format!("{outcome:?} but {finding:?}")));
            }
        }
    }
}

#[test]
fn checking_goes_on_after_a_line_that_is_too_long() {
    let script = [b"[state]\n".to_vec(), vec![b' '; LONGEST_LINE + 1], b"\nPRINT 2\n".to_vec()];
    let lines: Vec<_> = check(&script.concat()).iter().map(|told| told.mark.place.line).collect();
    assert_eq!(lines, [2, 3]);
}

/// A tag in the middle of a command breaks off the command. Regression: if text followed the tag,
/// parsing went on at a wrong place.
#[test]
fn a_tag_that_breaks_off_a_command_is_read_again() {
    for end in ["", "  ", " prose", "\t# note"] {
        let findings =
            check(std::format!("[state] REEF [state]{end}\n[state] SAVE [state]").as_bytes());
        let titles: Vec<_> = findings.iter().map(|found| found.problem.to_string()).collect();
        assert_eq!(titles, ["expected an integer of 64 bits, found `[state]`"], "{end:?}");
    }
}

#[test]
fn all_findings_of_a_line_share_its_text() {
    let findings = check(std::format!("[state] {}", "REEF 99 99 ".repeat(500)).as_bytes());
    assert_eq!(findings.len(), 500);
    assert!(findings.windows(2).all(|two| Arc::ptr_eq(&two[0].mark.source, &two[1].mark.source)));
}

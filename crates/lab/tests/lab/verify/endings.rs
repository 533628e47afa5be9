//! Tests of programs that crash, do not end, exit with a wrong status, print nothing or too much,
//! or change their answers. Also tests headlines of findings.

use super::*;
use broadside_lab::habit::Habit;
use broadside_ships::script::Keyword;

#[test]
fn a_program_that_answers_differently_each_time_is_flaky() {
    let count = AtomicU64::new(0);
    let program =
        move |_: &[u8]| Ended::exited(0, count.fetch_add(1, Ordering::Relaxed).to_string());
    let verdict = found(program, &Plan { findings: 1, ..Plan::default() });
    assert!(verdict.findings[0].is_flaky && verdict.findings[0].looks_like.is_empty());
}

#[test]
fn a_program_that_never_ends_is_run_only_a_few_times() {
    let runs = AtomicU64::new(0);
    let program = |_: &[u8]| {
        runs.fetch_add(1, Ordering::Relaxed);
        Ended::new(Ending::Timeout, "")
    };
    let verdict = found(program, &Plan::default());
    assert!(verdict.never_ends && only(&verdict).looks_like.is_empty());
    // Each probe (a very small script that is tried first) runs once. The first probe runs two more
    // times, to check that its result repeats.
    assert_eq!(runs.load(Ordering::Relaxed), PROBES.len() as u64 + 2);
}

/// Many misreadings (wrong readings of a rule) would explain the empty output, but not the crash.
#[test]
fn no_misreading_explains_a_crash() {
    let verdict = found(ending_at("REEF", crash()), &random(0));
    assert!(!verdict.findings.is_empty());
    for finding in verdict.findings {
        assert_eq!((finding.difference.cause.kind, finding.looks_like), (Kind::Crash, vec![]));
    }
}

#[test]
fn a_program_that_cannot_start_is_an_error() {
    let program = |_: &[u8]| Ended::new(Ending::CannotStart("not found".to_owned()), "");
    let outcome = verified(program, &Plan::default(), |_| ());
    assert_eq!(outcome.unwrap_err().to_string(), "not found");
}

#[test]
fn the_exit_status_is_compared_on_demand_and_breaks_no_rule() {
    let compare_status = |program: &mut ProgramUnderTest<'_>| program.exit_code = true;
    let program = misreader(Misreadings::NONE);
    let verdict = verified(program, &at(Level::Shoot, 30), compare_status).unwrap();
    let Cause { form, expected, got, .. } = &only(&verdict).difference.cause;
    assert_eq!([&**form, &**expected, &**got], ["exit status", "exited 1", "exited 0"]);
    assert_eq!((only(&verdict).rule, best(only(&verdict))), (None, None));
}

#[test]
fn a_crash_after_each_answer_is_one_finding() {
    let crash = |script: &[u8]| Ended::new(Ending::Signal("SIGSEGV".into()), right(script));
    let verdict = found(crash, &at(Level::Place, 30));
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Crash, Some(Rule::TurnEndOfInput))]);
    assert_eq!(only(&verdict).habit(), Some(Habit::Crashes));
}

/// Regression: a crash after each answer hid all other mistakes.
#[test]
fn a_crash_after_each_answer_hides_nothing() {
    let crash = |script: &[u8]| {
        Ended::new(Ending::Signal("SIGSEGV".into()), output(script, Misreading::ReefPlus))
    };
    assert_eq!(rules(&found(crash, &random(30))), [Rule::TurnEndOfInput, Rule::PictureReef]);
}

/// Regression: this finding had no rule.
#[test]
fn a_crash_at_input_without_a_newline_has_a_rule() {
    let verdict = found(
        |script| if script.ends_with(b"\n") { Ended::exited(0, right(script)) } else { crash() },
        &at(Level::Place, 30),
    );
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Crash, Some(Rule::TurnEndOfInput))]);
}

/// Regression: `turn.passes` was blamed for a crash before the line of a victory, and the crash had
/// several findings.
#[test]
fn a_crash_instead_of_a_victory_breaks_the_rule_of_victory() {
    for keeps_output in [true, false] {
        let verdict = found(
            |script| {
                let out = right(script);
                let Some(before) = out.strip_suffix(b"A won\n").or(out.strip_suffix(b"B won\n"))
                else {
                    return Ended::exited(0, out);
                };
                let before = if keeps_output { before } else { b"" };
                Ended::new(Ending::Signal("SIGABRT".into()), before)
            },
            &random(60),
        );
        assert_eq!(kinds_and_rules(&verdict), [(Kind::Crash, Some(Rule::VictoryWon))]);
    }
}

#[test]
fn an_accepted_misreading_may_change_the_exit_status() {
    let program = |script: &[u8]| {
        let run = model::run(script, Misreading::CloseNone.into());
        Ended::exited(run.end.code(), run.out)
    };
    let accept = |program: &mut ProgramUnderTest<'_>| {
        (program.accepted, program.exit_code) = (Misreading::CloseNone.into(), true);
    };
    let verdict = verified(program, &random(20), accept).unwrap();
    assert_eq!(kinds_and_rules(&verdict), []);
}

#[test]
fn a_program_that_fails_by_chance_breaks_no_rule() {
    let runs = AtomicU64::new(0);
    let program = |script: &[u8]| match runs.fetch_add(1, Ordering::Relaxed) % 9 {
        8 => crash(),
        _ => Ended::exited(0, right(script)),
    };
    let verdict = found(program, &random(200));
    let said: Vec<_> = verdict.findings.iter().map(|one| (one.is_flaky, one.rule)).collect();
    assert_eq!(said, [(true, None)]);
}

#[test]
fn a_habit_that_ends_is_flaky() {
    let runs = AtomicU64::new(0);
    let program = |script: &[u8]| {
        let is_early = runs.fetch_add(1, Ordering::Relaxed) < 6;
        let own = if is_early { &b"late\n"[..] } else { b"" };
        Ended::exited(0, [own, &right(script)].concat())
    };
    let verdict = found(program, &random(0));
    assert!(only(&verdict).habit().is_some() && only(&verdict).is_flaky);
}

#[test]
fn a_program_that_does_not_run_is_one_finding() {
    for (code, headline) in [(127, "does not run"), (0, "prints nothing")] {
        let runs = AtomicU64::new(0);
        let program = |_: &[u8]| {
            runs.fetch_add(1, Ordering::Relaxed);
            Ended::exited(code, "")
        };
        let verdict = found(program, &Plan::default());
        assert_eq!(kinds_and_rules(&verdict), [(Kind::Start, None)]);
        assert_eq!(headlines(&verdict), [headline]);
        assert_eq!(runs.load(Ordering::Relaxed), PROBES.len() as u64);
    }
}

#[test]
fn endless_output_is_one_finding_without_a_rule() {
    let program = |_: &[u8]| Ended::new(Ending::Output, "y\ny\n");
    let verdict = found(program, &at(Level::Place, 20));
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Output, None)]);
}

#[test]
fn too_much_output_and_too_many_files_have_different_headlines() {
    let headline = |ending: Ending| {
        let program = |_: &[u8]| Ended::new(ending.clone(), "y\n");
        headlines(&found(program, &at(Level::Place, 0))).swap_remove(0)
    };
    let both = [Ending::Output, Ending::Files].map(headline);
    assert_eq!(both, ["prints too much", "writes too many files"]);
}

#[test]
fn a_headline_says_what_is_wrong_with_a_refusal() {
    let refusal = |line: &str| {
        let program = ending_at("99", Ended::exited(0, line));
        headlines(&found(program, &at(Level::Place, 0))).swap_remove(0)
    };
    let form = "PLACE_SHIP y x D i C";
    let headline =
        refusal("INVALID OPERATION \"PLACE_SHIP 0 99 N 0 DES\": NOT IN STARTING POSITION");
    assert_eq!(headline, "refuses for the right reason, but repeats another command");
    let headline = refusal("INVALID OPERATION \"[player]] \": THE OTHER PLAYER EXPECTED");
    assert_eq!(
        headline,
        format!("refuses for another reason, and repeats another command, {form}")
    );
}

/// Regression: code that misreads or shrinks scripts overflowed at `i64::MIN` and `i64::MAX`.
#[test]
fn the_largest_numbers_break_nothing() {
    let wrong = |_: &[u8]| Ended::exited(0, "hello");
    for number in [i64::MIN, i64::MAX] {
        for keyword in Keyword::ALL {
            let words: Vec<_> = keyword.example().split_inclusive([' ', '\n']).collect();
            let is_number = |at: &usize| words[*at].trim().parse::<i64>().is_ok();
            for at in (0..words.len()).filter(is_number) {
                let end = &words[at][words[at].trim().len()..];
                let mut script = words.clone();
                let word = format!("{number}{end}");
                script[at] = &word;
                let script = script.concat() + "[state] PRINT 0 [state]\n";
                let Ok(draft) = Draft::parse(script.as_bytes()) else { continue };
                let (programs, command) = (InMemory(wrong), Command::new(["./ships"]));
                let program = ProgramUnderTest::new(&programs, &command);
                verify_script(script.as_bytes(), draft, program).expect(&script);
            }
        }
    }
}

//! Tests of the marks of programs that end their runs wrongly: with a crash, with another refusal,
//! with more output after the end, or with refusals on standard error.

use super::{exam, losing_points, marks, output, right, run};
use broadside_core::ports::programs::{Ended, Ending};
use broadside_lab::grade::{Exam, Marks, Weights};
use broadside_lab::habit::Habit;
use broadside_lab::misreadings::{Misreading, Misreadings};

fn score(exam: &Exam, marks: &Marks) -> f64 {
    Weights::default().score(exam, marks)
}

/// Regression: a crash after each answer cost 95 points, and one after the right answer to a
/// refused command cost 51.
#[test]
fn a_crash_after_the_whole_answer_is_one_habit() {
    let exam = exam(3);
    let is_end = |out: &[u8]| out.starts_with(b"INVALID") || out.ends_with(b" won\n");
    let crashes: [fn(bool) -> bool; 3] = [|_| true, |is_end| is_end, |is_end| !is_end];
    for misreadings in [Misreadings::NONE, Misreading::ReefPlus.into()] {
        for crashes in crashes {
            let marks = run(&exam, |script| {
                let out = output(script, misreadings);
                let crash = Ending::Signal("SIGSEGV".into());
                Ended::new(if crashes(is_end(&out)) { crash } else { Ending::Exited(0) }, out)
            });
            let lost = misreadings.iter().map(Misreading::rule).collect::<Vec<_>>();
            assert_eq!(
                (losing_points(&exam, &marks), &marks.habits[..]),
                (lost, &[Habit::Crashes][..])
            );
        }
    }
}

/// Regression: a wrong reason cost more than no refusal at all.
#[test]
fn a_refusal_with_another_reason_is_better_than_none() {
    let exam = exam(3);
    let refusing = |line: Option<&'static str>| {
        marks(&exam, move |script| {
            let out = String::from_utf8(right(script)).unwrap();
            let Some(start) = out.find("INVALID") else { return out.into() };
            let reason = out.rfind(": ").unwrap();
            match line {
                Some("") => out[..start].to_owned() + "INVALID OPERATION\n",
                Some(text) => format!("{}: {text}\n", &out[..reason]),
                None => out[..start].to_owned(),
            }
            .into()
        })
    };
    let silent = score(&exam, &refusing(None));
    for text in ["", "ILLEGAL", "FIELD DOES NOT EXIST", "NOT IN STARTING POSITION"] {
        let marks = refusing(Some(text));
        let wrong = score(&exam, &marks);
        assert!(wrong > silent && marks.unexplained < 1e-9, "{text}: {wrong}, silent: {silent}");
    }
}

/// Regression: only one test had commands after a victory, so carrying them out cost only 0.2
/// points.
#[test]
fn going_on_after_a_victory_costs_points() {
    let exam = exam(6);
    let going_on = |says_at_once: bool| {
        marks(&exam, move |script| {
            let (out, on) = (right(script), output(script, Misreading::WinNever));
            let Some(won) = out.ends_with(b" won\n").then(|| &out[out.len() - 6..]) else {
                return out;
            };
            if says_at_once { [&out, &on[out.len() - 6..]].concat() } else { [&on, won].concat() }
        })
    };
    assert!(score(&exam, &going_on(false)) < 98.5);
    let at_once = going_on(true);
    assert_eq!(at_once.habits, [Habit::GoesOn]);
    assert!(score(&exam, &at_once) < 95.1);
}

/// Regression: these mistakes cost too many points: text after each refusal (16), a blank after
/// each (49), a blank only after reasons about ships (25), refusals on standard error (28), a word
/// before each (45), each reason on its own line (51), and refusals before the pictures of the same
/// run (38).
#[test]
fn a_mistake_at_all_refusals_is_one_habit() {
    let exam = exam(3);
    let split = |script: &[u8]| {
        let out = right(script);
        let refusal = memchr::memmem::rfind(&out, b"INVALID").unwrap_or(out.len());
        (out[..refusal].to_vec(), out[refusal..].to_vec())
    };
    let with_text = |script: &[u8]| match split(script) {
        (out, refusal) if refusal.is_empty() => Ended::exited(0, out),
        (out, refusal) => Ended::exited(1, [&out, &refusal[..], b"Program terminated\n"].concat()),
    };
    let with_blank = |has_blank: fn(&[u8]) -> bool| {
        move |script: &[u8]| {
            let (out, refusal) = split(script);
            if refusal.is_empty() {
                return Ended::exited(0, out);
            }
            let end = if has_blank(&refusal) { &b" \n"[..] } else { b"\n" };
            Ended::exited(0, [&out, refusal.trim_ascii_end(), end].concat())
        }
    };
    let is_about_ships = |refusal: &[u8]| {
        let find = |word: &[u8]| memchr::memmem::rfind(refusal, word);
        find(b"SHIP") > find(b"\":")
    };
    let elsewhere = |script: &[u8]| {
        let (out, refusal) = split(script);
        Ended { stderr_tail: refusal, ..Ended::exited(0, out) }
    };
    let with_text = (run(&exam, with_text), Habit::OwnLines);
    let with_blanks = (run(&exam, with_blank(|_| true)), Habit::TrailingBlanks);
    let with_some = (run(&exam, with_blank(is_about_ships)), Habit::TrailingBlanks);
    let elsewhere = (run(&exam, elsewhere), Habit::OtherStream);
    let changed = |change: fn(&str) -> String| {
        let changed = |script: &[u8]| {
            let (out, refusal) = split(script);
            [out, change(std::str::from_utf8(&refusal).unwrap()).into()].concat()
        };
        marks(&exam, changed)
    };
    let prefixed = changed(|text| text.replace("INVALID", "ERROR: INVALID"));
    let parted = changed(|text| text.replace("\": ", "\":\n"));
    let early = marks(&exam, |script| {
        let (out, refusal) = split(script);
        [refusal, out].concat()
    });
    let more = [(prefixed, Habit::Greeting), (parted, Habit::Echo), (early, Habit::EarlyRefusal)];
    let few = [with_text, with_blanks, with_some, elsewhere];
    for (marks, habit) in few.into_iter().chain(more) {
        assert_eq!((losing_points(&exam, &marks), &marks.habits[..]), (vec![], &[habit][..]));
    }
}

//! Tests of the probes (the scripts that run first), and of the forms of input.

use super::*;
use broadside_lab::reference;
use std::collections::BTreeSet;

/// Returns the scripts, apart from random scripts, on which a right program is run.
fn scripts() -> BTreeSet<Vec<u8>> {
    let scripts = Mutex::default();
    let records = |script: &[u8]| {
        let mut scripts = scripts.lock().expect("no earlier panic");
        BTreeSet::insert(&mut scripts, script.to_vec());
        Ended::exited(0, right(script))
    };
    let scope = Scope { ai: true, unsettled: true, ..Scope::default() };
    found(records, &Plan { scope, ..random(0) });
    scripts.into_inner().expect("no earlier panic")
}

#[test]
fn probes_are_scripts() {
    for probe in PROBES {
        Draft::parse(probe.script.as_bytes()).unwrap();
    }
    // The probes of an AI are private, so this counts those that ran. A probe with a syntax error
    // would be missing, because it would run as an empty script.
    let of_ai = scripts().into_iter().filter(|script| has(script, "SET_AI_PLAYER"));
    assert_eq!(of_ai.count(), 3);
}

#[test]
fn every_form_keeps_the_meaning() {
    let probes = PROBES.into_iter().map(|probe| probe.script.as_bytes().to_vec());
    let victory = cards::all().find(|card| card.name == "won-by-a").unwrap();
    let long = scripts().into_iter().max_by_key(Vec::len).unwrap();
    assert!(has(&long, &"[playerA]\n[playerA]\n[playerB]\n[playerB]\n".repeat(600)));
    let probes = probes.chain([victory.script.into(), long]);
    for (form, probe) in probes.flat_map(|probe| Form::ALL.map(|form| (form, probe.clone()))) {
        let rewritten = Draft::parse(&form.rewrite(&probe)).unwrap();
        let plain = Draft::parse(&probe).unwrap();
        assert_eq!(reference::run(&rewritten), reference::run(&plain), "{form:?}");
    }
}

/// Some programs skip a last line without a newline. In an old version, the only probe for
/// this mistake did not find it, because the probe ended with a tag that prints nothing.
#[test]
fn a_last_line_without_newline_that_is_not_read_is_found() {
    let program = |script: &[u8]| Ended::exited(0, right(whole_lines(script)));
    for level in [Level::Place, Level::Shoot, Level::Auto] {
        assert_eq!(rules(&found(program, &at(level, 0))), [Rule::InputWords], "{level}");
    }
}

/// The program does not read a group that stays open, with or without a newline at the end.
#[test]
fn an_open_group_that_is_not_read_is_no_mistake_of_newlines() {
    let program = reading(|text| {
        let is_open = text.matches('[').count() % 2 == 1;
        let last = text.rfind('[').filter(|_| is_open).unwrap_or(text.len());
        text[..last].to_owned()
    });
    for level in [Level::Place, Level::Auto] {
        let verdict = found(&program, &at(level, 0));
        assert_eq!(rules(&verdict), [Rule::TurnEndOfInput], "{level}");
    }
}

//! Tests of the first words of findings.

use super::*;

#[test]
fn a_program_that_does_not_run_is_one_finding() {
    let runs = AtomicU64::new(0);
    let program = |_: &[u8]| {
        runs.fetch_add(1, Ordering::Relaxed);
        Ended::exited(127, "")
    };
    let verdict = found(program, &Plan::default());
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Start, None)]);
    assert_eq!(runs.load(Ordering::Relaxed), PROBES.len() as u64);
}

/// Once, the headline said that such a program accepts illegal commands.
#[test]
fn a_program_that_prints_nothing_is_one_finding() {
    let verdict = found(|_: &[u8]| Ended::exited(0, ""), &Plan::default());
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Start, None)]);
    assert_eq!(headlines(&verdict), ["prints nothing"]);
}

/// Once, a rule about pictures was blamed, although the input is empty.
#[test]
fn endless_output_is_one_finding_without_a_rule() {
    let program = |_: &[u8]| Ended::new(Ending::Output, "y\ny\n");
    let verdict = found(program, &at(Level::Place, 20));
    assert_eq!(kinds_and_rules(&verdict), [(Kind::Output, None)]);
}

/// Once, each of the two had a headline that named both.
#[test]
fn too_much_output_and_too_many_files_have_different_headlines() {
    let headline = |ending: Ending| {
        let program = |_: &[u8]| Ended::new(ending.clone(), "y\n");
        headlines(&found(program, &at(Level::Place, 0))).swap_remove(0)
    };
    let both = [Ending::Output, Ending::Files].map(headline);
    assert_eq!(both, ["prints too much", "writes too many files"]);
}

fn headlines(verdict: &Verdict) -> Vec<String> {
    verdict.findings.iter().map(|found| found.finding("./ships", "1").headline).collect()
}

/// Once, the headlines said that these programs accept illegal commands or give another reason.
#[test]
fn a_headline_agrees_with_a_refusal() {
    let refusal = |line: &str| {
        let program = |script: &[u8]| {
            let is_refused = has(script, "99");
            Ended::exited(0, if is_refused { line.into() } else { right(script) })
        };
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

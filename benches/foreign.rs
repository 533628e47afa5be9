//! Measures what the supervisor (the process that guards a foreign program) costs. Prints the
//! processor time that the supervisor adds to the start of a program. Also prints the largest
//! memory of this process after programs have flooded it with output. Linux counts the time and the
//! memory, so run `cargo bench --bench foreign` on Linux.

// The module of `broadside` that runs foreign programs, without the rest of the command line.
#[path = "../src/cli/foreign/mod.rs"]
#[allow(dead_code, unused_imports, reason = "only runs are measured here")]
mod real;

use broadside::Cancel;
use broadside::ports::programs::{Command, Ending, Limits, Programs as _, Run};
use real::{Foreign, Hidden};
use std::fs;
use std::process;

/// How many rounds are measured.
const ROUNDS: u32 = 10;
/// The number of runs in a round.
const RUNS: u32 = 100;

fn main() {
    let foreign =
        Foreign::new(env!("CARGO_BIN_EXE_broadside").into(), Hidden::default(), Cancel::default());
    let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
    let (idle, flood) = (Command::new(["true"]), Command::new(["cat", "/dev/zero"]));
    let run = |command| foreign.run(&Run { command, input: b"[state] [state]\n", limits });

    let bare = cheapest(|| drop(process::Command::new("true").output().expect("`true` starts")));
    let supervised = cheapest(|| {
        assert_eq!(run(&idle).expect("a run").ending, Ending::Exited(0));
    });
    report("a bare start", &format!("{bare:.2} ms"));
    report("under a supervisor", &format!("{supervised:.2} ms"));
    report("supervision", &format!("{:.2} ms", supervised - bare));

    for _ in 0..RUNS {
        assert_eq!(run(&flood).expect("a run").ending, Ending::Output);
    }
    report("memory after floods, at most", &most_memory());
}

#[expect(clippy::print_stdout, reason = "a bench has nowhere else to report")]
fn report(what: &str, figure: &str) {
    println!("{what:<30} {figure:>10}");
}

/// Returns the milliseconds of processor time of a call and its child processes. This is the mean
/// of the fastest round, because other work on the machine only makes a round slower.
fn cheapest(call: impl Fn()) -> f64 {
    let round = |_| {
        let before = processor_time();
        (0..RUNS).for_each(|_| call());
        (processor_time() - before) / f64::from(RUNS)
    };
    (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

/// Returns the milliseconds of processor time of this process and of the children that it has
/// waited for.
fn processor_time() -> f64 {
    let line = fs::read_to_string("/proc/self/stat").expect("Linux counts time");
    let (_, fields) = line.rsplit_once(") ").expect("a name in parentheses");
    let times = fields.split(' ').skip(11).take(4);
    let ticks: u32 = times.map(|time| time.parse::<u32>().expect("a number")).sum();
    let ticks_a_second = u32::try_from(rustix::param::clock_ticks_per_second());
    f64::from(ticks) * 1000.0 / f64::from(ticks_a_second.expect("about 100 ticks"))
}

/// Returns the largest resident memory of this process so far, with its unit.
fn most_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").expect("Linux counts memory");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.expect("the most resident memory").trim().to_owned()
}

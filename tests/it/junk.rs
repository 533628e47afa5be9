//! Runs the programs of the catalog on randomly changed inputs of their cases. A program must not
//! panic or hang, and its exit status must be one that its page lists. `BROADSIDE_JUNK` sets the
//! number of runs for each program.

use crate::environment::count;
use crate::harness::{cases, root};
use broadside::catalog::Program;
use broadside::dice::{Dice, Twister, index_below};
use broadside::ports::Memory;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The number of runs for each program if `BROADSIDE_JUNK` is not set.
const RUNS: u64 = 300;
/// The time limit of a run. A run normally takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone)]
struct Input {
    args: Vec<OsString>,
    stdin: Vec<u8>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl Input {
    fn of_case(case: &Path) -> Self {
        let args = fs::read_to_string(case.join("args")).expect("arguments");
        let entries = fs::read_dir(case.join("in")).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("an entry").path());
        let file = |path: PathBuf| Some((path.file_name()?.into(), fs::read(&path).ok()?));
        Self {
            args: args.lines().skip(1).map(OsString::from).collect(),
            stdin: fs::read(case.join("stdin")).unwrap_or_default(),
            files: paths.filter_map(file).collect(),
        }
    }

    fn change(&mut self, chance: &mut Twister) {
        for _ in 0..=chance.below(4) {
            let mut texts: Vec<_> = self.files.values_mut().chain([&mut self.stdin]).collect();
            match chance.below(40) {
                0 => drop(self.args.pop()),
                1 => drop(self.files.pop_first()),
                2 => self.args.reverse(),
                _ => {
                    let at = index_below(texts.len(), chance);
                    change(texts[at], chance);
                }
            }
        }
    }
}

fn change(text: &mut Vec<u8>, chance: &mut Twister) {
    const SCRAPS: [&[u8]; 24] = [
        b"\n",
        b"\r",
        b"\0",
        b"\xff",
        b" ",
        b"\t",
        b"#",
        b";",
        b",",
        b"-",
        b"+",
        b"0",
        b"A",
        b"P",
        b"x",
        b"9999999999999999999",
        b"1000000000",
        b"-2147483649",
        "\u{3000}".as_bytes(),
        "\u{feff}".as_bytes(),
        "é".as_bytes(),
        b"A1 E\n",
        b"5,E;",
        b"Z 0 0 0 0\n",
    ];
    let at = index_below(text.len() + 1, chance);
    let end = at + index_below((text.len() - at + 1).min(20), chance);
    match chance.below(7) {
        0 => drop(text.drain(at..end)),
        1 => text.truncate(at),
        2 => text.extend_from_within(at..end),
        3 => text[at..end].reverse(),
        4 => drop(text.splice(at..end, [u8::try_from(chance.below(256)).expect("a byte")])),
        5 => {
            let lines = text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec);
            let mut lines: Vec<_> = lines.collect();
            let mut line = || index_below(lines.len(), chance);
            let (a, b) = (line(), line());
            if a != b {
                lines.swap(a, b);
            }
            *text = lines.concat();
        }
        _ => drop(text.splice(at..at, SCRAPS[index_below(SCRAPS.len(), chance)].iter().copied())),
    }
}

/// Returns the exit statuses that the program's page lists.
fn statuses(program: Program) -> &'static [u8] {
    match program {
        Program::Naval => &[0, 10, 20, 30, 31, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140],
        Program::BattleOfShips => &[0],
        Program::Classic => &[0, 1],
    }
}

fn run(program: Program, input: &Input) -> u8 {
    let mut memory = Memory { input: input.stdin.clone(), ..Memory::default() };
    memory.files.0.borrow_mut().extend(input.files.clone());
    memory.run(|ports| program.run(&input.args, ports)).expect("memory does not fail")
}

#[track_caller]
fn check(program: Program) {
    let runs = count("BROADSIDE_JUNK", RUNS);
    let found = cases(&root("tests/cases").join(program.name()));
    let inputs: Vec<_> = found.iter().map(|case| Input::of_case(case)).collect();
    for seed in 0..runs {
        let mut chance = Twister::from_python_seed(&seed.into());
        let mut input = inputs[index_below(inputs.len(), &mut chance)].clone();
        input.change(&mut chance);
        let begin = Instant::now();
        let code = run(program, &input);
        assert!(statuses(program).contains(&code), "status {code} in run {seed}");
        assert!(begin.elapsed() < PATIENCE, "run {seed} took {:?}", begin.elapsed());
    }
}

#[test]
fn naval() {
    check(Program::Naval);
}

#[test]
fn battle_of_ships() {
    check(Program::BattleOfShips);
}

#[test]
fn classic() {
    check(Program::Classic);
}

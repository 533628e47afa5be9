//! Writes a kit for Gradescope: the files of an autograder in a folder. The teacher zips these
//! files and uploads them.

use super::{Grade, course, exam};
use crate::cli::exit::{Exit, Failure, Result};
use crate::cli::files::{make_folder, save};
use crate::cli::own_tests;
use broadside::ports::Ports;
use clap::ValueEnum;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const SETUP: &str = "#!/bin/sh\n\
    # Gradescope runs this once, when the autograder is built.\n\
    set -eu\n\
    apt-get update\n\
    apt-get install -y bubblewrap cmake default-jdk-headless g++ gcc make nodejs python3\n\
    chmod +x /autograder/source/broadside\n";

const README: &str = "Zip the files of this folder (not the folder) and upload the archive as the autograder of a\n\
    programming assignment: zip -r autograder.zip setup.sh run_autograder broadside course\n\n\
    To try it here: ./broadside grade --single --gradescope results OPTIONS SUBMISSION, with the options in\n\
    run_autograder.\n";

pub(super) fn write(options: &Grade, folder: &Path, ports: &mut Ports<'_>) -> Result<Exit> {
    exam(options, &mut course(options, ports)?)?;
    make_folder(&folder.join("course"))?;
    for (name, text) in [
        ("setup.sh", SETUP.to_owned()),
        ("run_autograder", script(options)),
        ("README.txt", README.to_owned()),
    ] {
        save(&folder.join(name), text.as_bytes(), ports)?;
    }
    let failed = Failure::save(folder);
    copy_program(&folder.join("broadside")).map_err(&failed)?;
    for name in ["setup.sh", "run_autograder", "broadside"] {
        make_executable(&folder.join(name)).map_err(&failed)?;
    }
    for (option, from, name) in files(options) {
        let to = folder.join("course").join(name);
        if option == "cases" { copy_tests(from, &to, ports) } else { copy(from, &to, ports) }?;
    }
    Ok(Exit::Done)
}

/// Returns the files and folders of the course: for each, the name of its option, its path, and its
/// name in the kit.
fn files(options: &Grade) -> impl Iterator<Item = (&'static str, &Path, &'static str)> {
    let all = [
        ("weights", &options.weights, "weights.toml"),
        ("reading", &options.reading, "reading"),
        ("cases", &options.cases, "cases"),
    ];
    all.into_iter().filter_map(|(option, from, name)| Some((option, from.as_deref()?, name)))
}

#[cfg(unix)]
fn make_executable(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(file, fs::Permissions::from_mode(0o755))
}

/// Does nothing on Windows: `setup.sh` makes the program executable later.
#[cfg(windows)]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Copies the running program. Does nothing if `to` is this program, which cannot be overwritten.
fn copy_program(to: &Path) -> io::Result<()> {
    let ours = env::current_exe()?.canonicalize()?;
    let is_same = to.canonicalize().is_ok_and(|to| to == ours);
    if is_same { Ok(()) } else { fs::copy(ours, to).map(drop) }
}

/// Copies a file. Reads all of `from` first, because `to` may be the same file.
fn copy(from: &Path, to: &Path, ports: &Ports<'_>) -> Result<()> {
    save(to, &fs::read(from).map_err(Failure::input(from))?, ports)
}

/// Copies the tests of `from` to `to`, and removes all other tests of `to`.
fn copy_tests(from: &Path, to: &Path, ports: &Ports<'_>) -> Result<()> {
    make_folder(to)?;
    let mut old = files_of_tests(to)?;
    for file in files_of_tests(from)? {
        let copied = to.join(file.strip_prefix(from).unwrap_or(&file));
        copied.parent().map_or(Ok(()), make_folder)?;
        copy(&file, &copied, ports)?;
        old.retain(|old| *old != copied);
    }
    let mut old = old.iter().filter(|file| file.is_file());
    old.try_for_each(|file| fs::remove_file(file).map_err(Failure::save(file)))
}

fn files_of_tests(folder: &Path) -> Result<Vec<PathBuf>> {
    let tests = own_tests::scripts(folder).map_err(Failure::input(folder))?;
    Ok(tests.into_iter().flat_map(|(_, script, expected)| [script, expected]).collect())
}

fn script(options: &Grade) -> String {
    let options = shell_words::join(words(options));
    format!(
        "#!/bin/sh\n\
         # Gradescope runs this for each submission.\n\
         cd /autograder/source\n\
         ./broadside grade --single --gradescope /autograder/results {options} /autograder/submission\n\
         status=$?\n\
         if [ ! -f /autograder/results/results.json ]; then\n  \
           printf '{{\"output\": \"The submission could not be graded (status %s). Tell your teacher.\", \"tests\": []}}' \
         \"$status\" > /autograder/results/results.json\n\
         fi\n"
    )
}

fn words(options: &Grade) -> Vec<String> {
    let mut words =
        vec![format!("--seed={}", options.seed), format!("--findings={}", options.findings)];
    let joined = |command: &broadside::ports::programs::Command| {
        shell_words::join(command.words.iter().map(|word| word.to_string_lossy()))
    };
    words.extend(options.build.as_ref().map(|build| format!("--build={}", joined(build))));
    words.extend(options.run.as_ref().map(|run| format!("--run={}", joined(run))));
    words.extend(options.level.map(|level| format!("--level={level}")));
    words.extend(options.cards.then(|| "--cards".to_owned()));
    words.extend(options.random.map(|random| format!("--random={random}")));
    words.push(format!("--settled={}", options.settled));
    let ignored = options.ignore.iter().filter_map(ValueEnum::to_possible_value);
    words.extend(ignored.map(|ignored| format!("--ignore={}", ignored.get_name())));
    words.extend(options.jobs.map(|jobs| format!("--jobs={jobs}")));
    words.extend(options.limited.options());
    words.extend(files(options).map(|(option, _, name)| format!("--{option}=course/{name}")));
    words
}

//! Tests of commands that write a file, in runs in which one call to the file system fails. After
//! the failure, the file must have its old content or the complete new content, and its folder must
//! have no other file. The message and the exit status must show the failure.

use super::args::{Args, Command};
use super::disk::on_disk;
use super::system::each_failing;
use super::{bench, exit, fmt, play_out};
use broadside::script::{Session, save};
use clap::Parser as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

/// Runs a command line, in which the word `FILE` stands for `file`. Returns the exit status and the
/// text of standard error.
fn run(line: &str, file: &Path) -> (ExitCode, String) {
    let file = file.to_str().expect("a name in UTF-8");
    let words = line.split(' ').map(|word| if word == "FILE" { file } else { word });
    let args = Args::try_parse_from(words).expect("a command line");
    let (code, [_, err]) = on_disk(|ports| {
        let outcome = match args.command {
            Some(Command::Fmt { files, .. }) => fmt::run(&files, fmt::Mode::Replace, ports),
            Some(Command::PlayOut(options)) => play_out::play_out(&options, false, ports),
            Some(Command::Bench(options)) => bench::measure(&options, ports),
            other => unreachable!("{other:?}"),
        };
        exit::conclude(outcome, ports)
    });
    (code, err)
}

/// Returns the content of the file; `None` if it is missing. Fails if the folder has another file.
fn content(file: &Path) -> Option<Vec<u8>> {
    let folder = file.parent().expect("a folder");
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    for entry in entries {
        assert_eq!(entry, file);
    }
    fs::read(file).ok()
}

/// Runs the command line repeatedly. In each run, another call to the file system fails. In the
/// last run, none fails. `allowed` lists the contents that the file may have after a failure. The
/// first is the old content. `None` stands for a missing file.
#[track_caller]
fn check_each_failure(line: &str, allowed: &[Option<&[u8]>]) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    for kind in [ErrorKind::StorageFull, ErrorKind::Other] {
        each_failing(kind, |has_failed| {
            drop(fs::remove_file(&file));
            if let Some(old) = allowed[0] {
                fs::write(&file, old).expect("the old file");
            }
            let (code, err) = run(line, &file);
            let left = content(&file);
            if has_failed() {
                assert_eq!(code, ExitCode::from(3), "{err}");
                let name = format!("broadside: cannot write `{}`: ", file.display());
                assert!(err.starts_with(&name) && err.ends_with('\n'), "{err}");
                assert!(allowed.contains(&left.as_deref()), "{left:?}");
            } else {
                assert_eq!((err.as_str(), code == ExitCode::from(3)), ("", false));
                assert_ne!(left.as_deref(), allowed[0]);
            }
        });
    }
}

#[test]
fn a_script_that_cannot_be_written_stays_as_it_is() {
    let script = b"[state]  REEF 1   1\n[state]\n".repeat(99);
    check_each_failure("broadside fmt FILE", &[Some(&script)]);
}

#[test]
fn a_state_that_cannot_be_saved_leaves_an_earlier_state() {
    let mut first = Vec::new();
    save::write(Session::default().game(), &mut first).expect("a write to memory");
    check_each_failure("broadside play-out --turns 1 --save FILE", &[Some(b"old"), Some(&first)]);
    check_each_failure("broadside play-out --turns 1 --save FILE", &[None, Some(&first)]);
}

#[test]
fn a_plot_that_cannot_be_written_leaves_the_old_plot() {
    let line = "broadside bench targeting --games 1 --threads 1 --bot random --svg FILE";
    check_each_failure(line, &[Some(b"<svg/>")]);
    check_each_failure(line, &[None]);
}

//! `broadside verify --shard`: runs the program with one part of the random scripts, and keeps the
//! answers in a journal. The journals of all parts together give the report later.

use super::Verify;
use super::answers::Answers;
use crate::cli::digest::Digest;
use crate::cli::exit::{Exit, Failure};
use crate::cli::lab;
use crate::cli::stop::Cancel;
use broadside::arena::tournament::Shard;
use broadside::arena::versus::words::count;
use broadside::lab::verify::{self, ProgramUnderTest};
use broadside::ports::Ports;
use broadside::ports::programs::Programs;
use std::fs::{self, File};
use std::io;

/// New answers are added only with `--shard`.
pub(super) fn journal<'a>(
    options: &Verify,
    programs: &'a dyn Programs,
) -> Result<Option<Answers<'a>>, Failure> {
    let Some(path) = &options.journal else { return Ok(None) };
    let digest = digest(options).map_err(Failure::Run)?;
    Answers::open(path, digest, options.shard.is_some(), programs).map(Some)
}

/// Runs the program without judging the answers.
pub(super) fn run(
    options: &Verify,
    shard: Shard,
    program: ProgramUnderTest<'_>,
    answers: &Answers<'_>,
    (stop, ports): (&Cancel, &mut Ports<'_>),
) -> Result<Exit, Failure> {
    let plan = options.plan();
    let holds = |number| shard.holds(number);
    match lab::on_threads(options.jobs, || verify::ask(&plan, program, &holds, answers))? {
        Ok(()) => {
            let answers = count(answers.count(), "answer");
            writeln!(
                ports.out,
                "Shard {shard} is done. The journal has {answers}. Concatenate the journals of all shards, \
                 and verify with --journal and without --shard for the report."
            )?;
            Ok(Exit::Done)
        }
        Err(verify::Failure::System(_)) if stop.is_set() => {
            let done = count(answers.count(), "answer");
            writeln!(
                ports.err,
                "broadside: interrupted; the journal has {done}; give the same command to continue"
            )?;
            Ok(Exit::Interrupted)
        }
        Err(failure) => Err(options.failure(failure)),
    }
}

/// Returns a digest of the version, the random scripts, the limits, the command, and its files.
fn digest(options: &Verify) -> io::Result<String> {
    let (plan, limits) = (options.plan(), options.limited.words());
    let mut digest = Digest::default();
    digest.add(env!("CARGO_PKG_VERSION").as_bytes());
    digest.add(format!("{:?}{:?}{limits}", plan.seed, plan.scope).as_bytes());
    for word in &options.command {
        digest.add(word.as_encoded_bytes());
        // Only regular files are read. Reading a pipe could wait for ever.
        if fs::metadata(word).is_ok_and(|about| about.is_file()) {
            digest.add_all(File::open(word)?)?;
        }
    }
    Ok(digest.to_string())
}

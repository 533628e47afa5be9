//! `broadside verify --shard`: a part of the random scripts, whose answers are judged elsewhere.

use super::Verify;
use super::answers::Answers;
use crate::cli::digest::Digest;
use crate::cli::exit::{Exit, Failure};
use crate::cli::lab;
use crate::cli::stop::Cancel;
use broadside::arena::tournament::Shard;
use broadside::lab::verify::{self, ProgramUnderTest};
use broadside::ports::Ports;
use broadside::ports::programs::Programs;
use std::fs::{self, File};
use std::io;

/// Opens the journal of answers, if one is named.
pub(super) fn journal<'a>(
    told: &Verify,
    programs: &'a dyn Programs,
) -> Result<Option<Answers<'a>>, Failure> {
    let Some(path) = &told.journal else { return Ok(None) };
    let options = digest(told).map_err(Failure::Run)?;
    Answers::open(path, options, told.shard.is_some(), programs).map(Some)
}

/// Lets the program answer the scripts of a shard.
pub(super) fn run(
    told: &Verify,
    shard: Shard,
    program: ProgramUnderTest<'_>,
    answers: &Answers<'_>,
    (stop, ports): (&Cancel, &mut Ports<'_>),
) -> Result<Exit, Failure> {
    let plan = told.plan();
    let holds = |number| shard.holds(number);
    let asked = lab::on_threads(told.jobs, || verify::ask(&plan, program, &holds, answers))?;
    match asked {
        Ok(()) => tell(shard, answers.count(), ports),
        Err(verify::Failure::CannotStart(reason)) => {
            Err(Failure::Start { program: told.program(), reason })
        }
        Err(verify::Failure::System(_)) if stop.is_set() => {
            let done = answers.count();
            writeln!(
                ports.err,
                "broadside: interrupted; {done} answers are kept, the same command goes on"
            )?;
            Ok(Exit::Interrupted)
        }
        Err(verify::Failure::System(error)) => Err(Failure::Run(error)),
    }
}

fn tell(shard: Shard, answers: usize, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    writeln!(
        ports.out,
        "Shard {shard} is done. The journal has {answers} answers. Concatenate the journals of all shards, \
         and verify with --journal and without --shard for the report."
    )?;
    Ok(Exit::Done)
}

/// What answers depend on: the random scripts, the limits, the program and the files that its words name.
fn digest(told: &Verify) -> io::Result<String> {
    let (plan, limits) = (told.plan(), told.limited.words());
    let options = format!("{:?}{:?}{limits}", plan.seed, plan.scope);
    let mut digest = Digest::default();
    digest.add(env!("CARGO_PKG_VERSION").as_bytes());
    digest.add(options.as_bytes());
    for word in &told.command {
        digest.add(word.as_encoded_bytes());
        // A pipe would wait for ever.
        if fs::metadata(word).is_ok_and(|about| about.is_file()) {
            digest.add_all(File::open(word)?)?;
        }
    }
    Ok(digest.to_string())
}

//! The binary's own floor, the only home of arguments, the process, the file system and the terminal.
//! What a command does is the library's business; here it is connected to the world.

mod args;
mod arsenal;
mod bench;
mod exit;
mod lab;
mod play_out;
mod programs;
mod report;
mod royale;
mod run;
mod world;

use args::{Args, Command};
use clap::Parser as _;
use exit::Failure;
use std::env;
use std::process::ExitCode;

/// Runs the program and tells its exit status.
pub(crate) fn main() -> ExitCode {
    let (ours, own) = programs::split(env::args_os().collect());
    let args = match Args::try_parse_from(ours) {
        Ok(args) => args,
        Err(error) => return exit::unparsed(error),
    };
    args.color.write_global();
    world::with_ports(|ports| {
        let outcome = match &args.command {
            None => run::run(&[], args.explain, ports),
            Some(Command::PlayOut(options)) => play_out::play_out(options, args.explain, ports),
            Some(Command::Run { files }) => run::run(files, args.explain, ports),
            Some(Command::Exact(program)) => programs::run(*program, &own, ports),
            Some(Command::Arsenal(told)) => arsenal::play(told, ports),
            Some(Command::Bench { what }) => bench::measure(what, ports),
            Some(Command::Royale(told)) => royale::play(told, ports),
        };
        let outcome = outcome.and_then(|exit| match ports.out.flush() {
            Ok(()) => Ok(exit),
            Err(error) => Err(Failure::Output(error)),
        });
        exit::conclude(outcome, ports)
    })
}

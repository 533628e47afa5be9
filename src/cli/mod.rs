//! The command line program. Only this module uses arguments, the process, the file system and the
//! terminal. The library does the work of the commands, and this module gives it input and output.

mod args;
mod arsenal;
mod bench;
mod boards;
mod bots;
mod cards;
mod check;
mod cleanup;
mod complete;
mod digest;
mod disk;
mod ended;
mod exit;
#[cfg(test)]
mod faults;
mod files;
mod fmt;
mod foreign;
mod generate;
mod grade;
mod hand_over;
mod help;
mod journal;
mod lab;
mod limits;
mod lsp;
mod one_of;
mod own_tests;
mod page;
mod play;
mod play_out;
mod player_words;
mod programs;
mod prompt;
mod records;
mod repl;
mod replay;
mod report;
mod royale;
mod rule_links;
mod run;
mod scene;
mod screen;
#[cfg(all(test, unix))]
#[path = "../../tests/it/skip.rs"]
mod skip;
mod stop;
mod system;
mod theme;
mod tournament;
mod verify;
mod world;

use args::{Args, Command};
use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};
use exit::{Exit, Failure, Result};
use scene::Explanation;
use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn main() -> ExitCode {
    #[cfg(unix)]
    if let Some(code) = foreign::supervise_if_asked() {
        return code;
    }
    let (words, program_words) = programs::split(env::args_os().collect());
    let args = match parsed(words) {
        Ok(args) => args,
        Err(error) => return exit::unparsed(error),
    };
    world::set_colours(args.color);
    let given = args.given();
    let charset = args.charset();
    let outcome = match &args.command {
        None if is_interactive() && given.is_none() => repl::run(&[], None, charset),
        Some(Command::Repl { files, resume, .. }) if is_interactive() => {
            repl::run(files, *resume, charset)
        }
        Some(Command::Play { options, .. }) if is_interactive() => play::run(options, charset),
        Some(Command::Arsenal { options, .. }) if is_interactive() => {
            arsenal::at_terminal(options, charset)
        }
        _ => return without_line_editor(&args, &program_words),
    };
    world::with_ports(|ports| exit::conclude(outcome, ports))
}

fn command() -> clap::Command {
    help::arranged(Args::command())
}

/// Parses the command line. Arranges the help only if the help may be shown, because arranging it
/// takes longer than a run of a small script.
fn parsed(words: Vec<OsString>) -> Result<Args, clap::Error> {
    if let Some(args) = Args::of_script(&words) {
        return Ok(args);
    }
    parsed_by(Args::command(), words.clone()).or_else(|_| parsed_by(command(), words))
}

fn parsed_by(mut command: clap::Command, words: Vec<OsString>) -> Result<Args, clap::Error> {
    let mut matches = command.try_get_matches_from_mut(words)?;
    let args = Args::from_arg_matches_mut(&mut matches)?;
    if args.misplaces_text() {
        let text = "-c TEXT runs a script: use it alone or with `run`";
        return Err(command.error(ErrorKind::ArgumentConflict, text));
    }
    Ok(args)
}

fn is_interactive() -> bool {
    let terminals = world::terminals();
    terminals.input && terminals.out
}

fn without_line_editor(args: &Args, program_words: &[OsString]) -> ExitCode {
    let (charset, explain, given) = (args.charset(), args.explains(), args.given());
    let (explanation, given) = (Explanation { explain, charset }, given.as_deref());
    world::with_ports(|ports| {
        let outcome = match &args.command {
            None => world::on_screen(ports, |ports| run::run(&[], given, explanation, ports)),
            Some(Command::Run { files, .. }) => {
                world::on_screen(ports, |ports| run::run(files, given, explanation, ports))
            }
            Some(Command::Repl { files, resume: None, .. }) => {
                let files: Vec<_> = files.iter().cloned().chain([PathBuf::from("-")]).collect();
                world::on_screen(ports, |ports| run::run(&files, None, explanation, ports))
            }
            Some(Command::Repl { resume: Some(_), .. }) => {
                Err(Failure::Resume(io::Error::other("there is no terminal")))
            }
            Some(Command::Check { format, files }) => {
                check::run(files, *format, explanation, ports)
            }
            Some(Command::Fmt { check, diff, files }) => {
                let mode = match (check, diff) {
                    (true, _) => fmt::Mode::Compare,
                    (false, true) => fmt::Mode::Show,
                    (false, false) => fmt::Mode::Replace,
                };
                world::on_screen(ports, |ports| fmt::run(files, mode, ports))
            }
            Some(Command::Completions { shell }) => generate::completions(*shell, command(), ports),
            Some(Command::Complete(words)) => complete::answer(words, command(), ports),
            Some(Command::Language) => generate::language(ports),
            Some(Command::Man(pages)) => generate::man(pages, command(), ports),
            Some(Command::PlayOut(options)) => {
                world::on_screen(ports, |ports| play_out::play_out(options, explain, ports))
            }
            Some(Command::Play { .. }) => Err(Failure::Refused(play::REFUSED.to_owned())),
            Some(Command::Lsp(_)) => lsp::run(ports),
            Some(Command::Exact(program)) => programs::run(*program, program_words, ports),
            Some(Command::Arsenal { options, .. }) => arsenal::play(options, charset, ports),
            Some(Command::Bench(options)) => bench::measure(options, ports),
            Some(Command::Royale(options)) => royale::play(options, ports),
            Some(Command::Replay(options)) => replay::write(options, ports),
            Some(Command::HandOver(options)) => {
                world::on_screen(ports, |ports| hand_over::write(options, ports))
            }
            Some(Command::Cards(options)) => cards::write(options, ports),
            Some(Command::Verify(options)) => verify::run(options, ports),
            Some(Command::Grade(options)) => grade::run(options, ports),
            Some(Command::Match(options)) => tournament::run(options, ports),
            Some(Command::Merge(options)) => {
                world::on_screen(ports, |ports| tournament::merge(options, ports))
            }
        };
        let outcome = outcome.and_then(|exit| match ports.out.flush() {
            Ok(()) => Ok(exit),
            // If a failed command chose a status of its own, this status stays, even if output is
            // lost.
            Err(_) if matches!(exit, Exit::Own(1..)) => Ok(exit),
            Err(error) => Err(Failure::Output(error)),
        });
        exit::conclude(outcome, ports)
    })
}

//! `broadside completions`, `broadside man` and `broadside language`. The completion scripts for
//! bash, zsh and fish are in the folder `complete`. The scripts for other shells, and the manual
//! pages, are made from the description of the command line. `language` prints a page of help.

use super::exit::{Exit, Result};
use super::files::{make_folder, save};
use super::help::{Parts, takes_no_options};
use broadside::ports::Ports;
use clap::Command;
use clap_complete::Shell;
use clap_mangen::{Man, roff};
use std::io;
use std::path::{Path, PathBuf};

pub(super) const COMPLETIONS_HELP: &str = "\
Examples:
  broadside completions bash > ~/.local/share/bash-completion/completions/broadside
  broadside completions zsh > ~/.zfunc/_broadside       (a folder of $fpath)
  broadside completions fish > ~/.config/fish/completions/broadside.fish

Exit status: 0 the script is printed, 2 usage error, 3 output failed.";

pub(super) const MAN_HELP: &str = "\
Examples:
  broadside man run | man -l -
  broadside man bench arsenal > broadside-bench-arsenal.1
  broadside man --out ~/.local/share/man/man1

Exit status: 0 the pages are written, 2 there is no such command, 3 output failed.";

/// The arguments of `broadside man`.
#[derive(Debug, clap::Args)]
pub(super) struct Pages {
    /// The command that the page is about.
    command: Vec<String>,

    /// Write all pages to this folder: broadside.1, broadside-run.1 and so on. The folder is made
    /// if it does not exist. Files with the same names are replaced.
    #[arg(long, value_name = "DIR", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub(super) fn completions(
    shell: Shell,
    mut command: Command,
    ports: &mut Ports<'_>,
) -> Result<Exit> {
    let own: &[(Shell, &str)] = &[
        (Shell::Bash, include_str!("complete/broadside.bash")),
        (Shell::Zsh, include_str!("complete/_broadside")),
        (Shell::Fish, include_str!("complete/broadside.fish")),
    ];
    let mut script = Vec::new();
    match own.iter().find(|(its, _)| *its == shell) {
        Some((_, own)) => script.extend(own.bytes()),
        // The generator panics only if a write fails, and a write to memory does not fail.
        None => clap_complete::generate(shell, &mut command, "broadside", &mut script),
    }
    ports.out.write_all(&script)?;
    Ok(Exit::Done)
}

pub(super) fn language(ports: &mut Ports<'_>) -> Result<Exit> {
    writeln!(ports.out, "{}", super::help::language())?;
    Ok(Exit::Done)
}

pub(super) fn man(pages: &Pages, mut program: Command, ports: &mut Ports<'_>) -> Result<Exit> {
    program.build();
    if let Some(folder) = &pages.out {
        make_folder(folder)?;
        write_all(&program, folder, ports)?;
        return Ok(Exit::Done);
    }
    let Some(command) = find(&program, &pages.command) else {
        let words = pages.command.join(" ");
        ports.report(&format!("error: there is no command `{}`\n", words.escape_debug()))?;
        return Ok(Exit::Syntax);
    };
    ports.out.write_all(&page(command)?)?;
    Ok(Exit::Done)
}

fn find<'c>(program: &'c Command, words: &[String]) -> Option<&'c Command> {
    words.iter().try_fold(program, |command, word| {
        subcommands(command).find(|below| below.get_name() == word)
    })
}

/// Returns the subcommands with manual pages. `help` has none: it shows the help of other commands.
fn subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|one| !one.is_hide_set() && one.get_name() != "help")
}

fn write_all(command: &Command, folder: &Path, ports: &Ports<'_>) -> Result<()> {
    let path = folder.join(format!("{}.1", page_name(command)));
    save(&path, &page(command)?, ports)?;
    subcommands(command).try_for_each(|below| write_all(below, folder, ports))
}

fn page_name(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Returns the manual page of a command, which must be built (see `Command::build`).
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let version = concat!("broadside ", env!("CARGO_PKG_VERSION"));
    let command = with_usage(with_own_options(command.clone()));
    let text = |part: Option<&clap::builder::StyledStr>| part.map(ToString::to_string);
    let before = text(command.get_before_help()).unwrap_or_default();
    let parts = Parts::of(&text(command.get_after_help()).unwrap_or_default());
    let man = Man::new(command.clone()).title(page_name(&command)).source(version);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    section("EXAMPLES", &without_head(&before), &mut page)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(&mut page)?;
    }
    list(&command, &mut page)?;
    section("NOTES", &parts.notes.join("\n\n"), &mut page)?;
    section("EXIT STATUS", &without_head(&parts.status.concat()), &mut page)?;
    see_also(&command, &mut page)?;
    Ok(page)
}

/// Hides the options of `broadside` that have no effect on this command.
fn with_own_options(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let is_colourless = ["cards", "completions", "lsp", "man", "merge", "royale"].contains(&&*name);
    if takes_no_options(&command) {
        command.mut_args(|arg| arg.hide(true))
    } else if is_colourless {
        command.mut_args(|arg| if arg.get_long() == Some("color") { arg.hide(true) } else { arg })
    } else {
        command
    }
}

/// Takes the usage of clap as the synopsis, because the synopsis of `clap_mangen` lacks the values
/// of options.
fn with_usage(mut command: Command) -> Command {
    let usage = command.render_usage().to_string();
    command.override_usage(usage.trim_start_matches("Usage:").trim_start().to_owned())
}

/// Removes the words up to the first colon, such as `Examples:`, because the section has a title.
fn without_head(text: &str) -> String {
    text.split_once(':').map_or("", |(_, rest)| rest.trim_start_matches('\n')).to_owned()
}

/// Writes a section. Its prose is wrapped, but lines that begin with a blank stay as they are.
fn section(title: &str, text: &str, page: &mut Vec<u8>) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut roff = roff::Roff::new();
    roff.control("SH", [title]);
    for paragraph in text.split("\n\n") {
        roff.control("PP", []);
        let lines: Vec<_> = paragraph.lines().collect();
        for chunk in lines.chunk_by(|one, next| one.starts_with(' ') == next.starts_with(' ')) {
            let is_fixed = chunk[0].starts_with(' ');
            roff.control(if is_fixed { "nf" } else { "fi" }, []);
            for line in chunk {
                roff.text([roff::roman(*line)]);
            }
        }
        roff.control("fi", []);
    }
    roff.to_writer(page)
}

fn list(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = roff::Roff::new();
    if subcommands(command).next().is_some() {
        roff.control("SH", ["COMMANDS"]);
    }
    for below in subcommands(command) {
        roff.control("TP", []).text([roff::bold(page_name(below)), roff::roman("(1)")]);
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        roff.text([roff::roman(about)]);
    }
    roff.to_writer(page)
}

fn see_also(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let pages = match command.get_name() {
        "broadside" => return Ok(()),
        "language" => "broadside(1), broadside-run(1), broadside-repl(1)",
        _ => "broadside(1), broadside-language(1)",
    };
    let mut roff = roff::Roff::new();
    roff.control("SH", ["SEE ALSO"]).text([roff::roman(pages)]).to_writer(page)
}

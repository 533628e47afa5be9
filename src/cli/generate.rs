//! `broadside completions` and `broadside man`: completion scripts and the manual page, made
//! from the one description of the command line.

use super::args::Args;
use super::exit::{Exit, Failure};
use broadside::ports::Ports;
use broadside::script::{Keyword, ast::Group};
use clap::CommandFactory as _;
use clap_complete::Shell;
use clap_mangen::{Man, roff};
use std::io::{self, Write};

/// Writes a completion script.
pub(super) fn completions(shell: Shell, ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    // Through memory: the generator panics when a write fails.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "broadside", &mut script);
    ports.out.write_all(&script)?;
    Ok(Exit::Done)
}

/// Writes the manual page: the command line, then the language.
pub(super) fn man(ports: &mut Ports<'_>) -> Result<Exit, Failure> {
    let mut command = Args::command();
    command.build();
    let man = Man::new(command.clone());
    man.render(&mut ports.out)?;
    for subcommand in command.get_subcommands().filter(|command| command.get_name() != "help") {
        render_subcommand(subcommand, &mut ports.out)?;
    }
    language().to_writer(&mut ports.out)?;
    Ok(Exit::Done)
}

fn render_subcommand(command: &clap::Command, out: &mut dyn Write) -> io::Result<()> {
    let mut page = roff::Roff::new();
    page.control("SH", [format!("broadside {}", command.get_name()).to_uppercase().as_str()]);
    page.to_writer(&mut &mut *out)?;
    let man = Man::new(command.clone());
    man.render_description_section(&mut &mut *out)?;
    man.render_options_section(&mut &mut *out)
}

/// The commands of the Ships language.
fn language() -> roff::Roff {
    let mut page = roff::Roff::new();
    page.control("SH", ["THE SHIPS LANGUAGE"]);
    for group in [Group::ALL[0], Group::ALL[1]] {
        page.control("SS", [format!("{0} ... {0}", group.tag()).as_str()]);
        for keyword in Keyword::of(group) {
            page.control("TP", []);
            page.text([roff::bold(keyword.usage())]);
            page.text([roff::roman(keyword.summary())]);
        }
    }
    page
}

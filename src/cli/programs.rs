//! The byte-exact programs on the command line, for example `naval`. Each prints exactly what an
//! old Battleship program printed. All arguments after the name of a byte-exact program go to it
//! unchanged, even flags and `--`. So these arguments are split off before clap parses the rest.
//! But if the only argument is `--help` or `-h`, clap shows the help.

use super::exit::{Exit, Failure, Result};
use super::help;
use broadside::catalog::Program;
use broadside::ports::Ports;
use clap::Subcommand;
use std::ffi::OsString;

/// The programs as clap subcommands. clap uses them for help, the manual and completions, and to
/// find the program to run. They have no arguments here, because [`split`] takes the arguments
/// away.
#[derive(Clone, Copy, Debug, Subcommand)]
pub(super) enum Exact {
    /// Shoot at a fleet that a file describes; the machine's guesses come from another file.
    ///
    /// RULES gives the size of the boards and the lengths of the ships. The two maps say where the
    /// ships are. TURNS holds the machine's guesses. Your guesses are read from standard input, one
    /// on each line: a column letter and a row. `standard.rules` needs no file: it stands for 8 by
    /// 8 fields and ships of 5, 4, 3, 2 and 1.
    #[command(override_usage = "broadside naval RULES PLAYERMAP CPUMAP TURNS")]
    #[command(disable_help_flag = true)]
    #[command(after_help = help::NAVAL)]
    Naval,

    /// Play two files of moves against each other.
    ///
    /// Each player has a board of ten rows of ten cells and a file of moves such as `5,E;6,E`.
    /// OptionalPlayer1.txt and OptionalPlayer2.txt may say which cells are the same ship, if
    /// battleships or patrol boats touch. The output is also written to Battleship.out. These three
    /// files are in the current directory.
    #[command(
        override_usage = "broadside battle-of-ships PLAYER1.txt PLAYER2.txt PLAYER1.in PLAYER2.in"
    )]
    #[command(disable_help_flag = true)]
    #[command(after_help = help::BATTLE_OF_SHIPS)]
    BattleOfShips,

    /// Play against a seeded machine, question by question.
    ///
    /// The program asks for a seed, the size of the board, a file with your ships and one of three
    /// machines. The same answers always give the same game.
    #[command(override_usage = "broadside classic")]
    #[command(disable_help_flag = true)]
    #[command(after_help = help::CLASSIC)]
    Classic,
}

impl Exact {
    const fn program(self) -> Program {
        match self {
            Self::Naval => Program::Naval,
            Self::BattleOfShips => Program::BattleOfShips,
            Self::Classic => Program::Classic,
        }
    }
}

pub(super) fn run(exact: Exact, args: &[OsString], ports: &mut Ports<'_>) -> Result<Exit> {
    exact.program().run(args, ports).map(Exit::Own).map_err(Failure::Stream)
}

/// Splits `argv` after the name of a byte-exact program. If the only argument of the program is
/// `--help` or `-h`, the first part has `help` before the name, and the second part is empty.
pub(super) fn split(mut argv: Vec<OsString>) -> (Vec<OsString>, Vec<OsString>) {
    let Some(at) = name(&argv) else { return (argv, Vec::new()) };
    let own = argv.split_off(at + 1);
    match &own[..] {
        [lone] if lone == "--help" || lone == "-h" => {
            argv.insert(at, "help".into());
            (argv, Vec::new())
        }
        _ => (argv, own),
    }
}

/// Returns the index of a program's name. The name must be the first word that is neither an option
/// nor the value of an option.
fn name(argv: &[OsString]) -> Option<usize> {
    let mut at = 1;
    loop {
        match argv.get(at)?.to_str()? {
            "--color" | "-c" => at += 2,
            option if option.starts_with('-') => at += 1,
            word => return Program::from_name(word).map(|_| at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(argv: &str, clap: usize) {
        let argv: Vec<_> = argv.split(' ').map(OsString::from).collect();
        let (seen, own) = split(argv.clone());
        assert_eq!((&seen[..], &own[..]), argv.split_at(clap));
    }

    #[test]
    fn only_arguments_after_a_program_are_its_own() {
        check("broadside", 1);
        check("broadside run naval", 3);
        check("broadside help naval", 3);
        check("broadside --color naval", 3);
        check("broadside -c naval", 3);
        check("broadside -- naval", 3);
        check("broadside naval", 2);
        check("broadside naval --help -- --color never x", 2);
        check("broadside --color never --explain classic --color", 5);
        check("broadside --color=never naval naval", 3);
    }

    #[test]
    fn a_help_option_alone_is_for_clap() {
        for option in ["--help", "-h"] {
            let argv = ["broadside", "--explain", "naval", option].map(OsString::from);
            let (seen, own) = split(argv.into());
            assert_eq!(
                (seen.join(" ".as_ref()), own.len()),
                ("broadside --explain help naval".into(), 0)
            );
        }
    }

    #[test]
    fn clap_knows_each_program_by_its_name() {
        let command = Exact::augment_subcommands(clap::Command::new("broadside"));
        for program in Program::ALL {
            let known = command.find_subcommand(program.name()).expect("a subcommand");
            assert_eq!(
                known.get_about().map(ToString::to_string).as_deref(),
                Some(program.about())
            );
        }
    }
}

//! The options and commands of the program, as clap reads them.

use super::programs::Exact;
use super::scene::Explain;
use super::theme::Charset;
use super::{
    arsenal, bench, cards, check, complete, generate, grade, hand_over, lsp, play, play_out,
    replay, royale, tournament, verify, world,
};
use clap::{Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;

const LONG_ABOUT: &str = "\
The reference interpreter, referee and laboratory for scriptable Battleship.

Without a command, broadside interprets standard input as a script of the Ships language: [state] and \
[playerA]/[playerB] groups that drive a board with reefs, ships that move and turn, cannons with range, radar and \
spy planes. On a terminal it is a prompt: see `broadside repl --help`.";

const EXAMPLES: &str = "\
Examples:
  broadside < scripts/first-battle.ships    play a script
  broadside run setup.ships moves.ships     several files, one game
  broadside run --explain moves.ships       show where an invalid operation is
  broadside -c '[state] PRINT 1 [state]'    a script as an argument
  printf '[state]\\nPRINT 1\\n[state]\\n' | broadside

`broadside help language` shows the commands of the language, `broadside help COMMAND` what a command
does. Without a command, --explain, --ascii and -c are options of the script or the prompt.

Exit status: 0 ran to the end, 1 stopped at an INVALID OPERATION, 2 syntax or usage error,
3 input or output failed, 4 played out without a winner, 130 interrupted.";

/// The command line.
#[derive(Debug, Default, Parser)]
// `bin_name` stands in the usage on all systems: without it, Windows shows `broadside.exe`.
#[command(name = "broadside", bin_name = "broadside", version, about)]
#[command(long_about = LONG_ABOUT, after_help = EXAMPLES)]
pub(super) struct Args {
    /// When to use colour.
    #[command(flatten)]
    pub(super) color: colorchoice_clap::Color,

    #[command(flatten)]
    explain: Explain,

    #[command(flatten)]
    ascii: Ascii,

    #[command(flatten)]
    given: Given,

    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

/// A script on the command line.
#[derive(Debug, Default, clap::Args)]
pub(super) struct Given {
    /// Run TEXT as a script, after the files if there are any. With several -c, the texts are the lines
    /// of one script.
    #[arg(short = 'c', value_name = "TEXT", allow_hyphen_values = true)]
    texts: Vec<OsString>,
}

/// The option of all commands that draw boards on terminals.
#[derive(Debug, Default, PartialEq, Eq, clap::Args)]
pub(super) struct Ascii {
    /// Draw boards with the letters of PRINT 1, for terminals that cannot show arrows and shades.
    #[arg(long, help_heading = None::<&str>)]
    ascii: bool,
}

fn session(word: &str) -> Result<u64, &'static str> {
    let id = word.parse::<u64>().ok().filter(|id| *id > 0);
    id.ok_or("expected the number of a session, 1 or more: `.sessions` lists them")
}

impl Args {
    /// Reads a command line that only names scripts: no word at all, one or more `-c TEXT`, or
    /// `run` with or without files. Returns `None` for other lines, and also if TEXT or a file
    /// looks like an option or a file has an empty name.
    pub(super) fn of_script(words: &[OsString]) -> Option<Self> {
        let is_plain = |word: &OsString| word == "-" || !word.as_encoded_bytes().starts_with(b"-");
        let is_file = |word: &OsString| is_plain(word) && !word.is_empty();
        let (_, words) = words.split_first()?;
        let (texts, command) = match words {
            [run, files @ ..] if run == "run" && files.iter().all(is_file) => {
                let files = files.iter().map(PathBuf::from).collect();
                let (given, explain) = Default::default();
                (Vec::new(), Some(Command::Run { files, given, explain }))
            }
            _ => {
                let is_text = |pair: &[OsString]| pair[0] == "-c" && is_plain(&pair[1]);
                let pairs = words.chunks_exact(2);
                if !pairs.remainder().is_empty() || !pairs.clone().all(is_text) {
                    return None;
                }
                (pairs.map(|pair| pair[1].clone()).collect(), None)
            }
        };
        Some(Self { given: Given { texts }, command, ..Self::default() })
    }

    /// Returns ASCII if `--ascii` stands before or after the command. Otherwise the locale decides.
    pub(super) fn charset(&self) -> Charset {
        let is_ascii = self.ascii.ascii
            || matches!(&self.command, Some(Command::Repl { ascii, .. } | Command::Play { ascii, .. }
                | Command::Arsenal { ascii, .. }) if ascii.ascii);
        if is_ascii { Charset::Ascii } else { world::charset() }
    }

    /// Joins the texts of all options `-c`, before or after `run`, into one script.
    pub(super) fn given(&self) -> Option<Vec<u8>> {
        let after = match &self.command {
            Some(Command::Run { given, .. }) => &given.texts[..],
            _ => &[],
        };
        let texts: Vec<_> =
            self.given.texts.iter().chain(after).map(|text| text.as_encoded_bytes()).collect();
        (!texts.is_empty()).then(|| texts.join(&b'\n'))
    }

    pub(super) fn misplaces_text(&self) -> bool {
        let runs = matches!(self.command, None | Some(Command::Run { .. }));
        !runs && !self.given.texts.is_empty()
    }

    pub(super) fn explains(&self) -> bool {
        self.explain.explain
            || matches!(&self.command, Some(Command::Run { explain, .. } | Command::Repl { explain, .. }
                | Command::PlayOut(play_out::Options { explain, .. })) if explain.explain)
    }
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run scripts of the Ships language in one session, in order.
    ///
    /// If a group is still open at the end of a file, it ends there. A command must begin and end
    /// in the same file. The run stops at the first invalid operation or syntax error, and at a
    /// victory.
    #[command(after_help = "Examples:\n  broadside run scripts/first-battle.ships\n  \
        broadside run setup.ships - < moves.ships\n  \
        broadside run setup.ships -c '[state] PRINT 1 [state]'\n\n\
        Exit status: 0 ran to the end, 1 stopped at an INVALID OPERATION, 2 syntax or usage error,\n\
        3 input or output failed, 130 interrupted.")]
    Run {
        /// Scripts to run. `-` is standard input. Without files: standard input.
        #[arg(value_name = "FILE|-")]
        files: Vec<PathBuf>,
        #[command(flatten)]
        given: Given,
        #[command(flatten)]
        explain: Explain,
    },

    /// Play a fair game against the machine: neither sees more than its side knows.
    ///
    /// You are player A, and you see what A knows. The machine is player B and knows only what B
    /// knows. With `--against open` the machine sees the whole board. The first screen explains all
    /// that you need for a first game.
    #[command(after_help = play::EXAMPLES)]
    Play {
        #[command(flatten)]
        options: play::Play,
        #[command(flatten)]
        ascii: Ascii,
    },

    /// Let the AI play a game for both sides, to its end.
    ///
    /// FILE is a script that sets the game up; the output of FILE is not shown. Then the AI plays
    /// both sides, even if FILE makes only one player an AI, or none. The output is a script: first
    /// the state, then the orders of each turn. The output also has the boards, as text that a run
    /// ignores. A run of this script prints the same boards and who has won. If neither side
    /// has won by the rules of the language, the run prints the AI's next turn. The game ends when a side
    /// has won, when nothing can change any more (a standstill), or after the number of turns that
    /// --turns gives. With --fair, a side also loses if its fleet is incomplete after its tenth
    /// turn; the last line says so.
    #[command(
        after_help = "Examples:\n  broadside play-out                        the default game\n  \
        broadside play-out scripts/self-play.ships --boards\n  \
        broadside play-out --turns 40 --save half-way.ships setup.ships > game.ships\n  \
        printf '[state] SRAND 7 EXTENDED_SHIPS [state]' | broadside play-out - | broadside\n\n\
        Exit status: 0 a side has won, 4 a standstill or the limit of turns; 1, 2 and 3 as for `run`;\n\
        130 interrupted."
    )]
    PlayOut(play_out::Options),

    /// One of the programs whose output is specified to the byte.
    #[command(flatten)]
    Exact(Exact),

    /// Radar, smoke, artillery and torpedo: two players at one terminal, or one against a bot.
    #[command(after_help = arsenal::EXAMPLES)]
    Arsenal {
        #[command(flatten)]
        options: arsenal::Arsenal,
        #[command(flatten)]
        ascii: Ascii,
    },

    /// Measure how well bots play, over many games.
    #[command(after_help = bench::EXAMPLES)]
    Bench(bench::Options),

    /// Play a knockout between bots and show its bracket.
    #[command(after_help = royale::EXAMPLES)]
    Royale(royale::Royale),

    /// Test a program that interprets the Ships language, and show its mistakes with small scripts.
    ///
    /// CMD is the program to test. It gets many scripts, and its output is compared with the right
    /// output, byte for byte. Only a newline at the very end may be missing. A few very small
    /// scripts come first, then one small script for each known mistake, then random scripts. For
    /// each mistake the report shows a small script, the right output, the output of CMD, the rule,
    /// and the known mistake that looks the same.
    #[command(after_help = verify::EXAMPLES)]
    Verify(Box<verify::Verify>),

    /// Grade a class of submissions by rule and level, and show the mistakes of each.
    ///
    /// A submission is the program of one student. Each submission is copied and built in the copy.
    /// All submissions get the same tests. Each gets a mark for every rule of the language.
    /// Standard output shows the score of each submission, and the rules that most submissions
    /// break.
    #[command(after_help = grade::EXAMPLES)]
    Grade(Box<grade::Grade>),

    /// Let engines of the Ships language play matches: your programs, and the built-in ones.
    ///
    /// An engine is a player in a match. The referee asks each engine for one turn at a time. The
    /// engine gets what its side knows, and must answer in time. At the end a table shows which
    /// engine is the strongest, and how certain this is.
    #[command(after_help = tournament::EXAMPLES)]
    Match(Box<tournament::Match>),

    /// Join several journals of a match, and show one table of all their games.
    #[command(after_help = tournament::MERGE_EXAMPLES)]
    Merge(tournament::Merge),

    /// Play at the prompt: commands of the Ships language with completion, hints, undo and pictures.
    ///
    /// Each session has a journal: a file with every command that was carried out. If a session is killed,
    /// --resume continues it. `broadside` without a command opens the same prompt, if input and
    /// output are terminals.
    ///
    /// A new session first runs the dot commands (such as `.ai auto`) of the init file, one on each
    /// line. Lines that begin with `#` are comments. The init file is the file that the variable
    /// `BROADSIDE_INIT` names. Without this variable it is `broadside/init` in the folder for settings:
    /// `$XDG_CONFIG_HOME` or `~/.config`, on Windows `%APPDATA%`.
    #[command(after_help = "Examples:\n  broadside repl\n  broadside repl setup.ships\n  \
        broadside repl --resume\n\n\
        Exit status: 0 the prompt was left, 2 usage error, 3 input or output failed. Without a terminal,\n\
        the exit status is that of `run`.")]
    Repl {
        /// Scripts to run first, in the same session.
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
        /// Continue session number ID. Without a number, continue the newest session that is not in
        /// use. You cannot name scripts with this option; `.read FILE` runs them later.
        #[arg(long, value_name = "ID", value_parser = session, conflicts_with = "files")]
        #[expect(clippy::option_option, reason = "`--resume` without a number")]
        resume: Option<Option<u64>>,
        #[command(flatten)]
        ascii: Ascii,
        #[command(flatten)]
        explain: Explain,
    },

    /// Write a game as one HTML page: boards, shots and moves, step by step, as each side saw them.
    ///
    /// The scripts run in one session, in order, as with `run`. The page is one file and needs no
    /// network. If a script stops at an invalid operation, the page shows the game up to that
    /// operation.
    #[command(after_help = replay::EXAMPLES)]
    Replay(replay::Replay),

    /// Show all errors of scripts at once, and what looks like a mistake.
    ///
    /// Each script is checked alone. If a command has a syntax error, the rest of its line is
    /// skipped. After a wrong tag only the syntax is checked. The format `text` shows the first 100
    /// findings of each file, `json` shows all. For several files, `text` ends with the number of
    /// findings.
    #[command(after_help = check::HELP)]
    Check {
        /// How to show what is found.
        #[arg(long, value_enum, default_value = "text")]
        format: check::Format,
        /// Scripts to check. `-` is standard input. A folder stands for all files `*.ships` in it
        /// and below it.
        #[arg(value_name = "FILE|FOLDER|-", required = true)]
        files: Vec<PathBuf>,
    },

    /// Write scripts in their canonical form: one tag or command on each line, prose and comments kept.
    ///
    /// The commands in a group are indented by two blanks, so that you see where the group ends.
    /// The formatted script prints the same as before. A new file replaces the old one, so other
    /// hard links to the old file keep the old text. `-` reads standard input and writes standard
    /// output.
    #[command(
        after_help = "Examples:\n  broadside fmt scripts\n  broadside fmt --diff game.ships\n  \
        broadside fmt - < game.ships\n\nExit status: 0 all files have this form now, 1 --check or --diff found another \
        form,\n2 a syntax error, 3 input or output failed."
    )]
    Fmt {
        /// Do not write files; only name the files that are not in canonical form.
        #[arg(long)]
        check: bool,
        /// Do not write files; only show what would change, as a unified diff.
        #[arg(long, conflicts_with = "check")]
        diff: bool,
        /// Scripts to format. A folder stands for all files `*.ships` in it and below it.
        #[arg(value_name = "FILE|FOLDER|-", required = true)]
        files: Vec<PathBuf>,
    },

    /// Serve an editor: errors while you type, completion, help, formatting.
    ///
    /// Editors start this server and talk with it over standard input and output.
    #[command(after_help = lsp::EXAMPLES)]
    Lsp(lsp::Options),

    /// Print what a bot would get at its turn in a game: what its side may know, and no more.
    #[command(after_help = hand_over::EXAMPLES)]
    HandOver(hand_over::Options),

    /// Write the cards: small scripts with the right output, each of which catches a misreading of one
    /// rule.
    #[command(after_help = cards::EXAMPLES)]
    Cards(cards::Cards),

    /// Show the commands of the Ships language, their arguments, and what pictures mean.
    Language,

    /// Write a completion script for a shell to standard output.
    ///
    /// With such a script, the Tab key completes commands, options and files. The scripts for bash,
    /// zsh and fish ask broadside itself for the right words.
    #[command(after_help = generate::COMPLETIONS_HELP)]
    Completions {
        /// The shell.
        shell: Shell,
    },

    /// Print the words that may complete a command line, one on each line: the word, a tab, and its
    /// description.
    #[command(hide = true)]
    Complete(complete::Words),

    /// Write manual pages.
    ///
    /// The page of the program, or of COMMAND, goes to standard output.
    #[command(after_help = generate::MAN_HELP)]
    Man(generate::Pages),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_that_only_name_scripts_are_read_as_by_clap() {
        for line in ["", "-c x", "-c x -c y", "-c -", "run", "run -", "run run help", "-c run"] {
            let words = format!("broadside {line}");
            let words: Vec<OsString> = words.split_whitespace().map(OsString::from).collect();
            let ours = Args::of_script(&words).expect("a plain command line");
            let claps = Args::try_parse_from(words).expect("a command line");
            assert_eq!(format!("{ours:?}"), format!("{claps:?}"), "{line}");
        }
        // The file in `run ` has an empty name.
        let others =
            ["-c", "-c -x", "-c x y", "run -c x", "run --", "run ", "check x", "--help", "x"];
        for line in others {
            let words: Vec<OsString> =
                format!("broadside {line}").split(' ').map(OsString::from).collect();
            assert!(Args::of_script(&words).is_none(), "{line}");
        }
    }

    #[test]
    fn the_usage_names_the_program_alike_on_all_systems() {
        let words = ["broadside.exe", "bench", "foo"];
        let usage = Args::try_parse_from(words).expect_err("no such command").to_string();
        assert!(usage.contains("Usage: broadside bench "), "{usage}");
    }

    #[test]
    fn a_session_is_resumed_by_its_number_or_without_one() {
        let resume = |words: &[&str]| {
            let words = [&["broadside", "repl", "--resume"], words].concat();
            match Args::try_parse_from(words).ok()?.command {
                Some(Command::Repl { resume, .. }) => resume,
                _ => None,
            }
        };
        assert_eq!((resume(&[]), resume(&["7"])), (Some(None), Some(Some(7))));
        for word in ["newest", "", "0", "-1"] {
            assert_eq!(resume(&[word]), None, "{word}");
        }
    }
}

//! `broadside play-out`: lets the machine play both sides of a game.

use super::exit::{Exit, Failure, Result};
use super::files::{self, own_file};
use super::lab;
use super::run::{explain_stop, run_file};
use super::scene::Explain;
use super::stop;
use broadside::arena::{Ending, PlayOut, Show};
use broadside::board::BySide;
use broadside::ports::Ports;
use broadside::script::{FeedError, Flow, Session, Stop, save};
use clap::ValueEnum;
use indicatif::ProgressBar;
use std::io;
use std::path::{Path, PathBuf};

/// Who plays fair.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Fair {
    /// Both sides.
    Both,
    /// Player A.
    #[value(alias = "A")]
    A,
    /// Player B.
    #[value(alias = "B")]
    B,
}

impl Fair {
    fn sides(self) -> BySide<bool> {
        BySide { first: !matches!(self, Self::B), second: !matches!(self, Self::A) }
    }
}

/// How a game is played out.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// The script that sets the game up. `-` is standard input. Without FILE: standard input, or
    /// the default game if this is a terminal.
    #[arg(value_name = "FILE|-")]
    file: Option<PathBuf>,

    /// Stop after N turns. The turns of both sides count.
    #[arg(long, value_name = "N", default_value_t = 500)]
    turns: u64,

    /// Let one side, or both, play fair: a fair side knows only what it sees and was told. A side
    /// that is not fair is played by the AI of `SET_AI_PLAYER`, which sees everything.
    #[arg(long, value_name = "SIDE", num_args = 0..=1, require_equals = true)]
    #[arg(value_enum, default_missing_value = "both")]
    fair: Option<Fair>,

    /// Print only the boards and the result.
    #[arg(long)]
    boards: bool,

    /// Write the state to FILE, as SAVE prints it: once before the first turn, and again at the
    /// end of the run. An old file stays until the new file is complete.
    #[arg(long, value_name = "FILE", value_parser = own_file())]
    save: Option<PathBuf>,

    #[command(flatten)]
    pub(super) explain: Explain,
}

/// Plays the game out. Also saves before the first turn, to report at once if saving fails.
pub(super) fn play_out(options: &Options, explain: bool, ports: &mut Ports<'_>) -> Result<Exit> {
    let (file, save) = (options.file.as_deref(), options.save.as_deref());
    files::check_outputs(&[("FILE", file)], &[("--save", save)], &[], ports)?;
    let mut session = Session::default();
    let path = file.unwrap_or(Path::new("-"));
    let won = match set_up(&mut session, file, ports) {
        Ok(Flow::Continue) => None,
        Ok(Flow::Won(side)) => Some(side),
        Err(FeedError::Input(error)) => return Err(Failure::input(path)(error)),
        Err(FeedError::Stop(stop)) => return explain_stop(stop, path, explain, ports),
    };
    save_state(&session, save, ports)?;
    if let Some(side) = won {
        writeln!(ports.out, "{} won", side.name())?;
        return Ok(Exit::Done);
    }
    let show = if options.boards { Show::Boards } else { Show::Transcript };
    let game = match options.fair {
        None => PlayOut::new(session, show),
        Some(fair) => PlayOut::fair(session, show, fair.sides()),
    };
    let mut game = match game {
        Ok(game) => game,
        Err(stop) => return explain_stop(stop, path, explain, ports),
    };
    let end = play(&mut game, options, ports);
    save_state(game.session(), save, ports)?;
    match end {
        Ok(Ending::Stopped) => Ok(Exit::Interrupted),
        Ok(ending) if ending.winner().is_none() => Ok(Exit::Undecided),
        Ok(_) => Ok(Exit::Done),
        Err(stop) => explain_stop(stop, path, explain, ports),
    }
}

/// Runs the script that sets the game up. Of its output, prints only the line about an invalid
/// operation. Other output could make the transcript (the script that the game prints) invalid.
fn set_up(
    session: &mut Session,
    file: Option<&Path>,
    ports: &mut Ports<'_>,
) -> Result<Flow, FeedError> {
    if file.is_none() && ports.terminals.input {
        return Ok(Flow::Continue);
    }
    let mut unseen = Ports {
        input: &mut *ports.input,
        out: &mut io::sink(),
        err: &mut *ports.err,
        files: ports.files,
        terminals: ports.terminals,
    };
    let ran = run_file(session, file.unwrap_or(Path::new("-")), &mut unseen);
    if let Err(FeedError::Stop(Stop::Invalid(invalid))) = &ran {
        invalid.write(ports.out)?;
    }
    ran
}

/// Plays the turns. Stops at the first interrupt. A second interrupt ends the process at once.
fn play(game: &mut PlayOut, options: &Options, ports: &mut Ports<'_>) -> Result<Ending, Stop> {
    let stop = stop::on_first_interrupt()?;
    game.set_cancel(stop.clone());
    let bar = progress(options.turns, ports);
    let goes_on = |turns| {
        bar.set_position(turns);
        !stop.is_set()
    };
    let end = game.play(options.turns, goes_on, ports.out);
    bar.finish_and_clear();
    end
}

/// Returns a bar. It is visible only if standard error is a terminal and standard output is not.
fn progress(turns: u64, ports: &Ports<'_>) -> ProgressBar {
    if !ports.terminals.err || ports.terminals.out {
        return ProgressBar::hidden();
    }
    lab::styled(ProgressBar::new(turns), "{elapsed} {wide_bar} turn {pos} of at most {len}")
}

fn save_state(session: &Session, path: Option<&Path>, ports: &Ports<'_>) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    let mut state = Vec::new();
    save::write(session.game(), &mut state)?;
    files::save(path, &state, ports)
}

//! `broadside play-out`: the AI against itself.

use super::args::PlayOut as Options;
use super::exit::{Exit, Failure};
use super::run::{explain_stop, run_file};
use broadside::arena::{End, PlayOut, Show};
use broadside::ports::Ports;
use broadside::script::{FeedError, Flow, Session, Stop, save};
use indicatif::{ProgressBar, ProgressStyle};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Sets a game up and plays it to its end.
pub(super) fn play_out(
    options: &Options,
    explain: bool,
    ports: &mut Ports<'_>,
) -> Result<Exit, Failure> {
    let mut session = Session::default();
    let path = options.file.as_deref().unwrap_or(Path::new("-"));
    if options.file.is_some() || !ports.terminals.input {
        match run_file(&mut session, path, ports) {
            Ok(Flow::Continue) => {}
            Ok(Flow::Won(_)) => return Ok(Exit::Done),
            Err(FeedError::Input(error)) => {
                return Err(Failure::Input { path: path.to_owned(), error });
            }
            Err(FeedError::Stop(stop)) => return explain_stop(stop, path, explain, ports),
        }
    }
    let show = if options.boards { Show::Boards } else { Show::Transcript };
    let ended = PlayOut::new(session, show).and_then(|game| play(game, options, ports));
    let (game, end) = match ended {
        Ok(ended) => ended,
        Err(stop) => return explain_stop(stop, path, explain, ports),
    };
    if let Some(path) = &options.save {
        write_state(&game, path, ports)?;
    }
    Ok(match end {
        End::Won(_) => Exit::Done,
        End::Standstill | End::Limit => Exit::Undecided,
        End::Stopped => Exit::Interrupted,
    })
}

/// Plays until the end or an interrupt; a second interrupt ends the process at once.
fn play(
    mut game: PlayOut,
    options: &Options,
    ports: &mut Ports<'_>,
) -> Result<(PlayOut, End), Stop> {
    let interrupted = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&interrupted))?;
    flag::register(SIGINT, Arc::clone(&interrupted))?;
    let bar = progress(options.turns, ports);
    let goes_on = |turns| {
        bar.set_position(turns);
        !interrupted.load(Ordering::Relaxed)
    };
    let end = game.play(options.turns, goes_on, ports.out);
    bar.finish_and_clear();
    Ok((game, end?))
}

/// A bar on standard error, for people whose terminal the game itself does not go to.
fn progress(turns: u64, ports: &Ports<'_>) -> ProgressBar {
    if !ports.terminals.err || ports.terminals.out {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{elapsed} {wide_bar} turn {pos} of at most {len}");
    ProgressBar::new(turns).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn write_state(game: &PlayOut, path: &Path, ports: &Ports<'_>) -> Result<(), Failure> {
    let mut state = Vec::new();
    save::write(game.session().game(), &mut state)?;
    let failed = |error: io::Error| Failure::Save { path: path.to_owned(), error };
    ports.files.replace(path, &state).map_err(failed)
}

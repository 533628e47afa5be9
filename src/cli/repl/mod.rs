//! The interactive prompt of the Ships language: `broadside` on a terminal, and `broadside repl`.
//!
//! ```text
//! line editor ── line ──> Table (session, logbook, journal) ── output ──> terminal
//!      │ helper: completions, hints, colours    │
//!      └── dot commands ──> actions ────────────┘
//! ```
//!
//! The logbook has the commands that changed the game, and the journal keeps them in a file. The
//! [`Table`] does not use the terminal, so tests can use it alone. The prompt runs only if input
//! and output are terminals.

mod actions;
mod ai;
mod dot;
mod edit;
mod editor;
mod front;
pub(super) mod help;
mod helper;
mod highlight;
mod history;
mod init;
mod journal;
mod output;
mod sessions;
mod table;
#[cfg(test)]
mod tests;
mod writing;

use super::exit::{Exit, Failure};
use super::prompt::console::Console;
use super::prompt::keys::Keys;
use super::prompt::{places, tty};
use super::stop::{self, Cancel, Stoppable};
use super::theme::Charset;
use super::world;
use front::Front;
use helper::Helper;
use history::History;
use journal::Journal;
use std::io;
use std::path::PathBuf;
use table::Table;

/// Runs the prompt. If `resume` is `Some(Some(id))`, continues the earlier session `id`.
/// `Some(None)` continues the newest session that is not in use. `None` starts a new session, which
/// runs the init file and the scripts in `files`.
#[expect(clippy::option_option, reason = "`Some(None)` is `--resume` without a number")]
pub(super) fn run(
    files: &[PathBuf],
    resume: Option<Option<u64>>,
    charset: Charset,
) -> Result<Exit, Failure> {
    let stop = stop::on_interrupt()?;
    let (table, lost) = match resume {
        None => (Table::new(Journal::new(places::journals()), stop.clone()), 0),
        Some(id) => resumed(id, stop.clone())?,
    };
    let look = world::look(charset);
    let _restored = tty::restored_on_signals();
    let keys = Keys::default();
    let helper = Helper { table, theme: look.theme, keys: keys.clone() };
    let mut console = Console::new(helper, keys, look, stop.clone())?;
    let history = History::load(places::history(), &mut console.editor);
    world::at_terminal(
        |out| Stoppable { out, stop: stop.clone() },
        |ports| {
            let mut front = Front { console, history, rejected: None, is_left: false };
            front.greet(lost, ports)?;
            match resume {
                None => front.begin(files, ports)?,
                Some(_) => front.resume_autopilot(ports)?,
            }
            front.talk(ports)?;
            front.end_output(ports)
        },
    )?;
    Ok(Exit::Done)
}

/// Returns the game of session `id` or, without `id`, of the newest session that is not in use. The
/// number says how many commands of the journal could not be carried out.
fn resumed(id: Option<u64>, stop: Cancel) -> Result<(Table, usize), Failure> {
    let none = || io::Error::other("there is no folder for sessions");
    let resumed = places::journals().ok_or_else(none).and_then(|folder| {
        let (journal, records) = Journal::resume(&folder, id)?;
        Table::resume(journal, &records, stop).ok_or_else(|| io::Error::other("stopped"))
    });
    resumed.map_err(Failure::Resume)
}

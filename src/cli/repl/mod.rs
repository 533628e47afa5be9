//! The prompt: `broadside` on a terminal, and `broadside repl`.
//!
//! ```text
//! line editor ── line ──> Table (session, logbook, journal) ── output ──> terminal
//!      │ helper: completions, hints, colours    │
//!      └── dot commands ──> dispatch ───────────┘
//! ```
//!
//! The line editor is known to this file, `front`, `helper`, `hint` and `history` only; [`table`] is what a
//! test can drive without a terminal. Piped input never comes here.

mod advice;
mod ai;
mod dispatch;
mod dot;
mod edit;
mod editor;
mod fleet;
mod front;
pub(super) mod help;
mod helper;
mod highlight;
mod hint;
mod history;
mod init;
mod journal;
mod output;
mod place;
mod prompt;
mod sessions;
mod table;
#[cfg(test)]
mod tests;
mod writing;

use super::boards::Script;
use super::exit::{Exit, Failure};
use super::prompt::console::{Console, Talk};
use super::prompt::keys::Keys;
use super::prompt::{places, tty};
use super::stop::{self, Cancel, Stoppable};
use super::theme::Theme;
use super::world;
use front::Front;
pub(super) use help::commands;
use helper::Helper;
use history::History;
use journal::Journal;
use rustyline::history::FileHistory;
use std::io;
use std::path::PathBuf;
use table::Table;

/// Runs the prompt, after `files` or continuing an earlier session.
pub(super) fn run(files: &[PathBuf], resume: Option<u64>, script: Script) -> Result<Exit, Failure> {
    let stop = stop::on_interrupt()?;
    let (table, lost) = match resume {
        None => (Table::new(Journal::new(places::journals()), stop.clone()), 0),
        Some(id) => resumed(id, stop.clone())?,
    };
    let theme = Theme { is_coloured: world::colours_output() };
    let _restored = tty::restored_on_signals();
    let keys = Keys::default();
    let helper = Helper { table, theme, keys: keys.clone() };
    let look = (theme, script);
    let mut console = Console::new(helper, FileHistory::with_config, keys, look, stop.clone())?;
    let history = History::load(places::history(), &mut console.editor);
    world::at_terminal(
        |out| Stoppable { out, stop: stop.clone() },
        |ports| {
            let mut front = Front::new(console, history);
            front.greet(lost, ports)?;
            let began = match resume {
                None => front.begin(files, ports)?,
                Some(_) => front.fly_on(ports)?,
            };
            if began == Talk::On {
                front.talk(ports)?;
            }
            front.end_output(ports).map_err(Failure::Output)
        },
    )?;
    Ok(Exit::Done)
}

/// The table of session `id`, 0 standing for the newest that is not in use, and how many commands of
/// the journal could not be played.
fn resumed(id: u64, stop: Cancel) -> Result<(Table, usize), Failure> {
    let id = (id > 0).then_some(id);
    let none = || io::Error::other("there is no folder for sessions");
    let resumed = places::journals().ok_or_else(none).and_then(|folder| {
        let (journal, records) = Journal::resume(&folder, id)?;
        Table::resume(journal, &records, stop).ok_or_else(|| io::Error::other("stopped"))
    });
    resumed.map_err(Failure::Resume)
}

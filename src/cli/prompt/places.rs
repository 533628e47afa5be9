//! The files and folders of a prompt: its history, its init file and the journals of its sessions.

use etcetera::BaseStrategy as _;
use std::env;
use std::path::{Path, PathBuf};

pub(in crate::cli) fn history() -> Option<PathBuf> {
    named("BROADSIDE_HISTORY", || state().map(|folder| folder.join("history")))
}

/// Returns the init file. Without `BROADSIDE_INIT`, this is usually `~/.config/broadside/init`. On
/// Windows, `%APPDATA%` replaces `~/.config`.
pub(in crate::cli) fn init() -> Option<PathBuf> {
    let config = || etcetera::choose_base_strategy().ok().map(|strategy| strategy.config_dir());
    named("BROADSIDE_INIT", || config().map(|folder| folder.join("broadside/init")))
}

/// Returns the file that the variable names. If the variable is not set, returns the usual file. If
/// the variable is empty, returns `None`.
fn named(variable: &str, usual: impl FnOnce() -> Option<PathBuf>) -> Option<PathBuf> {
    match env::var_os(variable) {
        Some(file) => Some(PathBuf::from(file)).filter(|file| !file.as_os_str().is_empty()),
        None => usual(),
    }
}

pub(in crate::cli) fn from_home(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), etcetera::home_dir()) {
        (Ok(below), Ok(home)) => home.join(below),
        _ => path.to_owned(),
    }
}

pub(in crate::cli) fn journals() -> Option<PathBuf> {
    state().map(|folder| folder.join("sessions"))
}

/// Returns the state folder: `$XDG_STATE_HOME/broadside`, which is usually
/// `~/.local/state/broadside`. On Windows, which has no such variable, the folder is
/// `%APPDATA%\broadside`.
fn state() -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let folder = strategy.state_dir().unwrap_or_else(|| strategy.data_dir());
    Some(folder.join("broadside"))
}

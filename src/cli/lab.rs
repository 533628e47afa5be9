//! Threads, clocks and progress bars for long commands, and the folder of kept findings.

use super::cleanup;
use super::exit::{Failure, Result};
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// The folder in which `verify` keeps its findings by default.
pub(super) const KEPT_FINDINGS: &str = "broadside-findings";

/// Returns the processor time that this thread has used.
#[cfg(unix)]
pub(super) fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(windows)]
pub(super) fn thread_time() -> Duration {
    let times = winsafe::HTHREAD::GetCurrentThread().GetThreadTimes();
    times.map_or(Duration::ZERO, |(_, _, kernel, user)| super::foreign::spent(kernel, user))
}

/// Returns the time since the first call of this function.
pub(super) fn wall_time() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// Returns a progress bar. It is hidden if standard error is not a terminal.
pub(super) fn bar(things: &str, length: u64) -> ProgressBar {
    let template = format!("{{bar:40}} {{human_pos}} of {{human_len}} {things}, {{eta}} left");
    styled(ProgressBar::new(length), &template)
}

/// Gives a bar its style. If a signal ends the process on Unix, the bar is removed. Terminals show
/// Ctrl-C as `^C`. At the end of a full row, this text would go to the next row, and then the bar
/// would be removed from the wrong rows. So the template ends with five blanks, which have room for
/// two such texts, and an escape that moves the cursor back over the blanks.
pub(super) fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    let weak = bar.downgrade();
    let remove = move || weak.upgrade().into_iter().for_each(|bar| bar.finish_and_clear());
    // The task stays until the process ends: it does nothing when the bar is gone.
    std::mem::forget(cleanup::guarded(|| Ok(()), |()| Box::new(remove)));
    let style = ProgressStyle::with_template(&format!("{template}     \x1b[5D"));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Returns the progress bar of a match. Without a `length`, the bar only counts games.
pub(super) fn match_bar(length: Option<u64>) -> ProgressBar {
    let template = match length {
        Some(_) => "{msg}\n{bar:40} {human_pos} of {human_len} games, {eta} left",
        None => "{msg}\n{spinner} {human_pos} games, {per_sec}",
    };
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    styled(bar, template)
}

/// Runs `run` on several threads. If `threads` is `None`, the variable `RAYON_NUM_THREADS` gives
/// the number of threads. If this variable is not set either, there is one thread for each
/// processor.
pub(super) fn on_threads<T: Send>(
    threads: Option<u16>,
    run: impl FnOnce() -> T + Send,
) -> Result<T> {
    let threads = threads.map_or(0, usize::from);
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => Ok(pool.install(run)),
        Err(error) => Err(Failure::Threads(error)),
    }
}

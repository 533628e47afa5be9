//! Reads what Linux tells about a process or one of its threads in the folder `/proc`.

use rustix::process::Pid;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Reads the number of a process or a group. Returns `None` for any other word, for 0, and for -1,
/// which Linux writes for the group of an ending process.
pub(super) fn number(word: &str) -> Option<Pid> {
    Pid::from_raw(word.parse().ok().filter(|number| *number > 0)?)
}

pub(super) struct Fields {
    /// Whether the first thread has ended and the process is not reaped yet.
    pub(super) is_zombie: bool,
    /// Whether the first thread runs, or waits for a processor.
    pub(super) is_running: bool,
    pub(super) parent: i32,
    pub(super) group: Pid,
    pub(super) session: i32,
    /// The processor time of the process, in ticks of the clock.
    pub(super) ticks: u64,
    /// The processor time of the children that the process has reaped, in ticks of the clock.
    pub(super) ticks_of_the_reaped: u64,
    pub(super) threads: u64,
    /// The resident memory, in pages.
    pub(super) pages: u64,
}

impl Fields {
    pub(super) fn ticks_of_all(&self) -> u64 {
        self.ticks.saturating_add(self.ticks_of_the_reaped)
    }
}

pub(super) fn folder_of(pid: Pid) -> PathBuf {
    format!("/proc/{}", pid.as_raw_pid()).into()
}

pub(super) fn fields(pid: Pid) -> Option<Fields> {
    fields_in(&folder_of(pid))
}

/// Reads the file `stat` in the folder of a process or a thread.
pub(super) fn fields_in(folder: &Path) -> Option<Fields> {
    let mut file = File::open(folder.join("stat")).ok()?;
    // The file has 52 fields, and all of them are short. So one read returns the whole file.
    let mut line = [0; 2048];
    let length = file.read(&mut line).ok()?;
    fields_of(&line[..length])
}

fn fields_of(line: &[u8]) -> Option<Fields> {
    // The second field is a name in parentheses and may hold any bytes.
    let end = line.iter().rposition(|byte| *byte == b')')?;
    let words: Vec<_> = str::from_utf8(&line[end + 1..]).ok()?.split_whitespace().collect();
    // The manual `proc(5)` counts fields from 1, and `words` begins with the third field.
    let field = |number: usize| words.get(number - 3)?.parse::<u64>().ok();
    Some(Fields {
        is_zombie: words.first() == Some(&"Z"),
        is_running: words.first() == Some(&"R"),
        parent: words.get(1)?.parse().ok()?,
        group: number(words.get(2)?)?,
        session: words.get(3)?.parse().ok()?,
        ticks: field(14)?.saturating_add(field(15)?),
        ticks_of_the_reaped: field(16)?.saturating_add(field(17)?),
        threads: field(20)?,
        pages: field(24)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getpid;

    #[test]
    fn a_process_that_is_vanishing_has_no_group() {
        let rest = "0 -1 4228364 23 0 0 0 0 1 0 0 20 0 1 0 3306 0 0 18446744073709551615";
        let group = |group: i32| {
            let line = format!("77 (sh) R 50 {group} {group} {rest}");
            fields_of(line.as_bytes()).map(|fields| fields.group.as_raw_pid())
        };
        assert_eq!([group(70), group(-1)], [Some(70), None]);
    }

    #[test]
    fn a_process_knows_its_parent_its_group_and_its_memory() {
        let fields = fields(getpid()).unwrap();
        // The memory of a new process may not be counted yet, so the test measures its own process.
        assert!(fields.pages > 0 && !fields.is_zombie);
        assert_eq!(fields.group, rustix::process::getpgrp());
        assert_eq!(Pid::from_raw(fields.parent), rustix::process::getppid());
    }
}

//! Runs programs on Unix.
//!
//! Each run has a supervisor: another process of `broadside`. The supervisor starts the program,
//! watches it, and in the end kills and reaps all processes of the run. One supervisor can do many
//! runs, one after the other.
//!
//! When the main process has no more work or is killed, its socket to the supervisor is closed.
//! Then the supervisor ends the run and exits. A parent-death signal cannot replace the socket: the
//! system sends this signal as soon as the thread that started the supervisor ends.
//!
//! On Linux the supervisor becomes the parent of all orphans among the processes that it started,
//! so it finds even a daemon that has forked twice. On other systems only the process group of the
//! program is ended.

mod bubblewrap;
#[cfg_attr(not(target_os = "linux"), path = "no_calls.rs")]
mod calls;
#[cfg(target_os = "linux")]
mod cgroup;
mod control;
mod hidden;
#[cfg_attr(not(target_os = "linux"), path = "no_landlock.rs")]
mod landlock;
mod limits;
mod message;
#[cfg_attr(not(target_os = "linux"), path = "no_nameless.rs")]
mod nameless;
#[cfg_attr(target_os = "linux", path = "processes.rs")]
#[cfg_attr(not(target_os = "linux"), path = "group.rs")]
mod processes;
mod removal;
mod report;
mod streams;
mod supervisor;
mod watch;

pub(super) use control::Pool as Host;
pub(crate) use removal::remove_folder;
pub(crate) use supervisor::supervise_if_asked;

use super::input::file_of;
use super::process::{Finished, Input, Process};
use super::sandbox::Sandbox;
use broadside::ports::programs::{Ending, Run};
use control::Control;
use rustix::io::ioctl_fionbio;
use std::io::{self, PipeWriter, Write as _};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::Duration;
use streams::{Interest, Source, wait};

/// The words of a command that does nothing.
pub(super) const IDLE: [&str; 1] = ["true"];

#[derive(Debug)]
pub(super) struct Started {
    control: Control,
    stdin: Option<PipeWriter>,
    stdout: Source,
}

impl Process for Started {
    type Host = Host;
    const HAS_CR: bool = false;

    fn start(
        host: &Arc<Host>,
        sandbox: &Sandbox,
        run: &Run<'_>,
        input: Input<'_>,
    ) -> io::Result<Self> {
        let (theirs, stdin) = match input {
            Input::All(bytes) => (OwnedFd::from(file_of(bytes)?), None),
            Input::Sent => {
                let (theirs, stdin) = io::pipe()?;
                ioctl_fionbio(&stdin, true)?;
                (theirs.into(), Some(stdin))
            }
        };
        let (stdout, out) = io::pipe()?;
        let control = Control::start(host, sandbox, run, theirs, out.into())?;
        Ok(Self { control, stdin, stdout: Source::new(stdout)? })
    }

    fn send(&mut self, unsent: &mut Vec<u8>) -> io::Result<()> {
        let Some(stdin) = &mut self.stdin else { return Ok(()) };
        match stdin.write(unsent) {
            Ok(written) => drop(unsent.drain(..written)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            // The program has closed its input. The supervisor reports later whether the program
            // has ended.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => unsent.clear(),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    fn exchange(
        &mut self,
        unsent: &mut Vec<u8>,
        printed: &mut Vec<u8>,
        most: Duration,
    ) -> io::Result<bool> {
        let writable = self.stdin.as_ref().filter(|_| !unsent.is_empty()).map(Interest::write);
        let interests = [writable, self.stdout.readable(), self.control.readable()];
        let [can_write, can_read, has_reply] = wait(interests, most)?;
        if can_write {
            self.send(unsent)?;
        }
        if can_read {
            self.stdout.read(printed)?;
        }
        // A program may have suspended its supervisor. Only dialogues (exchanges of lines) need
        // this check: all other runs have a time limit, after which they are abandoned.
        let is_stopped = self.stdin.is_some() && self.control.is_stopped();
        Ok(self.control.is_over(has_reply) || is_stopped)
    }

    fn read_rest(&mut self, printed: &mut Vec<u8>) -> io::Result<usize> {
        self.stdout.read(printed)
    }

    fn take_stderr(&mut self) -> Vec<u8> {
        self.control.take_stderr()
    }

    fn end(&mut self, stopped: Ending, stdout: Vec<u8>) -> io::Result<Finished> {
        self.control.end(stopped, stdout)
    }

    fn abandon(&mut self) {
        self.control.abandon();
    }
}

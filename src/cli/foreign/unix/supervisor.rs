//! The supervisor: a process of ours between us and foreign programs, which runs one at a time. Its
//! standard input is the socket to us. When that is closed, it ends.
//!
//! It leads a session of its own and is the parent of all that its programs leave behind, so that it
//! can end them all before it takes the next request. Other programs of the same user may neither
//! trace it nor take the files that it has open.

use super::super::private_folder;
#[cfg(target_os = "linux")]
use super::cgroup;
use super::message::{self, End, Outbox, Reply, Request};
use super::processes;
use super::removal::remove_folder;
use super::report::reason;
use super::watch::{Program, Unstarted};
use rustix::net::sockopt::socket_type;
use rustix::process::{Resource, setsid};
use std::env;
use std::fs;
use std::io;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{self, ExitCode};
use std::time::Duration;

/// The only word of a supervisor's command line. It is no command for people, so help does not show
/// it.
pub(super) const WORD: &str = "__supervise";

/// The largest file that a program may write, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// How the names of the folders of runs begin, by the number of their supervisor.
pub(super) fn prefix_of(supervisor: u32) -> String {
    format!("broadside-{supervisor}-")
}

/// Is a supervisor, if this process was started as one. To be called before all else.
pub(crate) fn supervise_if_asked() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    let is_asked = words.next()? == WORD && words.next().is_none();
    if !is_asked || socket_type(io::stdin()).is_err() {
        return None;
    }
    Some(serve().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

/// Runs what is asked for until the socket is closed.
fn serve() -> io::Result<()> {
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    // It fails where we lead a session already.
    setsid().ok();
    processes::adopt_orphans()?;
    processes::close_to_others();
    // To Linux 0 forbids files, 1 also a handler of cores that it would start.
    processes::lower(Resource::Core, 1)?;
    processes::lower(Resource::Fsize, LARGEST_FILE)?;
    #[cfg(target_os = "linux")]
    cgroup::limit_threads();
    let outcome = answer_all(&socket);
    #[cfg(target_os = "linux")]
    cgroup::leave();
    outcome
}

fn answer_all(socket: &UnixStream) -> io::Result<()> {
    while let Some((request, files)) = message::receive(socket)? {
        let files = files.try_into().map_err(|_| io::ErrorKind::InvalidData)?;
        answer(&request, files, socket)?;
    }
    Ok(())
}

/// Carries out one request. The replies go together where all is over at once, as it mostly is.
fn answer(request: &Request, files: [OwnedFd; 2], socket: &UnixStream) -> io::Result<()> {
    let mut outbox = Outbox::new(socket);
    match private_folder(&prefix_of(process::id()), Path::new(&request.temporary)) {
        Ok(folder) => {
            let folder = folder.keep();
            let outcome = run(request, files, &folder, socket, &mut outbox);
            // A folder in which nothing was left is gone at once.
            if fs::remove_dir(&folder).is_err() {
                drop(outbox.send());
                remove_folder(&folder);
            }
            outcome?;
            outbox.add(&Reply::Clean)?;
        }
        Err(error) => {
            let place = Path::new(&request.temporary).display();
            let why = format!("no folder can be made in `{place}`: {}", reason(&error));
            outbox.add(&Reply::Failed(why))?;
        }
    }
    outbox.send()?;
    message::receive_stop(socket)
}

/// Runs a program and replies, but for the last word.
fn run(
    request: &Request,
    files: [OwnedFd; 2],
    folder: &Path,
    socket: &UnixStream,
    outbox: &mut Outbox<'_>,
) -> io::Result<()> {
    let mut program = match Program::start(request, files, folder) {
        Ok(program) => program,
        Err(Unstarted::Program(reason)) => {
            outbox.add(&Reply::Ended(End::Unstarted(reason), Duration::ZERO))?;
            return outbox.add(&Reply::Rest(Duration::ZERO, Vec::new()));
        }
        Err(Unstarted::Machine(error)) => return outbox.add(&Reply::Failed(error.to_string())),
    };
    let watched = program.watch(socket);
    let end = match watched.and_then(|()| program.end()) {
        Ok((end, wall)) => Reply::Ended(end, wall),
        Err(error) => Reply::Failed(error.to_string()),
    };
    outbox.add(&end)?;
    if !processes::are_over() {
        // It fails where the run is to end because the other side has gone.
        drop(outbox.send());
    }
    let (cpu, stderr_tail) = program.finish();
    outbox.add(&Reply::Rest(cpu, stderr_tail))
}

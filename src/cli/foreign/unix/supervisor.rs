//! The supervisor: another process of `broadside`, which runs one foreign program at a time. It
//! ends when its standard input, the socket to the main process, is closed.
//!
//! The supervisor leads its own session. On Linux, all processes that its programs leave behind
//! become its children, so it can end them. Also on Linux, other programs of the user can neither
//! trace the supervisor nor take its open files.

use super::super::private_folder;
use super::super::process::{Unstarted, no_folder, words_of};
#[cfg(target_os = "linux")]
use super::cgroup;
use super::message::{self, Reply, Request, packed};
use super::removal::{remove_folder, unlock_parents};
use super::report::with_tip;
use super::watch::Program;
use super::{limits, processes};
use broadside::ports::programs::Ending;
use rustix::net::sockopt::socket_type;
use rustix::process::{Resource, setsid};
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::mem;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{self, ExitCode};
use std::time::Duration;

/// The only argument of a supervisor process. The help does not show it.
pub(super) const WORD: &str = "__supervise";

/// The largest file that a program may write, in bytes.
const LARGEST_FILE: u64 = 256 << 20;

/// Returns how the names of a supervisor's folders begin. `supervisor` is its process number.
pub(super) fn prefix_of(supervisor: u32) -> String {
    format!("broadside-{supervisor}-")
}

/// Works as a supervisor if this process was started as one, and returns the exit code. Otherwise
/// returns `None`. Must be called before anything else.
pub(crate) fn supervise_if_asked() -> Option<ExitCode> {
    let mut words = env::args_os().skip(1);
    let is_asked = words.next()? == WORD && words.next().is_none();
    if !is_asked || socket_type(io::stdin()).is_err() {
        return None;
    }
    Some(serve().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
}

fn serve() -> io::Result<()> {
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    // This fails if this process leads a process group already.
    setsid().ok();
    processes::adopt_orphans()?;
    processes::forbid_tracing();
    // After a crash, Linux may start a program that handles the core file (the memory of the
    // crashed process). A limit of 1 byte prevents this start, and a limit of 0 does not.
    limits::lower(Resource::Core, 1)?;
    limits::lower(Resource::Fsize, LARGEST_FILE)?;
    limits::lower_files()?;
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

/// Does one run. Usually little work follows the run, so all replies are sent together, and wake
/// the main process only once.
fn answer(request: &Request, files: [OwnedFd; 2], mut socket: &UnixStream) -> io::Result<()> {
    let mut outbox = Vec::new();
    match private_folder(&prefix_of(process::id()), Path::new(&request.temporary)) {
        Ok(folder) => {
            let folder = folder.keep();
            let outcome = run(request, files, &folder, socket, &mut outbox);
            let temporary = Path::new(&request.temporary);
            unlock_parents(&folder, temporary);
            if let Some(own) = &request.folder {
                unlock_parents(Path::new(own), temporary);
            }
            // Removing an empty folder takes almost no time. Removing any other folder may take
            // long, so the replies are sent first.
            if fs::remove_dir(&folder).is_err() {
                drop(socket.write_all(&mem::take(&mut outbox)));
                remove_folder(&folder);
            }
            outcome?;
            outbox.extend(packed(&Reply::Clean)?);
        }
        Err(error) => {
            let why = no_folder(Path::new(&request.temporary), &words_of(&error));
            outbox.extend(packed(&Reply::Failed(why))?);
        }
    }
    socket.write_all(&outbox)?;
    message::receive_stop(socket)
}

fn run(
    request: &Request,
    files: [OwnedFd; 2],
    folder: &Path,
    mut socket: &UnixStream,
    outbox: &mut Vec<u8>,
) -> io::Result<()> {
    let mut program = match Program::start(request, files, folder) {
        Ok(program) => program,
        Err(Unstarted::Program(error)) => {
            let end = with_tip(Ending::CannotStart(words_of(&error)), request);
            outbox.extend(packed(&Reply::Ended(Some(end), Duration::ZERO))?);
            outbox.extend(packed(&Reply::Rest(Duration::ZERO, Vec::new()))?);
            return Ok(());
        }
        Err(Unstarted::Machine(error)) => {
            outbox.extend(packed(&Reply::Failed(error.to_string()))?);
            return Ok(());
        }
    };
    let end = match program.watch(socket) {
        Ok((end, wall)) => Reply::Ended(end, wall),
        Err(error) => Reply::Failed(error.to_string()),
    };
    outbox.extend(packed(&end)?);
    if !processes::has_reaped_all() {
        // Ending the remaining processes may take long, so the replies are sent first. If sending
        // fails, the main process has closed the socket, and the run ends anyway.
        drop(socket.write_all(&mem::take(outbox)));
    }
    let (cpu, stderr_tail) = program.finish();
    outbox.extend(packed(&Reply::Rest(cpu, stderr_tail))?);
    Ok(())
}

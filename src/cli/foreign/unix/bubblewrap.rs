//! The sandbox of bubblewrap, a program that makes sandboxes on Linux. Chooses the files that a
//! program in the sandbox sees, and finds out how this program ended.
//!
//! A program in the sandbox sees:
//! - `/usr`, and the folders of programs and libraries beside `/usr`,
//! - a few files of `/etc`,
//! - the harmless devices,
//! - usually the folder in which it starts,
//! - the files that the command names.
//!
//! At `/tmp`, `/var/tmp` (its `TMPDIR`) and `/dev/shm` the program has its own new folders. It has
//! no network and no capabilities, and sees only its own processes.
//!
//! Bubblewrap waits until the limits are set, and then starts the program. It reports the exit
//! status over a pipe that the program cannot reach. If bubblewrap exits without this report, the
//! program was never started.

use super::super::process::words_of;
use super::super::{full, real};
use super::calls;
use super::message::Request;
use super::report::{exited, signalled};
use broadside::ports::programs::Ending;
use rustix::io::{FdFlags, fcntl_setfd, ioctl_fionbio};
use rustix::process::Pid;
use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, BufRead as _, BufReader, PipeReader, PipeWriter, Read as _};
use std::os::fd::{AsFd as _, AsRawFd as _, OwnedFd};
use std::path::{Path, PathBuf};

/// The environment variables of a program in the bubblewrap or the Landlock sandbox. The command
/// can add variables, and can replace these except `TMPDIR`. Landlock sets another `TMPDIR`.
pub(super) const ENVIRONMENT: [(&str, &str); 3] =
    [("PATH", "/usr/local/bin:/usr/bin:/bin"), ("LANG", "C.UTF-8"), ("TMPDIR", "/var/tmp")];

/// Folders of programs and libraries beside `/usr`. On most systems they are links into `/usr`.
pub(super) const PROGRAM_FOLDERS: [&str; 6] =
    ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/// Files and folders of `/etc` that the compilers and interpreters of programming courses read.
const ETC_FILES: [&str; 7] = [
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/alternatives",
    "/etc/localtime",
    // Node does not start if one of these files exists and cannot be read.
    "/etc/ssl/openssl.cnf",
    "/etc/pki/tls/openssl.cnf",
];

/// Other folders of `/etc` are shown if their names begin with one of these words. Without
/// `/etc/java-17-openjdk`, for example, Java cannot compile.
const INTERPRETERS: [&str; 5] = ["java", "python", "perl", "mono", "dotnet"];

/// Folders that may hold files of many users, so a program does not see them as a whole.
const SHARED_FOLDERS: [&str; 8] =
    ["/", "/etc", "/home", "/root", "/run", "/tmp", "/var", "/var/tmp"];

/// The temporary folders of a run: the name of each in the folder of the run, and the path at which
/// the program sees it.
const RUN_FOLDERS: [(&str, &str); 3] = [("tmp", "/tmp"), ("own", "/var/tmp"), ("shm", "/dev/shm")];

/// A process of bubblewrap that runs a program. It writes reports to `status`, and starts the
/// program after a byte from `gate`.
#[derive(Debug)]
pub(super) struct Bubblewrap {
    status: BufReader<PipeReader>,
    gate: PipeWriter,
    /// What bubblewrap inherits: its ends of both pipes, and the filter of system calls if there is
    /// one. `None` after bubblewrap has started.
    inherited: Option<(PipeReader, PipeWriter, Option<OwnedFd>)>,
}

impl Bubblewrap {
    pub(super) fn new() -> io::Result<Self> {
        let ((their_gate, gate), (status, their_status)) = (io::pipe()?, io::pipe()?);
        let calls = calls::filter_file().transpose()?;
        let calls_end = calls.as_ref().map(OwnedFd::as_fd);
        for end in [their_gate.as_fd(), their_status.as_fd()].into_iter().chain(calls_end) {
            fcntl_setfd(end, FdFlags::empty())?;
        }
        let inherited = Some((their_gate, their_status, calls));
        Ok(Self { status: BufReader::new(status), gate, inherited })
    }

    pub(super) fn words(&self, request: &Request, run: &Path) -> io::Result<Vec<OsString>> {
        let mut words = view(request, run)?;
        if let Some((gate, status, calls)) = &self.inherited {
            let calls = calls.as_ref().map(|calls| ("--seccomp", calls.as_raw_fd()));
            let pipes =
                [("--block-fd", gate.as_raw_fd()), ("--json-status-fd", status.as_raw_fd())];
            let ends = pipes.into_iter().chain(calls);
            words.extend(ends.flat_map(|(name, end)| [name.into(), end.to_string().into()]));
        }
        words.push("--".into());
        words.extend(request.words.iter().cloned());
        Ok(words)
    }

    /// Returns the process that will start the program, or `None` if bubblewrap has ended.
    pub(super) fn wait(&mut self) -> io::Result<Option<Pid>> {
        self.inherited = None;
        let mut line = String::new();
        self.status.read_line(&mut line)?;
        match number_after("\"child-pid\":", &line).and_then(Pid::from_raw) {
            None if !line.is_empty() => {
                Err(io::Error::other("bubblewrap does not report the process of the program"))
            }
            inner => Ok(inner),
        }
    }

    /// Lets bubblewrap start the program.
    pub(super) fn open(&mut self) -> io::Result<()> {
        io::Write::write_all(&mut self.gate, b".")
    }

    fn read_reports(&mut self) -> io::Result<String> {
        ioctl_fionbio(self.status.get_ref(), true)?;
        let mut bytes = Vec::new();
        match self.status.read_to_end(&mut bytes) {
            Err(error) if error.kind() != io::ErrorKind::WouldBlock => Err(error),
            _ => Ok(String::from_utf8_lossy(&bytes).into_owned()),
        }
    }

    /// Returns how the program ended. `end` is how bubblewrap itself ended. Fails if bubblewrap
    /// failed before it could start the program.
    pub(super) fn ending_of_program(&mut self, end: Ending, stderr: &[u8]) -> io::Result<Ending> {
        let status = self.read_reports()?;
        match number_after("\"exit-code\":", &status) {
            // Bubblewrap reports a signal as 128 plus the number of the signal, like a shell.
            Some(code @ 129..=192) => return Ok(signalled(code - 128)),
            Some(code) => return Ok(exited(code)),
            None if !matches!(end, Ending::Exited(_)) => return Ok(end),
            None => {}
        }
        let stderr = String::from_utf8_lossy(stderr);
        let last = stderr.lines().rev().find_map(|line| line.strip_prefix("bwrap: "));
        match last.map(|line| (line, line.starts_with("execvp "))) {
            Some((line, true)) => {
                let reason = line.rsplit(": ").next().unwrap_or(line);
                Ok(Ending::CannotStart(reason.to_lowercase()))
            }
            Some((line, false)) => Err(io::Error::other(format!("bubblewrap: {line}"))),
            None => Err(io::Error::other("bubblewrap does not work here")),
        }
    }
}

fn number_after(name: &str, json: &str) -> Option<i32> {
    let rest = json.split_once(name)?.1.trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

fn mount(how: &str, from: impl AsRef<OsStr>, to: impl AsRef<OsStr>) -> [OsString; 3] {
    [how.into(), from.as_ref().to_owned(), to.as_ref().to_owned()]
}

/// Returns the first words of the bubblewrap command. They separate the program from the rest of
/// the system, and decide which files it sees. A later mount covers an earlier one.
fn view(request: &Request, run: &Path) -> io::Result<Vec<OsString>> {
    let current = env::current_dir()?;
    let folder = request.folder.as_ref().map_or_else(|| current.clone(), |own| current.join(own));
    let command =
        "bwrap --unshare-all --unshare-user --new-session --die-with-parent --cap-drop ALL";
    let mut words: Vec<_> = command.split(' ').map(OsString::from).collect();
    words.extend(system());
    // A home folder below a path of `RUN_FOLDERS` is covered by the folder that is mounted there.
    let is_covered =
        |home: &OsString| RUN_FOLDERS.iter().any(|(_, own)| Path::new(home).starts_with(own));
    let home = home().filter(|home| !is_covered(home));
    let emptied: Vec<_> = ["/run".into()].into_iter().chain(home).collect();
    words.extend(emptied.iter().flat_map(|folder| ["--tmpfs".into(), folder.clone()]));
    for (name, place) in RUN_FOLDERS {
        fs::create_dir(run.join(name))?;
        words.extend(mount("--bind", run.join(name), place));
    }
    if sees_all(request, &folder) {
        let how = if request.folder.is_some() { "--bind" } else { "--ro-bind" };
        words.extend(mount(how, &folder, &folder));
    } else {
        words.extend(["--dir".into(), folder.clone().into_os_string()]);
    }
    words.extend(covers(&folder, secrets(request, &folder)));
    let named = named(request, &folder);
    words.extend(named.iter().flat_map(|file| mount("--ro-bind", file, file)));
    let read_only = ["/proc".into(), "/dev".into()].into_iter().chain(emptied).chain(["/".into()]);
    words.extend(read_only.flat_map(|place| ["--remount-ro".into(), place]));
    words.extend(["--chdir".into(), folder.into_os_string()]);
    Ok(words)
}

fn system() -> Vec<OsString> {
    let mut words: Vec<_> = mount("--ro-bind", "/usr", "/usr").into();
    for place in PROGRAM_FOLDERS.map(Path::new) {
        match fs::read_link(place) {
            Ok(target) => words.extend(mount("--symlink", target, place)),
            Err(_) => words.extend(mount("--ro-bind-try", place, place)),
        }
    }
    words.extend(etc_entries().iter().flat_map(|file| mount("--ro-bind-try", file, file)));
    words.extend(["--proc", "/proc", "--dev", "/dev"].map(OsString::from));
    words
}

pub(super) fn etc_entries() -> Vec<PathBuf> {
    let is_read = |path: &PathBuf| {
        let name = path.file_name().map(OsStr::as_encoded_bytes).unwrap_or_default();
        path.is_dir() && INTERPRETERS.iter().any(|kind| name.starts_with(kind.as_bytes()))
    };
    let entries = fs::read_dir("/etc").into_iter().flatten().flatten().map(|entry| entry.path());
    ETC_FILES.map(PathBuf::from).into_iter().chain(entries.filter(is_read)).collect()
}

fn home() -> Option<OsString> {
    let home = env::var_os("HOME").map(PathBuf::from);
    let home = home.filter(|home| home.is_absolute() && home.parent().is_some() && home.is_dir());
    home.map(PathBuf::into_os_string)
}

/// Whether a program sees all files of its folder. Always true if the command sets the folder.
/// Otherwise false if the folder holds the home folder, may hold files of other users, or is
/// hidden.
pub(super) fn sees_all(request: &Request, folder: &Path) -> bool {
    let is_shared = || SHARED_FOLDERS.iter().any(|shared| folder == Path::new(shared));
    let has_home = || home().is_some_and(|home| Path::new(&home).starts_with(folder));
    let is_hidden = || hidden(request).any(|path| real(folder).starts_with(path));
    request.folder.is_some() || !(is_shared() || has_home() || is_hidden())
}

fn hidden(request: &Request) -> impl Iterator<Item = PathBuf> {
    request.hidden.iter().filter_map(|path| fs::canonicalize(path).ok())
}

/// Returns the words that hide the secrets. If a link in the path of `folder` makes a secret
/// visible at another path, the secret is hidden there too.
fn covers(folder: &Path, secrets: BTreeSet<PathBuf>) -> Vec<OsString> {
    let real_folder = real(folder);
    let system = PROGRAM_FOLDERS.map(Path::new).into_iter().chain([Path::new("/usr")]);
    let shown = system.map(|place| (place, place)).chain([(&*real_folder, folder)]);
    let shown: Vec<_> = shown.collect();
    let visible_paths = |own: PathBuf| {
        let path = |(real, seen): &(&Path, &Path)| Some(seen.join(own.strip_prefix(real).ok()?));
        shown.iter().filter_map(path).collect::<BTreeSet<_>>()
    };
    secrets.into_iter().flat_map(visible_paths).flat_map(cover).collect()
}

fn cover(path: PathBuf) -> Vec<OsString> {
    if path.is_dir() {
        let path = path.into_os_string();
        return vec!["--tmpfs".into(), path.clone(), "--remount-ro".into(), path];
    }
    mount("--ro-bind", "/dev/null", path).into()
}

/// Returns the secrets: the real paths of our own binaries, and of the files and folders that the
/// request hides. From our own binaries a program could get the right answers. Leaves out paths
/// that contain `folder`, and paths inside another secret.
pub(super) fn secrets(request: &Request, folder: &Path) -> BTreeSet<PathBuf> {
    let folder = real(folder);
    let all = own_binaries().into_iter().chain(hidden(request));
    let all: BTreeSet<_> = all.filter(|path| !folder.starts_with(path)).collect();
    let is_covered = |path: &PathBuf| path.ancestors().skip(1).any(|outer| all.contains(outer));
    all.iter().filter(|path| !is_covered(path)).cloned().collect()
}

fn own_binaries() -> BTreeSet<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let installed = env::split_paths(&path).map(|folder| folder.join(env!("CARGO_PKG_NAME")));
    let all = env::current_exe().into_iter().chain(installed);
    all.filter_map(|own| fs::canonicalize(own).ok()).filter(|own| own.is_file()).collect()
}

/// Returns the files that the command names, except those that the program sees in `folder` anyway,
/// and those in `/proc`.
pub(super) fn named(request: &Request, folder: &Path) -> Vec<PathBuf> {
    let is_all_shown = sees_all(request, folder);
    let is_path = |word: &&OsString| !is_all_shown || word.as_encoded_bytes().contains(&b'/');
    let files = request.words.iter().filter(is_path).map(|word| full(&folder.join(word)));
    let files = files.filter(|file| !(is_all_shown && file.starts_with(folder)));
    files.filter(|file| !file.starts_with("/proc") && file.is_file()).collect()
}

pub(super) fn missing(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("bubblewrap (`bwrap`): {}", words_of(error)))
}

#[cfg(test)]
mod tests {
    use super::super::super::sandbox::Sandbox;
    use super::*;

    fn request(folder: Option<&str>) -> Request {
        Request {
            words: vec!["./ships".into(), "/etc/passwd".into()],
            folder: folder.map(OsString::from),
            environment: Vec::new(),
            temporary: "/tmp".into(),
            sandbox: Sandbox::Bubblewrap,
            hidden: Vec::new(),
            time: None,
            memory: None,
        }
    }

    #[test]
    fn only_a_folder_that_the_command_sets_can_be_written() {
        let line = |folder| {
            let run = tempfile::tempdir().unwrap();
            let words = view(&request(folder), run.path()).unwrap();
            words.join(" ".as_ref()).into_string().unwrap()
        };
        let current = env::current_dir().unwrap();
        let [ours, own] =
            [current.clone(), current.join("src")].map(|path| path.display().to_string());
        assert!(line(None).contains(&format!(" --ro-bind {ours} {ours} ")));
        assert!(line(Some("src")).contains(&format!(" --bind {own} {own} ")));
        assert!(line(None).contains(" --ro-bind /etc/passwd /etc/passwd "), "the command names it");
    }

    /// A file above the folder once counted as a file in this folder.
    #[test]
    fn a_file_above_the_folder_is_shown() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("here");
        fs::create_dir(&folder).unwrap();
        let file = parent.path().join("ships.py");
        fs::write(&file, "").unwrap();
        let words = vec!["python3".into(), "../ships.py".into()];
        assert_eq!(named(&Request { words, ..request(None) }, &folder), [file]);
    }

    #[test]
    fn our_own_binary_is_hidden_behind_a_symbolic_link_too() {
        let (own, place) = (env::current_exe().unwrap(), tempfile::tempdir().unwrap());
        let link = place.path().join("link");
        std::os::unix::fs::symlink(own.parent().unwrap(), &link).unwrap();
        let seen = link.join(own.file_name().unwrap()).into_os_string();
        assert!(covers(&link, secrets(&request(None), &link)).contains(&seen));
    }

    fn reporting(status: &str) -> Bubblewrap {
        let mut bubblewrap = Bubblewrap::new().unwrap();
        let (_, pipe, _) = bubblewrap.inherited.as_mut().unwrap();
        io::Write::write_all(pipe, status.as_bytes()).unwrap();
        bubblewrap
    }

    /// Bubblewrap reports the process of the program as `child-pid`. A report without `child-pid`
    /// is an error: otherwise the program would never start, and the run would last until its time
    /// limit.
    #[test]
    fn bubblewrap_must_report_the_process_of_the_program() {
        let process = |status| reporting(status).wait().map(|pid| pid.map(Pid::as_raw_pid)).ok();
        let reports = ["", "{ \"child-pid\": 7 }\n", "{ \"pid\": 7 }\n"];
        assert_eq!(reports.map(process), [Some(None), Some(Some(7)), None]);
    }

    #[test]
    fn failures_of_the_program_and_of_bubblewrap_are_told_apart() {
        let ending = |status: &str, stderr: &[u8]| {
            let mut bubblewrap = reporting(status);
            bubblewrap.inherited = None;
            let ending = bubblewrap.ending_of_program(Ending::Exited(1), stderr);
            ending.map_err(|error| error.to_string())
        };
        let ran = "{ \"child-pid\": 7 }\n{ \"exit-code\": 1 }\n";
        let faked = b"bwrap: execvp ./x: No such file or directory\n";
        assert_eq!(ending(ran, faked), Ok(Ending::Exited(1)));
        assert_eq!(
            ending(&ran.replace("e\": 1", "e\": 139"), b""),
            Ok(Ending::Signal("SIGSEGV".into()))
        );
        let unstarted = Ending::CannotStart("no such file or directory".to_owned());
        assert_eq!(ending("{ \"child-pid\": 7 }\n", faked), Ok(unstarted));
        let refused = ending("", b"bwrap: No permissions to create new namespace\n");
        assert_eq!(refused, Err("bubblewrap: No permissions to create new namespace".to_owned()));
    }
}

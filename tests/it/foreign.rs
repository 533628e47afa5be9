//! Runs hostile programs. Each run must end in time with the right cause, and must leave no
//! processes or files.

// The module of the binary is included here, so that the tests can call it directly.
#[path = "../../src/cli/foreign/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "some items are used only by the binary, for example as a supervisor"
)]
mod real;

#[cfg(target_os = "linux")]
mod closed;
#[cfg(target_os = "linux")]
mod landlock;

use crate::harness::{
    self, BINARY, Folder, Texts as _, broadside, make_pipe, names, processes_with, read,
};
use crate::skip::{skip, skip_for_this_user};
use broadside::Cancel;
use broadside::ports::programs::{
    Answer, Command, Dialogue, Dialogues as _, Ended, Ending, Limits, Programs as _, Run,
};
use real::{Foreign, Hidden, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit of programs that do not end by themselves.
const SHORT: Duration = Duration::from_millis(200);

/// The time limit of programs that end by themselves. It is long enough for a busy machine.
const LONG: Duration = Duration::from_mins(2);

/// A run may exceed its time limit by this duration, or by the limit itself if that is longer.
const LATE: Duration = Duration::from_millis(500);

/// A temporary folder for the runs of a test. The path of the folder marks the processes and files
/// of these runs.
struct RunFolder(Folder);

impl RunFolder {
    fn new() -> Self {
        Self(Folder::new())
    }

    fn foreign() -> Foreign {
        Foreign::new(BINARY.into(), Hidden::default(), Cancel::default())
    }

    fn command(&self, words: &[&str]) -> Command {
        self.0.make("folder");
        let folder = self.0.at("folder");
        let environment = [("TMPDIR", self.0.path()), ("BROADSIDE_YARD", self.0.path())]
            .map(|(name, value)| (OsString::from(name), value.into()));
        Command { folder: Some(folder), environment: environment.into(), ..Command::new(words) }
    }

    #[track_caller]
    fn run(&self, script: &str, time: Duration) -> Ended {
        self.run_within(&["sh", "-c", script], within(time))
    }

    #[track_caller]
    fn run_within(&self, words: &[&str], limits: Limits) -> Ended {
        let command = self.command(words);
        let ended = Self::foreign().run(&Run { command: &command, input: b"ahoy\n", limits });
        self.assert_clean();
        ended.expect("no failure of the system")
    }

    /// Returns a command for our binary, which runs in the folder of a program. The words of the
    /// command are `words` and then `script`.
    fn broadside(&self, words: &str, script: &str) -> Process {
        let Command { folder, environment, .. } = self.command(&[]);
        let mut command = broadside();
        command.args(words.split(' ')).arg(script).envs(environment);
        command.current_dir(folder.expect("a folder"));
        command
    }

    #[track_caller]
    fn assert_clean(&self) {
        assert_eq!(self.processes(), Vec::<String>::new(), "left running");
        assert_eq!(self.files(), Vec::<String>::new(), "left behind");
    }

    /// Returns the names of the files beside the folder in which the program runs.
    fn files(&self) -> Vec<String> {
        names(self.0.path()).into_iter().filter(|name| name != "folder").collect()
    }

    /// Returns the command lines of the processes that were started for this folder and still run.
    fn processes(&self) -> Vec<String> {
        let ours = processes_with("BROADSIDE_YARD", self.0.path()).into_iter();
        let ours = ours.map(|folder| fs::read(folder.join("cmdline")).unwrap_or_default());
        ours.map(|words| String::from_utf8_lossy(&words).into_owned()).collect()
    }
}

fn within(time: Duration) -> Limits {
    Limits { time: Some(time), ..Limits::default() }
}

/// Calls `attempt` with longer and longer time limits until it succeeds. On a busy machine, a
/// program may do nothing within a short limit.
fn retry_with_longer_limits<T>(attempt: impl Fn(Duration) -> Option<T>) -> Option<T> {
    [1, 5, 25, 100].into_iter().find_map(|times| attempt(SHORT * times))
}

/// Checks that a program that never ends reaches its time limit, and that its output up to then is
/// kept.
#[track_caller]
fn check_timeout_with_output(script: &str, printed: &str) {
    let in_time = |limit| {
        let start = Instant::now();
        let ended = RunFolder::new().run(script, limit);
        assert_eq!(ended.ending, Ending::Timeout);
        let is_late = start.elapsed() > limit + LATE.max(limit);
        (!is_late && ended.stdout == printed.as_bytes()).then_some(())
    };
    retry_with_longer_limits(in_time).expect("an end soon after the limit");
}

#[track_caller]
fn check_timeout(script: &str) {
    check_timeout_with_output(script, "");
}

#[track_caller]
fn check(script: &str, ending: &Ending) -> Ended {
    let ended = RunFolder::new().run(script, LONG);
    assert_eq!(&ended.ending, ending);
    assert!(ended.wall < LONG, "the program ended by itself");
    ended
}

#[test]
fn a_program_gets_its_input_and_gives_its_output_and_status() {
    let ended = check("cat; echo no >&2; exit 3", &Ending::Exited(3));
    assert_eq!((&*ended.stdout, &*ended.stderr_tail), (&b"ahoy\n"[..], &b"no\n"[..]));
}

#[test]
fn programs_that_never_end_reach_their_time_limit() {
    check_timeout("sleep 1000");
    check_timeout("while :; do :; done");
    check_timeout("trap '' TERM INT HUP; while :; do sleep 1000; done");
    check_timeout("exec >&- 2>&-; sleep 1000");
    check_timeout("kill -STOP $$");
    check_timeout("cat /dev/zero >&2");
}

#[test]
fn output_before_the_time_limit_is_kept() {
    check_timeout_with_output("printf 'INVALID OPER'; sleep 1000", "INVALID OPER");
}

#[test]
fn a_flood_is_stopped_at_the_limit_of_output() {
    let ended = check("cat /dev/zero", &Ending::Output);
    assert_eq!(ended.stdout.len(), Limits::default().output);
    check("head -c 1048577 /dev/zero", &Ending::Output);
    check("head -c 1048577 /dev/zero; sleep 1000", &Ending::Output);
    check("head -c 1048576 /dev/zero", &Ending::Exited(0));
}

#[test]
fn signals_have_their_names() {
    for name in [
        "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "PIPE",
        "ALRM", "TERM", "SYS", "XFSZ",
    ] {
        let ending = Ending::Signal(format!("SIG{name}").into());
        check(&format!("kill -{name} $$"), &ending);
    }
    check("kill -XCPU $$", &Ending::Signal("SIGXCPU".into()));
    #[cfg(target_os = "linux")]
    check("kill -63 $$", &Ending::Signal("SIG63".into()));
}

#[test]
fn no_core_is_written() {
    let run_folder = RunFolder::new();
    let ended = run_folder.run("ulimit -c unlimited; kill -SEGV $$", LONG);
    assert_eq!(ended.ending, Ending::Signal("SIGSEGV".into()));
    assert_eq!(names(&run_folder.0.at("folder")), [""; 0]);
}

#[test]
fn processes_that_fork_twice_or_leave_the_session_end_with_the_run() {
    check("setsid sh -c '(sleep 1000 &) & sleep 1000 &' & exit 0", &Ending::Exited(0));
    check("(trap '' TERM HUP; sleep 1000; sleep 1000) & echo done", &Ending::Exited(0));
    check_timeout("setsid sh -c 'sleep 1000 & sleep 1000' & sleep 1000");
}

/// The supervisor, our process that watches the run, is the parent process of the program.
#[test]
fn a_program_that_kills_or_stops_its_supervisor_is_blamed() {
    let killed = Ending::Signal("SIGKILL".into());
    assert_eq!(check("echo first; kill -KILL $PPID; sleep 1000", &killed).stdout, b"first\n");
    check_timeout("kill -STOP $PPID; sleep 1000");
    check("kill -STOP $PPID; cat /dev/zero", &Ending::Output);
}

#[test]
fn a_grandchild_that_keeps_the_pipes_open_delays_nothing() {
    assert_eq!(check("sleep 1000 & echo over", &Ending::Exited(0)).stdout, b"over\n");
}

#[test]
fn a_small_fork_bomb_ends() {
    check_timeout("n() { [ $1 = 0 ] || { n $(($1 - 1)) & n $(($1 - 1)); }; sleep 1000; }; n 6");
    check_timeout(
        "b() { setsid sh -c 'sleep 1000' & }; while [ ${i:=0} -lt 40 ]; do b; i=$((i + 1)); done; sleep 1000",
    );
}

#[test]
fn more_than_512_threads_are_too_much_memory() {
    let bomb =
        "b() { sleep 1000 & }; while [ ${i:=0} -lt 700 ]; do b; i=$((i + 1)); done; sleep 1000";
    check(bomb, &Ending::Memory);
}

/// While the supervisor sleeps, a fork bomb could start thousands of processes. So the kernel has
/// to limit their number.
#[test]
fn the_kernel_counts_the_processes_of_a_run() {
    let script =
        "grep -o broadside-.* /proc/self/cgroup; sed -n 's/^Max processes *//p' /proc/self/limits";
    let told = String::from_utf8(check(script, &Ending::Exited(0)).stdout).expect("text");
    if rustix::process::geteuid().is_root() && !told.contains("broadside-") {
        return skip("the superuser has no control groups here");
    }
    let limit = told.lines().last().and_then(|line| line.split(' ').next()?.parse::<u64>().ok());
    assert!(told.contains("broadside-") || limit.is_some(), "{told}");
    let groups = fs::read_to_string("/proc/self/cgroup").expect("our groups");
    assert!(!groups.contains("broadside-"), "ours: {groups}");
}

#[test]
fn too_much_memory_is_reported() {
    let limits = Limits { time: Some(LONG), memory: Some(64 << 20), ..Limits::default() };
    // `tail` keeps the whole endless line in memory.
    let ended = RunFolder::new().run_within(&["sh", "-c", "tail -n1 /dev/zero & wait"], limits);
    assert_eq!(ended.ending, Ending::Memory);
    let ended = RunFolder::new().run_within(&["true"], limits);
    assert_eq!(ended.ending, Ending::Exited(0));
}

#[test]
fn programs_that_cannot_start_are_reported() {
    let ending =
        |words: &[&str]| RunFolder::new().run_within(words, Limits::default()).ending.to_string();
    assert_eq!(ending(&["./missing"]), "cannot start: no such file or directory");
    assert_eq!(ending(&["/"]), "cannot start: permission denied");
    assert_eq!(ending(&[""]), "cannot start: no such file or directory");
}

#[test]
#[cfg(unix)]
fn a_file_that_is_no_program_gets_a_tip() {
    use std::os::unix::fs::PermissionsExt as _;
    let ending = |word: &str, mode| {
        let folder = RunFolder::new();
        let command = folder.command(&[word]);
        let path = command.folder.as_ref().expect("a folder").join("bot.py");
        fs::write(&path, "print(1)\n").expect("a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
        let run = Run { command: &command, input: b"", limits: Limits::default() };
        RunFolder::foreign().run(&run).expect("a run").ending.to_string()
    };
    for (word, mode, tip) in [
        ("bot.py", 0o755, "directory; for the file in this folder, write `./bot.py`"),
        ("./bot.py", 0o644, "denied; the file is not executable: `chmod +x ./bot.py` makes it so"),
        ("./bot.py", 0o755, "error; its first line does not name an interpreter"),
    ] {
        let told = ending(word, mode);
        assert!(told.contains(tip), "{told}");
    }
}

#[test]
fn a_run_has_an_empty_temporary_folder_that_is_removed() {
    let script = "ls -A $TMPDIR; mkdir -p $TMPDIR/a/b; touch $TMPDIR/a/b/c; chmod 0 $TMPDIR/a";
    assert_eq!(check(script, &Ending::Exited(0)).stdout, b"");
}

#[test]
fn only_the_end_of_standard_error_is_kept() {
    let script = "head -c 300000 /dev/zero | tr '\\0' x >&2; echo end >&2";
    let ended = check(script, &Ending::Exited(0));
    assert_eq!(ended.stderr_tail.len(), 4096);
    assert!(ended.stderr_tail.ends_with(b"xend\n"));
}

#[test]
fn processor_time_is_measured() {
    let busy = "i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done";
    let ended = check(busy, &Ending::Exited(0));
    assert!(ended.cpu > Duration::ZERO && ended.wall > Duration::ZERO);
}

#[test]
fn runs_end_when_the_stop_flag_is_set() {
    let run_folder = RunFolder::new();
    let gate = start_pipe(&run_folder);
    let stop = Cancel::default();
    let foreign = Foreign::new(BINARY.into(), Hidden::default(), stop.clone());
    let command = run_folder.command(&["sh", "-c", "echo > gate; sleep 1000"]);
    thread::scope(|scope| {
        let run = Run { command: &command, input: b"", limits: within(LONG) };
        let foreign = &foreign;
        let running = scope.spawn(move || foreign.run(&run));
        fs::read(&gate).expect("a start");
        assert_ne!(run_folder.processes(), Vec::<String>::new());
        stop.set();
        let error = running.join().expect("no panic").expect_err("no outcome");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    });
    run_folder.assert_clean();
}

/// Creates a named pipe. The program writes to the pipe when it has started, and the test waits for
/// this.
fn start_pipe(run_folder: &RunFolder) -> PathBuf {
    let gate = run_folder.0.at("folder/gate");
    run_folder.0.make("folder");
    make_pipe(&gate);
    gate
}

#[test]
fn a_sandbox_can_be_words_before_the_command() {
    let run_folder = RunFolder::new();
    let sandbox = Sandbox::Prefix(["env", "FLAG=up"].map(OsString::from).into());
    let command = run_folder.command(&["sh", "-c", "echo $FLAG"]);
    let run = Run { command: &command, input: b"", limits: Limits::default() };
    let ended = RunFolder::foreign().inside(sandbox).run(&run).expect("a run");
    assert_eq!(ended.stdout, b"up\n");
}

/// Returns a way to run programs in a sandbox. If the sandbox does not work, reports a skipped test
/// and returns `None`.
fn working(sandbox: Sandbox) -> Option<Foreign> {
    let inside = RunFolder::foreign().inside(sandbox);
    match inside.try_sandbox() {
        Ok(()) => Some(inside),
        Err(error) => {
            skip(&error.to_string());
            None
        }
    }
}

fn bubblewrap() -> Option<Foreign> {
    working(Sandbox::Bubblewrap)
}

/// Checks what a script prints in a sandbox, standard error included.
#[track_caller]
fn check_in(sandbox: Sandbox, script: &str, expected: &str) {
    let Some(inside) = working(sandbox) else { return };
    let run_folder = RunFolder::new();
    let command = run_folder.command(&["sh", "-c", &format!("exec 2>&1; {script}")]);
    let run = Run { command: &command, input: b"ahoy\n", limits: within(LONG) };
    let ended = inside.run(&run).expect("a run");
    assert_eq!(String::from_utf8_lossy(&ended.stdout), expected, "{ended:?}");
    run_folder.assert_clean();
}

#[track_caller]
fn check_in_bubblewrap(script: &str, expected: &str) {
    check_in(Sandbox::Bubblewrap, script, expected);
}

#[test]
fn a_program_in_a_sandbox_can_write_only_to_its_own_folders() {
    let script = "cat; for f in / /usr /etc /run /dev /proc/self/comm $PWD /tmp $TMPDIR /dev/shm; do \
                  [ -d $f ] && f=$f/x; (echo > $f) 2>/dev/null && echo ${f#$PWD/}; done; \
                  ls $TMPDIR /dev/shm";
    let written = "ahoy\nx\n/tmp/x\n/var/tmp/x\n/dev/shm/x\n/dev/shm:\nx\n\n/var/tmp:\nx\n";
    check_in_bubblewrap(script, written);
}

/// Only programs, libraries and settings are visible in the sandbox. Home folders, sockets and
/// other folders are not.
#[test]
fn a_sandbox_shows_no_files_of_anyone() {
    let run_folder = RunFolder::new();
    run_folder.0.write("secret", "secret");
    let script = format!(
        "ls /run /root /home/* /mnt /srv /sys /etc/passwd /etc/shadow {} 2>/dev/null",
        run_folder.0.word("secret")
    );
    check_in_bubblewrap(&format!("{script} | grep -v -e ':$' -e '^$'"), "");
}

/// Regression: files that the caller of `broadside` had open were open in the sandbox too.
#[test]
fn a_sandbox_has_no_open_files_of_the_caller() {
    let run_folder = RunFolder::new();
    run_folder.0.write("log", "secret\n");
    let files = ["log", ""].map(|name| {
        let path = run_folder.0.at(name);
        let file = fs::File::open(path).expect("an open file");
        rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).expect("kept open");
        file
    });
    let [log, folder] = files.each_ref().map(std::os::fd::AsRawFd::as_raw_fd);
    let script =
        format!("(cat <&{log}; ls -d /proc/self/fd/{log} /proc/self/fd/{folder}) 2>/dev/null; cat");
    for sandbox in [Sandbox::Bubblewrap, Sandbox::Landlock] {
        check_in(sandbox, &script, "ahoy\n");
    }
}

/// Regression: a program left many file descriptors unreceived in its sockets. Then the system did
/// not send descriptors to the supervisor of the next program, and the grading of a class ended.
#[test]
fn a_program_has_a_lower_limit_of_open_files_than_broadside() {
    for sandbox in [Sandbox::None, Sandbox::Bubblewrap, Sandbox::Landlock] {
        check_in(sandbox, "[ $(ulimit -Hn) -le 1024 ] && cat", "ahoy\n");
    }
}

#[test]
fn a_sandbox_shows_programs_and_settings() {
    let known = "bin dev etc home lib lib32 lib64 libx32 proc root run sbin tmp usr var alternatives ld.so.cache \
                 ld.so.conf ld.so.conf.d localtime pki ssl";
    let known = known.replace(' ', " -e ");
    let script = format!(
        "(ls /; ls /etc; [ ! -d /etc/ssl ] || ls /etc/ssl) | grep -v -x -e {known} -e openssl.cnf | \
         grep -v -e ^java -e ^python -e ^perl -e ^mono -e ^dotnet"
    );
    check_in_bubblewrap(&script, "");
}

#[test]
fn a_sandbox_has_no_capabilities_and_no_system_settings() {
    let script = "grep Cap /proc/self/status | cut -f2 | sort -u; \
                  for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/vm/drop_caches; do \
                  (: >> $f) 2>/dev/null && echo $f can be written; done; \
                  mount -t tmpfs none /tmp 2>/dev/null && echo mounted; true";
    check_in_bubblewrap(script, "0000000000000000\n");
}

#[test]
fn a_sandbox_has_no_network() {
    check_in_bubblewrap(
        "grep -c : /proc/net/dev; grep -v lo: /proc/net/dev | grep -c : ",
        "1\n0\n",
    );
    // Family 40 is the socket family between a virtual machine and its host.
    let script = "import socket\ntry: socket.socket(40, 1)\nexcept OSError: print('none')";
    check_in_bubblewrap(&format!("exec python3 -c \"{script}\""), "none\n");
}

#[test]
fn a_sandbox_has_an_environment_of_its_own() {
    let expected = "LANG=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin\nTMPDIR=/var/tmp\n";
    check_in_bubblewrap("env | grep -v -e ^PWD= -e ^BROADSIDE_YARD= | sort", expected);
}

#[test]
fn a_sandbox_shows_no_other_processes_and_no_supervisor() {
    check_in_bubblewrap(
        "ls /proc | grep -c '^[0-9]*$' | tr 1-9 y | cut -c1; kill -KILL $PPID -1 2>/dev/null; echo on",
        "y\non\n",
    );
}

#[test]
fn a_sandbox_holds_at_most_64_processes() {
    if rustix::process::geteuid().is_root() {
        return skip_for_this_user("the kernel does not count the superuser's processes");
    }
    let script = "i=0; while [ $i -lt 90 ]; do sleep 1000 & i=$((i + 1)); done; echo all";
    check_in_bubblewrap(&format!("({script}) 2>/dev/null || echo held"), "held\n");
}

#[test]
fn a_sandbox_limits_the_size_of_files() {
    let script = "head -c 300M /dev/zero > large; kill -l $?; wc -c < large; rm large";
    check_in_bubblewrap(script, "File size limit exceeded\nXFSZ\n268435456\n");
}

/// Checks that a sandbox does not change the words for the end of a program.
fn check_words_of_ends(inside: &Foreign) {
    let run_folder = RunFolder::new();
    let ending = |words: &[&str], time| {
        let command = run_folder.command(words);
        let limits = Limits { time: Some(time), memory: Some(64 << 20), ..Limits::default() };
        let run = Run { command: &command, input: b"", limits };
        inside.run(&run).expect("a run").ending.to_string()
    };
    let shell = |script: &str, time| ending(&["sh", "-c", script], time);
    assert_eq!(shell("exit 3", LONG), "exited 3");
    assert_eq!(shell("kill -SEGV $$", LONG), "signal SIGSEGV");
    assert_eq!(shell("setsid sleep 1000 & sleep 1000", SHORT), "timeout");
    assert_eq!(shell("cat /dev/zero", LONG), "output");
    assert_eq!(shell("tail -n1 /dev/zero", LONG), "memory");
    assert_eq!(ending(&["./missing"], LONG), "cannot start: no such file or directory");
    assert_eq!(shell("echo 'bwrap: execvp x: No such file' >&2; exit 1", LONG), "exited 1");
    run_folder.assert_clean();
}

#[test]
fn ends_in_a_sandbox_have_the_same_words() {
    if let Some(inside) = bubblewrap() {
        check_words_of_ends(&inside);
    }
}

#[test]
fn without_a_sandbox_all_files_are_open() {
    let run_folder = RunFolder::new();
    run_folder.0.write("folder/file", "pearl");
    let file = run_folder.0.word("folder/file");
    let script = format!("cat {file}; echo changed > {file}; kill -0 $PPID && echo there");
    assert_eq!(run_folder.run(&script, LONG).stdout, b"pearlthere\n");
    assert_eq!(run_folder.0.read("folder/file"), "changed\n");
}

/// The program kills its supervisor and the parent of the supervisor. Without a sandbox, no process
/// of this user can be protected from such a program.
#[cfg(target_os = "linux")]
#[test]
fn without_a_sandbox_a_program_can_end_a_match() {
    use std::os::unix::process::ExitStatusExt as _;
    let folder = Folder::new();
    let ended = |script: &str| {
        folder.write("bot", script);
        let words = "match --games 2 --jobs 1 --time 9 --max-turns 2 --journal j --engine open";
        let mut child = folder.broadside(words.split(' '));
        let output = child.args(["--engine", "cmd=sh ./bot"]).output().expect("our binary runs");
        (output.status.signal(), output.status.code())
    };
    let killer = "kill -KILL $PPID $(cut -d' ' -f4 /proc/$PPID/stat)";
    assert_eq!(ended(killer), (Some(9), None));
    assert_eq!(ended("exit 7"), (None, Some(0)));
}

/// A submission is the program of a student. Such a program could call the `broadside` binary to
/// get all answers, so the sandbox must hide the binary.
#[test]
fn a_sandbox_hides_our_own_binary() {
    if bubblewrap().is_none() {
        return;
    }
    let run_folder = RunFolder::new();
    let mut command = run_folder.command(&["sh", "-c", "./ours -c '' 2>/dev/null || echo hidden"]);
    let folder = command.folder.take().expect("a folder");
    let ours = folder.join("ours");
    // A link, because a copy cannot be started while a process of another test has the copy open.
    fs::hard_link(BINARY, &ours).or_else(|_| fs::copy(BINARY, &ours).map(drop)).expect("a link");
    command.folder = Some(folder);
    let inside =
        Foreign::new(ours, Hidden::default(), Cancel::default()).inside(Sandbox::Bubblewrap);
    let run = Run { command: &command, input: b"", limits: Limits::default() };
    assert_eq!(inside.run(&run).expect("a run").stdout, b"hidden\n");
}

/// Once, a program in a sandbox could read the log of a match. The log shows where the ships of the
/// opponent are.
#[test]
fn a_sandbox_hides_the_results_of_a_match() {
    let script =
        "for f in j log/* rec/*; do grep -q . $f 2>/dev/null && echo seen $f; done; exit 7";
    for (sandbox, name) in [(Sandbox::Bubblewrap, "bwrap"), (Sandbox::Landlock, "landlock")] {
        if working(sandbox).is_none() {
            continue;
        }
        let folder = Folder::new();
        folder.write("bot", script);
        let words = "match --games 2 --jobs 1 --time 9 --journal j --log log --records rec";
        let mut child = folder.broadside(words.split(' '));
        child.args(["--sandbox", name, "--engine", "cmd=sh ./bot", "--engine", "open"]);
        assert!(child.output().expect("our binary runs").status.success());
        let log = folder.read("log/game-000002-B.log");
        assert!(log.contains("exit 7\n") && log.contains("--- wrote\n--- stderr"), "{log}");
    }
}

/// Once, two bots in one folder could read each other's files. With `--log .`, they could also read
/// the logs of the match.
#[test]
fn a_sandbox_hides_the_files_of_other_bots() {
    let script = "for f in bot.sh other/bot.sh other/helper.sh game-000001-A.log; do \
                  grep -q . $f 2>/dev/null && echo seen $f >&2; done; exit 7";
    for (sandbox, name) in [(Sandbox::Bubblewrap, "bwrap"), (Sandbox::Landlock, "landlock")] {
        if working(sandbox).is_none() {
            continue;
        }
        for results in ["out", "."] {
            let folder = Folder::new();
            for file in ["bot.sh", "other/bot.sh", "other/helper.sh"] {
                folder.write(file, script);
            }
            let words = "match --games 2 --jobs 1 --time 9 --faults skip --max-turns 4";
            let mut child = folder.broadside(words.split(' '));
            child.args(["--engine", "name=A", "cmd=sh ./bot.sh"]);
            child.args(["--engine", "name=B", "cmd=sh ./other/bot.sh"]);
            child.args(["--sandbox", name, "--log", results, "--records", results]);
            assert!(child.output().expect("our binary runs").status.success());
            let log = folder.read(format!("{results}/game-000002-B.log"));
            let seen: Vec<_> = log.lines().filter(|line| line.starts_with("seen ")).collect();
            assert_eq!(seen, ["seen bot.sh"; 2], "{log}");
        }
    }
}

#[test]
fn a_missing_sandbox_is_not_blamed_on_the_program() {
    let run_folder = RunFolder::new();
    let missing = run_folder.0.at("missing").into_os_string();
    let prefixed = RunFolder::foreign().inside(Sandbox::Prefix(vec![missing]));
    assert!(prefixed.try_sandbox().is_err());
    let refusing = RunFolder::foreign().inside(Sandbox::Prefix(vec!["false".into()]));
    assert!(refusing.try_sandbox().is_err());
}

#[test]
fn programs_of_courses_run_in_a_sandbox() {
    let script = "echo 'int main() { return 7; }' > x.c; cc x.c -o x && ./x; echo $?; \
                  python3 -c 'import tempfile, json; print(tempfile.gettempdir())'";
    check_in_bubblewrap(script, "7\n/var/tmp\n");
}

#[test]
fn standard_input_cannot_be_made_to_hold_more() {
    check(
        "cat > /dev/null; (echo more >> /proc/self/fd/0) 2>/dev/null && echo written",
        &Ending::Exited(1),
    );
    let ended =
        RunFolder::new().run("(head -c 1M /dev/zero > /proc/self/fd/0) 2>/dev/null; cat", LONG);
    assert_eq!(ended.stdout, b"ahoy\n");
}

/// Resident memory includes neither page tables nor data in sockets. A program once filled all
/// memory with these. So page tables count too, and each socket counts as if it were full.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_the_system_holds_for_a_program_counts() {
    let limits = Limits { time: Some(LONG), memory: Some(64 << 20), ..Limits::default() };
    for script in [
        "import mmap, time\n\
         places = mmap.mmap(-1, 1 << 36, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)\n\
         places.madvise(mmap.MADV_NOHUGEPAGE)\n\
         for i in range(0, 1 << 36, 2 << 20): places[i]\n\
         time.sleep(1000)",
        "import socket, time\n\
         pairs = [socket.socketpair() for _ in range(200)]\n\
         time.sleep(1000)",
    ] {
        let ended = RunFolder::new().run_within(&["python3", "-c", script], limits);
        assert_eq!(ended.ending, Ending::Memory, "{script}");
    }
}

/// Each program here once hid memory from the limit. The kernel shows nothing for a first thread
/// that has ended, some threads have open files of their own, and a program can keep its user (but
/// not root) from seeing its open files.
#[cfg(target_os = "linux")]
#[test]
fn memory_that_a_program_hides_counts() {
    let limits = Limits { time: Some(LONG), memory: Some(64 << 20), ..Limits::default() };
    let fill = "import ctypes, os, threading, time\n\
                c = ctypes.CDLL(None)\n\
                def fill():\n\
                \x20x = os.memfd_create('x')\n\
                \x20for _ in range(100): os.write(x, b'x' * (1 << 20))\n\
                \x20time.sleep(1000)\n";
    for hide in [
        "threading.Thread(target=lambda: (b'x' * (100 << 20), fill())).start()\n\
         c.pthread_exit(None)",
        "threading.Thread(target=lambda: (c.unshare(0x400), fill())).start()\ntime.sleep(1000)",
        "c.prctl(4, 0)\nfill()",
    ] {
        let words = ["python3", "-c", &format!("{fill}{hide}")];
        let ended = RunFolder::new().run_within(&words, limits);
        assert_eq!(ended.ending, Ending::Memory, "{hide}");
    }
}

/// A folder for temporary files may lie in a file system in memory.
#[test]
fn files_in_memory_count_as_memory() {
    let Ok(memory) = tempfile::tempdir_in("/dev/shm") else {
        return skip("no files in memory here");
    };
    let mut command =
        Command::new(["sh", "-c", "head -c 100M /dev/zero > $TMPDIR/large; sleep 1000"]);
    command.environment.push(("TMPDIR".into(), memory.path().into()));
    let limits = Limits { time: Some(LONG), memory: Some(64 << 20), ..Limits::default() };
    let ended =
        RunFolder::foreign().run(&Run { command: &command, input: b"", limits }).expect("a run");
    assert_eq!(ended.ending, Ending::Memory);
    assert_eq!(names(memory.path()), [""; 0]);
}

#[test]
fn all_files_of_a_run_share_one_limit() {
    let fill = "cd $TMPDIR; i=0; while :; do fallocate -l 200M $i || head -c 200M /dev/zero > $i; \
                i=$((i + 1)); done";
    check(fill, &Ending::Files);
    let many = "cd $TMPDIR; seq 20100 | xargs touch; sleep 1000";
    check(many, &Ending::Files);
}

/// A removed file exists until it is closed, and a file in memory needs no name. Both kinds of
/// files count.
#[test]
fn files_without_a_name_count() {
    let program = |open: &str| {
        format!(
            "import os, time\nfolder = os.environ['TMPDIR']\nfor i in range(20):\n\
             \x20file = {open}\n\
             \x20os.posix_fallocate(file, 0, 100 << 20)\n\
             time.sleep(1000)"
        )
    };
    let limits = Limits { time: Some(LONG), memory: Some(256 << 20), ..Limits::default() };
    let ending = |open: &str| {
        let words = ["python3", "-c", &program(open)];
        RunFolder::new().run_within(&words, limits).ending
    };
    let removed = "os.open(f'{folder}/x', os.O_CREAT | os.O_WRONLY); os.unlink(f'{folder}/x')";
    assert_eq!(ending(removed), Ending::Files);
    assert_eq!(ending("os.memfd_create('x')"), Ending::Memory);
}

/// The result must not depend on the moment at which the supervisor looks into a locked folder. For
/// root, no folder is locked.
#[cfg(target_os = "linux")]
#[test]
fn files_in_a_locked_folder_count() {
    let until_seen =
        "mkdir $TMPDIR/x; chmod 0 $TMPDIR/x $TMPDIR; until [ -r $TMPDIR/x ]; do :; done";
    check(until_seen, &Ending::Exited(0));
    let full =
        "mkdir $TMPDIR/x; chmod 300 $TMPDIR/x; cd $TMPDIR/x; seq 20100 | xargs touch; sleep 1000";
    check(full, &Ending::Files);
}

/// The removal of the files of a run may take longer than the main process waits. This must not
/// change how the run ended.
#[test]
fn a_long_cleaning_does_not_change_the_ending() {
    let script = "i=0; while [ $i -lt 150 ]; do mkdir $TMPDIR/$i; \
                  (cd $TMPDIR/$i; seq 100 | xargs touch); i=$((i + 1)); done; echo done";
    assert_eq!(check(script, &Ending::Exited(0)).stdout, b"done\n");
}

#[test]
fn thousands_of_nested_folders_are_removed() {
    let script = "import os\nos.chdir(os.environ['TMPDIR'])\nfor _ in range(5000):\n    os.mkdir('x')\n    os.chdir('x')";
    let ended = RunFolder::new().run_within(&["python3", "-c", script], within(LONG));
    assert!(matches!(ended.ending, Ending::Exited(0) | Ending::Files), "{ended:?}");
}

fn open_dialogue(run_folder: &RunFolder, script: &str, limits: Limits) -> Box<dyn Dialogue> {
    RunFolder::foreign()
        .open(&run_folder.command(&["sh", "-c", script]), limits)
        .expect("a dialogue")
}

#[track_caller]
fn receive_line(dialogue: &mut dyn Dialogue) -> String {
    let answer = receive(dialogue, LONG).expect("a line");
    String::from_utf8(answer).expect("text")
}

#[track_caller]
fn receive_end(dialogue: &mut dyn Dialogue, within: Duration) -> Ended {
    receive(dialogue, within).expect_err("no line")
}

fn receive(dialogue: &mut dyn Dialogue, within: Duration) -> Result<Vec<u8>, Ended> {
    match dialogue.receive(within).expect("no failure of the system") {
        Answer::Line(line) => Ok(line),
        Answer::Ended(ended) => Err(ended),
    }
}

#[test]
fn lines_are_exchanged_with_a_program() {
    let run_folder = RunFolder::new();
    let script = "while read a b; do echo $b; echo $a; done";
    let mut dialogue = open_dialogue(&run_folder, script, Limits::default());
    for round in 0..3 {
        dialogue.send(&format!("{round} aim")).expect("sent");
        assert_eq!(
            [receive_line(&mut *dialogue), receive_line(&mut *dialogue)],
            ["aim", &round.to_string()]
        );
    }
    drop(dialogue);
    run_folder.assert_clean();
}

/// Regression: a program that took all processors after its answer slowed down its opponent, which
/// then lost by a timeout. The program here answers when its daemon has written to `count` again.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_computes_while_no_answer_is_awaited_is_stopped() {
    check_rest("setsid sh -c 'while :; do echo >> ../count; sleep 0.001; done'");
}

/// Once, programs that ran only for a short time were not found or not measured: those whose parent
/// ignores their end, and those that start the next program and end.
#[cfg(target_os = "linux")]
#[test]
fn short_programs_that_compute_while_no_answer_is_awaited_are_stopped() {
    let work = "import os, signal, time\n\
                def work():\n\
                \x20until = time.perf_counter() + 0.004\n\
                \x20while time.perf_counter() < until: pass\n\
                \x20os.write(os.open('../count', os.O_WRONLY | os.O_APPEND), b'x')\n";
    let ignored = "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n\
                   while True:\n\
                   \x20if os.fork() == 0: work(); os._exit(0)\n\
                   \x20try: os.wait()\n\
                   \x20except OSError: pass";
    let chained = "while True:\n\
                   \x20work()\n\
                   \x20if os.fork(): os._exit(0)\n\
                   \x20os.setsid()";
    for endless in [ignored, chained] {
        check_rest(&format!("python3 -c \"{work}{endless}\""));
    }
}

/// Checks that `daemon`, which adds to the file `count`, is stopped while no answer is awaited.
#[track_caller]
fn check_rest(daemon: &str) {
    let run_folder = RunFolder::new();
    let script = format!(
        "echo > ../count; now() {{ wc -c < ../count; }}
         {daemon} &
         while read a; do
             before=$(now); while [ $(now) = $before ]; do sleep 0.001; done; echo $a
         done"
    );
    let mut dialogue = open_dialogue(&run_folder, &script, Limits::default());
    let path = run_folder.0.at("count");
    let count = || fs::metadata(&path).expect("a file").len();
    let stands_still = || {
        let before = count();
        thread::sleep(Duration::from_millis(100));
        before == count()
    };
    for question in ["first", "second", "third"] {
        dialogue.send(question).expect("sent");
        assert_eq!(receive_line(&mut *dialogue), question);
        dialogue.rest();
        assert!((0..200).any(|_| stands_still()), "after the {question} answer");
    }
}

/// Once, a program that had killed or stopped its supervisor got further lines, and had no limits
/// any more.
#[test]
fn a_program_without_its_supervisor_gets_no_further_line() {
    for signal in ["KILL", "STOP"] {
        let run_folder = RunFolder::new();
        let script =
            format!("while read a; do kill -{signal} $PPID; echo $a | tee -a ../read; done");
        let mut dialogue = open_dialogue(&run_folder, &script, Limits::default());
        dialogue.send("first").expect("sent");
        drop(dialogue.receive(LONG));
        // Waits until the signal has arrived.
        drop(dialogue.said());
        dialogue.send("second").expect("sent");
        receive_end(&mut *dialogue, LONG);
        let read = fs::read_to_string(run_folder.0.at("read")).unwrap_or_default();
        assert!(!read.contains("second"), "{signal}");
    }
}

#[test]
fn misbehaving_programs_in_dialogues_are_reported() {
    let run_folder = RunFolder::new();
    let small = Limits { output: 1000, ..Limits::default() };
    let ending_and_output = |script, within| {
        let mut dialogue = open_dialogue(&run_folder, script, small);
        dialogue.send("aim").expect("sent");
        let ended = receive_end(&mut *dialogue, within);
        dialogue.send("more").expect("sent to no program");
        assert_eq!(receive_end(&mut *dialogue, LONG), ended);
        (ended.ending.to_string(), ended.stdout)
    };
    assert_eq!(ending_and_output("sleep 1000", SHORT), ("timeout".into(), vec![]));
    let half = ("timeout".to_owned(), b"half".to_vec());
    let prints_half =
        |within| (ending_and_output("printf half; sleep 1000", within) == half).then_some(());
    retry_with_longer_limits(prints_half).expect("what was printed before the limit");
    assert_eq!(ending_and_output("kill -SEGV $$", LONG), ("signal SIGSEGV".into(), vec![]));
    assert_eq!(ending_and_output("setsid sleep 1000 & exit 7", LONG), ("exited 7".into(), vec![]));
    assert_eq!(ending_and_output("cat /dev/zero", LONG).0, "output");
    run_folder.assert_clean();
}

#[test]
fn a_program_in_a_dialogue_that_never_reads_blocks_nothing() {
    let run_folder = RunFolder::new();
    let mut dialogue = open_dialogue(&run_folder, "exec sleep 1000", Limits::default());
    for _ in 0..20_000 {
        dialogue.send("result miss").expect("the line is kept for later");
    }
    assert_eq!(receive_end(&mut *dialogue, SHORT).ending, Ending::Timeout);
    drop(dialogue);
    run_folder.assert_clean();
}

/// A pipe holds 64 KiB. A program that writes more to standard error between its turns must not wait
/// for a reader, and the end of its text must not be lost.
#[test]
fn a_program_in_a_dialogue_may_write_much_to_standard_error() {
    let script = "while read a; do
                      echo $a
                      [ $a = last ] || { head -c 300000 /dev/zero | tr '\\0' x; echo $a; } >&2
                  done";
    for foreign in [Some(RunFolder::foreign()), bubblewrap()].into_iter().flatten() {
        let run_folder = RunFolder::new();
        let command = run_folder.command(&["sh", "-c", script]);
        let mut dialogue = foreign.open(&command, Limits::default()).expect("a dialogue");
        for question in ["first", "second", "last"] {
            dialogue.send(question).expect("sent");
            assert_eq!(receive_line(&mut *dialogue), question);
        }
        let said = dialogue.said().expect("no failure of the system");
        assert!(said.ends_with(b"xsecond\n"), "{}", said.escape_ascii());
    }
}

#[test]
fn a_program_in_a_dialogue_that_closes_its_input_may_still_answer() {
    let run_folder = RunFolder::new();
    let mut dialogue =
        open_dialogue(&run_folder, "exec <&-; echo deaf; exec sleep 1000", Limits::default());
    assert_eq!(receive_line(&mut *dialogue), "deaf");
    dialogue.send("aim").expect("the line is dropped");
    assert_eq!(receive_end(&mut *dialogue, SHORT).ending, Ending::Timeout);
    run_folder.assert_clean();
}

#[test]
fn lines_before_the_end_are_received_first() {
    let run_folder = RunFolder::new();
    let mut dialogue =
        open_dialogue(&run_folder, "echo one; echo two; printf three", Limits::default());
    assert_eq!([receive_line(&mut *dialogue), receive_line(&mut *dialogue)], ["one", "two"]);
    let ended = receive_end(&mut *dialogue, LONG);
    assert_eq!((ended.ending, &*ended.stdout), (Ending::Exited(0), &b"three"[..]));
}

#[test]
fn a_supervisor_ends_its_program_when_we_are_killed() {
    let run_folder = RunFolder::new();
    let gate = start_pipe(&run_folder);
    let words = "verify --keep none --time 60 --jobs 1 -- sh -c";
    let mut verify = run_folder.broadside(words, "echo > gate; setsid sleep 1000");
    let verify = verify.stdout(Stdio::null()).stderr(Stdio::null());
    let mut verify = verify.spawn().expect("the binary starts");
    fs::read(&gate).expect("a start");
    verify.kill().expect("a child");
    verify.wait().expect("a child");
    let until = Instant::now() + LONG;
    // The supervisor has done its work when its files are gone. `processes` may not find the
    // supervisor, because only root can see its environment.
    let is_left = || !run_folder.processes().is_empty() || !run_folder.files().is_empty();
    while is_left() && Instant::now() < until {
        thread::yield_now();
    }
    run_folder.assert_clean();
}

/// One supervisor serves many runs. If it is killed, another supervisor serves the next run.
#[test]
fn a_supervisor_that_was_killed_between_runs_is_replaced() {
    let (run_folder, foreign) = (RunFolder::new(), RunFolder::foreign());
    let run = |script: &str| {
        let command = run_folder.command(&["sh", "-c", script]);
        let run = Run { command: &command, input: b"", limits: within(LONG) };
        foreign.run(&run).expect("a run")
    };
    let supervisor = String::from_utf8(run("echo $PPID").stdout).expect("a number");
    assert_eq!(run("echo $PPID").stdout, supervisor.as_bytes());
    let kill = Process::new("kill").args(["-KILL", supervisor.trim()]).status();
    assert!(kill.expect("kill").success());
    let other = run("echo $PPID");
    assert_eq!(other.ending, Ending::Exited(0));
    assert_ne!(other.stdout, supervisor.as_bytes());
    assert_eq!(run("ls -A $TMPDIR").stdout, b"", "files of an earlier program");
}

/// A program whose supervisor is killed runs a second time, because another program may have killed
/// the supervisor.
#[test]
fn a_program_whose_supervisor_is_killed_once_is_run_again() {
    let script = "[ -e killed ] || { : > killed; kill -KILL $PPID; sleep 1000; }; echo again";
    assert_eq!(check(script, &Ending::Exited(0)).stdout, b"again\n");
}

#[test]
fn a_program_cannot_list_the_files_of_its_supervisor() {
    if rustix::process::geteuid().is_root() {
        return skip_for_this_user("the superuser can list the files of all processes");
    }
    let ended = RunFolder::new().run("ls /proc/$PPID/fd 2>/dev/null; true", LONG);
    assert_eq!(ended.stdout, b"");
}

/// The program starts a process outside of its session, and then kills its supervisor.
#[test]
fn processes_of_a_killed_supervisor_are_ended() {
    let run_folder = RunFolder::new();
    let script =
        "setsid sh -c '(sleep 1000 &) & sleep 1000' & sleep 0.05; kill -KILL $PPID; sleep 1000";
    let words =
        "verify --keep none --time 1 --jobs 1 --scripts 1 --findings 1 --seconds 1 -- sh -c";
    run_folder.broadside(words, script).output().expect("the binary starts");
    run_folder.assert_clean();
}

#[test]
fn the_help_does_not_show_the_supervisor() {
    let help = broadside().arg("--help").output().expect("help");
    assert!(!help.out().contains("supervise"));
    let alone = broadside().arg("__supervise").output();
    assert_eq!(alone.expect("a usage error").status.code(), Some(2));
}

/// A message can contain text from a program, a file or the command line. So control characters in
/// messages are escaped.
#[test]
fn no_message_controls_a_terminal() {
    let words = ["verify", "--", "./\x1b]0;title\x07\u{9b}2J"];
    let output = harness::run(broadside().args(words), b"");
    output.fails(3, "\\u{1b}]0;title\\u{7}\\u{9b}2J");
}

#[test]
fn a_sandbox_that_does_not_work_ends_the_command() {
    let folder = Folder::new();
    folder.write("ships.py", "print()");
    for command in [
        &["grade", "--sandbox", "false", "."][..],
        &["verify", "--sandbox", "false", "--", "true"],
        &["verify", "--sandbox", "missing -x", "--", "true"],
    ] {
        let output = harness::run(&mut folder.broadside(command), b"");
        output.fails(3, "the sandbox does not work here: ");
        let names_missing = output.err().contains("cannot start `missing`: no such file");
        assert_eq!(names_missing, command.contains(&"missing -x"), "{output:?}");
    }
}

/// A journal must be a regular file. Opening a pipe would block for ever, and reading a device
/// would never end.
#[test]
fn a_journal_is_a_regular_file() {
    let run_folder = RunFolder::new();
    run_folder.0.write("ships.py", "print()");
    let pipe = start_pipe(&run_folder);
    for journal in [pipe.to_str().expect("text"), "/dev/zero"] {
        let command = ["grade", "--random", "1", "--journal", journal, "ships.py"];
        let output = harness::run(&mut run_folder.0.broadside(command), b"");
        output.fails(3, "expected a regular file");
    }
}

#[test]
fn an_endless_ship_file_is_refused() {
    let output = harness::run(broadside().arg("classic"), b"1\n5\n5\n/dev/zero\n1\n");
    output.fails(1, "/dev/zero");
}

/// The program must refuse endless input before this input fills the memory of the machine.
#[test]
fn endless_boards_and_moves_are_refused() {
    let folder = Folder::new();
    let mut command = folder.broadside(["battle-of-ships"]);
    let output = command.args(["/dev/zero"; 4]).output().expect("the binary runs");
    let said = output.out();
    assert!(said.contains("not reachable") && said.contains("/dev/zero"), "{output:?}");
}

/// Each statement on the book's page on safety names the tests that check it.
#[test]
fn each_statement_on_safety_names_a_test() {
    let page = read("book/src/laboratory/safety.md");
    let tests = [
        include_str!("foreign.rs"),
        include_str!("foreign/closed.rs"),
        include_str!("foreign/landlock.rs"),
        include_str!("grade/hostile.rs"),
        include_str!("tournament.rs"),
        include_str!("../../src/cli/grade/fresh.rs"),
    ]
    .map(|text| text.lines().map(str::trim_start).collect::<Vec<_>>().join("\n"))
    .concat();
    let named: Vec<_> =
        page.split("<!-- ").skip(1).filter_map(|rest| rest.split_once(" -->")).collect();
    let missing = named.iter().map(|(name, _)| name.rsplit("::").next().unwrap_or(name));
    let missing = missing.filter(|name| !tests.contains(&format!("#[test]\nfn {name}() {{")));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(named.len() > 20);
    let bare =
        page.lines().filter(|line| line.starts_with("- ") && !line.contains("<!-- foreign::"));
    assert_eq!(bare.collect::<Vec<_>>(), Vec::<&str>::new());
}

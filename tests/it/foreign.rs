//! Programs that do their worst: each is named in time, and nothing of it is left.

// The binary's own module, so that it can be driven without a command around it.
#[path = "../../src/cli/foreign/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the binary alone becomes a supervisor")]
mod real;

use broadside::ports::programs::{
    Answer, Command, Dialogue, Dialogues as _, Ended, Ending, Limits, Programs as _, Run,
};
use real::{Foreign, Sandbox};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The limit of a program that does not end by itself.
const SHORT: Duration = Duration::from_millis(200);

/// The limit of a program that ends by itself, on a machine that is busy.
const LONG: Duration = Duration::from_secs(20);

/// What a run may take beyond its limit.
const LATE: Duration = Duration::from_millis(500);

/// A place for runs whose processes and files can be told from all others.
struct Yard(TempDir);

impl Yard {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn foreign() -> Foreign {
        Foreign::new(env!("CARGO_BIN_EXE_broadside").into(), Arc::default())
    }

    fn command(&self, words: &[&str]) -> Command {
        let folder = self.0.path().join("folder");
        fs::create_dir_all(&folder).expect("a folder for the program");
        let environment = [("TMPDIR", self.0.path()), ("BROADSIDE_YARD", self.0.path())]
            .map(|(name, value)| (OsString::from(name), value.into()));
        Command { folder: Some(folder), environment: environment.into(), ..Command::new(words) }
    }

    /// Runs a script of the shell.
    #[track_caller]
    fn run(&self, script: &str, time: Duration) -> Ended {
        let limits = Limits { time: Some(time), ..Limits::default() };
        self.run_within(&["sh", "-c", script], limits)
    }

    #[track_caller]
    fn run_within(&self, words: &[&str], limits: Limits) -> Ended {
        let command = self.command(words);
        let ended = Self::foreign().run(&Run { command: &command, input: b"ahoy\n", limits });
        self.assert_clean();
        ended.expect("the system does its part")
    }

    #[track_caller]
    fn assert_clean(&self) {
        assert_eq!(self.processes(), Vec::<String>::new(), "left running");
        let files: Vec<_> = fs::read_dir(self.0.path()).expect("a folder").flatten().collect();
        let strangers = files.iter().filter(|file| file.file_name() != "folder").count();
        assert_eq!(strangers, 0, "left behind: {files:?}");
    }

    /// The processes that were started here and still run.
    fn processes(&self) -> Vec<String> {
        let mark = format!("BROADSIDE_YARD={}", self.0.path().display());
        let all = fs::read_dir("/proc").expect("processes").flatten();
        let is_ours = |folder: &Path| {
            let environment = fs::read(folder.join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        };
        let ours = all.map(|entry| entry.path()).filter(|folder| is_ours(folder));
        let ours = ours.map(|folder| fs::read(folder.join("cmdline")).unwrap_or_default());
        ours.map(|words| String::from_utf8_lossy(&words).into_owned()).collect()
    }
}

/// A program that never ends by itself is named, and in time. A busy machine may be late twice.
#[track_caller]
fn check_timeout(script: &str) -> Ended {
    let in_time = || {
        let start = Instant::now();
        let ended = Yard::new().run(script, SHORT);
        assert_eq!(ended.ending, Ending::Timeout);
        (start.elapsed() < SHORT + LATE).then_some(ended)
    };
    in_time().or_else(in_time).or_else(in_time).expect("an end within the limit and half a second")
}

#[track_caller]
fn check(script: &str, ending: &Ending) -> Ended {
    let ended = Yard::new().run(script, LONG);
    assert_eq!(&ended.ending, ending);
    assert!(ended.wall < LONG, "it ended by itself");
    ended
}

#[test]
fn a_program_gets_its_input_and_gives_its_output_and_status() {
    let ended = check("cat; echo no >&2; exit 3", &Ending::Exited(3));
    assert_eq!((&*ended.stdout, &*ended.stderr_tail), (&b"ahoy\n"[..], &b"no\n"[..]));
}

#[test]
fn programs_that_never_end_are_named() {
    check_timeout("sleep 1000");
    check_timeout("while :; do :; done");
    check_timeout("trap '' TERM INT HUP; while :; do sleep 1000; done");
    check_timeout("exec >&- 2>&-; sleep 1000");
    check_timeout("kill -STOP $$");
    check_timeout("cat /dev/zero >&2");
}

#[test]
fn what_was_printed_before_the_limit_is_kept() {
    assert_eq!(check_timeout("printf 'INVALID OPER'; sleep 1000").stdout, b"INVALID OPER");
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
}

#[test]
fn no_core_is_written() {
    let yard = Yard::new();
    let ended = yard.run("ulimit -c unlimited; kill -SEGV $$", LONG);
    assert_eq!(ended.ending, Ending::Signal("SIGSEGV".into()));
    assert_eq!(fs::read_dir(yard.0.path().join("folder")).expect("a folder").count(), 0);
}

#[test]
fn whoever_forks_twice_or_leaves_the_session_ends_with_the_run() {
    check("setsid sh -c '(sleep 1000 &) & sleep 1000 &' & exit 0", &Ending::Exited(0));
    check("(trap '' TERM HUP; sleep 1000; sleep 1000) & echo done", &Ending::Exited(0));
    check_timeout("setsid sh -c 'sleep 1000 & sleep 1000' & sleep 1000");
}

/// The supervisor is the program's parent.
#[test]
fn whoever_kills_or_stops_its_supervisor_is_blamed() {
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
fn eating_memory_is_named() {
    let limits = Limits { time: Some(LONG), memory: Some(64 << 20), ..Limits::default() };
    // `tail` keeps a line that has no end.
    let ended = Yard::new().run_within(&["sh", "-c", "tail -n1 /dev/zero & wait"], limits);
    assert_eq!(ended.ending, Ending::Memory);
    let ended = Yard::new().run_within(&["true"], limits);
    assert_eq!(ended.ending, Ending::Exited(0));
}

#[test]
fn what_cannot_be_started_is_named() {
    let ending =
        |words: &[&str]| Yard::new().run_within(words, Limits::default()).ending.to_string();
    assert_eq!(ending(&["./missing"]), "cannot start: no such file or directory");
    assert_eq!(ending(&["/etc/passwd"]), "cannot start: permission denied");
    assert_eq!(ending(&["/"]), "cannot start: permission denied");
    assert_eq!(ending(&[""]), "cannot start: no such file or directory");
}

#[test]
fn a_run_has_an_empty_folder_of_its_own_that_goes_with_it() {
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
fn processor_time_is_told() {
    let busy = "i=0; while [ $i -lt 60000 ]; do i=$((i + 1)); done";
    let ended = check(busy, &Ending::Exited(0));
    assert!(ended.cpu > Duration::ZERO && ended.wall > Duration::ZERO);
}

#[test]
fn runs_end_when_somebody_wants_to_stop() {
    let yard = Yard::new();
    let gate = gate(&yard);
    let stop = Arc::new(AtomicBool::new(false));
    let foreign = Foreign::new(env!("CARGO_BIN_EXE_broadside").into(), Arc::clone(&stop));
    let command = yard.command(&["sh", "-c", "echo > gate; sleep 1000"]);
    let limits = Limits { time: Some(LONG), ..Limits::default() };
    thread::scope(|scope| {
        let (foreign, run) = (&foreign, Run { command: &command, input: b"", limits });
        let running = scope.spawn(move || foreign.run(&run));
        fs::read(&gate).expect("a start");
        assert_ne!(yard.processes(), Vec::<String>::new());
        stop.store(true, Ordering::Relaxed);
        let error = running.join().expect("no panic").expect_err("no outcome");
        assert_eq!(error.kind(), io::ErrorKind::Interrupted);
    });
    yard.assert_clean();
}

/// A place where a program tells that it has started, and where we wait for that.
fn gate(yard: &Yard) -> PathBuf {
    let gate = yard.0.path().join("folder/gate");
    fs::create_dir_all(gate.parent().expect("a folder")).expect("a folder");
    assert!(Process::new("mkfifo").arg(&gate).status().expect("mkfifo").success());
    gate
}

#[test]
fn words_may_stand_before_the_command() {
    let yard = Yard::new();
    let sandbox = Sandbox::from_words(["env", "FLAG=up"].map(OsString::from).into());
    let command = yard.command(&["sh", "-c", "echo $FLAG"]);
    let run = Run { command: &command, input: b"", limits: Limits::default() };
    let ended = Yard::foreign().inside(sandbox).run(&run).expect("a run");
    assert_eq!(ended.stdout, b"up\n");
}

#[test]
#[expect(clippy::print_stderr, reason = "what is skipped is told")]
fn bubblewrap_shows_files_and_lets_none_be_written() {
    let sandbox = Sandbox::from_words(vec!["bwrap".into()]);
    let works =
        Process::new("bwrap").args(["--ro-bind", "/", "/", "--unshare-all", "true"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        eprintln!("SKIPPED: bubblewrap is not installed, or may do nothing here");
        return;
    }
    let yard = Yard::new();
    let script =
        "cat; touch $HOME/x ../x 2>&1 | wc -l; touch here && touch $TMPDIR/there && ls $TMPDIR";
    let mut command = yard.command(&["sh", "-c", script]);
    command.environment.push(("HOME".into(), "/etc".into()));
    let run = Run { command: &command, input: b"ahoy\n", limits: Limits::default() };
    let ended = Yard::foreign().inside(sandbox).run(&run).expect("a run");
    let out = String::from_utf8_lossy(&ended.stdout).into_owned();
    // The folder above is in `/tmp`: what is written there is not written to the real one.
    assert_eq!(out, "ahoy\n1\nthere\n", "{}", String::from_utf8_lossy(&ended.stderr_tail));
    yard.assert_clean();
}

/// A program of the shell with which lines are exchanged.
fn talk(yard: &Yard, script: &str, limits: Limits) -> Box<dyn Dialogue> {
    Yard::foreign().open(&yard.command(&["sh", "-c", script]), limits).expect("a dialogue")
}

#[track_caller]
fn line(dialogue: &mut dyn Dialogue) -> String {
    let answer = received(dialogue, LONG).expect("a line");
    String::from_utf8(answer).expect("text")
}

#[track_caller]
fn end(dialogue: &mut dyn Dialogue, within: Duration) -> Ended {
    received(dialogue, within).expect_err("no line")
}

fn received(dialogue: &mut dyn Dialogue, within: Duration) -> Result<Vec<u8>, Ended> {
    match dialogue.receive(within).expect("the system does its part") {
        Answer::Line(line) => Ok(line),
        Answer::Ended(ended) => Err(ended),
    }
}

#[test]
fn lines_are_exchanged_with_a_program() {
    let yard = Yard::new();
    let script = "while read a b; do echo $b; echo $a; done";
    let mut dialogue = talk(&yard, script, Limits::default());
    for round in 0..3 {
        dialogue.send(&format!("{round} aim")).expect("sent");
        assert_eq!([line(&mut *dialogue), line(&mut *dialogue)], ["aim", &round.to_string()]);
    }
    drop(dialogue);
    yard.assert_clean();
}

#[test]
fn a_partner_that_does_its_worst_is_named_too() {
    let yard = Yard::new();
    let small = Limits { output: 1000, ..Limits::default() };
    let named = |script, within| {
        let mut dialogue = talk(&yard, script, small);
        dialogue.send("aim").expect("sent");
        let ended = end(&mut *dialogue, within);
        dialogue.send("more").expect("sent to nobody");
        assert_eq!(end(&mut *dialogue, LONG), ended);
        (ended.ending.to_string(), ended.stdout)
    };
    assert_eq!(named("sleep 1000", SHORT), ("timeout".into(), vec![]));
    assert_eq!(named("printf half; sleep 1000", SHORT), ("timeout".into(), b"half".to_vec()));
    assert_eq!(named("kill -SEGV $$", LONG), ("signal SIGSEGV".into(), vec![]));
    assert_eq!(named("setsid sleep 1000 & exit 7", LONG), ("exited 7".into(), vec![]));
    assert_eq!(named("cat /dev/zero", LONG).0, "output");
    yard.assert_clean();
}

#[test]
fn a_partner_that_never_reads_is_not_waited_for() {
    let yard = Yard::new();
    let mut dialogue = talk(&yard, "exec sleep 1000", Limits::default());
    for _ in 0..20_000 {
        dialogue.send("result miss").expect("kept for later");
    }
    assert_eq!(end(&mut *dialogue, SHORT).ending, Ending::Timeout);
    drop(dialogue);
    yard.assert_clean();
}

#[test]
fn lines_before_the_end_are_received_first() {
    let yard = Yard::new();
    let mut dialogue = talk(&yard, "echo one; echo two; printf three", Limits::default());
    assert_eq!([line(&mut *dialogue), line(&mut *dialogue)], ["one", "two"]);
    let ended = end(&mut *dialogue, LONG);
    assert_eq!((ended.ending, &*ended.stdout), (Ending::Exited(0), &b"three"[..]));
}

#[test]
fn a_supervisor_ends_its_program_when_we_are_killed() {
    let yard = Yard::new();
    let gate = gate(&yard);
    let command = yard.command(&["sh", "-c", "echo > gate; setsid sleep 1000"]);
    let (socket, theirs) = std::os::unix::net::UnixStream::pair().expect("a socket");
    let mut supervisor = Process::new(env!("CARGO_BIN_EXE_broadside"));
    let no_limit = u64::MAX.to_string();
    supervisor
        .args(["__supervise", &no_limit, &no_limit])
        .args(&command.words)
        .envs(command.environment);
    supervisor.current_dir(yard.0.path().join("folder")).stderr(std::os::fd::OwnedFd::from(theirs));
    let mut supervisor = supervisor.spawn().expect("the binary starts");
    fs::read(&gate).expect("a start");
    // The system closes what the killed had open.
    drop(socket);
    assert!(supervisor.wait().expect("its end").success());
    yard.assert_clean();
}

#[test]
fn the_supervisor_is_no_command_for_people() {
    let help = Process::new(env!("CARGO_BIN_EXE_broadside")).arg("--help").output().expect("help");
    assert!(!String::from_utf8_lossy(&help.stdout).contains("supervise"));
    let alone = Process::new(env!("CARGO_BIN_EXE_broadside")).arg("__supervise").output();
    assert_eq!(alone.expect("a usage error").status.code(), Some(2));
}

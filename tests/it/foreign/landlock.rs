//! Checks what programs can do behind Landlock and seccomp, two features of the Linux kernel that
//! restrict programs. `broadside` uses these features where bubblewrap, another sandbox, does not
//! work.

use super::*;
use crate::environment::has;

pub(super) fn landlock() -> Option<Foreign> {
    working(Sandbox::Landlock)
}

#[track_caller]
pub(super) fn check_behind_landlock(script: &str, expected: &str) {
    check_in(Sandbox::Landlock, script, expected);
}

fn is_linux(major: u32, minor: u32) -> bool {
    let release = fs::read_to_string("/proc/sys/kernel/osrelease").expect("a version");
    let mut numbers = release.split(['.', '-']).map(|word| word.trim().parse().unwrap_or(0));
    (numbers.next(), numbers.next()) >= (Some(major), Some(minor))
}

#[test]
fn landlock_lets_programs_write_only_to_their_own_folders() {
    let run_folder = RunFolder::new();
    run_folder.0.write("file", "whole");
    let script = format!(
        "cat; for f in / /usr /etc /run /dev /proc/self/comm $PWD /tmp /var/tmp $TMPDIR /dev/shm; do \
         own=$f; [ -d $f ] && own=$f/x; (echo > $own) 2>/dev/null && echo ${{f##*/}}; done | \
         sed 's/^broadside.*/TMPDIR/'; \
         for do in 'echo >' 'echo >>' 'cat' 'rm' 'mv x' 'truncate -s0'; do \
         (eval \"$do {0}\") 2>/dev/null && echo \"$do\"; done; ls",
        run_folder.0.word("file")
    );
    check_behind_landlock(&script, "ahoy\nfolder\nTMPDIR\nx\n");
    assert_eq!(run_folder.0.read("file"), "whole");
}

#[test]
fn landlock_hides_the_files_of_users_and_submissions() {
    let run_folder = RunFolder::new();
    run_folder.0.write("secret", "secret");
    let secret = run_folder.0.word("secret");
    let read = "cat /etc/passwd /etc/shadow /etc/hostname /proc/$PPID/environ /proc/1/environ";
    let list = "ls /root /home /run /mnt /srv /sys /tmp /dev/shm /proc/$PPID/root/root; readlink /proc/$PPID/fd/0";
    check_behind_landlock(&format!("({read} {secret}; {list}) 2>/dev/null"), "");
}

#[test]
fn landlock_leaves_no_capabilities_and_no_system_settings() {
    let script = "grep Cap /proc/self/status | cut -f2 | sort -u; \
                  for f in /proc/sys/kernel/core_pattern /proc/sysrq-trigger /proc/sys/vm/drop_caches; do \
                  (: >> $f) 2>/dev/null && echo $f can be written; done; \
                  mount -t tmpfs none . 2>/dev/null && echo mounted; \
                  unshare --user true 2>/dev/null && echo a namespace; \
                  mknod disk b 8 0 2>/dev/null && echo a device; true";
    let bound = fs::read_to_string("/proc/self/status").expect("our status");
    let bound = bound.lines().find_map(|line| line.strip_prefix("CapBnd:\t")).expect("a bound");
    // `CapBnd` has the capabilities that a program could get later. Only the superuser can clear
    // this set. For other users the set stays unchanged.
    let is_root = rustix::process::geteuid().is_root();
    let bound = if is_root { String::new() } else { format!("{bound}\n") };
    check_behind_landlock(script, &format!("0000000000000000\n{bound}"));
}

/// A program can open neither network sockets nor Unix sockets, such as the sockets of a desktop
/// session, of Docker and of an SSH agent. It can make a pair of connected sockets.
#[test]
fn landlock_opens_no_sockets() {
    if !has(&["python3"]) {
        return;
    }
    let script = "import socket\n\
                  for family in socket.AF_INET, socket.AF_INET6, socket.AF_UNIX:\n\
                  \x20for kind in socket.SOCK_STREAM, socket.SOCK_DGRAM:\n\
                  \x20 try: socket.socket(family, kind)\n\
                  \x20 except PermissionError: print(end='.')\n\
                  a, b = socket.socketpair()\n\
                  a.send(b'ahoy'); print(b.recv(4).decode())";
    check_behind_landlock(&format!("python3 -c \"{script}\""), "......ahoy\n");
}

#[test]
fn landlock_gives_an_environment_of_its_own() {
    let script =
        "env | grep -v -e ^PWD= -e ^BROADSIDE_YARD= | sed 's/TMPDIR=.*broadside.*/TMPDIR/' | sort";
    check_behind_landlock(script, "LANG=C.UTF-8\nPATH=/usr/local/bin:/usr/bin:/bin\nTMPDIR\n");
}

#[test]
fn landlock_protects_other_processes_from_signals() {
    if !is_linux(6, 12) {
        return skip("Landlock blocks signals only from Linux 6.12 on");
    }
    check_behind_landlock(
        "kill -KILL $PPID 2>/dev/null || echo no; sleep 9 & kill $! && echo own",
        "no\nown\n",
    );
}

/// A program must not change the limits or the priority of `broadside`. Otherwise the program could
/// keep `broadside` from running or from writing files, and so end the grading of a class.
#[test]
fn landlock_protects_limits_and_priorities_of_other_processes() {
    let script = "import os, resource\n\
                  def refused(f, *a):\n\
                  \x20try: f(*a)\n\
                  \x20except PermissionError: print(end='.')\n\
                  boss = os.getppid()\n\
                  limit = resource.getrlimit(resource.RLIMIT_FSIZE)\n\
                  refused(resource.prlimit, boss, resource.RLIMIT_FSIZE, limit)\n\
                  refused(os.sched_setaffinity, boss, os.sched_getaffinity(0))\n\
                  refused(os.sched_setscheduler, boss, os.SCHED_BATCH, os.sched_param(0))\n\
                  refused(os.setpriority, os.PRIO_PROCESS, boss, 19)\n\
                  refused(os.setpriority, os.PRIO_USER, 0, 19)\n\
                  os.setpriority(os.PRIO_PROCESS, 0, 19)\n\
                  resource.setrlimit(resource.RLIMIT_FSIZE, limit)\n\
                  print(os.getpriority(os.PRIO_PROCESS, 0))";
    check_behind_landlock(&format!("exec python3 -c \"{script}\""), ".....19\n");
}

#[test]
fn landlock_hides_our_own_binary() {
    if landlock().is_none() {
        return;
    }
    let run_folder = RunFolder::new();
    let ours = run_folder.0.at("ours");
    fs::copy(BINARY, &ours).expect("a copy");
    run_folder.0.write("other", "#!/bin/sh\n./ours || cat ours other");
    let mut child = Process::new(&ours);
    let words = "verify --sandbox landlock --level=place --scripts 1 --findings 1 --keep none";
    child.args(words.split(' ')).args(["--", "sh", "./other"]);
    let output = child.current_dir(run_folder.0.path()).output().expect("our binary runs");
    let said = output.out();
    assert!(said.contains("Permission denied") || output.status.code() == Some(1), "{output:?}");
    assert!(!said.contains("the program and the reference agree"), "{said}");
}

#[test]
fn ends_behind_landlock_have_the_same_words() {
    if let Some(inside) = landlock() {
        check_words_of_ends(&inside);
    }
}

#[test]
fn programs_of_courses_run_behind_landlock() {
    let script = "echo 'int main() { return 7; }' > x.c; cc x.c -o x && ./x; echo $?; \
                  python3 -c 'import tempfile, json; print(tempfile.gettempdir()[-4:-3] > \"\")'";
    check_behind_landlock(script, "7\nTrue\n");
}

/// Behind Landlock, a program can change the permissions and times of files outside of its folders.
/// The page on safety names this gap. If this test fails because a kernel closes the gap, the page
/// and the help can promise more.
#[test]
fn landlock_does_not_protect_permissions_and_times() {
    let run_folder = RunFolder::new();
    run_folder.0.write("file", "");
    let file = run_folder.0.word("file");
    check_behind_landlock(
        &format!(
            "test -e {file} && chmod 600 {file} && touch -d @0 {file} && test -e /proc/1 && echo open"
        ),
        "open\n",
    );
}

/// If bubblewrap does not work, `auto` uses Landlock and reports this. The test runs `broadside`
/// behind Landlock, because bubblewrap does not work there.
#[test]
fn without_bubblewrap_landlock_is_used() {
    let Some(inside) = landlock() else { return };
    let run_folder = RunFolder::new();
    let verify = ["verify", "--sandbox", "auto", "--scripts", "1", "--keep", "none", "--", "cat"];
    let command = run_folder.command(&[&[BINARY][..], &verify].concat());
    let run = Run { command: &command, input: b"", limits: within(LONG) };
    let ended = inside.run(&run).expect("a run");
    let said = String::from_utf8_lossy(&ended.stderr_tail);
    assert!(said.contains("programs run behind Landlock and seccomp: "), "{ended:?}");
}

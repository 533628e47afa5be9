//! Bubblewrap and Landlock are sandboxes for programs on Linux. The tests check what both sandboxes
//! forbid, and what both allow. The last test checks only bubblewrap.

use super::landlock::check_behind_landlock;
use super::*;

#[track_caller]
fn check_both(script: &str, expected: &str) {
    check_in_bubblewrap(script, expected);
    check_behind_landlock(script, expected);
}

/// In a new namespace, a program could mount memory that no limit counts. A kernel key outlives its
/// run. An `io_uring` makes system calls that no filter sees. So the sandboxes forbid all three.
#[test]
fn a_sandbox_makes_no_namespaces_and_no_keys() {
    let script = "import ctypes\n\
                  c = ctypes.CDLL(None, use_errno=True)\n\
                  def call(*a): return c.syscall(*[ctypes.c_long(x) if isinstance(x, int) else x for x in a])\n\
                  assert ctypes.sizeof(ctypes.c_long) == 8\n\
                  import platform\n\
                  x86 = platform.machine() == 'x86_64'\n\
                  unshare, clone, keyctl, ring = (272, 56, 250, 425) if x86 else (97, 220, 219, 425)\n\
                  print(call(unshare, 0x10000000), call(clone, 0x10000000 | 17, 0, 0, 0, 0))\n\
                  print(call(keyctl, 0, -3, 1), call(ring, 4, ctypes.create_string_buffer(200)))";
    check_both(&format!("python3 -c \"{script}\""), "-1 -1\n-1 -1\n");
}

/// The calls are `shmget`, `shmat`, `semget` and `msgget`. No limit counts what they make. It would
/// also outlive the run, and a program could read the shared memory of other processes.
#[test]
fn a_sandbox_shares_no_memory() {
    if std::env::consts::ARCH != "x86_64" {
        return skip("the numbers of the system calls are those of x86-64");
    }
    let script = "import ctypes\n\
                  c = ctypes.CDLL(None)\n\
                  for call in 29, 30, 64, 68:\n\
                  \x20print(c.syscall(call, 0, 4096, 0o1600))";
    check_both(&format!("python3 -c \"{script}\""), "-1\n-1\n-1\n-1\n");
}

/// A run must not leave a set-user-ID program on the disk, because every user of the machine could
/// start it.
#[test]
fn a_sandbox_makes_no_programs_that_run_as_their_owner() {
    let script = "cd $TMPDIR; cp /bin/true x; chmod 711 x; for mode in 4755 2755 u+s g+s; do \
                  chmod $mode x 2>/dev/null; done; stat -c %a x; chmod 755 x; stat -c %a x; \
                  exec python3 -c \"import os\n\
                  for mode in 0o4700, 0o2700:\n\
                  \x20for flags in os.O_CREAT, os.O_TMPFILE:\n\
                  \x20 try: os.open('y' if flags == os.O_CREAT else '.', flags | os.O_WRONLY, mode)\n\
                  \x20 except OSError: print(end='.')\"";
    check_both(script, "711\n755\n....");
}

/// A leak sanitizer traces its own process, so the sandbox must allow this.
#[test]
fn sanitizers_work_in_a_sandbox() {
    let script = "cd $TMPDIR; echo 'int main() { return 7; }' > x.c; \
                  cc -fsanitize=address x.c -o x && ./x; echo $?";
    check_both(script, "7\n");
}

/// Java and Node read their settings in `/etc`. If the sandbox hides these files, programs in these
/// languages do not run.
#[test]
fn java_and_node_run_in_a_sandbox() {
    let script = "cd $TMPDIR; echo 'class A { public static void main(String[] a) { System.out.println(7); } }' \
                  > A.java; if command -v javac > /dev/null; then javac A.java && java -cp . A; else echo 7; fi; \
                  if command -v node > /dev/null; then node -e 'console.log(8)'; else echo 8; fi";
    check_both(script, "7\n8\n");
}

/// A program that is started in the user's home must not see the home. A program that is started in
/// `/` must not see the whole system.
#[test]
fn a_sandbox_hides_the_home_in_which_a_program_starts() {
    for (sandbox, inside) in [("bwrap", bubblewrap()), ("landlock", landlock::landlock())] {
        if inside.is_none() {
            continue;
        }
        let home = Folder::new();
        home.write("secret", "pearl");
        home.write("ships", "cat ./secret $HOME/secret /etc/passwd; exec cat");
        for (folder, program) in [(home.path(), "ships"), (Path::new("/"), &*home.word("ships"))] {
            let mut ours = broadside();
            ours.args("verify --scripts 1 --keep none --findings 1 --sandbox".split(' '));
            ours.args([sandbox, "--json", &home.word("found.json"), "--", "sh", program]);
            ours.current_dir(folder).env("HOME", home.path());
            let output = ours.output().expect("our binary runs");
            let found = home.read("found.json");
            let is_closed = !found.contains("pearl") && !found.contains("root:");
            assert!(is_closed && found.contains("secret: "), "{sandbox} {output:?} {found}");
        }
    }
}

/// Bubblewrap reports which process it starts. So `broadside` can limit the number of processes of
/// the program.
#[test]
fn a_program_in_bubblewrap_has_a_limit_of_processes() {
    let script = "python3 -c 'import resource as r; print(r.getrlimit(r.RLIMIT_NPROC)[1])'";
    check_in_bubblewrap(script, "64\n");
}

//! What bubblewrap and Landlock close and leave open alike.

use super::landlock::check_behind;
use super::*;

/// Runs a script of the shell in bubblewrap and behind Landlock.
#[track_caller]
fn check_both(script: &str, expected: &str) {
    check_inside(script, expected);
    check_behind(script, expected);
}

/// In a namespace of its own a program could mount memory that nothing counts; a key outlives its run.
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

/// What a leak finder needs is there: it traces its own process.
#[test]
fn sanitizers_work_in_a_sandbox() {
    let script = "cd $TMPDIR; echo 'int main() { return 7; }' > x.c; \
                  cc -fsanitize=address x.c -o x && ./x; echo $?";
    check_both(script, "7\n");
}

/// They read settings of their own in `/etc`. Without them all of a class had 0 marks.
#[test]
fn java_and_node_run_in_a_sandbox() {
    let script = "cd $TMPDIR; echo 'class A { public static void main(String[] a) { System.out.println(7); } }' \
                  > A.java; if command -v javac > /dev/null; then javac A.java && java -cp . A; else echo 7; fi; \
                  if command -v node > /dev/null; then node -e 'console.log(8)'; else echo 8; fi";
    check_both(script, "7\n8\n");
}

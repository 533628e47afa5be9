"""Tests the prompt in Wine's console, on a pseudo-terminal: after a kill, --resume goes on from the journal."""
import os
import pty
import re
import select
import signal
import sys

# The longest wait for output, in seconds.
PATIENCE = 60


class Console:
    """A program in a console."""

    def __init__(self, words):
        self.shown = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(words[0], words)

    def shows(self, text):
        """Waits until the console has shown `text` since the last call."""
        while True:
            plain = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", self.shown)
            if text in plain:
                self.shown = b""
                return
            if not select.select([self.terminal], [], [], PATIENCE)[0]:
                sys.exit(f"the console does not show {text!r} but {plain!r}")
            self.shown += os.read(self.terminal, 1 << 16)

    def settles(self):
        """Waits until nothing is shown for a while: until then Wine's console loses keys."""
        while select.select([self.terminal], [], [], 5)[0]:
            self.shown += os.read(self.terminal, 1 << 16)

    def types(self, line):
        """Types a line key by key: Wine's console loses keys that come at once."""
        for key in line + b"\r":
            os.write(self.terminal, bytes([key]))
            if not select.select([self.terminal], [], [], PATIENCE)[0]:
                sys.exit(f"the console does not answer to {line!r}")
            self.shown += os.read(self.terminal, 1 << 16)

    def kill(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


def main():
    wine, broadside = sys.argv[1:3]
    first = Console([wine, broadside, "--color", "never"])
    first.shows(b"ships>")
    first.settles()
    for line in [b"[state]", b"BOARD_SIZE 7 9", b"REEF 2 3", b"PRINT 0"]:
        first.types(line)
    first.shows(b"#")
    first.shows(b"state>")
    first.kill()
    second = Console([wine, broadside, "--color", "never", "repl", "--resume"])
    second.shows(b">")
    second.settles()
    second.types(b"PRINT 0")
    second.shows(b"#")
    second.shows(b"PARTS REMAINING")
    second.kill()
    play = Console([wine, broadside, "--color", "never", "play", "--seed", "7", "--plain"])
    play.shows(b"A")
    play.kill()
    print("the prompt was killed and resumed; a game began")


if __name__ == "__main__":
    main()

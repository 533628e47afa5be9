"""Runs a shard on a worker. The driver sends this file to all workers."""
import io
import resource
import statistics
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SCRIPT = b"[state]\nSAVE\n[state]\n"


class Command(NamedTuple):
    """A call of the program. `before` and `after` are the words around the options of a shard. The program runs in a
    folder with the files in `packed`."""
    broadside: str
    before: list
    after: list
    packed: bytes

    def call(self, options, **how):
        """Runs the program with these options, in a folder with the files."""
        with tempfile.TemporaryDirectory() as home:
            unpack(self.packed, home)
            words = [self.broadside, *self.before, *options, *self.after]
            beside = {"cwd": home} if self.packed else {}
            return subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, **beside, **how)


def run(command, shard):
    """Runs a shard. Returns its journal and the processor time that it took, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        ended = command.call(["--jobs", "1", "--shard", shard, "--journal", str(journal)])
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if ended.returncode != 0:
            raise RuntimeError(f"shard {shard}: {ended.stderr.decode(errors='replace')}")
        return journal.read_bytes(), sum(after[:2]) - sum(before[:2])


def limit(programs, packed):
    """The time limit for these programs, computed as in `broadside`: 10 times what the slowest one needs for a
    short script, but at least 0.5 and at most 5 seconds."""
    with tempfile.TemporaryDirectory() as home:
        unpack(packed, home)
        beside = {"cwd": home} if packed else {}
        times = [statistics.median(seconds(words, beside) for _ in range(5)) for words in programs]
        return round(min(5, max(0.5, 10 * max(times, default=5))), 3)


def seconds(words, beside):
    begin = time.monotonic()
    try:
        subprocess.run(words, input=SCRIPT, capture_output=True, check=False, timeout=5, **beside)
    except subprocess.TimeoutExpired:
        pass
    return time.monotonic() - begin


def pack(folder, names):
    """Packs the files and folders with these names. Without names, returns empty bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name in names:
            tar.add(folder / name, arcname=name)
    return packed.getvalue() if names else b""


def unpack(packed, folder):
    if packed:
        with tarfile.open(fileobj=io.BytesIO(packed)) as tar:
            tar.extractall(folder)

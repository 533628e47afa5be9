"""The figures of `.ci/speed`: what runs of the program cost, and how long they take."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BOTS = "bench targeting --bot density --threads 1 --games"

# A run: the program's arguments, its input, and how often the run is repeated in a measurement. The small runs have no
# bots, because bots ask for the time, and under valgrind a static program cannot do this.
SMALL = {
    "start": (["-c", ""], None, 1),
    "turns": ([], "turns.small", 1),
    "reefs": ([], "reefs.small", 1),
    "ocean": ([], "ocean.small", 1),
}
LARGE = {
    "start": (["-c", ""], None, 40),
    "turns": ([], "turns.ships", 1),
    "reefs": ([], "reefs.ships", 1),
    "ocean": ([], "ocean.ships", 1),
    "bots": ([*BOTS.split(), "5000"], None, 1),
}
RUNS = 25
MOST_COST = 1.03
MOST_TIME = 1.05
VALGRIND = shutil.which("valgrind")

# The same caches on every machine.
CACHES = ["--I1=32768,8,64", "--D1=32768,8,64", "--LL=8388608,16,64"]


def cost(program, words, file):
    """The cost of a run: a weighted sum of events that valgrind counts."""
    with tempfile.NamedTemporaryFile() as counts, open(file or os.devnull, "rb") as stdin:
        tool = [VALGRIND, "--tool=cachegrind", f"--cachegrind-out-file={counts.name}", "--log-file=/dev/null"]
        command = [*tool, "--cache-sim=yes", "--branch-sim=yes", *CACHES, program, *words]
        subprocess.run(command, stdin=stdin, stdout=subprocess.DEVNULL, env={"LC_ALL": "C"}, check=True)
        text = Path(counts.name).read_text(errors="replace")
    names = re.search(r"^events: (.*)$", text, re.M)[1].split()
    counts = map(int, re.search(r"^(?:totals|summary): (.*)$", text, re.M)[1].split())
    count = dict(zip(names, counts))
    sum_of = lambda *events: sum(count.get(event, 0) for event in events)
    first, last = sum_of("I1mr", "D1mr", "D1mw"), sum_of("ILmr", "DLmr", "DLmw")
    return count["Ir"] + 10 * first + 100 * last + 15 * sum_of("Bcm", "Bim")


def time(words, file, repeat):
    """The processor time of a run and its children, in milliseconds."""
    total = 0.0
    for _ in range(repeat):
        stdin = os.open(file or os.devnull, os.O_RDONLY)
        stdout = os.open(os.devnull, os.O_WRONLY)
        streams = [(os.POSIX_SPAWN_DUP2, stdin, 0), (os.POSIX_SPAWN_DUP2, stdout, 1), (os.POSIX_SPAWN_DUP2, stdout, 2)]
        pid = os.posix_spawnp(words[0], words, {**os.environ, "LC_ALL": "C"}, file_actions=streams)
        _, status, usage = os.wait4(pid, 0)
        os.close(stdin)
        os.close(stdout)
        if status != 0:
            sys.exit(f"`{shlex.join(words)}` ended with status {status}")
        total += usage.ru_utime + usage.ru_stime
    return total * 1000 / repeat


def least(runs, count=RUNS):
    """The least time of each run, because other work on the machine only adds to a time. The runs take turns."""
    times = [[time(*run) for run in runs] for _ in range(count)]
    return [min(column) for column in zip(*times)]


def read(file):
    """The recorded cost of each run, and its time limit as a factor of its time in the last tag."""
    lines = Path(file).read_text().splitlines() if Path(file).exists() else []
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {name: (int(cost), float(factor)) for name, cost, factor in rows}


def write(file, costs, recorded):
    factor = lambda name: recorded.get(name, (0, MOST_TIME))[1]
    rows = [f"{name:<8}{costs.get(name, 0):>12}  {factor(name):.2f}\n" for name in LARGE]
    head = "# A run, its cost as `.ci/speed` counts it (0: not counted), and its time limit, as a factor of its time in the last tag.\n"
    Path(file).write_text(head + "".join(rows))


def costs(program, folder, file):
    recorded = read(file)
    found = {name: cost(program, words, at(folder, input)) for name, (words, input, _) in SMALL.items()}
    if os.environ.get("BLESS"):
        write(file, found, recorded)
        return 0
    failed = False
    for name in SMALL:
        old = recorded.get(name, (0, 0))[0]
        ratio = found[name] / old if old else float("inf")
        failed |= ratio > MOST_COST
        word = "FAILED: above 1.03; see .ci/speed" if ratio > MOST_COST else "less: record it" if ratio < 0.97 else "ok"
        print(f"cost of {name:<8}{found[name]:>12}  {ratio:6.3f} of the recorded one  {word}")
    return failed


def times(program, folder, file, before):
    recorded = read(file)
    failed = False
    for name, (words, input, repeat) in LARGE.items():
        runs = [([binary, *words], at(folder, input), repeat) for binary in (before, program)]
        old, new = least(runs)
        most = recorded.get(name, (0, MOST_TIME))[1]
        failed |= new > most * old
        word = f"FAILED: above {most:.2f}; see .ci/speed" if new > most * old else "ok"
        print(f"time of {name:<8}{old:>9.2f} ms {new:>9.2f} ms  {new / old:6.3f}  {word}")
    return failed


def table(program, folder, page):
    """Measures what the page shows, and writes it between its two marks."""
    script = lambda name: os.path.join(folder, f"{name}.ships")
    rows = [
        beside(program, ["wc", "-w"], [], script("turns"), "200,000 turns, 6.1 MB"),
        beside(program, ["wc", "-w"], [], script("reefs"), "3000 x 3000, a million reefs, `SAVE` and `PRINT 0`"),
        beside(program, ["wc", "-w"], [], script("ocean"), "10^9 x 10^9, a million reefs, two fleets, `SAVE`"),
        beside(program, ["true"], ["-c", ""], None, "start and end (`-c ''`)", 40),
        ("a game of `bench targeting --bot density`", f"{per_game(program):.4f} ms", ""),
        ("a script of `verify`, with this program as the tested program", f"{per_script(program):.2f} ms", ""),
    ]
    lines = [f"| {what} | {time} | {ratio} |\n" for what, time, ratio in rows]
    head = "| what | processor time | beside |\n|---|---|---|\n"
    text = f"Measured on {machine(program)}:\n\n{head}{''.join(lines)}"
    old = Path(page).read_text()
    begin, end = "<!-- measured -->\n", "<!-- end -->\n"
    before, after = old.split(begin)[0], old.split(end)[1]
    Path(page).write_text(f"{before}{begin}\n{text}\n{end}{after}")
    print(text, end="")


def beside(program, other, words, file, what, repeat=1):
    theirs, ours = least([(other, file, repeat), ([program, *words], file, repeat)])
    name = "`true`" if other == ["true"] else "`LC_ALL=C wc -w`"
    return what, f"{ours:.2f} ms", f"{ours / theirs:.2f} of {name}"


def per_game(program):
    """The time of a game, from the difference between many games and few."""
    few, many = least([([program, *BOTS.split(), games], None, 1) for games in ("1000", "21000")], 9)
    return (many - few) / 20000


def per_script(program):
    """The time of a random script, with the time of the judged program."""
    judge = lambda scripts: [program, "verify", "--jobs", "1", "--scripts", scripts, "--", program]
    few, many = least([(judge(scripts), None, 1) for scripts in ("0", "1000")], 5)
    return (many - few) / 1000


def machine(program):
    about = Path("/proc/cpuinfo").read_text()
    processor = re.search(r"model name\s*: (.*)", about)[1].strip()
    output = lambda *words: subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()
    cores, system = os.cpu_count(), output("uname", "-sr")
    return f"{cores} cores of {processor}, {system}, {output('rustc', '-V')}, {output(program, '--version')}"


def at(folder, name):
    return name and os.path.join(folder, name)


if __name__ == "__main__":
    check = {"costs": costs, "times": times, "table": table}[sys.argv[1]]
    sys.exit(check(*sys.argv[2:]))

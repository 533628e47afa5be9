"""Reads files such as scripts/cluster/match.toml, and shows results. This module needs no cluster."""
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path


def kind(work):
    return work.get("kind", "match")


def parts(work):
    """The parts of the work, in their order: the set-ups of a match. Other work has one part."""
    return work.get("setups", ["extended"]) if kind(work) == "match" else [kind(work)]


def words(work, part):
    """The command line of a part of the work: the words before the options of a shard, and the words after them."""
    keys = {"match": ("games", "seed", "time", "memory"), "verify": ("scripts", "seed", "time", "memory"),
            "grade": ("random", "time", "memory")}[kind(work)]
    given = [word for key in keys if key in work for word in (f"--{key}", str(work[key]))]
    before = [kind(work), *given, *work.get("options", [])]
    if kind(work) == "verify":
        return before, ["--", *work["program"]]
    if kind(work) == "grade":
        return before, work["submissions"]
    for engine in work["engine"]:
        proto = [f"proto={engine['proto']}"] if "proto" in engine else []
        before += ["--engine", f"name={engine['name']}", engine["player"], *proto]
    return [*before, "--setup", part], ["--sprt", *work["sprt"]] if "sprt" in work else []


def programs(work):
    """The commands of the programs whose time is to be measured."""
    players = [engine["player"] for engine in work.get("engine", [])]
    commands = [shlex.split(player.removeprefix("cmd=")) for player in players if player.startswith("cmd=")]
    return commands + [work[key] for key in ("program",) if key in work]


def amount(work):
    """How many games, scripts or tests there are in each part, in words. A pairing has an even number of games."""
    if kind(work) == "verify":
        return f"{work.get('scripts', 400)} scripts"
    if kind(work) == "grade":
        return f"the tests of {' '.join(work['submissions'])}"
    return f"{len(work['engine'])} engines: {games(work)} games"


def games(work):
    engines, each = len(work["engine"]), work.get("games", 100)
    return engines * (engines - 1) // 2 * (each + each % 2)


def plan(work):
    """What there is to do, in words."""
    shards = f"{work['shards']} shards" if "shards" in work else "shards, 8 for each core"
    return "".join(f"{part}: {amount(work)} in {shards}\n" for part in parts(work))


def keep(text, folder):
    """Keeps the file beside its shards. Exits if the folder has shards of another file."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "run.toml"
    if kept.exists() and kept.read_text() != text:
        sys.exit(f"{folder} holds shards of something else: give another --folder")
    kept.write_text(text)


def missing_values(folder, work, finders):
    """The values that the file leaves out. `finders` find them once; the next run of the same command reads them."""
    path = folder / "settled.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    known |= {key: find() for key, find in finders.items() if key not in work and key not in known}
    path.write_text(json.dumps(known) + "\n")
    return known


def show(command, work, part, folder, journals):
    """Shows the result so far. Returns whether no more shards are needed."""
    shards, end = work["shards"], folder / f"{part}.html"
    done = f"\n{part}: {len(journals)} of {shards} shards"
    if kind(work) == "match":
        text, is_enough = table(command, work, journals, end)
        print(f"{done}\n{text}{cost(journals, games(work))}", end="", flush=True)
        return is_enough
    print(done, flush=True)
    if len(journals) == shards:
        print(report(command, part, folder, journals), end="", flush=True)
    return False


def table(command, work, journals, page):
    """Returns the table of the finished shards, and whether the sequential test is decided. Writes the page of the match."""
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder, "table.json")
        sprt = ["--sprt", *work["sprt"]] if "sprt" in work else []
        merge = [command.broadside, "merge", *journals, "--html", page, "--json", found, *sprt]
        text = subprocess.run(merge, capture_output=True, check=True).stdout.decode()
        sprt = json.loads(found.read_text()).get("sprt") or {}
        return text, sprt.get("accepted") is not None


def report(command, part, folder, journals):
    """Returns the report that one machine would print, made from the journals of all shards."""
    whole = (folder / f"{part}.jsonl").absolute()
    whole.write_bytes(b"".join(path.read_bytes() for path in journals))
    files = ["--keep", (folder / "findings").absolute()] if part == "verify" else [
        "--html", (folder / "grade.html").absolute(), "--csv", (folder / "grade.csv").absolute()]
    ended = command.call(["--journal", whole, *files])
    (folder / f"{part}.txt").write_bytes(ended.stdout)
    return (ended.stdout + ended.stderr).decode(errors="replace")


def cost(journals, total):
    """The core time of the games of finished shards, and the core time that all games will take, in words."""
    count = sum(path.read_bytes().count(b"\n") for path in journals)
    seconds = sum(float(path.with_suffix(".seconds").read_text()) for path in journals)
    each = max(seconds / max(1, count), 1e-9)
    rate, hours = 3600 / each, each * total / 3600
    return f"{each:.3f} s of a core a game, {rate:.0f} games a core-hour; all {total}: {hours:.2f} core-hours\n"

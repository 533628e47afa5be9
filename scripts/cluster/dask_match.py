#!/usr/bin/env python3
"""Plays the matches of a file on a Dask cluster, in shards, and shows their tables.

    pip install distributed
    python3 scripts/cluster/dask_match.py scripts/cluster/match.toml --scheduler tcp://head:8786

Without --scheduler a cluster is started on this machine. Workers need `broadside` and the engines, in the
same places; no folder need be shared. A shard whose worker dies is played anew by another worker. Finished
shards are kept in --folder: when the driver was killed, the same command goes on with the missing ones.
Game k depends on the seed, k and the engines only, so tables and digests are those of one process.

With --plan nothing is played: the games are counted. With --part K only the first K shards of each set-up are
played, so that the time of the whole is known before it is paid for.
"""
import argparse
import resource
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from dask.distributed import Client, as_completed


def options_of(match, setup):
    """The options of `broadside match` for a set-up of the match file."""
    words = []
    for engine in match["engine"]:
        proto = [f"proto={engine['proto']}"] if "proto" in engine else []
        words += ["--engine", f"name={engine['name']}", engine["player"], *proto]
    given = {key: match[key] for key in ("games", "seed", "time", "memory") if key in match}
    return words + ["--setup", setup] + [w for key in given for w in (f"--{key}", str(given[key]))]


def play(broadside, options, shard):
    """Plays a shard, on a worker, and gives its journal, and the seconds of a processor that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal")
        command = [broadside, "match", *options, "--jobs", "1", "--shard", shard, "--journal", str(journal)]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(f"shard {shard}: {run.stderr.decode(errors='replace')}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return journal.read_bytes(), seconds


def play_all(client, broadside, options, shards, folder, told=lambda done: None, part=None):
    """Plays all shards that are not in `folder` yet, or the first `part` of them; the paths of all journals."""
    some = range(1, min(shards, part or shards) + 1)
    paths = {f"{k}/{shards}": Path(folder, f"shard-{k}-of-{shards}.jsonl") for k in some}
    missing = [shard for shard, path in paths.items() if not path.exists()]
    # `pure=False`: another match with the same options is played, not looked up.
    futures = {client.submit(play, broadside, options, shard, retries=10, pure=False): paths[shard]
               for shard in missing}
    for future, (journal, seconds) in as_completed(futures, with_results=True):
        futures[future].with_suffix(".seconds").write_text(f"{seconds:.3f}\n")
        part = futures[future].with_suffix(".part")  # a driver that is killed leaves no half journal
        part.write_bytes(journal)
        part.rename(futures[future])
        told([path for path in paths.values() if path.exists()])
    return list(paths.values())


def plan(match):
    """What there is to play, in words."""
    engines, games, shards = len(match["engine"]), match.get("games", 100), match["shards"]
    pairings = engines * (engines - 1) // 2
    total = pairings * (games + games % 2)
    each = f"{engines} engines, {pairings} pairings of {games} games: {total} games in {shards} shards"
    return total, "".join(f"{setup}: {each}\n" for setup in match.get("setups", ["extended"]))


def cost(done, total):
    """What the games so far took, and what all will take."""
    games = sum(path.read_bytes().count(b"\n") for path in done)
    seconds = sum(float(path.with_suffix(".seconds").read_text()) for path in done)
    each = seconds / max(1, games)
    return f"{each:.3f} s of a core a game, {3600 / max(each, 1e-9):.0f} games a core-hour; all {total}: {each * total / 3600:.2f} core-hours\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("match", type=Path, help="the match file, as scripts/cluster/match.toml")
    parser.add_argument("--scheduler", help="the address of a running scheduler")
    parser.add_argument("--workers", type=int, help="workers of a cluster on this machine")
    parser.add_argument("--broadside", default="broadside", help="the program, on workers and here")
    parser.add_argument("--folder", type=Path, help="keeps finished shards; MATCH.shards without it")
    parser.add_argument("--plan", action="store_true", help="count the games, and play none")
    parser.add_argument("--part", type=int, metavar="K", help="play only the first K shards of each set-up")
    given = parser.parse_args()
    text = given.match.read_text()
    match, folder = tomllib.loads(text), given.folder or given.match.with_suffix(".shards")
    total, words = plan(match)
    print(words, end="", flush=True)
    if given.plan:
        return 0
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "match.toml"
    if kept.exists() and kept.read_text() != text:
        sys.exit(f"{folder} holds shards of another match: give another --folder")
    kept.write_text(text)
    local = {"n_workers": given.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(given.scheduler) if given.scheduler else Client(**local) as client:
        for setup in match.get("setups", ["extended"]):
            def show(done):
                merge = [given.broadside, "merge", *done, "--html", folder / f"{setup}.html"]
                table = subprocess.run(merge, capture_output=True, check=True).stdout.decode()
                print(f"\n{setup}: {len(done)} of {match['shards']} shards\n{table}{cost(done, total)}", end="", flush=True)
            (folder / setup).mkdir(exist_ok=True)
            options = options_of(match, setup)
            play_all(client, given.broadside, options, match["shards"], folder / setup, show, given.part)
    return 0


if __name__ == "__main__":
    sys.exit(main())

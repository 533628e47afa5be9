#!/usr/bin/env python3
"""Plays the matches of a file on a Dask cluster, in shards, and shows their tables.

    pip install distributed
    python3 scripts/cluster/dask_match.py scripts/cluster/match.toml --scheduler tcp://head:8786

Without --scheduler a cluster is started on this machine. Workers need `broadside` and the engines, in the
same places; no folder need be shared. A shard whose worker dies is played anew by another worker. Finished
shards are kept in --folder: when the driver was killed, the same command goes on with the missing ones.
Game k depends on the seed, k and the engines only, so tables and digests are those of one process.
"""
import argparse
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
    """Plays a shard, on a worker, and gives its journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal")
        command = [broadside, "match", *options, "--jobs", "1", "--shard", shard, "--journal", str(journal)]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(f"shard {shard}: {run.stderr.decode(errors='replace')}")
        return journal.read_bytes()


def play_all(client, broadside, options, shards, folder, told=lambda done: None):
    """Plays all shards that are not in `folder` yet; the paths of all journals."""
    paths = {f"{k}/{shards}": Path(folder, f"shard-{k}-of-{shards}.jsonl") for k in range(1, shards + 1)}
    missing = [shard for shard, path in paths.items() if not path.exists()]
    # `pure=False`: another match with the same options is played, not looked up.
    futures = {client.submit(play, broadside, options, shard, retries=10, pure=False): paths[shard]
               for shard in missing}
    for future, journal in as_completed(futures, with_results=True):
        part = futures[future].with_suffix(".part")  # a driver that is killed leaves no half journal
        part.write_bytes(journal)
        part.rename(futures[future])
        told([path for path in paths.values() if path.exists()])
    return list(paths.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("match", type=Path, help="the match file, as scripts/cluster/match.toml")
    parser.add_argument("--scheduler", help="the address of a running scheduler")
    parser.add_argument("--workers", type=int, help="workers of a cluster on this machine")
    parser.add_argument("--broadside", default="broadside", help="the program, on workers and here")
    parser.add_argument("--folder", type=Path, help="keeps finished shards; MATCH.shards without it")
    given = parser.parse_args()
    text = given.match.read_text()
    match, folder = tomllib.loads(text), given.folder or given.match.with_suffix(".shards")
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
                print(f"\n{setup}: {len(done)} of {match['shards']} shards\n{table}", end="", flush=True)
            (folder / setup).mkdir(exist_ok=True)
            options = options_of(match, setup)
            play_all(client, given.broadside, options, match["shards"], folder / setup, show)
    return 0


if __name__ == "__main__":
    sys.exit(main())

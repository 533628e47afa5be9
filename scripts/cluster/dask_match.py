#!/usr/bin/env python3
"""Plays a match of `broadside` on a Dask cluster, in shards, and prints its table.

    pip install distributed
    python3 scripts/cluster/dask_match.py -- --engine cmd=./mine --engine open --games 1000
    python3 scripts/cluster/dask_match.py --scheduler tcp://head:8786 --shards 64 -- ...

What follows `--` are options of `broadside match`. Without --scheduler a cluster is started on this
machine. Workers need `broadside` and the engines, in the same places; no folder need be shared. Shards
need no coordination: one whose worker dies is played anew by another worker, and since game k depends
on the seed, k and the engines only, the table and its digest are those of one process.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from dask.distributed import Client, as_completed


def play(broadside, options, shard):
    """Plays a shard, on a worker, and gives its journal."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal")
        command = [broadside, "match", *options, "--shard", shard, "--journal", str(journal)]
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if run.returncode != 0:
            raise RuntimeError(f"shard {shard}: {run.stderr.decode(errors='replace')}")
        return journal.read_bytes()


def play_all(client, broadside, options, shards, folder):
    """Plays all shards; the journals, in `folder`."""
    names = [f"{number}/{shards}" for number in range(1, shards + 1)]
    # `pure=False`: another match with the same options is played, not looked up.
    futures = client.map(
        play, [broadside] * shards, [options] * shards, names, retries=10, pure=False
    )
    numbers = {future: number for number, future in enumerate(futures, 1)}
    journals = []
    for done, (future, journal) in enumerate(as_completed(futures, with_results=True), 1):
        path = Path(folder, f"shard-{numbers[future]}.jsonl")
        path.write_bytes(journal)
        journals.append(path)
        print(f"{done} of {shards} shards", file=sys.stderr)
    return journals


def main():
    """Reads the command line, plays, and merges the journals."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--scheduler", help="the address of a running scheduler")
    parser.add_argument("--shards", type=int, default=16)
    parser.add_argument("--broadside", default="broadside", help="the program, on workers and here")
    parser.add_argument("--folder", help="keep the journals of all shards here")
    parser.add_argument("options", nargs="+", help="options of `broadside match`, behind --")
    told = parser.parse_args()
    client = Client(told.scheduler) if told.scheduler else Client(threads_per_worker=1)
    with client, tempfile.TemporaryDirectory() as temporary:
        folder = Path(told.folder or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        options = told.options + ["--jobs", "1"]
        journals = play_all(client, told.broadside, options, told.shards, folder)
        merged = subprocess.run([told.broadside, "merge", *map(str, sorted(journals))], check=False)
    return merged.returncode


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Plays the matches of a file on a Dask cluster, in shards, and shows their tables: see README.md beside it.

    python3 scripts/cluster/dask_match.py scripts/cluster/match.toml --scheduler tcp://head:8786

Workers need `broadside` and the engines in the same places; no folder need be shared.
"""
import argparse
import resource
import subprocess
import tempfile
import tomllib
from pathlib import Path

from match_file import keep, options_of, plan, setups_of, table


def play(broadside, options, shard):
    """Plays a shard, on a worker: its journal, and the seconds of a core that it took."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder, "journal")
        command = [broadside, "match", *options, "--jobs", "1", "--shard", shard, "--journal", str(journal)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if run.returncode != 0:
            raise RuntimeError(f"shard {shard}: {run.stderr.decode(errors='replace')}")
        return journal.read_bytes(), sum(after[:2]) - sum(before[:2])


def play_all(client, broadside, options, shards, folder, told=lambda done: None, part=None):
    """Plays all shards that are not in `folder` yet, or the first `part` of them; the paths of all journals."""
    from dask.distributed import as_completed
    some = range(1, min(shards, part or shards) + 1)
    paths = {f"{k}/{shards}": Path(folder, f"shard-{k}-of-{shards}.jsonl") for k in some}
    # `pure=False`: another match with the same options is played, not looked up.
    futures = {client.submit(play, broadside, options, shard, retries=10, pure=False): path
               for shard, path in paths.items() if not path.exists()}
    for future, (journal, seconds) in as_completed(futures, with_results=True):
        path = futures[future]
        path.with_suffix(".seconds").write_text(f"{seconds:.3f}\n")
        path.with_suffix(".part").write_bytes(journal)  # a driver that is killed leaves no half journal
        path.with_suffix(".part").rename(path)
        told([path for path in paths.values() if path.exists()])
    return list(paths.values())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("match", type=Path, help="the match file, as scripts/cluster/match.toml")
    parser.add_argument("--scheduler", help="the address of a running scheduler; without it, one is started here")
    parser.add_argument("--workers", type=int, help="workers of a cluster on this machine")
    parser.add_argument("--broadside", default="broadside", help="the program, on workers and here")
    parser.add_argument("--folder", type=Path, help="keeps finished shards; MATCH.shards without it")
    parser.add_argument("--plan", action="store_true", help="count the games, and play none")
    parser.add_argument("--part", type=int, metavar="K", help="play only the first K shards of each set-up")
    given = parser.parse_args()
    text, folder = given.match.read_text(), given.folder or given.match.with_suffix(".shards")
    match = tomllib.loads(text)
    print(plan(match), end="", flush=True)
    if given.plan:
        return
    keep(text, folder)
    from dask.distributed import Client
    local = {"n_workers": given.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(given.scheduler) if given.scheduler else Client(**local) as client:
        for setup in setups_of(match):
            (folder / setup).mkdir(exist_ok=True)
            told = lambda done, setup=setup: print(table(given.broadside, match, setup, done), end="", flush=True)
            play_all(client, given.broadside, options_of(match, setup), match["shards"], folder / setup, told,
                     given.part)


if __name__ == "__main__":
    main()

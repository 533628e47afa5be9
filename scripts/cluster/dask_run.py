#!/usr/bin/env python3
"""Runs `match`, `verify` or `grade` on a Dask cluster, in shards, and shows the result: see README.md beside it.

    python3 scripts/cluster/dask_run.py scripts/cluster/match.toml --scheduler tcp://head:8786

Workers need `broadside`. The `files` of match.toml are sent to them; other engines must be there already.
"""
import argparse
import tomllib
from pathlib import Path

import run_file
import shard

PIECES = 8  # shards for each core: a lost shard costs little, and no core waits long for another


def run_all(client, command, shards, folder, is_enough=lambda done: False, part=None):
    """Runs the shards that are not in `folder` yet; with `part`, only those among the first `part` shards. Stops when
    `is_enough(journals so far)` returns true. Returns the paths of all journals."""
    from dask.distributed import as_completed
    some = range(1, min(shards, part or shards) + 1)
    paths = {f"{k}/{shards}": Path(folder, f"shard-{k}-of-{shards}.jsonl") for k in some}
    [command] = client.scatter([command], broadcast=True, hash=False)
    # `pure=False`: Dask runs each shard, and does not reuse the result of an earlier run with the same options.
    futures = {client.submit(shard.run, command, name, retries=10, pure=False): path
               for name, path in paths.items() if not path.exists()}
    for future, (journal, seconds) in as_completed(futures, with_results=True):
        path = futures[future]
        path.with_suffix(".seconds").write_text(f"{seconds:.3f}\n")
        path.with_suffix(".part").write_bytes(journal)  # a driver that is killed leaves no half journal
        path.with_suffix(".part").rename(path)
        if is_enough([path for path in paths.values() if path.exists()]):
            client.cancel(list(futures))
            break
    return [path for path in paths.values() if path.exists()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("file", type=Path, help="what to run, as scripts/cluster/match.toml")
    parser.add_argument("--scheduler", help="the address of a running scheduler; without it, one is started here")
    parser.add_argument("--workers", type=int, help="workers of a cluster on this machine")
    parser.add_argument("--broadside", default="broadside", help="the program, on workers and here")
    parser.add_argument("--folder", type=Path, help="keeps finished shards; FILE.shards without it")
    parser.add_argument("--plan", action="store_true", help="say what there is to do, and do nothing")
    parser.add_argument("--part", type=int, metavar="K", help="run only the first K shards of each set-up")
    given = parser.parse_args()
    text, folder = given.file.read_text(), given.folder or given.file.with_suffix(".shards")
    work = tomllib.loads(text)
    print(run_file.plan(work), end="", flush=True)
    if given.plan:
        return
    run_file.keep(text, folder)
    from dask.distributed import Client
    local = {"n_workers": given.workers, "threads_per_worker": 1, "dashboard_address": None}
    with Client(given.scheduler) if given.scheduler else Client(**local) as client:
        client.upload_file(shard.__file__)
        cores = sum(client.nthreads().values())
        packed = shard.pack(given.file.parent, work.get("files", []))
        time = lambda: client.submit(shard.limit, run_file.programs(work), packed, pure=False).result()
        work |= run_file.missing_values(folder, work, {"shards": lambda: PIECES * max(1, cores), "time": time})
        for part in run_file.parts(work):
            (folder / part).mkdir(exist_ok=True)
            command = shard.Command(given.broadside, *run_file.words(work, part), packed)
            show = lambda done, part=part, command=command: run_file.show(command, work, part, folder, done)
            run_all(client, command, work["shards"], folder / part, show, given.part)


if __name__ == "__main__":
    main()

"""8 shards on 6 workers, of which a third are killed while they play: the digest of one process."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts" / "cluster"))
from dask.distributed import Client, LocalCluster  # noqa: E402
from dask_match import play_all  # noqa: E402

WORKERS, SHARDS = 6, 8


def digest(output):
    return re.search(r"digest ([0-9a-f]{16}) of (\d+) games", output.decode()).groups()


def kill_a_third(client, killed):
    """Kills workers without a warning, as soon as they play."""
    while not any(client.processing().values()):
        pass
    pids = client.run(os.getpid)
    for pid in list(pids.values())[: WORKERS // 3]:
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)


def main():
    broadside = str(Path(sys.argv[1]).resolve())
    games = sys.argv[2] if len(sys.argv) > 2 else "400"
    options = f"--engine open --engine random --setup small --games {games} --seed 7".split()
    alone = subprocess.run([broadside, "match", *options], capture_output=True, check=True).stdout
    killed = []
    with tempfile.TemporaryDirectory() as folder:
        with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                killer = threading.Thread(target=kill_a_third, args=(client, killed))
                killer.start()
                journals = play_all(client, broadside, options, SHARDS, folder)
                killer.join()
        merged = subprocess.run([broadside, "merge", *map(str, journals)], capture_output=True, check=True).stdout
    print(f"killed {len(killed)} of {WORKERS} workers; alone {digest(alone)}, in shards {digest(merged)}")
    return 0 if len(killed) == WORKERS // 3 and digest(alone) == digest(merged) else 1


if __name__ == "__main__":
    sys.exit(main())

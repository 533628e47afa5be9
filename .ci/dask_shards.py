"""Checks that a cluster prints the same results as one process: for a match whose workers are killed, for programs
that are verified, and for a class. Also checks that a statistical test ends a match early."""
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts" / "cluster"))
import run_file  # noqa: E402
import shard  # noqa: E402
from dask.distributed import Client, LocalCluster  # noqa: E402
from dask_run import run_all  # noqa: E402

WORKERS, SHARDS = 6, 48
PLAYERS = [{"name": name, "player": name} for name in ("open", "random")]
MATCH = {"engine": PLAYERS, "seed": 7, "shards": SHARDS, "time": 5}
SHIPS = "$SHIPS"
PROGRAMS = [SHIPS, f"{SHIPS} | head -n 3", f"{SHIPS} | sed s/2/3/"]


def digest(output):
    return re.search(r"digest ([0-9a-f]{16}) of (\d+) games", output.decode()).groups()


def kill_a_third(client, killed):
    """Kills a third of the workers without a warning, as soon as any of them plays."""
    while not any(client.processing().values()):
        pass
    pids = client.run(os.getpid)
    for pid in list(pids.values())[: WORKERS // 3]:
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)


def command_of(broadside, work, part, packed=b""):
    return shard.Command(broadside, *run_file.words(work, part), packed)


def in_one_process(command):
    return command.call([], check=False).stdout


def match(client, broadside, folder):
    """Compares a match whose workers are killed with the same match in one process."""
    work, killed = {**MATCH, "games": 400}, []
    command = command_of(broadside, work, "small")
    killer = threading.Thread(target=kill_a_third, args=(client, killed))
    killer.start()
    journals = run_all(client, command, SHARDS, folder)
    killer.join()
    merged = subprocess.run([broadside, "merge", *journals], capture_output=True, check=True).stdout
    print(f"killed {len(killed)} of {WORKERS} workers; in shards {digest(merged)}")
    return len(killed) == WORKERS // 3 and digest(in_one_process(command)) == digest(merged)


def sequential_test(client, broadside, folder):
    """Checks that a test which is decided after a few shards stops the other shards."""
    work = {**MATCH, "games": 20000, "shards": 500, "sprt": ["elo0=0", "elo1=200"]}
    command, page = command_of(broadside, work, "small"), folder / "page.html"
    journals = run_all(client, command, 500, folder, lambda done: run_file.table(command, work, done, page)[1])
    print(f"decided after {len(journals)} of 500 shards")
    return 0 < len(journals) < 250


def report(client, broadside, folder, work, packed=b""):
    """Runs all shards. Returns their report, and the command that makes the report without shards."""
    part = run_file.kind(work)
    command = command_of(broadside, work, part, packed)
    journals = run_all(client, command, work["shards"], folder)
    together = run_file.report(command, part, folder, journals)
    return together, command


def verify(client, broadside, folder, program):
    words = ["sh", "-c", program.replace(SHIPS, broadside)]
    work = {"kind": "verify", "program": words, "scripts": 200, "time": 10, "shards": SHARDS}
    together, command = report(client, broadside, folder, work)
    kept = command._replace(before=[*command.before, "--keep", str((folder / "findings").absolute())])
    print(f"verify {program}: {together.splitlines()[-2]}")
    return together.encode() == in_one_process(kept)


def grade(client, broadside, folder):
    packed = shard.pack(ROOT / "scripts", ["submissions/ben.py", "submissions/clara.py"])
    few = ["--level", "place"]
    work = {"kind": "grade", "submissions": ["submissions"], "options": few, "time": 10, "shards": 8}
    together, command = report(client, broadside, folder, work, packed)
    print(f"grade: {together.splitlines()[0]}")
    return together.splitlines()[:3] == in_one_process(command).decode().splitlines()[:3]


def main():
    broadside = str(Path(sys.argv[1]).resolve())
    checks = [match, sequential_test, grade]
    checks += [lambda *given, program=program: verify(*given, program) for program in PROGRAMS]
    with tempfile.TemporaryDirectory() as folder:
        with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster:
            with Client(cluster) as client:
                client.upload_file(shard.__file__)
                places = [Path(folder, str(number)) for number in range(len(checks))]
                for place in places:
                    place.mkdir()
                right = [check(client, broadside, place) for check, place in zip(checks, places)]
    print(f"{right.count(True)} of {len(right)} are right: {right}")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())

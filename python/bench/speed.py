"""Measures the speed of the module: `python python/bench/speed.py` in an environment that has the wheel.

Takes the best processor time of several runs, so that other work on the machine does not count. Games are timed by
the clock, because bots that are programs use their processor time in other processes.
"""

import os
import subprocess
import sys
import time

import numpy as np

import broadside
from broadside.env import TargetingVectorEnv

HERE = os.path.dirname(os.path.abspath(__file__))
SCRIPTS = os.environ.get("SCRIPTS", os.path.join(HERE, "..", "..", "scripts"))
BOT = os.path.join(SCRIPTS, "bots", "ships.py")


def best(work, times, clock=time.process_time):
    seconds = []
    for _ in range(times):
        start = clock()
        work()
        seconds.append(clock() - start)
    return min(seconds)


def battle():
    script = open(os.path.join(SCRIPTS, "first-battle.ships")).read()
    calls = 2000
    one = best(lambda: [broadside.run(script) for _ in range(calls)], 9) / calls
    print(f"run of the first battle: {one * 1e6:.1f} us, Rust included")


def shots():
    games, steps = 4096, 200
    env = TargetingVectorEnv(games)
    env.reset(seed=1)
    order = np.stack([np.random.default_rng(n).permutation(100) for n in range(games)])
    turn = np.zeros(games, int)

    def play():
        for _ in range(steps):
            actions = order[np.arange(games), turn]
            _, _, ended, cut_off, _ = env.step(actions)
            turn[:] = (turn + 1) % 100
            turn[ended | cut_off] = 0

    print(f"targeting: {games * steps / best(play, 5) / 1e6:.2f} million shots a second on each core")


def starter():
    """The class `Game` of the starter bot in scripts/bots. Its loop is cut off."""
    names = {}
    source = open(BOT).read().split("\nscript = []")[0]
    exec(compile(source, BOT, "exec"), names)
    return names["Game"]


class StarterBot:
    """The starter bot, run in this process; it reads the same scripts."""

    Game = starter()

    def turn(self, briefing):
        game = self.Game(briefing.script().splitlines())
        return [*game.placements(), *game.battle()]


def games():
    count = 20
    options = dict(games=count, setup="small", seed=1, max_turns=60)
    ours = best(lambda: broadside.match({"a": StarterBot, "b": StarterBot}, **options), 3, time.perf_counter)
    for proto in ("script", "turns"):
        command = [sys.executable, BOT]
        engine = f"cmd={command[0]} {command[1]}"
        words = ["match", "--jobs", "1", "--sandbox", "none", "--games", str(count), "--setup", "small", "--seed", "1"]
        words += ["--max-turns", "60"]
        for name in "ab":
            words += ["--engine", f"name={name}", engine] + (["proto=turns"] if proto == "turns" else [])
        start = time.perf_counter()
        subprocess.run([broadside.find_program(), *words], check=True, capture_output=True)
        theirs = time.perf_counter() - start
        print(
            f"a game between two Python bots: {ours / count * 1e3:.2f} ms here, {theirs / count * 1e3:.0f} ms "
            f"through processes (proto={proto}): {theirs / ours:.0f} times"
        )


if __name__ == "__main__":
    battle()
    shots()
    games()

"""What a match file asks for, and what came of it so far: scripts/cluster/match.toml is one. It needs no cluster."""
import subprocess
import sys


def setups_of(match):
    return match.get("setups", ["extended"])


def options_of(match, setup):
    """The options of `broadside match` for a set-up of the match file."""
    words = []
    for engine in match["engine"]:
        proto = [f"proto={engine['proto']}"] if "proto" in engine else []
        words += ["--engine", f"name={engine['name']}", engine["player"], *proto]
    given = [key for key in ("games", "seed", "time", "memory") if key in match]
    return words + ["--setup", setup] + [word for key in given for word in (f"--{key}", str(match[key]))]


def games_of(match):
    """How many games there are in each set-up: those of a pairing are made even."""
    engines, games = len(match["engine"]), match.get("games", 100)
    return engines * (engines - 1) // 2 * (games + games % 2)


def plan(match):
    """What there is to play, in words."""
    words = f"{len(match['engine'])} engines: {games_of(match)} games in {match['shards']} shards"
    return "".join(f"{setup}: {words}\n" for setup in setups_of(match))


def cost(journals, total):
    """What the games of finished shards took of a core, and what all will take."""
    games = sum(path.read_bytes().count(b"\n") for path in journals)
    seconds = sum(float(path.with_suffix(".seconds").read_text()) for path in journals)
    each = max(seconds / max(1, games), 1e-9)
    rate, hours = 3600 / each, each * total / 3600
    return f"{each:.3f} s of a core a game, {rate:.0f} games a core-hour; all {total}: {hours:.2f} core-hours\n"


def keep(text, folder):
    """Keeps the match file beside its shards, which are not those of another one."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = folder / "match.toml"
    if kept.exists() and kept.read_text() != text:
        sys.exit(f"{folder} holds shards of another match: give another --folder")
    kept.write_text(text)


def table(broadside, match, setup, journals):
    """The table of finished shards, of which a page is written beside their folder, and their cost."""
    page = journals[0].parent.with_suffix(".html")
    merge = [broadside, "merge", *journals, "--html", page]
    text = subprocess.run(merge, capture_output=True, check=True).stdout.decode()
    done = f"{setup}: {len(journals)} of {match['shards']} shards"
    return f"\n{done}\n{text}{cost(journals, games_of(match))}"

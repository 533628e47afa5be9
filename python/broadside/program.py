"""The program ``broadside`` of this package, and the functions that run it: :func:`verify`, :func:`grade`."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Iterable, List, Mapping, Optional, Sequence, Union

from .errors import ProgramError
from .reports import Finding, Grade, Match, load

__all__ = ["find_program", "grade", "verify"]

Pathlike = Union[str, "os.PathLike[str]"]
Command = Union[str, Sequence[str]]
Value = Union[str, int, float, bool, Iterable[str]]


def find_program() -> str:
    """The path of the program.

    Uses the variable ``BROADSIDE`` if it is set; or else the scripts of this installation; or else ``PATH``.

    :raises ProgramError: if the program is not found.
    """
    name = "broadside.exe" if sys.platform == "win32" else "broadside"
    for folder in _folders():
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = os.environ.get("BROADSIDE") or shutil.which("broadside")
    if not found:
        raise ProgramError("expected the program `broadside` beside this module or on PATH, found none")
    return found


def _folders() -> List[str]:
    if os.environ.get("BROADSIDE"):
        return []
    package = Path(__file__).resolve().parent
    folders = [sysconfig.get_path("scripts")]
    schemes = sysconfig.get_scheme_names()
    user = "nt_user" if os.name == "nt" else "posix_user"
    if user in schemes:
        folders.append(sysconfig.get_path("scripts", scheme=user))
    # `pip install --target` puts the program into `bin`, beside the packages.
    folders.append(str(package.parent / "bin"))
    return folders


def _options(options: Mapping[str, Optional[Value]]) -> List[str]:
    """The words of the command line: ``accept_unsettled=True`` becomes ``--accept-unsettled``."""
    words: List[str] = []
    for name, value in options.items():
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(flag)
        elif isinstance(value, (str, int, float)):
            words += [flag, str(value)]
        else:
            joined = ",".join(str(one) for one in value)
            words += [flag, joined] if joined else []
    return words


def _run(words: Sequence[str], accepted: Sequence[int]) -> "subprocess.CompletedProcess[str]":
    """Runs the program. Ctrl-C ends it too, because its process group gets the same signal."""
    done = subprocess.run(
        [find_program(), *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode == 130:
        raise KeyboardInterrupt
    if done.returncode not in accepted:
        message = done.stderr.strip() or done.stdout.strip()
        raise ProgramError(f"`broadside {words[0]}` failed: {message}", done.returncode)
    return done


def verify(
    command: Command,
    *,
    level: Optional[str] = None,
    scripts: Optional[int] = None,
    seed: Optional[int] = None,
    findings: Optional[int] = None,
    seconds: Optional[float] = None,
    accept: Iterable[str] = (),
    ignore: Iterable[str] = (),
    check: Iterable[str] = (),
    **options: Optional[Value],
) -> List[Finding]:
    """Returns the mistakes of a program that interprets the Ships language, the simplest finding first.

    :param command: the program and its arguments as a list, or the path of a program as one text.
    :param level: use only the commands up to this level of the course: ``place``, ``fleet``, ... ``all``.
    :param scripts: how many random scripts.
    :param seed: the seed of the random scripts.
    :param findings: stop after this many findings.
    :param seconds: stop after this time.
    :param options: any other option of ``broadside verify``: ``sandbox="none"``, ``jobs=2``.
    :returns: the findings; an empty list if no answer differed.
    :raises ProgramError: if the program cannot be started, or an option is wrong.
    """
    words = [command] if isinstance(command, str) else list(command)
    if not words:
        raise ProgramError("expected a command with one word or more, found none")
    options.setdefault("keep", "none")
    given: Mapping[str, Optional[Value]] = dict(
        level=level, scripts=scripts, seed=seed, findings=findings, seconds=seconds,
        accept=list(accept), ignore=list(ignore), check=list(check), **options,
    )
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "verify.json")
        _run(["verify", "--json", report, *_options(given), "--", *words], (0, 1))
        found = json.loads(Path(report).read_text(encoding="utf-8"))
    return [load(Finding, one) for one in found["findings"]]


def grade(
    *submissions: Pathlike,
    level: Optional[str] = None,
    cards: bool = False,
    random: Optional[int] = None,
    seed: Optional[int] = None,
    **options: Optional[Value],
) -> List[Grade]:
    """Grades a class of submissions by rule and level.

    :param submissions: one folder with submissions; or several folders or files, each of them one submission.
    :param level: use only the commands up to this level of the course.
    :param cards: test with the cards.
    :param random: test with this many random scripts of each level.
    :param seed: the seed of the random scripts.
    :param options: any other option of ``broadside grade``: ``build="g++ -o {out} {src}"``, ``html="marks.html"``.
    :returns: a grade for each submission, in the order of their names.
    :raises ProgramError: if a submission cannot be run at all, or an option is wrong.
    """
    given: Mapping[str, Optional[Value]] = dict(
        level=level, cards=cards, random=random, seed=seed, **options
    )
    with tempfile.TemporaryDirectory() as folder:
        _run(["grade", "--json", folder, *_options(given), "--", *[os.fspath(one) for one in submissions]], (0,))
        files = sorted(Path(folder).glob("*.json"))
        return [load(Grade, json.loads(file.read_text(encoding="utf-8"))) for file in files]


def run_match(
    engines: Mapping[str, Command],
    *,
    games: int,
    seed: int,
    setup: str,
    **options: Optional[Value],
) -> Match:
    """Plays a match. An engine is a command (a list), or the words of an engine as one text."""
    words: List[str] = []
    for name, engine in engines.items():
        player = engine if isinstance(engine, str) else "cmd=" + " ".join(map(shlex.quote, engine))
        words += ["--engine", f"name={name}", player]
    given: Mapping[str, Optional[Value]] = dict(games=games, seed=seed, **options)
    with tempfile.TemporaryDirectory() as folder:
        table = os.path.join(folder, "match.json")
        if "\n" in setup or "[" in setup:
            file = Path(folder) / "setup.ships"
            file.write_text(setup, encoding="utf-8")
            setup = str(file)
        _run(["match", *words, "--setup", setup, "--json", table, *_options(given)], (0,))
        return load(Match, json.loads(Path(table).read_text(encoding="utf-8")))

"""Bots against each other. Python bots play in this process."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Callable, List, Mapping, Optional, Sequence, Tuple, Union, cast

from . import _broadside
from .players import Captain, Gunner, Pilot
from .program import Command, Value, run_match
from .reports import Duel, GameResult, Match, Series, load

__all__ = ["duel", "match", "targeting"]

#: The names of engines of the Ships language that need no program.
ENGINES = ("fair", "open", "random")


def match(
    engines: Mapping[str, Union[Callable[[], Pilot], Command]],
    *,
    games: int = 100,
    seed: int = 0,
    setup: str = "small",
    on_fault: str = "raise",
    max_turns: int = 400,
    no_progress: int = 60,
    jobs: Optional[int] = None,
    **options: Optional[Value],
) -> Match:
    """Lets engines of the Ships language play against each other.

    :param engines: for each name a class (or function) that makes a :class:`Pilot`, the name of an engine
        (``"fair"``, ``"open"``, ``"random"``), or the words of a command as a list.
    :param games: how many games for each pair of engines. An odd number is raised by one.
    :param seed: the seed of all random numbers.
    :param setup: ``basic``, ``extended``, ``small``, ``narrow``, or a script after which it is A's turn.
    :param on_fault: what happens after an illegal answer or an exception of a pilot: ``raise`` (the exception ends
        the match; an illegal answer loses the game), ``lose`` (the pilot loses the game) or ``skip`` (the turn is
        empty).
    :param max_turns: a game with this many turns is a draw.
    :param no_progress: this many turns in a row in which nothing new happens are a draw.
    :param jobs: games at a time. With pilots in Python: one, because Python runs one thread at a time.
    :param options: with commands only: any other option of ``broadside match``, such as ``time=2``.
    :returns: the table; ``played`` has the games, unless a command played.
    """
    commands = {name for name, engine in engines.items() if _is_command(engine)}
    pilots = {name for name, engine in engines.items() if callable(engine)}
    if commands and pilots:
        raise ValueError(
            f"expected pilots or commands, found both: {', '.join(sorted(pilots))} and {', '.join(sorted(commands))}"
        )
    if commands:
        faults = "lose" if on_fault == "raise" else on_fault
        return run_match(
            cast(Mapping[str, Command], engines), games=games, seed=seed, setup=setup,
            faults=faults, max_turns=max_turns, no_progress=no_progress, jobs=jobs, **options,
        )
    if options:
        raise TypeError(f"expected no options without commands, found {', '.join(sorted(options))}")
    threads = jobs if jobs is not None else (1 if pilots else 0)
    table, played = _broadside.play_match(
        list(engines.items()), games, seed, setup, on_fault, max_turns, no_progress, threads
    )
    results = [_result(json.loads(line), script) for line, script in played]
    return replace(load(Match, json.loads(table)), played=results)


def _result(line: Mapping[str, Any], script: str) -> GameResult:
    """Converts a line of the journal. The script is a separate argument."""
    game, reason, turns = line["game"], line["reason"], line["turns"]
    return GameResult(game, line["A"], line["B"], line["result"], reason, turns, script)


def _is_command(engine: Any) -> bool:
    return isinstance(engine, (list, tuple))


def targeting(
    gunners: Mapping[str, Union[Callable[[], Gunner], str]],
    *,
    games: int = 100,
    seed: int = 0,
    shape: Tuple[int, int] = (10, 10),
    fleet: Sequence[int] = (5, 4, 3, 2),
    jobs: Optional[int] = None,
) -> List[Series]:
    """Lets gunners sink the same fleets, and counts their shots.

    :param gunners: for each name a class that makes a :class:`Gunner`, or the name of one of ours: ``random``,
        ``hunt``, ``density``, ``posterior``.
    :param shape: rows and columns of the board.
    :param fleet: the lengths of the ships.
    """
    given = list(gunners.items())
    threads = jobs if jobs is not None else (1 if any(callable(one) for _, one in given) else 0)
    rows, cols = shape
    text = _broadside.play_targeting(given, games, rows, cols, list(fleet), seed, threads)
    return [load(Series, one) for one in json.loads(text)]


def duel(
    captain: Union[Callable[[], Captain], str],
    other: Union[Callable[[], Captain], str],
    *,
    games: int = 100,
    seed: int = 0,
    jobs: Optional[int] = None,
) -> Duel:
    """Lets two captains play arsenal; each plays first in every second game.

    :param captain: a class that makes a :class:`Captain`, or the name of one of ours: ``easy``, ``medium``,
        ``hard``, or the name of a gunner, which only fires.
    """
    threads = jobs if jobs is not None else (1 if callable(captain) or callable(other) else 0)
    text = _broadside.play_duel(("captain", captain), ("other", other), games, seed, threads)
    return load(Duel, json.loads(text))

"""Findings, grades and tables as dataclasses, read from the JSON that the program writes."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Dict, Hashable, List, Mapping, Optional, Tuple, Type, TypeVar, Union
from typing import cast, get_args, get_origin, get_type_hints

__all__ = [
    "Build",
    "Duel",
    "EngineResult",
    "Figure",
    "Finding",
    "GameResult",
    "Grade",
    "LevelResult",
    "LooksLike",
    "Match",
    "Pace",
    "Place",
    "Position",
    "Rule",
    "RuleResult",
    "Series",
    "Shrink",
    "Status",
    "Summary",
]

T = TypeVar("T")


@dataclass(frozen=True)
class Rule:
    """A rule of the language."""

    id: str
    section: int
    text: str
    #: What decides the rule: ``tests`` (the course's tests), ``text`` (the assignment) or ``ours`` (this book).
    settled: str
    source: str


@dataclass(frozen=True)
class Place:
    """The command whose output is wrong; its line and column in the script are counted from 1."""

    line: int
    column: int
    command: str


@dataclass(frozen=True)
class Position:
    """A position in an output. Bytes are counted from 0, lines and columns from 1."""

    byte: int
    line: int
    column: int


@dataclass(frozen=True)
class Status:
    """How a run ended."""

    kind: str
    flaky: bool
    stderr_tail: str
    code: Optional[int] = None
    signal: Optional[str] = None


@dataclass(frozen=True)
class LooksLike:
    """A known misreading that explains a finding."""

    misreading: str
    sentence: str
    #: Two numbers: how many answers fit, and how many there are.
    neighbours: Tuple[int, ...]


@dataclass(frozen=True)
class Shrink:
    """How a script was made smaller."""

    from_lines: int
    to_lines: int
    runs: int


@dataclass(frozen=True)
class Finding:
    """One mistake of a program, with the smallest script that shows it."""

    program: str
    seed: str
    level: str
    kind: str
    headline: str
    script: str
    expected: str
    got: str
    first_difference: Position
    status: Status
    looks_like: List[LooksLike]
    seen: int
    shrink: Shrink
    rule: Optional[Rule] = None
    place: Optional[Place] = None
    printed_difference: Optional[Position] = None
    is_named: bool = False
    first_seen: str = ""
    looked_past: Optional[str] = None


@dataclass(frozen=True)
class Build:
    """How the build of a submission ended: ``ready``, ``failed`` or ``impossible``."""

    status: str
    message: str


@dataclass(frozen=True)
class RuleResult:
    """How often a submission had a rule right."""

    id: str
    section: int
    #: ``right``, ``wrong``, ``not reached`` or ``not settled``.
    status: str
    right: int
    of: int


@dataclass(frozen=True)
class LevelResult:
    """How many answers of a submission are right at a level of the course."""

    level: str
    same: int
    of: int


@dataclass(frozen=True)
class Grade:
    """The result of a submission."""

    submission: str
    build: Build
    score: float
    max_score: float
    rules: List[RuleResult]
    levels: List[LevelResult]
    findings: List[Finding]


@dataclass(frozen=True)
class EngineResult:
    """The result of an engine in a match."""

    name: str
    games: int
    won: int
    lost: int
    drawn: int
    refused: int
    faults: Dict[str, int]
    #: How many pairs of games gave 0, 1/2, 1, 3/2 and 2 points.
    pairs: Tuple[int, ...]
    superiority: float
    #: Elo and its bounds (95 %); ``None`` if no pair of games is complete.
    elo: Optional[float] = None
    elo_low: Optional[float] = None
    elo_high: Optional[float] = None


@dataclass(frozen=True)
class GameResult:
    """One game of a match."""

    game: int
    #: The engines that played A and B.
    a: str
    b: str
    #: ``A``, ``B`` or ``draw``.
    result: str
    reason: str
    turns: int
    #: The game as a script, for :func:`broadside.run`.
    script: str = ""


@dataclass(frozen=True)
class Match:
    """The table of a match."""

    engines: List[EngineResult]
    games: int
    digest: str
    played: List[GameResult] = field(default_factory=list)

    def __getitem__(self, name: str) -> EngineResult:
        """The engine of this name."""
        for engine in self.engines:
            if engine.name == name:
                return engine
        raise KeyError(name)


@dataclass(frozen=True)
class Figure:
    """A mean and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True)
class Summary:
    """The turns or shots of a series of games. Without a finished game, the figures are None."""

    games: int
    mean: Optional[float]
    error: Optional[float]
    median: Optional[int]
    digest: str


@dataclass(frozen=True)
class Series:
    """The result of a gunner."""

    bot: str
    shots: Summary
    #: How many shots more than the first gunner it needs on the same fleets. None if one of the two
    #: forfeited a game.
    difference: Optional[Figure]
    #: How many games took 0, 1, 2, ... shots.
    distribution: List[int]


@dataclass(frozen=True)
class Pace:
    """Processor time of a move in seconds; 0 if it was not measured."""

    median: float
    p999: float
    game: float


@dataclass(frozen=True)
class Duel:
    """The result of a captain against another one."""

    wins: int
    losses: int
    #: The share of games won.
    share: Figure
    #: Turns of the side that played first.
    turns: Summary


@lru_cache(maxsize=None)
def _hints(kind: Any) -> Dict[str, Any]:
    return get_type_hints(kind)


def load(kind: Type[T], value: Mapping[str, Any]) -> T:
    """A dataclass from JSON. Fields that it does not know are ignored: later versions may add fields."""
    known = {one.name for one in dataclasses.fields(kind)}  # type: ignore[arg-type]
    hints = _hints(cast(Hashable, kind))
    return kind(**{name: _read(hints[name], value[name]) for name in known if name in value})


def _read(kind: Any, value: Any) -> Any:
    origin = get_origin(kind)
    if origin is Union:
        inner = [one for one in get_args(kind) if one is not type(None)]
        return None if value is None else _read(inner[0], value)
    if origin is list:
        return [_read(get_args(kind)[0], one) for one in value]
    if origin is tuple:
        return tuple(value)
    if dataclasses.is_dataclass(kind):
        return load(kind, value)  # type: ignore[arg-type]
    return value

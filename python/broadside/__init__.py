"""Broadside: a referee for scriptable Battleship.

:func:`run`, :func:`check` and :func:`format` take scripts of the Ships language. With :class:`Game` you play a game
order by order. :func:`verify` and :func:`grade` test programs. :func:`match`, :func:`targeting` and :func:`duel` let
bots compete. :mod:`broadside.env` has environments for training.

Rows and columns are counted from 0 at the top left. Sides are ``"A"`` and ``"B"``.
"""

from __future__ import annotations

from ._broadside import Briefing, Chart, Game, Knowledge, Order, Outcome, Problem, check, format, run
from ._broadside import __version__
from .contests import duel, match, targeting
from .errors import BroadsideError, IllegalOrder, InvalidOperation, ProgramError, ScriptError
from .planes import PLANES
from .players import Captain, Gunner, Pilot
from .program import find_program, grade, verify
from .reports import Duel, Finding, GameResult, Grade, Match, Series

__all__ = [
    "Briefing",
    "BroadsideError",
    "Captain",
    "Chart",
    "Duel",
    "Finding",
    "Game",
    "GameResult",
    "Grade",
    "Gunner",
    "IllegalOrder",
    "InvalidOperation",
    "Knowledge",
    "Match",
    "Order",
    "Outcome",
    "PLANES",
    "Pilot",
    "Problem",
    "ProgramError",
    "ScriptError",
    "Series",
    "__version__",
    "check",
    "duel",
    "find_program",
    "format",
    "grade",
    "match",
    "run",
    "targeting",
    "verify",
]

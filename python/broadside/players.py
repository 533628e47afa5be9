"""Bots: what a class needs so that it can play.

A class is called once for each game, and its object plays that game. All chance should come from the ``seed`` of
what it is given: then a match repeats.
"""

from __future__ import annotations

from typing import Iterable, Protocol, Tuple, Union, runtime_checkable

from ._broadside import Briefing, Chart, Knowledge, Order

__all__ = ["Captain", "Gunner", "Pilot"]


@runtime_checkable
class Pilot(Protocol):
    """Plays the Ships language by what its side knows."""

    def turn(self, briefing: Briefing) -> Iterable[Union[Order, str]]:
        """The orders of this turn, such as ``["MOVE 0 DES F", "SHOOT 0 DES 3 4"]``.

        They are carried out one after the other. An order that only unseen ships forbid is refused, and stands in
        the notes of later turns; any other illegal order forfeits the game.
        """
        ...


@runtime_checkable
class Captain(Protocol):
    """Plays arsenal by what its side knows.

    It may also have ``place() -> list[str]``, four places such as ``"B3, horizontal"``, the longest ship first,
    and ``hear(report)``, which is told who (``"own"``, ``"enemy"``, ``"over"``), the move or ``None``, and facts.
    """

    def choose(self, known: Knowledge) -> str:
        """The next move, such as ``"Fire B3"`` or ``"Torpedo 7"``."""
        ...


@runtime_checkable
class Gunner(Protocol):
    """Aims at a fleet that it does not see. It may also have ``end(chart)``, called when all is sunk."""

    def aim(self, chart: Chart) -> Tuple[int, int]:
        """Row and column to fire at, both from 0: a cell of ``chart.open_cells()``."""
        ...

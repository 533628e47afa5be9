"""Bots: the methods that a class needs to play.

For each game one object of the class is made, and this object plays the game. It should take all random numbers from
``seed``, an attribute of the argument of each method: then the same match can be played again.
"""

from __future__ import annotations

from typing import Iterable, Protocol, Tuple, Union, runtime_checkable

from ._broadside import Briefing, Chart, Knowledge, Order

__all__ = ["Captain", "Gunner", "Pilot"]


@runtime_checkable
class Pilot(Protocol):
    """Plays the Ships language. It knows only what its side knows."""

    def turn(self, briefing: Briefing) -> Iterable[Union[Order, str]]:
        """The orders of this turn, such as ``["MOVE 0 DES F", "SHOOT 0 DES 3 4"]``.

        They are carried out one after the other. If an order is forbidden only because of unseen ships, it is
        refused, and a note in later turns says so. Any other illegal order loses the game.
        """
        ...


@runtime_checkable
class Captain(Protocol):
    """Plays arsenal. It knows only what its side knows.

    Two more methods are optional. ``place() -> list[str]`` returns four places such as ``"B3, horizontal"``, the
    longest ship first. ``hear(report)`` gets a tuple: who moved (``"own"``, ``"enemy"``, or ``"over"`` at the end),
    the move or ``None``, and the facts.
    """

    def choose(self, known: Knowledge) -> str:
        """The next move, such as ``"Fire B3"`` or ``"Torpedo 7"``."""
        ...


@runtime_checkable
class Gunner(Protocol):
    """Aims at a fleet that it does not see. An optional method ``end(chart)`` is called when all ships are sunk."""

    def aim(self, chart: Chart) -> Tuple[int, int]:
        """Row and column to fire at, both from 0: a cell of ``chart.open_cells()``."""
        ...

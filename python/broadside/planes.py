"""What the planes of a view mean."""

from __future__ import annotations

from typing import Tuple

__all__ = ["PLANES", "SECTIONS"]

#: The planes of :meth:`Game.view` and :meth:`Briefing.view`, in their order.
#:
#: - ``known``: 1 where the side knows what is there
#: - ``reef``: 1 where a reef is
#: - ``own``: the own ships, by the numbers of :data:`SECTIONS`
#: - ``own_class``: the own ships by class: 5 carrier, 4 battleship, 3 cruiser, 2 destroyer
#: - ``enemy``: segments of the other side in sight, by the numbers of :data:`SECTIONS`
#: - ``hit``, ``miss``: how many turns ago the last shot hit or missed there: 0 is never, 1 is this turn, 127 is the
#:   most. Only a briefing has them.
PLANES: Tuple[str, ...] = ("known", "reef", "own", "own_class", "enemy", "hit", "miss")

#: The numbers of segments in planes: 0 is none.
SECTIONS: Tuple[str, ...] = ("none", "destroyed", "hull", "radar", "cannon", "engine")

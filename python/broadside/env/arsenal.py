"""Arsenal between two sides."""

from __future__ import annotations

from typing import Any, Dict, Optional

import gymnasium as gym
import numpy as np

from .._broadside import ArsenalGame
from .turns import TurnsEnv

__all__ = ["ArsenalEnv"]

#: 100 fires, 81 radars, 81 smokes, 81 artilleries, 20 torpedoes.
MOVES = 363


class ArsenalEnv(TurnsEnv):
    """Two sides with radar, smoke, artillery and a torpedo, on grids of ten by ten. Fleets are placed at random.

    An action is a move; :meth:`words` returns its words. The observation of a side has

    - ``planes`` (int8, ``(7, 10, 10)``): hits, misses, water by radar, areas in which radar found ships, own ships,
      cells that the other side has shot at, own smoke
    - ``facts`` (float32, ``(10,)``, from 0 to 1): radar sweeps left, smoke screens left, smoke screens of the other side,
      whether artillery and torpedo may be used, whether each of the other side's four ships is afloat, turns played
    - ``action_mask`` (int8, ``(363,)``): 1 where a move is allowed; 0 also for shots that reach no new cell

    The winner gets a reward of 1, the other side -1.
    """

    metadata = {"name": "arsenal_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, render_mode: Optional[str] = None) -> None:
        super().__init__(render_mode)
        space = gym.spaces.Dict(
            {
                "planes": gym.spaces.Box(0, 1, (7, 10, 10), np.int8),
                "facts": gym.spaces.Box(0.0, 1.0, (10,), np.float32),
                "action_mask": gym.spaces.Box(0, 1, (MOVES,), np.int8),
            }
        )
        self._set_spaces(space, gym.spaces.Discrete(MOVES))
        self._game = ArsenalGame(0)

    def words(self, action: int) -> str:
        """The words of an action: ``Fire B3``."""
        return self._game.words(action)

    def observe(self, agent: str) -> Dict[str, Any]:
        side = self._side(agent)
        return {
            "planes": self._game.planes(side),
            "facts": self._game.facts(side),
            "action_mask": self._game.mask(side),
        }

    def _begin(self, seed: int) -> None:
        self._game = ArsenalGame(seed)

    def _play(self, action: int) -> None:
        self._game.play(action)

    def _mover(self) -> int:
        return self._game.mover

    def _is_over(self) -> bool:
        return self._game.winner is not None

    def _winner(self) -> Optional[int]:
        return self._game.winner

    def render(self) -> Optional[str]:
        if self.render_mode != "ansi":
            return None
        return "".join(
            f"{agent}: {self._game.hits(side)} cells hit\n"
            for side, agent in enumerate(self.possible_agents)
        )

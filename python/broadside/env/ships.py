"""The Ships language between two sides, under fog."""

from __future__ import annotations

from typing import Any, Dict, Optional

import gymnasium as gym
import numpy as np

from .._broadside import ShipsGame
from .turns import TurnsEnv

__all__ = ["ShipsEnv"]


class ShipsEnv(TurnsEnv):
    """Two sides of the Ships language; each side sees only what its ships see.

    An action is an order of the open turn, or 0, which ends the turn; :meth:`words` returns its words. If an order
    is forbidden only because of unseen ships, it is refused, and the turn goes on. The observation has

    - ``planes`` (int8, ``(7, rows, cols)``): see :data:`broadside.PLANES`
    - ``action_mask`` (int8): 1 where an order is legal as far as the side knows

    The winner gets a reward of 1, the other side -1; a draw brings 0.

    :param setup: ``small``, ``narrow``, ``basic``, ``extended``, or a script after which it is A's turn.
    :param max_turns: a game with this many turns, counted for both sides together, is a draw.
    :param no_progress: this many turns in a row in which nothing new happens are a draw.
    """

    metadata = {"name": "ships_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self,
        setup: str = "small",
        max_turns: int = 400,
        no_progress: int = 60,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__(render_mode)
        self._setup, self._rules = setup, (max_turns, no_progress)
        self._game = ShipsGame(setup, 0, max_turns, no_progress)
        rows, cols = self._game.shape
        space = gym.spaces.Dict(
            {
                "planes": gym.spaces.Box(0, 127, (7, rows, cols), np.int8),
                "action_mask": gym.spaces.Box(0, 1, (self._game.count,), np.int8),
            }
        )
        self._set_spaces(space, gym.spaces.Discrete(self._game.count))

    def words(self, action: int) -> str:
        """The words of an action: ``SHOOT 0 CAR 3 4``, or ``END``."""
        return self._game.words(action)

    def observe(self, agent: str) -> Dict[str, Any]:
        side = self._side(agent)
        space = self.observation_space(agent)["planes"]
        is_mover = side == self._game.mover
        planes = self._game.view() if is_mover else np.zeros(space.shape, np.int8)
        return {"planes": planes, "action_mask": self._game.mask(side)}

    def _begin(self, seed: int) -> None:
        self._game = ShipsGame(self._setup, seed, *self._rules)

    def _play(self, action: int) -> None:
        self._game.play(action)

    def _mover(self) -> int:
        return self._game.mover

    def _is_over(self) -> bool:
        return self._game.ending is not None

    def _winner(self) -> Optional[int]:
        return self._game.winner

    def render(self) -> Optional[str]:
        return f"{self._game!r}\n" if self.render_mode == "ansi" else None

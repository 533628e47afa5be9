"""Sinking a hidden fleet, shot by shot."""

from __future__ import annotations

from typing import Any, Dict, Optional, Sequence, Tuple

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from .._broadside import Fleets

__all__ = ["TargetingEnv", "TargetingVectorEnv"]

Observation = Dict[str, npt.NDArray[np.int8]]
Info = Dict[str, Any]

#: The default board, and the lengths of the default ships.
SHAPE = (10, 10)
FLEET = (5, 4, 3, 2)


def _space(shape: Tuple[int, int], ships: int) -> Any:
    return gym.spaces.Dict(
        {
            "cells": gym.spaces.Box(0, 2, shape, np.int8),
            "afloat": gym.spaces.Box(0, 1, (ships,), np.int8),
        }
    )


class TargetingEnv(gym.Env[Observation, np.int64]):
    """One hidden fleet.

    An action is the number of a cell, row by row. The observation has ``cells`` (int8, ``(rows, cols)``: 0 not shot
    at, 1 a miss, 2 a hit) and ``afloat`` (int8, one for each ship: 1 afloat, 0 sunk). Each shot gives a reward of -1,
    even a shot at a cell that was shot at before. An episode ends when all ships are sunk, or after twice as many
    shots as there are cells.
    ``info["action_mask"]`` (int8, one for each cell) is 1 for a cell that was not shot at yet.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        shape: Tuple[int, int] = SHAPE,
        fleet: Sequence[int] = FLEET,
        render_mode: Optional[str] = None,
    ) -> None:
        self.shape, self.render_mode = shape, render_mode
        self.cells = shape[0] * shape[1]
        self._fleets = Fleets(shape[0], shape[1], list(fleet), 1)
        self._shots = 0
        self.observation_space = _space(shape, len(fleet))
        self.action_space = gym.spaces.Discrete(self.cells)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Info]:
        super().reset(seed=seed)
        self._fleets.reset(int(self.np_random.integers(2**53)))
        self._shots = 0
        return self._observation(), self._info()

    def step(self, action: np.int64) -> Tuple[Observation, float, bool, bool, Info]:
        if not self.action_space.contains(action):
            raise ValueError(f"expected a cell below {self.cells}, found {action}")
        rewards, ends, _ = self._fleets.step(np.array([action], np.int64))
        self._shots += 1
        is_over = bool(ends[0])
        is_cut_off = not is_over and self._shots >= 2 * self.cells
        return self._observation(), float(rewards[0]), is_over, is_cut_off, self._info()

    def render(self) -> Optional[str]:
        if self.render_mode != "ansi":
            return None
        signs = np.array([".", "o", "x"])[self._fleets.signs()[0]].reshape(self.shape)
        return "\n".join("".join(row) for row in signs) + "\n"

    def _observation(self) -> Observation:
        return {
            "cells": self._fleets.signs().reshape(self.shape),
            "afloat": self._fleets.afloat()[0],
        }

    def _info(self) -> Info:
        return {"action_mask": (self._fleets.signs()[0] == 0).astype(np.int8)}


class TargetingVectorEnv(VectorEnv[Observation, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games at once, each with a hidden fleet; each step shoots once in every game.

    Works like :class:`TargetingEnv`, but the first axis of all arrays is the game. When a game has ended, the next step
    ignores the action for this game and starts a new one (``AutoresetMode.NEXT_STEP``).
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}

    def __init__(
        self,
        num_envs: int,
        shape: Tuple[int, int] = SHAPE,
        fleet: Sequence[int] = FLEET,
    ) -> None:
        self.num_envs, self.shape = num_envs, shape
        self.cells = shape[0] * shape[1]
        self._fleets = Fleets(shape[0], shape[1], list(fleet), num_envs)
        self._shots = np.zeros(num_envs, np.int64)
        self._ended = np.zeros(num_envs, np.bool_)
        self.render_mode = None
        self.single_observation_space = _space(shape, len(fleet))
        self.single_action_space = gym.spaces.Discrete(self.cells)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Observation, Info]:
        super().reset(seed=seed)
        self._fleets.reset(int(self.np_random.integers(2**53)))
        self._shots[:] = 0
        self._ended[:] = False
        return self._observation(), {}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> Tuple[
        Observation, npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info
    ]:
        shots = np.array(actions, np.int64)
        if shots.shape != (self.num_envs,) or (shots < 0).any():
            raise ValueError(f"expected {self.num_envs} cells from 0 to {self.cells - 1}, found {actions!r}")
        restarted = self._ended
        if restarted.any():
            self._fleets.reset_some(restarted)
            self._shots[restarted] = 0
            shots[restarted] = -1
        rewards, ends, _ = self._fleets.step(shots)
        self._shots += ~restarted
        cut_off = ~ends & (self._shots >= 2 * self.cells)
        self._ended = ends | cut_off
        return self._observation(), rewards, ends, cut_off, {}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The cells that were not shot at yet, of shape ``(num_envs, cells)``."""
        return np.equal(self._fleets.signs(), 0)

    def _observation(self) -> Observation:
        return {
            "cells": self._fleets.signs().reshape(self.num_envs, *self.shape),
            "afloat": self._fleets.afloat(),
        }

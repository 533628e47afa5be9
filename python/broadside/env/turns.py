"""The common part of environments in which two sides take turns."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Dict, Optional

import gymnasium as gym
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped]

__all__ = ["TurnsEnv"]


class TurnsEnv(AECEnv):  # type: ignore[misc]
    """A game of ``A`` and ``B``; one of them must act next."""

    def __init__(self, render_mode: Optional[str]) -> None:
        super().__init__()
        self.possible_agents = ["A", "B"]
        self.render_mode = render_mode
        self._chance, _ = seeding.np_random(None)

    def _set_spaces(self, observations: gym.spaces.Dict, actions: gym.spaces.Discrete) -> None:
        # Each call must return the same object for an agent: a space has its own random numbers.
        self.observation_spaces = {agent: observations for agent in self.possible_agents}
        self.action_spaces = {
            agent: gym.spaces.Discrete(int(actions.n)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self._chance, _ = seeding.np_random(seed)
        self._begin(int(self._chance.integers(2**53)))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._mover()]

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_space(agent).contains(action):
            raise ValueError(f"expected an action of {self.action_space(agent)}, found {action}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._play(int(action))
        if self._is_over():
            self._end()
        self.agent_selection = self.possible_agents[self._mover()]
        self._accumulate_rewards()

    def _end(self) -> None:
        winner = self._winner()
        for side, agent in enumerate(self.possible_agents):
            if winner is not None:
                self.rewards[agent] = 1.0 if side == winner else -1.0
            self.terminations[agent] = True

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _side(self, agent: str) -> int:
        return self.possible_agents.index(agent)

    @abstractmethod
    def _begin(self, seed: int) -> None:
        """Starts a new game."""

    @abstractmethod
    def _play(self, action: int) -> None:
        """Carries out an action of the side to move."""

    @abstractmethod
    def _mover(self) -> int:
        """The side to move: 0 or 1."""

    @abstractmethod
    def _is_over(self) -> bool:
        """Whether the game has ended."""

    @abstractmethod
    def _winner(self) -> Optional[int]:
        """The side that has won: 0, 1, or `None` if there is no winner."""

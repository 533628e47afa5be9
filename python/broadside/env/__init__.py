"""Environments for training. They need the extra ``env``: ``pip install broadside[env]``.

- :class:`TargetingEnv`: Gymnasium, one hidden fleet to sink
- :class:`TargetingVectorEnv`: many such games at once, as NumPy arrays
- :class:`ArsenalEnv`: PettingZoo (AEC), two sides with all weapons
- :class:`ShipsEnv`: PettingZoo (AEC), two sides of the Ships language under fog

Actions are numbers; ``action_mask`` is 1 where an action is allowed.
"""

from __future__ import annotations

from .arsenal import ArsenalEnv
from .ships import ShipsEnv
from .targeting import TargetingEnv, TargetingVectorEnv

__all__ = ["ArsenalEnv", "ShipsEnv", "TargetingEnv", "TargetingVectorEnv"]

"""Spaces of actions that sample the currently allowed ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete

from ._games import Games


def observations(games: Games) -> Any:
    """The space of the observations of a game."""
    return Box(0.0, 1.0, (games.native.width,), np.float32)


def follow(space: Any, like: Any) -> None:
    """Gives a space the random numbers of another one."""
    if like is not None:
        space._np_random = like._np_random


def plain(space: Any, random: Any) -> Any:
    """A plain space with these random numbers."""
    space._np_random = random
    return space


class Actions(Discrete):  # type: ignore[type-arg, unused-ignore]
    """The numbers of actions. Without a mask `sample` draws from the currently allowed ones in the game. A copy is a plain `Discrete`."""

    def __init__(self, games: Games, like: Any = None) -> None:
        super().__init__(games.native.actions)
        self._games = games
        follow(self, like)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random action; without arguments an allowed one."""
        if mask is None and probability is None and not self._games.over[0]:
            return np.int64(self._games.sample(self.np_random)[0])
        return np.int64(super().sample(mask, probability))

    def __reduce__(self) -> tuple[Any, ...]:
        return plain, (Discrete(int(self.n)), self._np_random)


class VectorActions(MultiDiscrete):
    """The numbers of actions of many games. Without a mask `sample` draws from the currently allowed ones. A copy is a plain `MultiDiscrete`."""

    def __init__(self, games: Games, like: Any = None) -> None:
        super().__init__([games.native.actions] * len(games.over))
        self._games = games
        follow(self, like)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Random actions; without arguments allowed ones."""
        if mask is None and probability is None:
            return self._games.sample(self.np_random)
        return super().sample(mask, probability)

    def __reduce__(self) -> tuple[Any, ...]:
        return plain, (MultiDiscrete(self.nvec.tolist()), self._np_random)

"""Spaces of actions that sample the currently allowed ones."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary, MultiDiscrete

from .._arrays import highest_face
from ._games import Games


def observations(games: Games) -> Any:
    """The space of the observations of a game."""
    if games.observation == "vector":
        return Box(0.0, 1.0, (games.native.width,), np.float32)
    rules = games.rules
    spare = rules.extra_throws or (len(rules.categories) * (rules.rolls - 1) if rules.saves_throws else 0)
    spaces = {
        "filled": MultiBinary(len(rules.categories)),
        "upper_total": Box(0.0, max([1, *(at for at, _ in rules.upper_bonus)]), (1,), np.float32),
        "flag": Discrete(2),
        "dice": Box(1, highest_face(rules), (rules.dice,), np.uint8),
        "rerolls_left": Discrete(rules.rolls + spare),
    }
    return Dict(spaces | ({"saved": Discrete(spare + 1)} if spare else {}))


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

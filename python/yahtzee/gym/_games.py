"""Games at the same time, with their arrays: what both environments are made of."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from .. import _arrays, _native
from .._measure import Columns, empty_columns, whole
from .._native import ArrayError, RuleSet, TableError
from .._table import Table, rule_set, solve

Reward = Literal["points", "shaped", "regret"]
"""What an environment rewards."""

MOST = 1_000_000
"""The most games at the same time."""

Bools = npt.NDArray[np.bool_]


@lru_cache(maxsize=2)
def _solved(rules: RuleSet) -> Table:
    return solve(rules)


class Games:
    """Games that are played at the same time, and the arrays that a step fills."""

    def __init__(
        self, rules: RuleSet | str, count: int, reward: Reward, values: bool, table: Table | None, threads: int | None
    ) -> None:
        if reward not in get_args(Reward):
            raise ArrayError(f"reward: {reward!r} where one of {', '.join(map(repr, get_args(Reward)))} is wanted")
        count = whole("num_envs", count, 1, MOST)
        self.rules = rule_set(rules)
        self.reward = reward
        self.exact = values or reward != "points"
        if table is not None and table.rules != self.rules:
            raise TableError(f"the table is of the rule set '{table.rules.name}', and the games are of '{self.rules.name}'")
        if self.exact and table is None:
            table = _solved(self.rules)
        self.native = _native.Games(self.rules, count, table._native if self.exact and table is not None else None, threads)
        self.begun = False
        actions = self.native.actions
        self.seen = np.zeros((count, self.native.width), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.over = np.zeros(count, np.bool_)
        self.regrets = np.zeros(count, np.float64)
        self.values = np.zeros((count, actions if self.exact else 0), np.float64)
        self.to_come = np.zeros(count, np.float64)

    def begin(self, which: Bools, seeds: list[int | None], number: int, random: np.random.Generator) -> None:
        """Begins some games: those of a seed with this number, the others with the next game of the seed that they have."""
        unseeded = np.zeros(len(self.over), np.bool_)
        for game in np.flatnonzero(which).tolist():
            seed = seeds[game]
            if seed is None and not self.begun:
                seed = int(random.integers(2**63))
            if seed is None:
                unseeded[game] = True
            else:
                self.native.begin(game, seed, number)
        self.native.begin_next(unseeded)
        self.begun = True
        self.over[which] = False
        self.regrets[which] = 0.0

    def act(self, actions: npt.ArrayLike, ended: Bools) -> None:
        """Takes an action in each game but those that have ended, which begin their next game."""
        taken = _arrays.column("actions", actions, np.int64, self.over.shape)
        self.native.step(taken, ended, self.rewards, self.over, self.regrets)

    def look(self, idle: bool) -> None:
        """Fills what is seen, the masks and the values."""
        self.native.observe(self.seen, self.masks, idle)
        if self.exact:
            self.native.evaluate(self.values, self.to_come)

    def shape(self, before: npt.NDArray[np.float64], ended: Bools) -> None:
        """Turns the points of a step into its rewards, given the expected points that were to come before it."""
        if self.reward == "shaped":
            self.rewards += np.where(self.over, 0.0, self.to_come) - before
            self.rewards[ended] = 0.0
        elif self.reward == "regret":
            np.negative(self.regrets, out=self.rewards)

    def sample(self, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """Random actions, all that are allowed equally likely."""
        count = len(self.over)
        actions = np.empty(count, np.int64)
        self.native.sample(self.masks, random.integers(2**64, size=count, dtype=np.uint64), actions)
        return actions

    def positions(self) -> Columns:
        """The positions as columns, as the batch functions of a table take them."""
        columns = empty_columns(self.rules, len(self.over))
        self.native.columns(*columns.values())
        return columns

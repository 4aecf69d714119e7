"""Games played at the same time, with their arrays: the common part of both environments."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from .. import _arrays, _native
from .._measure import whole
from .._native import ArrayError, Position, RuleSet, RulesError, Scorecard
from .._positions import Columns, Rules, empty_columns, rule_set
from .._table import Table, solve

Reward = Literal["points", "shaped", "loss"]
"""The kinds of reward."""
Observation = Literal["vector", "dict"]
"""The kinds of observation."""

MOST = 1_000_000
"""The most games at the same time."""

Bools = npt.NDArray[np.bool_]
GameState = dict[str, Any]
"""A game as plain values: its seed, its number from 1, the number of its turn, its card, dice and rerolls left."""


@lru_cache(maxsize=2)
def _solved(rules: RuleSet) -> Table:
    return solve(rules)


def named(rules: RuleSet, columns: Columns) -> Columns:
    """Positions as observations with names: a row of each array is in the space of `observations`."""
    seen = {name: column.astype(np.int64) for name, column in columns.items() if name != "saved" or rules.saves_throws or rules.extra_throws}
    seen["filled"] = (columns["filled"][:, None] >> np.arange(len(rules.categories)) & 1).astype(np.int8)
    seen["upper_total"], seen["dice"] = columns["upper_total"][:, None].astype(np.float32), columns["dice"]
    return seen


def row(seen: Any, game: int) -> Any:
    """A copy of the observation of one game."""
    return {name: column[game].copy() for name, column in seen.items()} if isinstance(seen, dict) else seen[game].copy()


def one_action(action: object) -> npt.NDArray[np.int64]:
    """The number of an action, for one game."""
    return _arrays.exactly("action", action, np.int64, ()).reshape(1)  # type: ignore[arg-type]


class Games:
    """Games played at the same time, and the arrays that a step fills."""

    def __init__(
        self,
        rules: Rules,
        count: SupportsIndex,
        reward: Reward,
        values: bool,
        table: Table | None,
        threads: int | None,
        illegal_cost: float | None = None,
        observation: Observation = "vector",
    ) -> None:
        if observation not in get_args(Observation):
            raise ArrayError(f"observation: {observation!r} where one of {', '.join(map(repr, get_args(Observation)))} is wanted")
        if reward not in get_args(Reward):
            raise ArrayError(f"reward: {reward!r} where one of {', '.join(map(repr, get_args(Reward)))} is wanted")
        if illegal_cost is not None and not (isinstance(illegal_cost, int | float) and 0 <= illegal_cost < float("inf")):
            raise ArrayError(f"illegal_cost: {illegal_cost!r} where None or a number from 0 on is wanted")
        count = whole("num_envs", count, 1, MOST)
        self.rules = rule_set(rules)
        self.reward = reward
        self.exact = values or reward != "points"
        if table is not None and table.rules != self.rules:
            raise RulesError(f"the table is of the rule set '{table.rules.name}', and the games are of '{self.rules.name}'")
        if self.exact and table is None:
            table = _solved(self.rules)
        self.table = table if self.exact else None
        self.threads = threads
        self.illegal_cost = illegal_cost
        self.observation = observation
        self.native = _native.Games(self.rules, count, self.table._native if self.table is not None else None, threads)
        self.begun = False
        actions = self.native.actions
        self.seen = np.zeros((count, self.native.width), np.float32)
        self.masks = np.zeros((count, actions), np.int8)
        self.rewards = np.zeros(count, np.float64)
        self.over = np.zeros(count, np.bool_)
        self.losses = np.zeros(count, np.float64)
        self.illegal = np.zeros(count, np.bool_)
        self.values = np.zeros((count, actions if self.exact else 0), np.float64)
        self.to_come = np.zeros(count, np.float64)

    def begin(self, which: Bools, seeds: list[int | None], options: dict[str, Any], random: np.random.Generator) -> None:
        """Begins some games: those with a seed at the number in the options, the others with the next game of their current seed. With a card, or with dice,
        they begin there."""
        number = whole("options['game']", options.get("game", 1), 1, 2**64 - 1) - 1
        start = self._start(options)
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
        if start is not None:
            for game in np.flatnonzero(which).tolist():
                seed, number, _ = self.native.dice_of(game)
                self.native.begin_from(game, seed, number, 0, start)
        self.begun = True
        self.over[which] = False
        self.losses[which] = 0.0

    def _start(self, options: dict[str, Any]) -> Scorecard | Position | None:
        """The start of games, if it is not an empty card."""
        unknown = options.keys() - {"game", "card", "dice", "rerolls_left", "reset_mask"}
        if unknown:
            raise ArrayError(f"options: there is no {min(unknown)!r}; there are 'game', 'card', 'dice' and 'rerolls_left'")
        card, dice, rerolls_left = (options.get(name) for name in ("card", "dice", "rerolls_left"))
        if dice is not None:
            return Position(self.rules, dice, rerolls_left, card)
        if rerolls_left is not None:
            raise ArrayError("options['rerolls_left']: it is of the dice; give them too, as options['dice']")
        if card is None:
            return None
        start = Scorecard(self.rules, card)
        if start.is_full:
            raise ArrayError("options['card']: the card is full, so there is nothing to play")
        return start

    def state(self, game: int) -> GameState:
        """A game, with everything that its next dice depend on."""
        seed, number, turn = self.native.dice_of(game)
        position = self.native.position(game)
        dice = None if position is None else position.dice
        return {
            "seed": seed,
            "game": number + 1,
            "turn": turn,
            "card": str(self.native.card(game)),
            "dice": dice,
            "rerolls_left": 0 if position is None else position.rerolls_left,
        }

    def go_to(self, game: int, state: GameState) -> None:
        """Restores a result of `state`."""
        try:
            parts = [state[name] for name in ("seed", "game", "turn", "card", "dice", "rerolls_left")]
        except KeyError as missing:
            raise ArrayError(f"state: it has no {missing}; give what get_state returned") from None
        seed, number, turn, card, dice, rerolls_left = parts
        start = Scorecard(self.rules, card) if dice is None else Position(self.rules, dice, rerolls_left, card)
        self.native.begin_from(game, seed, number - 1, turn, start)
        self.begun = True
        self.over[game] = dice is None
        self.losses[game] = 0.0

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in vars(self).items() if name != "native"}
        return kept | {"games": [self.state(game) for game in range(len(self.over))]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        games = kept.pop("games")
        vars(self).update(kept)
        self.native = _native.Games(self.rules, len(games), self.table._native if self.table is not None else None, self.threads)
        over, begun, losses = self.over.copy(), self.begun, self.losses.copy()
        for game, state in enumerate(games):
            self.go_to(game, state)
        self.over, self.begun, self.losses = over, begun, losses
        if self.exact:
            # The values of the actions, for the next step.
            self.native.evaluate(self.values, self.to_come)

    def act(self, actions: npt.ArrayLike, ended: Bools) -> None:
        """Takes an action in each game except the ended ones, which begin their next game. An illegal one that has a cost changes nothing."""
        taken = _arrays.exactly("actions", actions, np.int64, self.over.shape)
        self.native.step(taken, ended, self.rewards, self.over, self.losses, None if self.illegal_cost is None else self.illegal)

    def look(self, idle: bool) -> None:
        """Fills the observations, the masks and the values."""
        self.native.observe(self.seen, self.masks, idle)
        if self.exact:
            self.native.evaluate(self.values, self.to_come)

    def shape(self, before: npt.NDArray[np.float64], after: npt.NDArray[np.float64], ended: Bools) -> None:
        """Turns the points of a step into its rewards, given the expected points to come before and after it."""
        if self.reward == "shaped":
            self.rewards += np.where(self.over, 0.0, after) - before
            self.rewards[ended] = 0.0
        elif self.reward == "loss":
            np.negative(self.losses, out=self.rewards)
        if self.illegal_cost is not None:
            self.rewards[self.illegal] = -self.illegal_cost

    def sample(self, random: np.random.Generator) -> npt.NDArray[np.int64]:
        """Random actions, equally likely among the allowed ones."""
        count = len(self.over)
        actions = np.empty(count, np.int64)
        self.native.sample(self.masks, random.integers(2**64, size=count, dtype=np.uint64), actions)
        return actions

    def observed(self) -> Any:
        """The observations of all games."""
        return self.seen if self.observation == "vector" else named(self.rules, self.positions())

    def positions(self) -> Columns:
        """The positions as columns, for the batch functions of a table."""
        columns = empty_columns(self.rules, len(self.over))
        self.native.columns(tuple(columns.values()))
        return columns

"""Agents as players of a table."""

from __future__ import annotations

import inspect
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from .. import _arrays
from .._positions import Columns, Positions, Rules, rule_set
from ._games import named


class Agent(Protocol):
    """An agent with the interface of Stable-Baselines3."""

    def predict(self, observation: Any, /, *, deterministic: bool = ...) -> tuple[Any, Any]:
        """The action for each observation, and a state that is ignored."""


class player:
    """An agent that was trained on the environments, as a player for `Table.measure` (with ``batch=``) and `Table.evaluate`.

    ``agent`` is a model of Stable-Baselines3 or sb3-contrib, or any object with their ``predict``, trained on games of these ``rules``. It sees the observations
    of the environments, many at a time (with names, if its ``observation_space`` is a ``Dict``), and its best action counts. If its ``predict`` has an argument
    ``action_masks``, as that of ``MaskablePPO``, it gets the allowed actions, and another one raises `ActionError` in the table's method. An agent that gets no
    mask, trained with ``illegal_cost``, would answer the same for ever: where its action is not allowed, the allowed one with the lowest number stands for it,
    and ``illegal`` of the measurement or evaluation counts it.

    >>> import yahtzee.gym
    >>> class FirstAllowed:
    ...     def predict(self, observation, *, action_masks, deterministic=False):
    ...         return action_masks.argmax(axis=1), None
    >>> yahtzee.solve("hasbro").measure(yahtzee.gym.player(FirstAllowed()), games=100, seed=1, batch=100)
    <Measurement of 100 games: loss 203.089 points a game (standard error 3.059), expected score 51.499>
    """

    def __init__(self, agent: Agent, rules: Rules = "hasbro") -> None:
        self._agent, self._rules = agent, rule_set(rules)
        self.illegal: int = 0
        self._is_masked = "action_masks" in inspect.signature(agent.predict).parameters
        self._has_names = hasattr(getattr(agent, "observation_space", None), "spaces")

    def __call__(self, positions: Columns, allowed: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The action in each position."""
        masks: dict[str, Any] = {"action_masks": allowed} if self._is_masked else {}
        seen = named(self._rules, positions) if self._has_names else Positions(self._rules, **positions).encode()
        actions, _ = self._agent.predict(seen, deterministic=True, **masks)
        count, most = allowed.shape
        taken = _arrays.exactly("actions", actions, np.int64, (count,))
        if self._is_masked:
            return taken
        # What is no number of an action stays an error.
        illegal = (taken >= 0) & (taken < most) & ~allowed[np.arange(count), taken.clip(0, most - 1)]
        self.illegal += int(illegal.sum())
        return np.where(illegal, allowed.argmax(axis=1), taken)

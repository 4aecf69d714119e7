"""The game as arrays: rolls, holds, probabilities, points and successors."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _arrays, _native
from ._answer import with_arrays
from ._arrays import ArrayLike
from ._batches import MEMORY, Floats, Ints, StateColumns, columns_of
from ._documented import Documented, documented_tuple
from ._native import ActionError, Error, RuleSet, StateError
from ._positions import Positions, Rules, rule_set

AT_ONCE = 1000
"""So many states are scored without a look at Ctrl-C."""


@with_arrays
@documented_tuple
class Successors(NamedTuple):
    """The possible results of an action in each of many positions.

    >>> import yahtzee
    >>> model = yahtzee.Model("hasbro")
    >>> positions = yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3, 5, 6], 2)
    >>> after = model.successors(positions, [model.rules.action("hold 33", "13356")])
    >>> after.rewards, after.rerolls_left, int((after.probabilities > 0).sum())
    (array([0.]), array([1], dtype=uint8), 56)
    """

    rewards: Floats
    """The points added to the score: 0 for a hold. Shape (n,)."""
    states: Ints
    """The index of the state then, in `Model.states`. Shape (n,)."""
    rerolls_left: npt.NDArray[np.uint8]
    """The rerolls left then; 0 once the game is over. Shape (n,)."""
    probabilities: Floats
    """The probability of each roll then; 0 once the game is over. Shape (n, rolls)."""


@with_arrays
@documented_tuple
class Step(NamedTuple):
    """The result of an action in each of many positions.

    >>> import yahtzee
    >>> model = yahtzee.Model("hasbro")
    >>> positions = yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3, 5, 6], 2)
    >>> import numpy
    >>> step = model.step(positions, [32 + 12], numpy.random.default_rng(1))
    >>> step.positions, step.rewards, step.over
    (<Positions of 'hasbro': 1>, array([18.]), array([False]))
    """

    positions: Positions
    """The positions. If the game is over the card is full, and the dice are the last ones."""
    rewards: Floats
    """The points added to the score. Shape (n,)."""
    over: npt.NDArray[np.bool_]
    """Whether the game is over. Shape (n,)."""


class Model(metaclass=Documented):
    """A rule set as arrays, for other algorithms: R rolls, H holds, C categories; for five dice 252, 462 and mostly 13.

    A hold is a multiset of kept dice. The last R of them keep all dice: they are the rolls, in their order. Actions have the numbers of
    `Table.action_values`. States are numbered in the order of `states`.

    >>> import yahtzee
    >>> model = yahtzee.Model("hasbro")
    >>> roll = model.roll_index([[6, 5, 3, 3, 1]])[0]
    >>> hold = model.hold_of[roll, model.rules.action("hold 33", "13356")]
    >>> model.hold_counts[hold], model.hold_probabilities.shape
    (array([0, 0, 2, 0, 0, 0], dtype=uint8), (462, 252))
    >>> five_threes = model.roll_index([[3, 3, 3, 3, 3]])[0]
    >>> round(float(model.hold_probabilities[hold, five_threes]), 6)
    0.00463
    """

    rules: RuleSet
    """The rules."""
    rolls: npt.NDArray[np.uint8]
    """The dice of each roll, ascending. Shape (R, dice)."""
    roll_probabilities: Floats
    """The probability of each first roll. Shape (R,)."""
    hold_counts: npt.NDArray[np.uint8]
    """How many dice of each hold show each face. Shape (H, F), where F is the highest face: 6 in most games."""
    hold_probabilities: Floats
    """The probability of each roll after each hold. Shape (H, R). The rows of holds of all dice have a single 1."""
    hold_of: npt.NDArray[np.int16]
    """The hold of each mask over the dice of each roll; -1 for a mask that keeps the same dice as a lower one. Shape (R, 2**dice)."""
    points: npt.NDArray[np.uint16]
    """The points of each roll in each category as ordinary dice: without jokers and bonuses. Shape (R, C)."""

    def __init__(self, rules: Rules, *, memory: int = MEMORY) -> None:
        self.rules = rule_set(rules)
        self._memory = memory = int(memory)
        self._native = _native.Model(self.rules, memory)
        arrays = self._native.arrays()
        for array in arrays:
            array.setflags(write=False)
        self.rolls, self.roll_probabilities, self.hold_counts, self.hold_probabilities, self.hold_of, self.points = arrays
        # The rolls by their sorted faces as digits.
        codes = self._code(self.rolls)
        self._by_code = np.argsort(codes)
        self._codes = codes[self._by_code]

    def __eq__(self, other: object) -> bool:
        return self.rules == other.rules if isinstance(other, Model) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[Any, ...]:
        return Model._made, (self.rules, self._memory)

    def __repr__(self) -> str:
        return f"<Model of '{self.rules.name}': {len(self.rolls)} rolls, {len(self.hold_counts)} holds>"

    @classmethod
    def _made(cls, rules: RuleSet, memory: int) -> Model:
        return cls(rules, memory=memory)

    def _code(self, dice: npt.NDArray[np.uint8]) -> Ints:
        faces = self.hold_counts.shape[1]
        code: Ints = np.sort(dice.astype(np.int64) - 1, axis=1) @ faces ** np.arange(self.rules.dice)
        return code

    def states(self) -> StateColumns:
        """Every reachable state, in the order of its index.

        >>> import yahtzee
        >>> len(yahtzee.Model("hasbro").states().filled)
        536448
        """
        return StateColumns(*self._native.state_columns())

    def roll_index(self, dice: ArrayLike) -> Ints:
        """The index of each roll, given its dice in any order. Shape (n, dice) to (n,).

        >>> import yahtzee
        >>> yahtzee.Model("hasbro").roll_index([[1, 1, 1, 1, 1], [6, 6, 6, 6, 6]])
        array([  0, 251])
        """
        faces = np.asarray(dice)
        faces = _arrays.exactly("dice", faces, np.uint8, (len(faces), self.rules.dice))
        wrong = ((faces < 1) | (faces > _arrays.highest_face(self.rules))).any(axis=1)
        if wrong.any():
            row = int(wrong.argmax())
            raise _native.DiceError(f"dice: {faces[row]} at {row}; faces are 1 to {_arrays.highest_face(self.rules)}")
        index: Ints = self._by_code[np.searchsorted(self._codes, self._code(faces))]
        return index

    def score_rolls(
        self, filled: ArrayLike, upper_total: ArrayLike, flag: ArrayLike, saved: ArrayLike | None = None, rerolls_left: ArrayLike = 0
    ) -> tuple[Floats, npt.NDArray[np.int32]]:
        """The points of scoring each roll in each category in the given states, and the index of the state that follows. Both have the shape (n, R, C).

        A reward is the number of points added to the score, including bonuses when they are earned, so its sum over a game is the score. If the rules do not
        allow the placement, the reward is minus infinity, and the index 0. ``rerolls_left`` matters only in games with saved or extra throws, or that pay by throw.
        More states than the ``memory`` of the model has room for raise `Error`; for five dice and 13 categories a state takes 39 kB. Ctrl-C stops it.

        >>> import yahtzee
        >>> rewards, successors = yahtzee.Model("hasbro").score_rolls(filled=[0], upper_total=[0], flag=[False])
        >>> rewards.shape, rewards[0, 251, :6]
        ((1, 252, 13), array([ 0.,  0.,  0.,  0.,  0., 30.]))
        """
        count = len(np.atleast_1d(np.asarray(filled)))
        shape = (count, *self.points.shape)
        states = _arrays.states(filled, upper_total, flag, saved, count)
        needed = (np.float64().itemsize + np.int32().itemsize) * math.prod(shape)
        if needed > self._memory:
            raise Error(f"it needs {needed / 1e6:,.0f} MB, more than the limit of {self._memory / 1e6:,.0f} MB: ask about fewer states at once")
        rewards, successors = np.empty(shape, np.float64), np.empty(shape, np.int32)
        rerolls = _arrays.column("rerolls_left", rerolls_left, np.uint8, (count,))
        for first in range(0, count, AT_ONCE):
            rows = slice(first, first + AT_ONCE)
            spare = None if states[3] is None else states[3][rows]
            part = (states[0][rows], states[1][rows], states[2][rows], spare)
            self._native.score_rolls(part, rerolls[rows], rewards[rows].reshape(-1), successors[rows].reshape(-1))
        return rewards, successors

    def score(self, positions: Positions) -> tuple[Floats, npt.NDArray[np.int32]]:
        """The same for the dice of positions: both have the shape (n, C)."""
        shape = (len(positions), self.points.shape[1])
        rewards, successors = np.empty(shape, np.float64), np.empty(shape, np.int32)
        self._native.score(columns_of(positions, self.rules), rewards.reshape(-1), successors.reshape(-1))
        return rewards, successors

    def state_index(self, positions: Positions) -> Ints:
        """The index of the state of each position in `states`. Shape (n,). A state that cannot be reached raises `StateError`."""
        (states, keys), key = self._known, _keys(positions.filled, positions.flag, positions.saved, positions.upper_total)
        index = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
        if (keys[index] != key).any():
            row = int((keys[index] != key).argmax())
            raise StateError(f"position {row}: the state cannot be reached")
        return index

    @cached_property
    def _known(self) -> tuple[StateColumns, Ints]:
        states = self.states()
        return states, _keys(states.filled, states.flag, states.saved, states.upper_total)

    def _lowest(self, positions: Positions, actions: Ints) -> Ints:
        """The numbers of actions, where a hold is the lowest mask that keeps its dice."""
        dice, places = np.sort(positions.dice, axis=1), np.arange(self.rules.dice)
        same = dice[:, :, None] == dice[:, None, :]
        kept = (actions[:, None] >> places & 1)[:, None, :]
        lowest: Ints = (((same & (places < places[:, None])).sum(axis=2) < (same & (kept == 1)).sum(axis=2)) << places).sum(axis=1)
        return np.where(actions < self.hold_of.shape[1], lowest, actions)

    def legal(self, positions: Positions) -> npt.NDArray[np.bool_]:
        """The allowed actions. Shape (n, actions).

        >>> import yahtzee
        >>> model = yahtzee.Model("hasbro")
        >>> model.legal(yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3, 5, 6], [2, 0])).sum(axis=1)
        array([36, 13])
        """
        holds = self.hold_of[self.roll_index(positions.dice)] >= 0
        holds[:, -1] = False
        holds &= (positions.rerolls_left > 0)[:, None]
        return np.hstack([holds, np.isfinite(self.score(positions)[0])])

    def successors(self, positions: Positions, actions: ArrayLike) -> Successors:
        """The possible results of an action in each position: the reward, the state, and the probability of each roll. An action that is not allowed raises
        `ActionError`.

        >>> import yahtzee
        >>> model = yahtzee.Model("hasbro")
        >>> after = model.successors(yahtzee.Positions("hasbro", 0, 0, False, [1, 3, 3, 5, 6], 2), [model.rules.action("score chance", "13356")])
        >>> after.rewards, model.states().filled[after.states], round(float(after.probabilities.sum()), 12)
        (array([18.]), array([4096], dtype=uint32), 1.0)
        """
        count, masks = len(positions), self.hold_of.shape[1]
        actions = _arrays.exactly("actions", actions, np.int64, (count,))
        wrong = (actions < 0) | (actions >= masks + self.points.shape[1])
        rows, is_score = np.arange(count), actions >= masks
        lowest = self._lowest(positions, actions)
        wrong[~wrong] |= ~self.legal(positions)[rows[~wrong], lowest[~wrong]]
        if wrong.any():
            row = int(wrong.argmax())
            raise ActionError(f"position {row}: the action {actions[row]} is not allowed here")
        rewards, next_states = self.score(positions)
        category = np.where(is_score, actions - masks, 0)
        own = self.state_index(positions)
        states = np.where(is_score, next_states[rows, category], own)
        left = self.points.shape[1] - (positions.filled[:, None] >> np.arange(self.points.shape[1]) & 1).sum(axis=1)
        over = is_score & (left == 1)
        spare = _arrays.spare_throws(self.rules, self._known[0].saved[states])
        rerolls = np.where(is_score, np.where(over, 0, spare + self.rules.rolls - 1), positions.rerolls_left.astype(np.int64) - 1)
        held = self.hold_of[self.roll_index(positions.dice), np.where(is_score, 0, lowest)]
        probabilities = np.where(is_score[:, None], self.roll_probabilities, self.hold_probabilities[held])
        probabilities[over] = 0.0
        return Successors(np.where(is_score, rewards[rows, category], 0.0), states, rerolls.astype(np.uint8), probabilities)

    def step(self, positions: Positions, actions: ArrayLike, random: np.random.Generator) -> Step:
        """Takes an action in each position and throws the dice. An action that is not allowed raises `ActionError`.

        >>> import numpy, yahtzee
        >>> model = yahtzee.Model("hasbro")
        >>> positions = yahtzee.Positions("hasbro", 0, 0, False, [[1, 3, 3, 5, 6]] * 3, 2)
        >>> step = model.step(positions, [6, 32 + 12, 32 + 2], numpy.random.default_rng(1))
        >>> step.rewards, step.positions.rerolls_left, step.over
        (array([ 0., 18.,  6.]), array([1, 2, 2], dtype=uint8), array([False, False, False]))
        """
        after = self.successors(positions, actions)
        over = after.probabilities.sum(axis=1) == 0
        drawn = (after.probabilities.cumsum(axis=1) > random.random((len(positions), 1))).argmax(axis=1)
        dice = np.where(over[:, None], np.sort(positions.dice, axis=1), self.rolls[drawn])
        filled, upper_total, flag, saved, _ = (column[after.states] for column in self._known[0])
        return Step(Positions(self.rules, filled, upper_total, flag, dice, after.rerolls_left, saved), after.rewards, over)


def _keys(filled: npt.ArrayLike, flag: npt.ArrayLike, saved: npt.ArrayLike, upper_total: npt.ArrayLike) -> Ints:
    """Numbers that order states by index."""
    parts = [np.asarray(part).astype(np.int64) for part in (filled, flag, saved, upper_total)]
    keys: Ints = ((parts[0] * 2 + parts[1]) * 256 + parts[2]) * 256 + parts[3]
    return keys

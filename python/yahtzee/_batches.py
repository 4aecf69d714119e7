"""Many positions at once: numpy arrays in, numpy arrays out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _arrays, _native
from ._answer import with_arrays
from ._arrays import ArrayLike
from ._documented import documented_tuple
from ._native import ArrayError, Position, RuleSet, RulesError
from ._positions import Card, DiceLike, Positions, State

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

MEMORY = 4_000_000_000
"""The default memory limit of a table and its results, in bytes."""


@with_arrays
@documented_tuple
class StateColumns(NamedTuple):
    """Every reachable state, a column for each part. All have the shape (states,).

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> states = table.states()
    >>> states.filled.shape, states.filled[:3], states.upper_total[:3]
    ((536448,), array([0, 1, 1], dtype=uint32), array([0, 0, 1], dtype=uint8))
    """

    filled: npt.NDArray[np.uint32]
    """The mask of filled categories: bit i for category i."""
    upper_total: npt.NDArray[np.uint8]
    """The upper total, up to the last threshold of the bonus."""
    flag: npt.NDArray[np.bool_]
    """The Yahtzee flag: whether the Yahtzee category holds its points, in a game where that matters."""
    saved: npt.NDArray[np.uint8]
    """The saved throws; in a game with a stock of extra throws, those used."""
    place: Ints
    """The place of the state's value in `Table.values_with_bonus`. States with the same future share a place."""


class Batches:
    """The methods of a table for many positions at once.

    A position is a row of the arrays, all of length n:

    ============  ================  ============================================================
    array         shape and type    meaning
    ============  ================  ============================================================
    filled        (n,) uint32       the filled categories: bit i for category i of the rules
    upper_total   (n,) uint8        the points in the upper categories; more than the threshold
                                    of the bonus counts as the threshold
    flag          (n,) bool         the Yahtzee flag: whether the Yahtzee category holds its
                                    points, in a game where that matters; else False
    dice          (n, dice) uint8   the dice on the table, in any order; dice of another
                                    kind have the last columns
    rerolls_left  (n,) uint8        the rerolls left
    saved         (n,) uint8        the saved throws, or the extra throws used; None if
                                    there are none
    ============  ================  ============================================================

    `Positions` holds all of them in one object, which replaces the arrays; so do a `Position` and a list of some. `Scorecard.state` has the first three and the last. Arrays of other whole
    numbers are converted; one number stands for a whole column.

    Actions have numbers. First come the masks over the dice in ascending order, those of another kind last: bit i means that die i is kept. With five dice there are 32. With equal dice,
    several masks keep the same dice; only the lowest is used. The mask of all dice is no action. Then come the categories.

    Values are expected points still to come under optimal play, including those of the action, without points that `Scorecard.score` counts already. The
    program adds the same number, to the last bit, to the points of the card; once the upper bonus is reached, it is on the card and no longer in the value.
    An action that is not allowed, and an unused number, have the value minus infinity, here as in `Model` and in the environments.
    ``threads`` is the number of threads: all cores if it is None. Arrays count against the memory limit of the table: more positions than fit raise `Error`.
    Invalid arrays raise `ArrayError`, invalid positions `StateError` or `DiceError` with the first invalid row, and then nothing is written. Ctrl-C stops long
    batches.
    """

    __slots__ = ("_native",)

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def actions(self) -> int:
        """The count of action numbers: 45 for five dice and 13 categories."""
        return self._native.actions

    @property
    def values_with_bonus(self) -> Floats:
        """The values of the table itself, without a copy: read-only, shape (values,). `StateColumns.place` is the place of a state's value. They include the
        upper bonus until the end of the game, even after it is reached; `state_values` does not.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> float(table.values_with_bonus[table.states().place[0]]) == table.expected_score
        True
        """
        return self._native.values

    def states(self) -> StateColumns:
        """Every reachable state in the order of its index, with the place of its value. The columns are valid arguments of `state_values`."""
        return StateColumns(*self._native.state_columns())

    def state_values(
        self,
        filled: ArrayLike | None = None,
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        saved: ArrayLike | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """The value of each state between turns. Shape (n,). Without states, those of all states, in the order of `states`.

        ``out`` is an array for the result: float64, shape (n,), contiguous and writeable.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> values = table.state_values(filled=[0, 0b1], upper_total=[0, 3], flag=False)
        >>> bool(values[0] == table.expected_score)
        True
        >>> table.state_values()[table.states().filled == 0b1].round(1)
        array([236.9, 238.6, 240.4, 242.3, 244.1, 245.9])
        """
        if filled is None and upper_total is None and flag is None and saved is None:
            filled, upper_total, flag, saved, _ = self.states()
        if filled is None or upper_total is None or flag is None:
            raise ArrayError("filled, upper_total, flag: give all of them, or none for all states")
        count = len(np.atleast_1d(np.asarray(filled)))
        states = _arrays.states(filled, upper_total, flag, saved, count)
        values = _arrays.result("out", out, (count,), states)
        self._native.state_values(states, values)
        return values

    def state_value(self, card: Card | State | Position | None = None) -> float:
        """The value of one state, as in `state_values`: of a card, of a `Scorecard.state`, or of the card of a position; by default of a new game.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> card = yahtzee.Scorecard(table.rules, "ones=3")
        >>> table.state_value(card) == table.state_value(card.state) == table.value(card).expected_remaining
        True
        """
        return self._native.state_value(card)

    def best_action(
        self, dice: Position | DiceLike, rerolls_left: SupportsIndex | None = None, card: Card | State | None = None
    ) -> tuple[int, float]:
        """The number of the best action of one position, and its value, as in `best_actions`, and some ten times as fast as arrays of one. The arguments are
        those of `advise`; the card may also be a `Scorecard.state`.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> table.best_action("13356", 2, "ones=3")
        (6, 239.22095177757456)
        >>> card = yahtzee.Scorecard(table.rules, "ones=3")
        >>> table.best_action("13356", card=card.state) == table.best_action(yahtzee.Position(table.rules, "13356", card=card))
        True
        """
        return self._native.best_action(dice, rerolls_left, card)

    def action_values(
        self,
        filled: ArrayLike | Positions | Position | Sequence[Position],
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        rerolls_left: ArrayLike | None = None,
        saved: ArrayLike | None = None,
        out: Floats | None = None,
        threads: int | None = None,
    ) -> Floats:
        """The value of every action of each position. Shape (n, actions); minus infinity if an action is not allowed, or the number is
        unused, so that the maximum of a row is its best value.

        ``out`` is an array for the result: float64, shape (n, actions), contiguous and writeable; then a loop allocates nothing.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> values = table.action_values(filled=[0b1], upper_total=[3], flag=[False], dice=[[1, 3, 3, 5, 6]], rerolls_left=[2])
        >>> values.shape, abs(float(values[0, 0b00110]) - table.advise("13356", 2, "ones=3").values[0]) < 1e-9
        ((1, 45), True)
        """
        positions = self._positions(0 if out is not None else self.actions, filled, upper_total, flag, dice, rerolls_left, saved)
        values = _arrays.result("out", out, (len(positions[1]), self.actions), positions)
        self._native.action_values(positions, values, threads)
        return values

    def best_actions(
        self,
        filled: ArrayLike | Positions | Position | Sequence[Position],
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        rerolls_left: ArrayLike | None = None,
        saved: ArrayLike | None = None,
        threads: int | None = None,
    ) -> tuple[Ints, Floats]:
        """The number of the best action of each position, and its value. Both have the shape (n,).

        Of tied actions it is the one that `advise` lists first.

        >>> import yahtzee
        >>> actions, values = yahtzee.solve("hasbro").best_actions(0b1, 3, False, [[1, 3, 3, 5, 6], [6, 6, 6, 6, 6]], 2)
        >>> [f"{action:05b}" if action < 32 else action - 32 for action in actions.tolist()]
        ['00110', 11]
        """
        positions = self._positions(2, filled, upper_total, flag, dice, rerolls_left, saved)
        count = len(positions[1])
        actions, values = np.empty(count, np.int64), np.empty(count, np.float64)
        self._native.best_actions(positions, actions, values, threads)
        return actions, values

    def losses(
        self,
        actions: ArrayLike,
        filled: ArrayLike | Positions | Position | Sequence[Position],
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        rerolls_left: ArrayLike | None = None,
        saved: ArrayLike | None = None,
        out: Floats | None = None,
        threads: int | None = None,
    ) -> Floats:
        """The loss of each action: the value of the best action less its own; never negative. Shape (n,).

        Any mask that keeps the same dice stands for the same hold. An action that is not allowed raises `ActionError` with its row.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> table.losses([0b00110, 0b01110, 32 + 2], 0b1, 3, False, [[1, 3, 3, 5, 6]] * 3, 2).round(4)
        array([ 0.    ,  1.5081, 11.3575])
        """
        positions = self._positions(2, filled, upper_total, flag, dice, rerolls_left, saved)
        shape = (len(positions[1]),)
        chosen = _arrays.column("actions", actions, np.int64, shape)
        losses = _arrays.result("out", out, shape, positions, chosen)
        self._native.losses(positions, chosen, losses, threads)
        return losses

    def _positions(self, results: int, *given: Any) -> _arrays.Positions:
        """The arrays of positions. There must be memory for them and for so many numbers of results for each."""
        self._native.check_batch(count_of(given), results)
        return arrays_of(self._native.rules, *given)


def count_of(given: tuple[Any, ...]) -> int:
    """The number of positions, given as for `arrays_of`; 0 if there is no row of dice."""
    if isinstance(given[0], Positions | Position):
        return len(given[0]) if isinstance(given[0], Positions) else 1
    dice = np.asarray(given[3])
    return len(dice) if dice.ndim == 2 else 0


def columns_of(positions: Positions, rules: RuleSet) -> _arrays.Positions:
    """The arrays of positions of these rules, for the native half."""
    if positions.rules != rules:
        raise RulesError(f"the positions are of the rule set '{positions.rules.name}', not of '{rules.name}'")
    states = (positions.filled, positions.upper_total, positions.flag, positions.saved)
    return states, positions.dice, positions.rerolls_left


def arrays_of(rules: RuleSet, *given: Any) -> _arrays.Positions:
    """The arrays of positions, given as objects or as columns: filled, upper total, flag, dice, rerolls left and saved."""
    first, *columns, saved = given
    if isinstance(first, Position):
        first = [first]
    if isinstance(first, list | tuple) and first and isinstance(first[0], Position):
        first = Positions.of(first)
    if isinstance(first, Positions):
        if any(column is not None for column in (*columns, saved)):
            raise ArrayError("positions: they have all columns already; give them alone")
        return columns_of(first, rules)
    for name, column in zip(("filled", "upper_total", "flag", "dice", "rerolls_left"), given, strict=False):
        if column is None:
            raise ArrayError(f"{name}: it is missing; give all columns, or one object of Positions")
    return _arrays.positions(rules.dice, *given)

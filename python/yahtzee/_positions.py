"""Arguments for cards, states and positions, and many positions as one object."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _arrays
from ._documented import Documented
from ._native import ArrayError, Position, RuleSet, Scorecard, decode, encode, observed_width
from ._state import State as State

Columns = dict[str, Any]
"""Positions: an array for each argument of `Table.action_values`."""

Card = Scorecard | Mapping[str, SupportsIndex] | str
"""A card argument: a `Scorecard`, text like ``"ones=3 fh=25"``, or a mapping of its entries."""

DiceLike = str | Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]]
"""Dice as an argument: text like ``"13356"``, or faces."""

Rules = RuleSet | str | os.PathLike[str] | Mapping[str, Any]
"""A rule set argument: a `RuleSet`, or what it is made of."""


def rule_set(rules: Rules) -> RuleSet:
    """The rule set of an argument."""
    return rules if isinstance(rules, RuleSet) else RuleSet(rules)


def empty_columns(rules: RuleSet, count: int) -> Columns:
    """Columns for this many positions, to be filled."""
    return {
        "filled": np.empty(count, np.uint32),
        "upper_total": np.empty(count, np.uint8),
        "flag": np.empty(count, np.bool_),
        "saved": np.empty(count, np.uint8),
        "dice": np.empty((count, rules.dice), np.uint8),
        "rerolls_left": np.empty(count, np.uint8),
    }


class Positions(metaclass=Documented):
    """Many positions of a game: six arrays of the types that the batch functions accept without a copy. These functions accept it in place of the arrays.

    The arguments broadcast as in numpy: each of shape () or (n,), the dice of shape (dice,) or (n, dice). An index for rows, as in numpy (a slice, a mask,
    numbers), gives some of them.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> positions = yahtzee.Positions("hasbro", filled=0b1, upper_total=3, flag=False, dice=[[1, 3, 3, 5, 6], [6, 6, 6, 6, 6]], rerolls_left=2)
    >>> positions
    <Positions of 'hasbro': 2>
    >>> actions, values = table.best_actions(positions)
    >>> [table.rules.action_text(action, dice) for action, dice in zip(actions, positions.dice)]
    ['hold 33', 'score yahtzee']
    """

    __slots__ = ("dice", "filled", "flag", "rerolls_left", "rules", "saved", "upper_total")

    rules: RuleSet
    """The rules of the game."""
    filled: npt.NDArray[np.uint32]
    """The masks of filled categories. Shape (n,)."""
    upper_total: npt.NDArray[np.uint8]
    """The points in the upper categories, up to the last threshold of the bonus. Shape (n,)."""
    flag: npt.NDArray[np.bool_]
    """The Yahtzee flags. Shape (n,)."""
    dice: npt.NDArray[np.uint8]
    """The dice on the table; dice of another kind are in the last columns. Shape (n, dice)."""
    rerolls_left: npt.NDArray[np.uint8]
    """The rerolls left. Shape (n,)."""
    saved: npt.NDArray[np.uint8]
    """The saved throws; in a game with a stock of extra throws, those used. Shape (n,)."""

    def __init__(
        self,
        rules: Rules,
        filled: npt.ArrayLike,
        upper_total: npt.ArrayLike,
        flag: npt.ArrayLike,
        dice: npt.ArrayLike,
        rerolls_left: npt.ArrayLike,
        saved: npt.ArrayLike = 0,
    ) -> None:
        self.rules = rule_set(rules)
        rolls = np.asarray(dice)
        if rolls.ndim == 0 or rolls.shape[-1] != self.rules.dice:
            raise ArrayError(f"dice: the shape {rolls.shape} where (n, {self.rules.dice}) is wanted")
        given = {"filled": filled, "upper_total": upper_total, "flag": flag, "rerolls_left": rerolls_left, "saved": saved}
        columns = {name: np.asarray(column) for name, column in given.items()}
        try:
            (count,) = np.broadcast_shapes((1,), rolls.shape[:-1], *(column.shape for column in columns.values()))
        except ValueError:
            shapes = ", ".join(f"{name} {column.shape}" for name, column in (columns | {"dice": rolls}).items())
            raise ArrayError(f"the shapes do not fit together: {shapes}") from None
        types: dict[str, type[np.generic]] = {"filled": np.uint32, "flag": np.bool_}
        for name, column in columns.items():
            setattr(self, name, _arrays.column(name, np.broadcast_to(column, count), types.get(name, np.uint8), (count,)))
        shape = (count, self.rules.dice)
        self.dice = _arrays.column("dice", np.broadcast_to(rolls, shape), np.uint8, shape)
        self._check()

    def _check(self) -> None:
        """Checks what the rules alone decide. Whether a game reaches a state is checked where positions are valued."""
        rules = self.rules
        most = rules.rolls - 1 + _arrays.spare_throws(rules, self.saved)
        for name, wrong, wanted in (
            ("dice", ((self.dice < 1) | (self.dice > _arrays.highest_face(rules))).any(axis=1), f"faces from 1 to {_arrays.highest_face(rules)}"),
            ("filled", self.filled >> len(rules.categories) > 0, f"a mask of {len(rules.categories)} categories"),
            ("rerolls_left", self.rerolls_left > most, "at most the rerolls of a turn"),
        ):
            if wrong.any():
                index = int(np.argmax(wrong))
                raise ArrayError(f"{name}: {getattr(self, name)[index]} at {index}; {wanted} are possible")

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Positions:
        """The positions of a list of `Position` objects, at least one.

        >>> import yahtzee
        >>> rules = yahtzee.RuleSet("hasbro")
        >>> yahtzee.Positions.of([yahtzee.Position(rules, "13356"), yahtzee.Position(rules, "11111", 0, "ones=3")]).rerolls_left
        array([2, 0], dtype=uint8)
        """
        if not positions:
            raise ArrayError("positions: at least one is wanted, which says what the rules are")
        rules = positions[0].rules
        if any(position.rules != rules for position in positions):
            raise ArrayError("positions: they are of several rule sets")
        states = np.array([position.card.state for position in positions])
        dice, rerolls = [position.dice for position in positions], [position.rerolls_left for position in positions]
        return cls(rules, states[:, 0], states[:, 1], states[:, 2], dice, rerolls, states[:, 3])

    @classmethod
    def of_cards(cls, cards: Iterable[Scorecard], dice: npt.ArrayLike, rerolls_left: npt.ArrayLike) -> Positions:
        """The positions of cards, with dice and rerolls left that broadcast.

        >>> import yahtzee
        >>> card = yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=3")
        >>> len(yahtzee.Positions.of_cards([card], [[1, 3, 3, 5, 6], [2, 2, 3, 4, 5]], 2))
        2
        """
        known = list(cards)
        if not known:
            raise ArrayError("cards: at least one is wanted, which says what the rules are")
        states = np.array([card.state for card in known])
        return cls(known[0].rules, states[:, 0], states[:, 1], states[:, 2], dice, rerolls_left, states[:, 3])

    @classmethod
    def from_frame(cls, rules: Rules, frame: Any) -> Positions:
        """The positions of a data frame or a mapping with the columns ``filled``, ``upper_total``, ``flag``, ``dice``, ``rerolls_left`` and maybe ``saved``.

        The dice are lists of faces, or text like ``13356`` or ``12345/10``. `Measurement.decision_frame` has these columns, through pandas, polars or pyarrow.

        >>> import polars, yahtzee
        >>> frame = polars.DataFrame({"filled": [1], "upper_total": [3], "flag": [0], "dice": ["13356"], "rerolls_left": [2]})
        >>> yahtzee.Positions.from_frame("hasbro", frame).dice
        array([[1, 3, 3, 5, 6]], dtype=uint8)
        """
        names = list(getattr(frame, "column_names", frame.keys() if isinstance(frame, Mapping) else getattr(frame, "columns", [])))
        missing = [name for name in ("filled", "upper_total", "flag", "dice", "rerolls_left") if name not in names]
        if missing:
            raise ArrayError(f"the frame has no column '{missing[0]}'")
        rolls = getattr(frame["dice"], "to_pylist", frame["dice"].__iter__)()
        filled, upper_total, flag, rerolls_left = (np.asarray(frame[name]) for name in ("filled", "upper_total", "flag", "rerolls_left"))
        rules = rule_set(rules)
        faces = lru_cache(maxsize=None)(lambda text: Position(rules, text).dice)
        dice = np.array([faces(roll) if isinstance(roll, str) else list(roll) for roll in rolls]).reshape(-1, rules.dice)
        return cls(rules, filled, upper_total, flag, dice, rerolls_left, np.asarray(frame["saved"]) if "saved" in names else 0)

    def encode(self) -> npt.NDArray[np.float32]:
        """The positions as the environments show them: a row of numbers from 0 to 1 for each. Shape (n, width).

        A row has, for each category, whether it is filled; the upper total relative to the last threshold of the bonus; the Yahtzee flag; for each die in
        ascending order, those of another kind last, a number for each face of its kind, of which that of its face is 1; the rerolls left, and in games with saved or extra throws those in hand,
        relative to the most possible.

        >>> import yahtzee
        >>> seen = yahtzee.Positions("hasbro", filled=0b1, upper_total=3, flag=False, dice=[1, 3, 3, 5, 6], rerolls_left=1).encode()
        >>> seen.shape, seen[0, 15:21], seen[0, -1].item()
        ((1, 46), array([1., 0., 0., 0., 0., 0.], dtype=float32), 0.5)
        """
        seen = np.empty((len(self), observed_width(self.rules)), np.float32)
        encode(self.rules, ((self.filled, self.upper_total, self.flag, self.saved), self.dice, self.rerolls_left), seen)
        return seen

    @classmethod
    def decode(cls, rules: Rules, seen: npt.ArrayLike) -> Positions:
        """The positions of observations, as `encode` and the environments give them. Shape (n, width) or (width,). Anything else raises `ArrayError`.

        >>> import yahtzee
        >>> positions = yahtzee.Positions("hasbro", filled=0b1, upper_total=3, flag=False, dice=[1, 3, 3, 5, 6], rerolls_left=1)
        >>> yahtzee.Positions.decode("hasbro", positions.encode()) == positions
        True
        """
        rules = rule_set(rules)
        width, given = observed_width(rules), np.asarray(seen)
        rows = np.atleast_2d(given)
        if rows.dtype != np.float32 or rows.ndim != 2 or rows.shape[1] != width:
            raise ArrayError(f"seen: the shape {given.shape} of {given.dtype} where (n, {width}) of float32 is wanted")
        columns = empty_columns(rules, len(rows))
        decode(rules, np.ascontiguousarray(rows), tuple(columns.values()))
        return cls(rules, **columns)

    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The arrays by the argument names of the batch functions."""
        return {name: getattr(self, name) for name in ("filled", "upper_total", "flag", "dice", "rerolls_left", "saved")}

    def __len__(self) -> int:
        return len(self.filled)

    def __getitem__(self, rows: Any) -> Positions:
        chosen = np.atleast_1d(np.arange(len(self))[rows])
        return Positions(self.rules, **{name: column[chosen] for name, column in self.columns().items()})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return self.rules == other.rules and all(np.array_equal(column, other.columns()[name]) for name, column in self.columns().items())

    def __reduce__(self) -> tuple[Any, ...]:
        return Positions, (self.rules, *self.columns().values())

    def __repr__(self) -> str:
        return f"<Positions of '{self.rules.name}': {len(self):,}>"

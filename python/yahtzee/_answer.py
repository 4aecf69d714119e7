"""The base of all answers. The native half gives JSON, and `msgspec` reads it into these classes: they are its only description in Python."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
import numpy as np

from . import _frames, _html
from ._documented import Documented, with_fields
from ._native import RuleSet

if TYPE_CHECKING:
    from polars import DataFrame


class AnswerType(Documented, msgspec.StructMeta):
    __doc__ = property(with_fields)


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True, metaclass=AnswerType):
    """An answer, or a part of one: the fields of the program's JSON (docs/json.md), with tuples for lists. A field of the JSON that its class does not have is
    an error."""

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain values, for ``json.dumps``."""
        fields: dict[str, Any] = msgspec.to_builtins(self, enc_hook=lambda value: value.tolist() if isinstance(value, np.ndarray) else str(value))
        return {name: value for name, value in fields.items() if not name.startswith("_")}

    def __reduce__(self) -> tuple[Any, ...]:
        from . import results

        return results.made, (type(self).__name__, {name: getattr(self, name) for name in self.__struct_fields__})


class Rows:
    """An answer whose parts are rows."""

    __slots__ = ()

    def _rows(self) -> Iterable[Answer | Mapping[str, Any]]:
        raise NotImplementedError

    def frame(self) -> DataFrame:
        """Its rows as a data frame of polars: actions and dice are text."""
        return _frames.of_rows(map(cells, self._rows()))

    def _repr_html_(self) -> str:
        return _html.table(repr(self), map(cells, self._rows()))


def cells(row: Answer | Mapping[str, Any]) -> dict[str, Any]:
    """A row of a data frame: an answer, or some fields."""
    fields = row if isinstance(row, Mapping) else {name: getattr(row, name) for name in row.__struct_fields__}
    return {name: _cell(value) for name, value in fields.items()}


def _cell(value: Any) -> Any:
    if isinstance(value, Dice):
        return value.rules.dice_text(value)
    if isinstance(value, dict):
        return " ".join(f"{name}={number}" for name, number in value.items())
    # The text of an action.
    if isinstance(value, Answer) and type(value).__str__ is not object.__str__:
        return str(value)
    return msgspec.to_builtins(value)


class Dice(tuple[int, ...]):
    """The faces of dice, ascending. It is a tuple that knows the rules of its game.

    >>> import yahtzee
    >>> dice = yahtzee.solve("hasbro").advise("66611").dice
    >>> dice, dice.rules
    ((1, 1, 6, 6, 6), RuleSet('hasbro'))
    """

    _rules: RuleSet

    def __new__(cls, faces: Iterable[int], rules: RuleSet) -> Dice:
        return _dice(faces, rules)

    @property
    def rules(self) -> RuleSet:
        """The rules of the game."""
        return self._rules

    def __reduce__(self) -> tuple[Any, ...]:
        return Dice, (tuple(self), self.rules)


def _dice(faces: Iterable[int], rules: RuleSet) -> Dice:
    # An advice has some twenty holds; a call of the class takes twice as long.
    dice = tuple.__new__(Dice, faces)
    dice._rules = rules
    return dice


class CardEntries(dict[str, int]):
    """The entries of a card: the filled categories with their points, ``extra``, and ``saved`` or ``throws`` in games that have them.

    >>> import yahtzee
    >>> yahtzee.solve("hasbro").value("ones=3").card
    {'ones': 3, 'extra': 0}
    """

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


_Read = TypeVar("_Read")


def read(answer: bytes, kind: type[_Read], rules: RuleSet) -> _Read:
    """Reads the JSON of an answer about a game of these rules."""
    return msgspec.json.decode(answer, type=kind, dec_hook=lambda kind, value: CardEntries(value) if kind is CardEntries else _dice(value, rules))


class DiceOnTable(Answer, frozen=True, kw_only=True):
    """The dice of a turn: what a `Decision`, an `Advice` and others have in common.

    >>> import yahtzee
    >>> advice = yahtzee.solve("hasbro").advise("66611", rerolls_left=1)
    >>> isinstance(advice, yahtzee.results.DiceOnTable), advice.dice, advice.rerolls_left
    (True, (1, 1, 6, 6, 6), 1)
    """

    dice: Dice
    """The dice on the table, ascending."""
    rerolls_left: int
    """The rerolls left."""

    @property
    def dice_text(self) -> str:
        """The dice as text, in the form for `Table.advise`: ``11666``."""
        return self.dice.rules.dice_text(self.dice)


def same_fields(one: object, other: object, names: Iterable[str]) -> bool:
    """Whether two objects have equal fields of these names, arrays included. NaN equals NaN."""
    return all(_same(getattr(one, name), getattr(other, name)) for name in names)


def _same(one: object, other: object) -> bool:
    if not isinstance(one, np.ndarray):
        return bool(one == other)
    return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")  # type: ignore[arg-type]


_Tuple = TypeVar("_Tuple", bound=type)


def with_arrays(cls: _Tuple) -> _Tuple:
    """A named tuple with arrays, which a tuple cannot compare."""

    def equal(self: tuple[Any, ...], other: object) -> bool:
        return isinstance(other, tuple) and len(self) == len(other) and all(map(_same, self, other))

    def differ(self: tuple[Any, ...], other: object) -> bool:
        return not equal(self, other)

    cls.__eq__ = equal  # type: ignore[assignment, method-assign]
    cls.__ne__ = differ  # type: ignore[assignment, method-assign]
    return cls


_Loss = TypeVar("_Loss")


class LossByKind(Answer, Generic[_Loss], frozen=True):
    """A loss by the kind of decision.

    >>> import yahtzee
    >>> review = yahtzee.solve("hasbro").review("11666 hold 666, 66625 hold 66, 66661 score sixes")
    >>> [round(loss, 2) for loss in review.loss_by_kind.holds], review.loss_by_kind.category
    ([0.0, 10.35], 0.0)
    """

    holds: tuple[_Loss, ...]
    """The losses of the decisions after the first roll of a turn, after the second, and so on, except the last."""
    category: _Loss
    """The loss of decisions where both the choice and the best option score."""


class CategoryLoss(Answer, frozen=True):
    """The part of a loss in one category.

    >>> import yahtzee
    >>> worst = max(yahtzee.solve("crag").evaluate("greedy").by_category, key=lambda part: part.loss)
    >>> print(worst.category, round(worst.loss, 2))
    None 1.13
    """

    category: str | None
    """The name of the category; ``None`` for the loss of keeping dice."""
    loss: float
    """The loss in it."""

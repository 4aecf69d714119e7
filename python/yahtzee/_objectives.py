"""Objectives other than the expected score."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, SupportsFloat, SupportsIndex, get_args

import numpy as np
import numpy.typing as npt

from ._documented import Documented
from ._native import ObjectiveError, RuleSet, Scorecard
from ._positions import Card

Opponent = Card | SupportsIndex
"""An opponent: a card, a final score, or ``"new"`` for one who has not begun."""


Measure = Literal["chance", "utility", "turn-points", "fewest-points"]
"""What the worth of an option measures."""
Ties = Literal["win", "half", "lose"]
"""The worth of a tie."""


@dataclass(frozen=True)
class Target(metaclass=Documented):
    """At least this many points.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50"
    >>> best = table.advise("12366", 1, card, objective=yahtzee.Target(300)).best
    >>> print(best, best.worth)
    hold 66 0.6285933933326449
    """

    score: int
    """The points to reach: a whole number, which may be a numpy one."""

    def __init__(self, score: SupportsIndex) -> None:
        object.__setattr__(self, "score", _points("a target", score))


@dataclass(frozen=True)
class Exactly(metaclass=Documented):
    """Exactly this many points.

    >>> import yahtzee
    >>> card = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=22 4k=0 fh=25 ss=30 ls=40 y=0"
    >>> best = yahtzee.solve("hasbro").advise("22566", 0, card, objective=yahtzee.Exactly(236)).best
    >>> print(best, best.worth)
    score chance=21 1.0
    """

    score: int
    """The points: a whole number, which may be a numpy one."""

    def __init__(self, score: SupportsIndex) -> None:
        object.__setattr__(self, "score", _points("a final score", score))


@dataclass(frozen=True)
class Fewest:
    """The fewest points on average, under rules with ``voluntary-zeros = false``.

    >>> import yahtzee
    >>> lower = "lower = [{ name = 'sum', any = true, points = 'all-dice' }]"
    >>> rules = yahtzee.RuleSet.from_toml("\\n".join(["name = 'lowest'", "dice = 2", "voluntary-zeros = false", lower]))
    >>> best = yahtzee.solve(rules).advise("16", 1, objective=yahtzee.Fewest()).best
    >>> print(best, best.worth)
    hold 1 4.5
    """


@dataclass(frozen=True)
class Against(metaclass=Documented):
    """More points than the opponents, who play for the expected score from now on. With ``reacting`` the single opponent, a card, moves next, sees both cards
    too, and plays to win.

    >>> import yahtzee
    >>> yahtzee.Against(243, "new", ties="win")
    Against(opponents=(243, 'new'), field=0, ties='win', reacting=False)
    """

    opponents: tuple[Card | int, ...]
    """The opponents: cards, final scores, ``"new"`` for one who has not begun, or ``"others"`` for the other players of a copied sheet. At most nine."""
    field: int
    """The number of further opponents who have not begun: at most 10,000."""
    ties: Ties
    """The worth of a tie."""
    reacting: bool
    """Whether the opponent plays to win too."""

    def __init__(self, *opponents: Opponent, field: SupportsIndex = 0, ties: Ties = "half", reacting: bool = False) -> None:
        if not opponents and field == 0:
            raise ObjectiveError("no opponent: give cards, final scores or \"new\", or a field of some who have not begun")
        if ties not in get_args(Ties):
            raise ObjectiveError(f"ties: {ties!r} where one of {', '.join(map(repr, get_args(Ties)))} is wanted")
        object.__setattr__(self, "opponents", tuple(map(_opponent, opponents)))
        object.__setattr__(self, "field", _points("a field", field))
        object.__setattr__(self, "ties", ties)
        if not isinstance(reacting, bool | np.bool_):
            raise ObjectiveError(f"reacting: {reacting!r} where True or False is wanted")
        object.__setattr__(self, "reacting", bool(reacting))


@dataclass(frozen=True)
class Utility(metaclass=Documented):
    """Any function of the final score that does not fall: steps, each with a score and the utility from there on.

    >>> import yahtzee
    >>> yahtzee.Utility([(0, 0), (200, 1.5), (300, 10)])
    Utility(steps=((0, 0.0), (200, 1.5), (300, 10.0)))
    """

    steps: tuple[tuple[int, float], ...]
    """Each score with its utility: constant between and beyond the scores. An array of two columns is accepted too."""

    def __init__(self, steps: Iterable[tuple[SupportsIndex, SupportsFloat]] | npt.NDArray[Any]) -> None:
        try:
            read = tuple((_whole(score), float(utility)) for score, utility in steps)
        except (TypeError, ValueError, OverflowError):
            raise ObjectiveError("a utility is steps of a score and the utility from there on, like [(0, 0), (200, 1.5)]") from None
        for score, utility in read:
            if not (abs(score) < 2**63 and math.isfinite(utility)):
                raise ObjectiveError(f"a utility: {score}, {utility} where a score and a finite number are wanted")
        object.__setattr__(self, "steps", read)


@dataclass(frozen=True)
class ThisTurn:
    """The most points of this turn: those that it writes, and its extra bonus. The upper bonus and later turns do not count.

    >>> import yahtzee
    >>> card = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=20 4k=0 ch=20"
    >>> best = yahtzee.solve("hasbro").advise("22336", 1, card, objective=yahtzee.ThisTurn()).best
    >>> print(best, round(best.worth, 4))
    hold 23 8.75
    """


Objective = Target | Exactly | Fewest | Against | Utility | ThisTurn
"""An objective other than the expected score."""


def asked(objective: Objective | None, rules: RuleSet) -> dict[str, Any] | None:
    """The objective as a field of a question."""
    match objective:
        case None:
            return None
        case Target(score):
            return {"kind": "target", "score": score}
        case Exactly(score):
            return {"kind": "exactly", "score": score}
        case Fewest():
            return {"kind": "fewest"}
        case Against(opponents, field, ties, reacting):
            named = [_known(opponent, rules) for opponent in opponents]
            return {"kind": "against", "opponents": named, "field": field, "ties": ties, "reacting": reacting}
        case Utility(steps):
            return {"kind": "utility", "steps": steps}
        case ThisTurn():
            return {"kind": "turn"}
        case _:
            raise ObjectiveError(f"{type(objective).__name__} is no objective: give a Target, Exactly, Fewest, Against, Utility or ThisTurn")


def _known(opponent: Card | int, rules: RuleSet) -> str | dict[str, int]:
    if isinstance(opponent, str):
        return opponent
    if isinstance(opponent, int):
        return {"score": opponent}
    return str(Scorecard(rules, opponent))


def _opponent(opponent: Opponent) -> Card | int:
    if isinstance(opponent, Scorecard | Mapping | str):
        return opponent
    return _points("the final score of an opponent", opponent)


def _points(name: str, value: object) -> int:
    """A whole number, at least 0."""
    try:
        points = _whole(value)
    except TypeError:
        raise ObjectiveError(f"{name}: {value!r} where a whole number is wanted") from None
    if not 0 <= points < 2**32:
        raise ObjectiveError(f"{name}: {points} where a whole number from 0 on is wanted")
    return points


def _whole(value: object) -> int:
    """A whole number of any type, including a float from an array of two columns."""
    if isinstance(value, float | np.floating) and value.is_integer():
        return int(value)
    return operator.index(value)  # type: ignore[arg-type]

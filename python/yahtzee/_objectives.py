"""Objectives other than the expected score: what a player wants of the final score."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ._native import ObjectiveError, RuleSet, Scorecard

Opponent = Scorecard | Mapping[str, int] | str | int
"""An opponent: a card, a final score, or ``"new"`` for one who has not begun."""


@dataclass(frozen=True)
class Target:
    """At least this many points.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40 y=50"
    >>> best = table.advise("12366", 1, card, objective=yahtzee.Target(300)).best
    >>> print(best, best.chance)
    hold 66 0.6285933933326449
    """

    score: int
    """The points to reach."""


@dataclass(frozen=True)
class Against:
    """More points than the opponents, who play for the expected score from where they stand.

    >>> import yahtzee
    >>> yahtzee.Against(243, "new", ties="win")
    Against(opponents=(243, 'new'), field=0, ties='win')
    """

    opponents: tuple[Opponent, ...]
    """The opponents: cards, final scores, or ``"new"`` for one who has not begun. At most nine."""
    field: int
    """The number of further opponents who have not begun: at most 10,000."""
    ties: Literal["win", "half", "lose"]
    """What a tie counts as."""

    def __init__(self, *opponents: Opponent, field: int = 0, ties: Literal["win", "half", "lose"] = "half") -> None:
        object.__setattr__(self, "opponents", opponents)
        object.__setattr__(self, "field", field)
        object.__setattr__(self, "ties", ties)


@dataclass(frozen=True)
class Utility:
    """Any function of the final score that does not fall: steps of a score and the utility from there on.

    >>> import yahtzee
    >>> yahtzee.Utility([(0, 0), (200, 1.5), (300, 10)])
    Utility(steps=((0, 0), (200, 1.5), (300, 10)))
    """

    steps: tuple[tuple[int, float], ...]
    """Each score with its utility: constant between and beyond the scores."""

    def __init__(self, steps: Iterable[tuple[int, float]]) -> None:
        object.__setattr__(self, "steps", tuple((score, utility) for score, utility in steps))


Objective = Target | Against | Utility
"""What is maximised instead of the expected score."""


def as_json(objective: Objective | None, rules: RuleSet) -> str | None:
    """The objective as the native half reads it."""
    match objective:
        case None:
            return None
        case Target(score):
            asked: dict[str, Any] = {"kind": "target", "score": score}
        case Against():
            opponents = [_opponent(opponent, rules) for opponent in objective.opponents]
            asked = {"kind": "against", "opponents": opponents, "field": objective.field, "ties": objective.ties}
        case Utility(steps):
            asked = {"kind": "utility", "steps": steps}
        case _:
            raise ObjectiveError(f"{type(objective).__name__} is no objective: give a Target, Against or Utility")
    try:
        return json.dumps(asked, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ObjectiveError(f"{objective}: {error}") from None


def _opponent(opponent: Opponent, rules: RuleSet) -> str | dict[str, int]:
    if isinstance(opponent, str):
        return opponent
    if isinstance(opponent, int):
        return {"score": opponent}
    return str(Scorecard(rules, opponent))

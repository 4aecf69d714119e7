"""Advice: every action of a position with its value, best first."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from . import _html


@dataclass(frozen=True)
class Risk:
    """How much the final score varies after an action, under optimal play."""

    sd: float
    """The standard deviation of the final score, in points."""
    upper_bonus: float
    """The probability of the upper bonus, from 0 to 1."""


@dataclass(frozen=True)
class Choice:
    """An action with its expected final score.

    It keeps dice (``hold``) or scores a category (``category``); the other one is ``None``. As text it is written as people write it: ``hold 33``,
    ``score chance=18``.
    """

    hold: tuple[int, ...] | None
    """The dice to keep, ascending; ``None`` if it scores."""
    category: str | None
    """The name of the category to score; ``None`` if it keeps dice."""
    points: int
    """The points that the category gets; 0 for a hold."""
    bonus: int
    """The extra bonus that the score earns; 0 for a hold."""
    expected_final: float
    """The expected final score after this action, with optimal play from then on."""
    loss: float
    """The highest expected final score of all options less this one's; never negative."""

    def __str__(self) -> str:
        if self.hold is None:
            return f"score {self.category}={self.points}"
        return "hold " + ("".join(map(str, self.hold)) or "none")


@dataclass(frozen=True)
class Option(Choice):
    """An action of a position with its value."""

    value: float
    """The expected points still to come, those of this action included: ``expected_final`` less the score so far. It is the value of
    `Table.action_values`, except for rounding."""
    risk: Risk | None
    """How much the final score varies; ``None`` if it was not asked for."""
    chance: float | None
    """The chance of the target, or to win; ``None`` without such an objective."""
    chance_loss: float | None
    """What the option loses of that chance."""
    utility: float | None
    """The expected utility; ``None`` without such an objective."""
    utility_loss: float | None
    """What the option loses of the expected utility."""


def choice_of(choice: dict[str, Any]) -> Choice:
    """A choice from its JSON."""
    return Choice(*_parts(choice))


def _parts(choice: dict[str, Any]) -> tuple[tuple[int, ...] | None, str | None, int, int, float, float]:
    hold = choice.get("hold")
    return (
        None if hold is None else tuple(hold),
        choice.get("category"),
        choice.get("points", 0),
        choice.get("bonus", 0),
        choice["expected_final"],
        choice["loss"],
    )


def _option(option: dict[str, Any], score_so_far: int) -> Option:
    """An option from its JSON."""
    return Option(
        *_parts(option),
        value=option["expected_final"] - score_so_far,
        risk=Risk(option["sd"], option["upper_bonus"]) if "sd" in option else None,
        chance=option.get("chance"),
        chance_loss=option.get("chance_loss"),
        utility=option.get("utility"),
        utility_loss=option.get("utility_loss"),
    )


@dataclass(frozen=True)
class TurnEnd:
    """A category in which the turn may end."""

    category: str
    """The name of the category."""
    probability: float
    """The probability that the turn ends there."""
    mean: float
    """The mean points written there if the turn ends there, without extra bonuses."""
    zero: float
    """The probability that the turn ends there with 0 points: a part of ``probability``."""


@dataclass(frozen=True)
class Reason:
    """What an option leads to."""

    option: Option
    """The option."""
    ends: tuple[TurnEnd, ...]
    """Where the turn may end, the most likely first."""
    upper_points: float
    """The mean points that the turn adds to the upper total."""
    bonus_reached: float
    """The probability that the upper bonus is earned once the turn has ended."""
    bonus_out_of_reach: float
    """The probability that it is out of reach then."""


@dataclass(frozen=True)
class Explanation:
    """What an option is and leads to, in words."""

    heading: str
    """What the option is, and how it compares."""
    sentences: tuple[str, ...]
    """What it leads to."""


@dataclass(frozen=True)
class Why:
    """Why the best option is the best."""

    best: Reason
    """What the best option leads to."""
    rival: Reason | None
    """What the chosen option leads to, or else the runner-up; ``None`` if there is only one option."""
    said: tuple[Explanation, ...]
    """The same in words."""


@dataclass(frozen=True)
class GoalOption:
    """An option with its chance of the goal."""

    option: Option
    """The option."""
    chance: float
    """The best chance of the goal by the end of this turn, after the option."""
    expected_chased: float
    """The expected final score if the goal is pursued to the end of the turn."""


@dataclass(frozen=True)
class GoalAdvice:
    """The chances of points in a category this turn."""

    category: str
    """The name of the category."""
    points: int
    """The least points that are wanted there."""
    options: tuple[GoalOption, ...]
    """Every option, the best chance first."""


@dataclass(frozen=True, repr=False)
class Advice:
    """Every option of a position, best first. It is a sequence of its options.

    >>> import yahtzee
    >>> advice = yahtzee.solve("hasbro").advise("11666", rerolls_left=0, card="6s=24")
    >>> for option in list(advice)[:2]:
    ...     print(f"{option!s:24} {option.expected_final:.2f} {option.loss:.2f} {option.risk.sd:.1f}")
    score full-house=25      268.24 0.00 50.3
    score three-of-a-kind=20 259.37 8.87 50.0
    """

    rules: str
    """The name of the rule set."""
    dice: tuple[int, ...]
    """The dice on the table, ascending."""
    rerolls_left: int
    """The rerolls left."""
    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_final: float
    """The expected final score after the best option."""
    options: tuple[Option, ...]
    """The options, best first."""
    exact: bool
    """Whether all numbers are exact. Those of this package are."""
    chosen: Option | None
    """The option to compare with the best; ``None`` if there is none."""
    why: Why | None
    """The reasons; ``None`` if they were not asked for."""
    goal: GoalAdvice | None
    """The chances of the goal; ``None`` if there is none."""

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    def __len__(self) -> int:
        return len(self.options)

    def __iter__(self) -> Iterator[Option]:
        return iter(self.options)

    def __getitem__(self, index: int) -> Option:
        return self.options[index]

    def __repr__(self) -> str:
        dice = "".join(map(str, self.dice))
        return f"<Advice for {dice} with {self.rerolls_left} rerolls left: {self.best}, expected final score {self.expected_final:.2f}>"

    def _repr_html_(self) -> str:
        columns: list[tuple[str, Callable[[Option], str]]] = [
            ("option", str),
            ("expected final", lambda option: f"{option.expected_final:.2f}"),
            ("loss", lambda option: f"{option.loss:.2f}"),
        ]
        if self.best.chance is not None:
            columns.insert(1, ("chance", lambda option: f"{option.chance:.2%}"))
        if self.best.utility is not None:
            columns.insert(1, ("utility", lambda option: f"{option.utility:.5g}"))
        if self.best.risk is not None:
            columns += [
                ("standard deviation", lambda option: f"{option.risk.sd:.1f}" if option.risk else ""),
                ("upper bonus", lambda option: f"{option.risk.upper_bonus:.1%}" if option.risk else ""),
            ]
        dice = " ".join(map(str, self.dice))
        rows = ([text(option) for _, text in columns] for option in self)
        return _html.table(f"{dice}, {self.rerolls_left} rerolls left", (name for name, _ in columns), rows)

    @classmethod
    def _of_json(cls, text: str) -> Advice:
        answer = json.loads(text)
        score = answer["score_so_far"]
        return cls(
            rules=answer["rules"],
            dice=tuple(answer["dice"]),
            rerolls_left=answer["rerolls_left"],
            score_so_far=score,
            expected_final=answer["expected_final"],
            options=tuple(_option(option, score) for option in answer["options"]),
            exact=answer["exact"],
            chosen=_option(answer["chosen"], score) if "chosen" in answer else None,
            why=_why(answer["why"], score) if "why" in answer else None,
            goal=_goal(answer["goal"], score) if "goal" in answer else None,
        )


def _why(why: dict[str, Any], score_so_far: int) -> Why:
    """Reasons from their JSON."""

    def reason(reason: dict[str, Any]) -> Reason:
        ends = tuple(TurnEnd(**end) for end in reason["ends"])
        parts = reason["upper_points"], reason["bonus_reached"], reason["bonus_out_of_reach"]
        return Reason(_option(reason["option"], score_so_far), ends, *parts)

    rival = why["rival"]
    said = tuple(Explanation(part["heading"], tuple(part["sentences"])) for part in why["said"])
    return Why(reason(why["best"]), None if rival is None else reason(rival), said)


def _goal(goal: dict[str, Any], score_so_far: int) -> GoalAdvice:
    """The chances of a goal from their JSON."""
    options = (
        # The chance is that of the goal, not of an objective.
        GoalOption(_option({**option, "chance": None}, score_so_far), option["chance"], option["expected_chased"])
        for option in goal["options"]
    )
    return GoalAdvice(goal["category"], goal["points"], tuple(options))


@dataclass(frozen=True)
class CardValue:
    """What a card between turns is worth."""

    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_remaining: float
    """The expected points still to come."""
    expected_final: float
    """The expected final score under optimal play."""
    chance: float | None
    """The best chance of the target, or to win; ``None`` without such an objective."""
    utility: float | None
    """The highest expected utility; ``None`` without such an objective."""

    @classmethod
    def _of_json(cls, text: str) -> CardValue:
        value = json.loads(text)
        return cls(
            value["score_so_far"], value["expected_remaining"], value["expected_final"], value.get("chance"), value.get("utility")
        )

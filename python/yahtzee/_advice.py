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
        return cls(
            rules=answer["rules"],
            dice=tuple(answer["dice"]),
            rerolls_left=answer["rerolls_left"],
            score_so_far=answer["score_so_far"],
            expected_final=answer["expected_final"],
            options=tuple(_option(option, answer["score_so_far"]) for option in answer["options"]),
        )


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

"""Advice: every action of a position with its value, best first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """An action of a position with its value.

    An option keeps dice (``hold``) or scores a category (``category``); the other one is ``None``.
    """

    hold: tuple[int, ...] | None
    """The dice to keep, ascending; ``None`` if the option scores."""
    category: str | None
    """The name of the category to score; ``None`` if the option keeps dice."""
    points: int
    """The points that the category gets; 0 for a hold."""
    bonus: int
    """The extra bonus that the score earns; 0 for a hold."""
    value: float
    """The expected points still to come, those of this action included: ``expected_final`` without the points on the card."""
    expected_final: float
    """The expected final score after this action, with optimal play from then on."""
    loss: float
    """The best option's expected final score less this one's; never negative."""

    def __str__(self) -> str:
        if self.hold is None:
            return f"score {self.category}={self.points}"
        return "hold " + ("".join(map(str, self.hold)) or "none")

    @classmethod
    def _of(cls, option: dict[str, Any], so_far: int) -> Option:
        hold = option.get("hold")
        return cls(
            hold=None if hold is None else tuple(hold),
            category=option.get("category"),
            points=option.get("points", 0),
            bonus=option.get("bonus", 0),
            value=option["expected_final"] - so_far,
            expected_final=option["expected_final"],
            loss=option["loss"],
        )


@dataclass(frozen=True)
class Advice:
    """Every option of a position, best first. It is a sequence of its options."""

    rules: str
    """The name of the rule set."""
    dice: tuple[int, ...]
    """The dice on the table, ascending."""
    rerolls_left: int
    """The rerolls left."""
    score_so_far: int
    """The points on the card, with its bonuses."""
    expected_final: float
    """The expected final score under optimal play."""
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

    @classmethod
    def _of_json(cls, text: str) -> Advice:
        answer = json.loads(text)
        return cls(
            rules=answer["rules"],
            dice=tuple(answer["dice"]),
            rerolls_left=answer["rerolls_left"],
            score_so_far=answer["score_so_far"],
            expected_final=answer["expected_final"],
            options=tuple(Option._of(option, answer["score_so_far"]) for option in answer["options"]),
        )

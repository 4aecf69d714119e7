"""Results about cards and games: statistics, reviews, simulations."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ._advice import Choice, choice_of
from ._distribution import Distribution


@dataclass(frozen=True)
class CategoryStatistics:
    """What a category holds at the end of the game."""

    category: str
    """The name of the category."""
    mean: float
    """The mean points."""
    sd: float
    """Their standard deviation."""
    zero: float
    """The probability that it holds 0."""
    mean_turn: float | None
    """The mean turn that fills it, from 1; ``None`` if the card has it filled."""
    turns: tuple[float, ...]
    """The probability that each turn fills it; empty if the card has it filled."""


@dataclass(frozen=True)
class BonusStatistics:
    """How often a bonus is earned."""

    probability: float
    """The probability of earning it."""
    mean: float
    """Its mean points."""


@dataclass(frozen=True)
class Statistics:
    """The statistics of all games of optimal play that continue from a card: exact, not sampled."""

    score: Distribution
    """The final score."""
    categories: tuple[CategoryStatistics, ...]
    """Each category, in the order of the rules."""
    upper_bonus: BonusStatistics
    """The bonus of the upper section."""
    extra_bonus: BonusStatistics
    """The extra bonuses: the chance of at least one, and the points of all."""

    @classmethod
    def _of_json(cls, text: str) -> Statistics:
        found = json.loads(text)
        scores, probabilities = zip(*found["pmf"], strict=True)
        score = Distribution(
            np.array(scores, np.int64),
            np.array(probabilities, np.float64),
            found["mean"],
            found["sd"],
            found["median"],
            found["mode"],
            {int(percent): score for percent, score in found["percentiles"].items()},
        )
        categories = (CategoryStatistics(**{**category, "turns": tuple(category["turns"])}) for category in found["categories"])
        return cls(score, tuple(categories), BonusStatistics(**found["upper_bonus"]), BonusStatistics(**found["extra_bonus"]))


@dataclass(frozen=True)
class Decision:
    """A decision of a reviewed game."""

    rerolls_left: int
    """The rerolls that were left."""
    dice: tuple[int, ...]
    """The dice on the table."""
    chosen: Choice
    """What was chosen."""
    best: Choice
    """The best option."""
    loss: float
    """What the choice cost, in points; never negative."""


@dataclass(frozen=True)
class Turn:
    """A turn of a reviewed game."""

    turn: int
    """Its number, from 1."""
    luck: float
    """The luck of its rolls, in points."""
    loss: float
    """What its decisions cost, in points."""
    decisions: tuple[Decision, ...]
    """The decisions, in order."""


@dataclass(frozen=True)
class Review:
    """A played game looked over: ``final_score`` = ``expected_at_start`` + ``luck`` - ``loss``, except for rounding."""

    rules: str
    """The name of the rule set."""
    complete: bool
    """Whether the game was played to its end."""
    final_score: float
    """The final score; of an incomplete game the expected one where it stops."""
    expected_at_start: float
    """The expected score before the first roll."""
    luck: float
    """The luck of all rolls, in points."""
    loss: float
    """What all decisions cost, in points."""
    grade: str | None
    """The grade of the decisions, from A+ to E; ``None`` before the first decision."""
    loss_of_holds: tuple[float, ...]
    """What the decisions after each roll but the last cost, in points."""
    loss_of_categories: float
    """What the decisions cost where only the category was to choose, in points."""
    turns: tuple[Turn, ...]
    """The turns, in order."""

    @property
    def mistakes(self) -> list[tuple[Turn, Decision]]:
        """The decisions that cost something, worst first."""
        decisions = ((turn, decision) for turn in self.turns for decision in turn.decisions if decision.loss > 1e-10)
        return sorted(decisions, key=lambda mistake: -mistake[1].loss)

    @classmethod
    def _of_json(cls, text: str) -> Review:
        review = json.loads(text)
        return cls(
            review["rules"],
            review.get("complete", True),
            review["final_score"],
            review["expected_at_start"],
            review["luck"],
            review["loss"],
            review["grade"],
            tuple(review["loss_by_kind"]["holds"]),
            review["loss_by_kind"]["category"],
            tuple(map(_turn, review["turns"])),
        )


def _turn(turn: dict[str, Any]) -> Turn:
    decisions = (
        Decision(
            decision["rerolls_left"],
            tuple(decision["dice"]),
            choice_of(decision["chosen"]),
            choice_of(decision["best"]),
            decision["loss"],
        )
        for decision in turn["decisions"]
    )
    return Turn(turn["turn"], turn["luck"], turn["loss"], tuple(decisions))


@dataclass(frozen=True, eq=False)
class Simulation:
    """Games of optimal play, played out with random dice."""

    games: int
    """The number of games."""
    seed: int
    """The seed: the same seed gives the same games in every version."""
    mean: float
    """The mean score."""
    sd: float
    """The standard deviation of the scores."""
    standard_error: float
    """The standard error of the mean."""
    scores: npt.NDArray[np.int64]
    """The scores that occurred, ascending. Shape (k,)."""
    counts: npt.NDArray[np.int64]
    """The number of games with each. Shape (k,)."""

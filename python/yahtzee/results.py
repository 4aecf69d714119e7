"""The classes of answers: what the methods of `yahtzee.Table`, `yahtzee.Model` and `yahtzee.duel` return, and the parts of it."""

import sys
from typing import Any

from . import training
from ._advice import (
    Action,
    Advice,
    AskedObjective,
    AskedOpponent,
    Bar,
    CardValue,
    Choice,
    Explanation,
    GainingZero,
    GoalAdvice,
    GoalOption,
    LossParts,
    Option,
    Reason,
    TurnEnd,
    UpperStanding,
    Why,
)
from ._answer import CardEntries, CategoryLoss, Dice, DiceOnTable, LossByKind
from ._batches import StateColumns
from ._card_review import BonusReview, BoxReview, CardReview
from ._documented import publish
from ._duel import Duel, Shares
from ._evaluate import Evaluation, Habit, RuleWorth
from ._measure import DecisionLoss, Measurement, Mistake
from ._model import Step, Successors
from ._odds import BoxEnds, BoxOdds, Odds, PointsChance
from ._results import (
    BestBoxes,
    BestDecision,
    BonusStatistics,
    BoxOfTurn,
    CategoryStatistics,
    Decision,
    Distribution,
    ExactDistribution,
    Hindsight,
    Review,
    RollsReview,
    Simulation,
    Statistics,
    TakenBack,
    Targets,
    Turn,
    TurningPoint,
    WinDecision,
    WinReview,
    WinTurn,
)

__all__ = [
    "Action",
    "Advice",
    "AskedObjective",
    "AskedOpponent",
    "Bar",
    "BestBoxes",
    "BestDecision",
    "BonusReview",
    "BonusStatistics",
    "BoxEnds",
    "BoxOdds",
    "BoxOfTurn",
    "BoxReview",
    "CardEntries",
    "CardReview",
    "CardValue",
    "CategoryLoss",
    "CategoryStatistics",
    "Choice",
    "Decision",
    "DecisionLoss",
    "Dice",
    "DiceOnTable",
    "Distribution",
    "Duel",
    "Evaluation",
    "ExactDistribution",
    "Explanation",
    "GainingZero",
    "GoalAdvice",
    "GoalOption",
    "Habit",
    "Hindsight",
    "LossByKind",
    "LossParts",
    "Measurement",
    "Mistake",
    "Odds",
    "Option",
    "PointsChance",
    "Reason",
    "Review",
    "RollsReview",
    "RuleWorth",
    "Shares",
    "Simulation",
    "StateColumns",
    "Statistics",
    "Step",
    "Successors",
    "TakenBack",
    "Targets",
    "Turn",
    "TurnEnd",
    "TurningPoint",
    "UpperStanding",
    "Why",
    "WinDecision",
    "WinReview",
    "WinTurn",
]

publish(__name__, __all__)


def made(name: str, fields: dict[str, Any]) -> Any:
    """An answer from its fields, for pickles."""
    return getattr(training if hasattr(training, name) else sys.modules[__name__], name)(**fields)

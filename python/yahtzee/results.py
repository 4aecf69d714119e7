"""The classes of answers: what the methods of `yahtzee.Table`, `yahtzee.Model` and `yahtzee.duel` return, and the parts of it."""

import sys
from typing import Any

from . import training
from ._advice import *
from ._answer import *
from ._batches import *
from ._card_review import *
from ._columns import *
from ._documented import publish
from ._duel import *
from ._evaluate import *
from ._measure import *
from ._model import *
from ._odds import *
from ._results import *

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
    "ColumnAdvice",
    "ColumnOption",
    "ColumnSimulation",
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

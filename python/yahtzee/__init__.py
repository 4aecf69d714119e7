"""Optimal strategies of Yahtzee and its family, computed exactly.

>>> import yahtzee
>>> table = yahtzee.solve(yahtzee.RuleSet("hasbro"))
>>> table.expected_score
254.5877287344956
>>> print(table.advise("13356", rerolls_left=2, card="ones=3").best)
hold 33
"""

from ._advice import (
    Advice,
    CardValue,
    Choice,
    Explanation,
    GoalAdvice,
    GoalOption,
    Option,
    Reason,
    Risk,
    TurnEnd,
    Why,
)
from ._batches import StateColumns
from ._distribution import Distribution
from ._measure import DecisionLoss, Measurement, Mistake
from ._native import (
    ActionError,
    ArrayError,
    CardError,
    DiceError,
    Error,
    Frame,
    GameError,
    ObjectiveError,
    Position,
    PositionError,
    RulesError,
    RuleSet,
    Scorecard,
    StateError,
    TableError,
    __version__,
)
from ._objectives import Against, Target, Utility
from ._results import BonusStatistics, CategoryStatistics, Decision, Review, Simulation, Statistics, Turn
from ._table import Table, exact, solve

__all__ = [
    "ActionError",
    "Advice",
    "Against",
    "ArrayError",
    "BonusStatistics",
    "CardError",
    "CardValue",
    "CategoryStatistics",
    "Choice",
    "Decision",
    "DecisionLoss",
    "DiceError",
    "Distribution",
    "Error",
    "Explanation",
    "Frame",
    "GameError",
    "GoalAdvice",
    "GoalOption",
    "Measurement",
    "Mistake",
    "ObjectiveError",
    "Option",
    "Position",
    "PositionError",
    "Reason",
    "Review",
    "Risk",
    "RuleSet",
    "RulesError",
    "Scorecard",
    "Simulation",
    "StateColumns",
    "StateError",
    "Statistics",
    "Table",
    "TableError",
    "Target",
    "Turn",
    "TurnEnd",
    "Utility",
    "Why",
    "__version__",
    "exact",
    "solve",
]

try:
    from . import gym as gym  # registers the environments
except ModuleNotFoundError as missing:
    if missing.name is None or not missing.name.startswith("gymnasium"):
        raise

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
    LossParts,
    Option,
    Options,
    Reason,
    Risk,
    TurnEnd,
    Why,
)
from ._batches import StateColumns
from ._dataset import Dataset
from ._distribution import Distribution
from ._duel import Duel, Shares, duel
from ._evaluate import Evaluation, Habit
from ._measure import DecisionLoss, Measurement, Mistake
from ._model import Model, Step, Successors
from ._native import (
    ActionError,
    ArrayError,
    CardError,
    DiceError,
    Error,
    Frame,
    GameError,
    HistoryError,
    ObjectiveError,
    Position,
    PositionError,
    RulesError,
    RuleSet,
    Scorecard,
    StateError,
    TableError,
    __version__,
    set_language,
)
from ._objectives import Against, Target, Utility
from ._positions import Positions
from ._rating import Luck, QuizAnswers, Rating, RatingPart, Scores, Sure
from ._results import (
    BonusStatistics,
    CategoryStatistics,
    Decision,
    Review,
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
from ._solved import Solved
from ._state import State
from ._table import Table, exact, solve
from ._training import Deck, DeckCard, History, Progress, Puzzle

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
    "Dataset",
    "Decision",
    "DecisionLoss",
    "Deck",
    "DeckCard",
    "DiceError",
    "Distribution",
    "Duel",
    "Error",
    "Evaluation",
    "Explanation",
    "Frame",
    "GameError",
    "GoalAdvice",
    "GoalOption",
    "Habit",
    "History",
    "HistoryError",
    "LossParts",
    "Luck",
    "Measurement",
    "Mistake",
    "Model",
    "ObjectiveError",
    "Option",
    "Options",
    "Position",
    "PositionError",
    "Positions",
    "Progress",
    "Puzzle",
    "QuizAnswers",
    "Rating",
    "RatingPart",
    "Reason",
    "Review",
    "Risk",
    "RuleSet",
    "RulesError",
    "Scorecard",
    "Scores",
    "Shares",
    "Simulation",
    "Solved",
    "State",
    "StateColumns",
    "StateError",
    "Statistics",
    "Step",
    "Successors",
    "Sure",
    "Table",
    "TableError",
    "Target",
    "TakenBack",
    "Targets",
    "Turn",
    "TurnEnd",
    "TurningPoint",
    "Utility",
    "Why",
    "WinDecision",
    "WinReview",
    "WinTurn",
    "__version__",
    "duel",
    "exact",
    "set_language",
    "solve",
]

try:
    from . import gym as gym  # registers the environments
except ModuleNotFoundError as missing:
    if missing.name is None or not missing.name.startswith("gymnasium"):
        raise

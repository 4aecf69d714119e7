"""Optimal strategies of Yahtzee and its family, computed exactly.

>>> import yahtzee
>>> table = yahtzee.solve(yahtzee.RuleSet("hasbro"))
>>> table.expected_score
254.5877287344956
>>> print(table.advise("13356", rerolls_left=2, card="ones=3").best)
hold 33
"""

from ._advice import (
    Action,
    Advice,
    AskedObjective,
    AskedOpponent,
    CardValue,
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
from ._answer import CategoryLoss, LossByKind
from ._batches import StateColumns
from ._card_review import BonusReview, BoxReview, CardReview
from ._dataset import Dataset
from ._duel import Duel, Shares, duel
from ._evaluate import Evaluation, Habit, RuleWorth
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
from ._objectives import Against, Exactly, Fewest, Target, ThisTurn, Utility
from ._odds import BoxOdds, Odds
from ._positions import Positions
from ._rating import DeckCount, KnownLoss, Luck, Progress, QuizAnswers, Rating, RatingPart, Scores, Sure
from ._results import (
    BestDecision,
    BonusStatistics,
    CategoryStatistics,
    Decision,
    Distribution,
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
from ._training import Deck, DeckCard, History, Puzzle

__all__ = [
    "Action",
    "ActionError",
    "Advice",
    "Against",
    "ArrayError",
    "AskedObjective",
    "AskedOpponent",
    "BestDecision",
    "BonusReview",
    "BonusStatistics",
    "BoxOdds",
    "BoxReview",
    "CardError",
    "CardReview",
    "CardValue",
    "CategoryLoss",
    "CategoryStatistics",
    "Dataset",
    "Decision",
    "DecisionLoss",
    "Deck",
    "DeckCard",
    "DeckCount",
    "DiceError",
    "Distribution",
    "Duel",
    "Error",
    "Evaluation",
    "Exactly",
    "Explanation",
    "Fewest",
    "Frame",
    "GainingZero",
    "GameError",
    "GoalAdvice",
    "GoalOption",
    "Habit",
    "History",
    "HistoryError",
    "KnownLoss",
    "LossByKind",
    "LossParts",
    "Luck",
    "Measurement",
    "Mistake",
    "Model",
    "ObjectiveError",
    "Odds",
    "Option",
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
    "RuleSet",
    "RuleWorth",
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
    "TakenBack",
    "Target",
    "Targets",
    "ThisTurn",
    "Turn",
    "TurnEnd",
    "TurningPoint",
    "UpperStanding",
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

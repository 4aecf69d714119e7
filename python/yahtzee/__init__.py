"""Optimal strategies of Yahtzee and its family, computed exactly.

>>> import yahtzee
>>> table = yahtzee.solve(yahtzee.RuleSet("hasbro"))
>>> table.expected_score
254.5877287344956
>>> print(table.advise("13356", rerolls_left=2, card="ones=3").best)
hold 33
"""

from . import results as results, training as training
from ._advice import Action, Advice, Option
from ._columns import ColumnGame, ColumnTable
from ._dataset import Dataset
from ._documented import publish as _publish
from ._duel import duel
from ._evaluate import Evaluation
from ._measure import Measurement
from ._model import Model
from ._native import (
    __version__,
    ActionError,
    ArrayError,
    CardError,
    DiceError,
    Error,
    GameError,
    HistoryError,
    ObjectiveError,
    Position,
    PositionError,
    RulesError,
    RuleSet,
    Scorecard,
    set_language,
    StateError,
)
from ._errors import TableError
from ._objectives import Against, Exactly, Fewest, Target, ThisTurn, Utility
from ._positions import Positions
from ._solved import Solved
from ._state import State
from ._sweep import sweep
from ._table import solve, Table
from ._training import History

__all__ = [
    "Action",
    "ActionError",
    "Advice",
    "Against",
    "ArrayError",
    "CardError",
    "ColumnGame",
    "ColumnTable",
    "Dataset",
    "DiceError",
    "Error",
    "Evaluation",
    "Exactly",
    "Fewest",
    "GameError",
    "History",
    "HistoryError",
    "Measurement",
    "Model",
    "ObjectiveError",
    "Option",
    "Position",
    "PositionError",
    "Positions",
    "RuleSet",
    "RulesError",
    "Scorecard",
    "Solved",
    "State",
    "StateError",
    "Table",
    "TableError",
    "Target",
    "ThisTurn",
    "Utility",
    "__version__",
    "duel",
    "set_language",
    "solve",
    "sweep",
]

_publish(__name__, __all__)

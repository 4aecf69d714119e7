"""Optimal strategies of Yahtzee and its family, computed exactly.

>>> import yahtzee
>>> table = yahtzee.solve(yahtzee.RuleSet("hasbro"))
>>> table.expected_score
254.5877287344956
>>> print(table.advise("13356", rerolls_left=2, card="ones=3").best)
hold 33
"""

from ._native import (
    ActionError,
    ArrayError,
    CardError,
    DiceError,
    Error,
    GameError,
    ObjectiveError,
    PositionError,
    RulesError,
    RuleSet,
    StateError,
    TableError,
    __version__,
)
from ._advice import Advice, Option
from ._table import Table, solve

__all__ = [
    "ActionError",
    "Advice",
    "ArrayError",
    "CardError",
    "DiceError",
    "Error",
    "GameError",
    "ObjectiveError",
    "Option",
    "PositionError",
    "RuleSet",
    "RulesError",
    "StateError",
    "Table",
    "TableError",
    "__version__",
    "solve",
]

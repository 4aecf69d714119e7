"""Tables: a solved rule set, and what it answers."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _arrays, _native
from ._advice import Advice
from ._arrays import ArrayLike

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def solve(rules: _native.RuleSet | str, threads: int | None = None) -> Table:
    """Solves a rule set: works out the value of every state.

    ``threads`` is the number of threads; by default as many as there are cores. The values are the same to the last bit. Ctrl-C ends it.
    A rule set that needs too much memory raises `RulesError`.

    >>> import yahtzee
    >>> yahtzee.solve("kniffel", threads=1)
    <Table of 'kniffel': expected score 245.871>
    """
    if isinstance(rules, str):
        rules = _native.RuleSet(rules)
    return Table(_native.Table.solve(rules, threads))


class Table:
    """The value of every state of a rule set, from `solve`: it answers every question about the game."""

    __slots__ = ("_native",)

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def rules(self) -> _native.RuleSet:
        """The rules."""
        return self._native.rules

    @property
    def expected_score(self) -> float:
        """The expected score of a new game under optimal play."""
        return self._native.expected_score

    def advise(self, dice: str, rerolls_left: int | None = None, card: str = "") -> Advice:
        """Values every action of a position.

        ``dice`` are the dice on the table, like ``"13356"``. ``rerolls_left`` is by default the most that the turn has. ``card`` has the filled
        categories with their points, like ``"ones=3 fh=25"``; a new game has none.

        >>> import yahtzee
        >>> advice = yahtzee.solve("hasbro").advise("13356", rerolls_left=2, card="ones=3")
        >>> print(advice.best, len(advice))
        hold 33 35
        """
        return Advice._of_json(self._native.advise(dice, rerolls_left, card))

    def action_values(
        self,
        filled: ArrayLike,
        upper_total: ArrayLike,
        flag: ArrayLike,
        dice: ArrayLike,
        rerolls_left: ArrayLike,
        saved: ArrayLike | None = None,
        out: Floats | None = None,
        threads: int | None = None,
    ) -> Floats:
        """Values every action of many positions."""
        positions = _arrays.positions(filled, upper_total, flag, dice, rerolls_left, saved, self.rules.dice)
        values = _arrays.result("out", out, np.float64, (len(positions[1]), self._native.actions))
        self._native.action_values(positions, values, threads)
        return values

    def __repr__(self) -> str:
        return f"<Table of '{self.rules.name}': expected score {self.expected_score:.3f}>"

"""The distribution of a score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from . import _html
from ._native import Error


def _fixed(array: npt.NDArray[np.generic]) -> None:
    array.setflags(write=False)


@dataclass(frozen=True, repr=False, eq=False)
class Distribution:
    """The distribution of a final score: exact, except for rounding.

    >>> import yahtzee
    >>> score = yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20").score
    >>> score
    <Distribution: mean 240.30, standard deviation 10.48, from 238 to 288>
    >>> score.scores, round(score.at_least(250), 6)
    (array([238, 288]), 0.046029)
    """

    scores: npt.NDArray[np.int64]
    """The possible scores, ascending. Shape (k,), read-only."""
    probabilities: npt.NDArray[np.float64]
    """The probability of each. Shape (k,), read-only."""
    mean: float
    """The mean, in points."""
    sd: float
    """The standard deviation, in points."""
    median: int
    """The median."""
    mode: int
    """The most probable score."""
    percentiles: Mapping[int, int]
    """Some percentiles: the smallest score that at least this percentage of games does not exceed."""

    def __post_init__(self) -> None:
        _fixed(self.scores)
        _fixed(self.probabilities)

    def at_least(self, score: float) -> float:
        """The probability of this score or more."""
        return float(self.probabilities[np.searchsorted(self.scores, score) :].sum())

    def quantile(self, share: float) -> int:
        """The smallest score that at least this share of games, from 0 to 1, does not exceed."""
        if not 0 <= share <= 1:
            raise Error(f"share: {share!r} where a share from 0 to 1 is wanted")
        reached = np.searchsorted(np.cumsum(self.probabilities), share - 1e-12)
        return int(self.scores[min(int(reached), len(self.scores) - 1)])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Distribution):
            return NotImplemented
        return np.array_equal(self.scores, other.scores) and np.array_equal(self.probabilities, other.probabilities)

    def _in_words(self) -> str:
        return f"mean {self.mean:.2f}, standard deviation {self.sd:.2f}, from {self.scores[0]} to {self.scores[-1]}"

    def __repr__(self) -> str:
        return f"<Distribution: {self._in_words()}>"

    def _repr_html_(self) -> str:
        return _html.plot(self._in_words(), self.scores.tolist(), self.probabilities.tolist())

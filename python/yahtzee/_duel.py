"""Two players in turn, who both see both cards and play to win."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from . import _native
from ._answer import Answer, Rows, cells
from ._batches import MEMORY
from ._evaluate import Progress
from ._objectives import Against, Ties, asked
from ._positions import Card, Rules, rule_set


class Shares(Answer, frozen=True):
    """The chances of a player to win, tie and lose.

    >>> import yahtzee
    >>> shares = yahtzee.duel("forced-yatzy").first
    >>> round(shares.win + shares.tie + shares.loss, 12)
    1.0
    """

    win: float
    """The chance to win."""
    tie: float
    """The chance of a tie."""
    loss: float
    """The chance to lose."""


class Duel(Rows, Answer, frozen=True):
    """The exact value of a game of two. From `duel`.

    >>> import yahtzee
    >>> round(yahtzee.duel("forced-yatzy").value, 9)
    0.49544273
    """

    rules: str
    """The name of the rule set."""
    value: float
    """The chance of the player to move to win, plus the share in a tie. The other has the rest."""
    advantage: float
    """The value less one half: the worth of moving first."""
    values: int
    """The number of computed values: one for each pair of states, player to move, and difference of the scores."""
    first: Shares | None = None
    """The chances of the player to move; ``None`` if only the value was computed."""
    second: Shares | None = None
    """The chances of the other player."""

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        return ({"player": name} | cells(shares) for name, shares in [("to move", self.first), ("the other", self.second)] if shares is not None)

    def __repr__(self) -> str:
        return f"<Duel of {self.rules!r}: value {self.value:.6f}>"


def duel(
    rules: Rules,
    mover: Card | None = None,
    other: Card | None = None,
    *,
    ties: Ties = "half",
    shares: bool = True,
    threads: int | None = None,
    memory: int = MEMORY,
    progress: Progress | None = None,
) -> Duel:
    """Solves a game of two players in turn who both see both cards and play to win: its exact value for the player to move.

    ``mover`` and ``other`` are the cards, by default new ones. The player to move has as many open categories as the other, or one more. Whole games
    without bonus and flag can be solved (``forced-yatzy`` at once, ``generala`` in a minute, ``yacht`` in some ten); other games from two cards late in
    them. ``ties`` is the worth of a tie for the player to move: ``"win"``, ``"half"`` or ``"lose"``; the other gets the rest. Without ``shares`` it finds
    only the value, which takes half of the memory and less time. For advice use ``Against(card, reacting=True)``. Ctrl-C stops it.

    Raises `ObjectiveError` for cards that no game of two reaches, and `Error`, before it starts, if it would need more bytes than ``memory``.

    >>> import yahtzee
    >>> rest = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 fh=25 ss=30 ls=0 ch=20"
    >>> behind = yahtzee.duel("hasbro", f"{rest} 4k=0", f"{rest} 4k=22")
    >>> round(behind.value, 6), round(behind.first.tie, 6)
    (0.04391, 0.0)
    """
    rules = rule_set(rules)
    rival = Against(_native.Scorecard(rules, other), ties=ties, reacting=True)
    return msgspec.json.decode(_native.duel(rules, mover, {"objective": asked(rival, rules)}, shares, (threads, progress), int(memory)), type=Duel)

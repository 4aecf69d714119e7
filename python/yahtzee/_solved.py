"""Solved objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import SupportsIndex

import numpy as np

from . import _arrays, _native
from ._advice import Action, Advice, CardValue, chosen_text
from ._answer import read
from ._arrays import ArrayLike
from ._batches import Floats, Ints, arrays_of, count_of
from ._measure import count_and_seed
from ._documented import Documented
from ._native import Position, RuleSet, Scorecard
from ._objectives import Objective
from ._positions import Card, DiceLike, Positions
from ._results import Simulation


class Solved(metaclass=Documented):
    """An objective solved from a card on: it answers for this card and all that may follow. From `Table.solve_for`.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> solved = table.solve_for(yahtzee.Target(300), "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40")
    >>> round(solved.worth, 4), solved.simulate(2000, seed=1).at_least(300)
    (0.0657, 0.064)
    """

    __slots__ = ("_native", "card", "objective", "rules")

    rules: RuleSet
    """The rules."""
    objective: Objective
    """The objective."""
    card: Scorecard
    """The card that it was solved from."""

    def __init__(self, native: _native.Solved, rules: RuleSet, objective: Objective, card: Card | None) -> None:
        self._native = native
        self.rules = rules
        self.objective = objective
        self.card = Scorecard(rules, card)

    @property
    def worth(self) -> float:
        """What its card is worth: a chance, an expected utility, or the fewest points."""
        worth = self.value().worth
        assert worth is not None
        return worth

    @property
    def turns(self) -> int:
        """The number of turns with values. Positions of later turns are computed on demand."""
        return self._native.extent[0]

    @property
    def bytes(self) -> int:
        """The memory used, in bytes."""
        return self._native.extent[1]

    def value(self, card: Card | None = None) -> CardValue:
        """The value of a card between turns: its own card, or one that follows it."""
        return read(self._native.value(card), CardValue, self.rules)

    def advise(
        self,
        dice: Position | DiceLike,
        rerolls_left: SupportsIndex | None = None,
        card: Card | None = None,
        *,
        chosen: str | SupportsIndex | Action | None = None,
        goal: str | None = None,
        why: bool = False,
    ) -> Advice:
        """Values every action of a position, best first for the objective, as `Table.advise` does. Without a card the position is on its own card."""
        fields = {"chosen": chosen_text(self.rules, chosen, dice), "goal": goal, "why": why}
        return read(self._native.advise(dice, rerolls_left, card, fields), Advice, self.rules)

    def action_values(
        self,
        score: ArrayLike,
        filled: ArrayLike | Positions | Position | Sequence[Position],
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        rerolls_left: ArrayLike | None = None,
        saved: ArrayLike | None = None,
        out: Floats | None = None,
    ) -> Floats:
        """The chance or expected utility (for `Fewest`, minus the points) after every action of each position. Shape (n, actions); minus infinity where an
        action is not allowed. For `Exactly` and `Fewest` a category has the value of the better of the roll's points and a voluntary 0.

        ``score`` has the points written and the extra bonuses of each card, without an upper bonus. The other arguments are those of
        `Table.action_values`. Positions of cards that do not follow the solved one raise `StateError`.

        >>> import yahtzee
        >>> solved = yahtzee.solve("hasbro").solve_for(yahtzee.Target(300), "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40")
        >>> positions = yahtzee.Positions.of_cards([solved.card], [1, 2, 3, 6, 6], 1)
        >>> values = solved.action_values(187, positions)
        >>> float(values[0, solved.rules.action("hold 66", "12366")]) == solved.advise("12366", 1).best.worth
        True
        """
        given = (filled, upper_total, flag, dice, rerolls_left, saved)
        actions = 2**self.rules.dice + len(self.rules.categories)
        self._native.check_batch(count_of(given), 0 if out is not None else actions)
        positions = arrays_of(self.rules, *given)
        count = len(positions[1])
        values = _arrays.result("out", out, (count, actions), positions)
        self._native.action_values(positions, _arrays.column("score", score, np.int32, (count,)), values)
        return values

    def best_actions(
        self,
        score: ArrayLike,
        filled: ArrayLike | Positions | Position | Sequence[Position],
        upper_total: ArrayLike | None = None,
        flag: ArrayLike | None = None,
        dice: ArrayLike | None = None,
        rerolls_left: ArrayLike | None = None,
        saved: ArrayLike | None = None,
    ) -> tuple[Ints, Floats]:
        """The number of a best action of each position, and its value. Both have the shape (n,). Of equal ones it is the lowest number."""
        values = self.action_values(score, filled, upper_total, flag, dice, rerolls_left, saved)
        actions: Ints = values.argmax(axis=1)
        return actions, values[np.arange(len(values)), actions]

    def simulate(self, games: SupportsIndex, seed: SupportsIndex | None = None, threads: int | None = None) -> Simulation:
        """Plays games for the objective from its card on."""
        games, seed = count_and_seed("games", games, 2**53, seed)
        return read(self._native.simulate(games, seed, threads), Simulation, self.rules)

    def __repr__(self) -> str:
        measure = self.value().measure
        form = ".2g" if measure == "chance" else ".5g"
        worth = f"{self.worth:.2f} points" if measure == "fewest-points" else f"{measure} {self.worth:{form}}"
        return f"<Solved {self.objective} of '{self.rules.name}' from {self.card.score} points: {worth}>"

"""The exact value of a player: the mean over all games, not an estimate from some."""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsIndex, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from . import _arrays, _html, _native
from ._answer import Answer, CategoryLoss, cells, same_fields
from ._measure import BatchPlayer, astray, illegal_of, whole
from ._native import ArrayError, RuleSet
from ._positions import Card, empty_columns
from ._results import ExactDistribution

Floats: TypeAlias = npt.NDArray[np.float64]

Progress = Callable[[int, int], object]
"""Called with the done and the total units of work."""


class Habit(Answer, frozen=True):
    """A repeated, costly action of a player.

    >>> import yahtzee
    >>> habit = yahtzee.solve("crag").evaluate("greedy").habits[0]
    >>> print(f"{habit.times:.2f} times a game it does '{habit.action}' where '{habit.best}' is best, as in {habit.position}: {habit.loss:.2f} points")
    0.58 times a game it does 'score sixes=6' where 'score ones=1' is best, as in 146 rerolls=0: 1.06 points
    """

    loss: float
    """Its loss, in points a game."""
    times: float
    """How often it occurs in a game with a loss."""
    position: str
    """A position in which it costs much."""
    action: str
    """The player's action there."""
    best: str
    """The best action there."""
    costs: float
    """The loss there, in points."""


class RuleWorth(Answer, frozen=True):
    """The worth of a rule of a card of rules.

    >>> import yahtzee
    >>> rules = yahtzee.RuleSet("hasbro").replace(name="without-bonuses", upper_bonus=None, further=None)
    >>> worth = yahtzee.solve(rules).evaluate("card-12").worth
    >>> print(f"{len(worth)} rules; {worth[0].rule} {worth[0].worth:.2f} points")
    10 rules; A run of five, if Large Straight is open: keep them. 11.69 points
    """

    rule: str
    """The rule, in words."""
    worth: float
    """How many points a game the card loses without it; 0 or less if it does no good."""


class Evaluation(ExactDistribution, frozen=True, kw_only=True, eq=False):
    """The exact value of a player, and its losses against optimal play. Each breakdown adds up to the whole loss.

    >>> import yahtzee
    >>> yahtzee.solve("crag").evaluate("greedy")
    <Evaluation: expected score 146.051, loss 3.797 points a game>
    """

    strategy: str
    """The name of the player, or ``policy`` for a callable."""
    expected_score: float
    """The expected final score."""
    loss: float
    """The expected score of optimal play less the player's."""
    by_turn: tuple[float, ...]
    """The loss by the turn of the game."""
    by_rerolls_left: tuple[float, ...]
    """The loss by the rerolls left, from 0."""
    by_kind: dict[str, float]
    """The loss by the kind of decision: ``hold`` for dice other than the best, ``stop`` for scoring where rolling is best, ``roll`` for rolling where
    scoring is best, ``category`` for a category other than the best."""
    by_category: tuple[CategoryLoss, ...]
    """The loss by the scored category; under ``None`` the loss of keeping dice."""
    habits: tuple[Habit, ...]
    """The most costly habits, worst first."""
    worth: tuple[RuleWorth, ...] = ()
    """For a card of rules: the worth of each of its rules."""
    asked: int = 0
    """The number of positions that a callable was asked about; 0 for a player of the library."""
    illegal: int = 0
    """The positions in which another action stood for one that was not allowed, as `yahtzee.gym.player` counts them."""
    state_values: Floats = np.empty(0)
    """The expected points still to come from all states in the order of `Table.states`, as `Table.state_values()` gives those of optimal
    play; NaN for states with open categories in which the player was not asked. Shape (states,), read-only."""

    def __eq__(self, other: object) -> bool:
        return same_fields(self, other, self.__struct_fields__) if isinstance(other, Evaluation) else NotImplemented

    def __repr__(self) -> str:
        asked = f", asked about {self.asked:,} positions" if self.asked else ""
        return f"<Evaluation: expected score {self.expected_score:.3f}, loss {self.loss:.3f} points a game{asked}{astray(self.illegal)}>"

    def _repr_html_(self) -> str:
        return super()._repr_html_() + _html.table("Costly habits", map(cells, self.habits))


def _evaluation(json: bytes, values: Floats, asked: int = 0, illegal: int = 0) -> Evaluation:
    values.setflags(write=False)
    return msgspec.structs.replace(msgspec.json.decode(json, type=Evaluation), asked=asked, illegal=illegal, state_values=values)


class Evaluates:
    """The methods of a table about the exact value of players."""

    __slots__ = ()
    _native: _native.Table

    def evaluate(
        self,
        player: BatchPlayer | str,
        *,
        card: Card | None = None,
        batch: SupportsIndex = 1_000_000,
        reads_upper_total: bool = True,
        everywhere: bool = False,
        progress: Progress | None = None,
        threads: int | None = None,
    ) -> Evaluation:
        """The exact value of a player, with no sampling error, and its losses.

        ``player`` is a callable that answers many positions at once, as in `measure`: it gets the positions as a dictionary of columns, the arguments of
        `action_values`, and an array of bools of shape (n, actions) with the allowed actions. It returns n numbers of actions; or an array of floats of shape
        (n, actions) with the chance of each action, whose rows add up to 1.

        It is asked about the positions that its own games reach, each once, at most ``batch`` at a time: first those of the first turn after the first throw,
        then those of the first turn after the throws that its answers lead to, and so on. `Evaluation.asked` is their number. With ``everywhere=True`` it is
        asked about every position of the game, 405 million in a game of 13 categories, and `Evaluation.state_values` has all values; the other
        figures are the same. A player that ignores the upper total should pass ``reads_upper_total=False``, and is asked about at most 9 million; there is
        then no column ``upper_total``.

        The value is that of the answers. A player that draws its actions at random is valued by the one draw for each position; let it return the chances.

        ``"optimal"``, ``"greedy"``, ``"random"``, ``"estimate"`` and the cards of rules ``"card-12"`` and ``"card-30"`` are players of the library.

        The games start from a ``card``, or are new ones. ``progress`` is called after each batch with the numbers of answered positions and of those found.

        An exception of the player stops it, as Ctrl-C does. An action that is not allowed raises `ActionError`. Chances take more memory than actions; without
        enough memory it raises `Error`.

        >>> import yahtzee
        >>> table = yahtzee.solve("crag")
        >>> def last_box(positions, allowed):
        ...     return allowed.shape[1] - 1 - allowed[:, ::-1].argmax(axis=1)
        >>> table.evaluate(last_box, reads_upper_total=False)
        <Evaluation: expected score 18.028, loss 131.820 points a game, asked about 728 positions>
        >>> def any_action(positions, allowed):
        ...     return allowed / allowed.sum(axis=1, keepdims=True)
        >>> table.evaluate(any_action, reads_upper_total=False)
        <Evaluation: expected score 18.145, loss 131.703 points a game, asked about 917,392 positions>
        """
        if isinstance(player, str):
            return _evaluation(*self._native.evaluate_named(player, card, (threads, progress)))
        policy = _native.Policy(self._native.rules, card, reads_upper_total, everywhere, self._native.memory)
        before = illegal_of(player)
        hidden = () if reads_upper_total else ("upper_total",)
        ask(player, policy, self._native.rules, whole("batch", batch, 1, 100_000_000), progress, hidden)
        return _evaluation(*policy.evaluate(self._native, (threads, None)), asked=policy.answered, illegal=illegal_of(player) - before)


def ask(
    player: BatchPlayer, policy: _native.Policy, rules: RuleSet, batch: int, progress: Progress | None, hidden: tuple[str, ...] = ()
) -> None:
    """Asks a player about every position of a policy. The hidden columns are left out."""
    actions = 2**rules.dice + len(rules.categories)
    while policy.goes_on():
        size = min(batch, len(policy) - policy.answered)
        # The player may keep its arguments, so each batch has separate arrays.
        columns, allowed = empty_columns(rules, size), np.empty((size, actions), np.bool_)
        count = policy.columns(policy.answered, tuple(columns.values()))
        policy.allowed(policy.answered, allowed)
        seen = {name: column[:count] for name, column in columns.items() if name not in hidden}
        answer = np.asarray(player(seen, allowed[:count]))
        if answer.ndim == 2:
            if answer.dtype.kind != "f":
                raise ArrayError(f"chances: the type {answer.dtype} where float64 is wanted")
            policy.answer_shares(_arrays.exactly("chances", answer.astype(np.float64), np.float64, (count, actions)))
        else:
            policy.answer(_arrays.column("actions", answer, np.int64, (count,)))
        if progress is not None:
            progress(policy.answered, len(policy))

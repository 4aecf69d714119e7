"""Players, measured against optimal play; and data frames of games, decisions and tables."""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex

import msgspec
import numpy as np
import numpy.typing as npt

from . import _arrays, _frames, _html, _native
from ._advice import Action
from ._answer import Answer, LossByKind, cells, read
from ._native import ArrayError, Position, RuleSet, Scorecard
from ._positions import Card, Columns, empty_columns
from ._results import Decision, Simulation

if TYPE_CHECKING:
    from polars import DataFrame

Ints = npt.NDArray[np.int64]
Player = Callable[[Position], SupportsIndex | str | Action]
"""A player that answers one position after the other."""
BatchPlayer = Callable[[Columns, npt.NDArray[np.bool_]], npt.ArrayLike]
"""A player that answers many positions at once."""


class DecisionLoss(Answer, frozen=True):
    """The losses of one kind of decision.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> measured = table.measure("greedy", games=100, seed=1)
    >>> kind = measured.loss_by_kind.category
    >>> kind.decisions, kind.mistakes, round(kind.loss, 1)
    (1254, 396, 1821.2)
    """

    decisions: int
    """The number of decisions."""
    mistakes: int
    """The number of mistakes among them."""
    loss: float
    """The sum of their losses, in points."""


class Mistake(Decision, frozen=True, kw_only=True):
    """A decision that was not the best one.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> measured = table.measure("greedy", games=100, seed=1)
    >>> worst = measured.worst[0]
    >>> print(worst.chosen, "instead of", worst.best, "in game", worst.game)
    hold 36 instead of hold 3333 in game 72
    """

    times: int
    """The number of times it was made in this state, in all games."""
    game: int
    """The first game in which it was made, from 1."""
    card: dict[str, int]
    """The card in that game: the filled categories with their points, and the extra bonuses."""


class Measurement(Simulation, frozen=True, kw_only=True):
    """A player measured against optimal play. It can be pickled.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> measured = table.measure("greedy", games=100, seed=1)
    >>> measured
    <Measurement of 100 games: loss 38.278 points a game (standard error 1.496), expected score 216.310>
    """

    optimal_score: float
    """The expected score of optimal play."""
    expected_score: float
    """An estimate of the player's expected score: ``optimal_score`` less ``loss``. It does not include luck, so it is more precise than the mean."""
    loss: float
    """The mean loss of a game, in points."""
    loss_standard_error: float
    """Its standard error."""
    loss_per_decision: float
    """The mean loss of a decision, in points."""
    loss_by_kind: LossByKind[DecisionLoss]
    """The losses by the kind of decision."""
    worst: tuple[Mistake, ...]
    """The worst decisions, worst first. The same decision in the same state appears once."""
    illegal: int = 0
    """The decisions in which another action stood for one that was not allowed, as `yahtzee.gym.player` counts them."""
    _recorded: Any = None

    @property
    def game_frame(self) -> DataFrame | None:
        """A row for each game, if they were recorded."""
        return self._frame(0)

    @property
    def decision_frame(self) -> DataFrame | None:
        """A row for each decision, if they were recorded."""
        return self._frame(1)

    def _frame(self, which: int) -> DataFrame | None:
        if self._recorded is None:
            return None
        rules, *columns = self._recorded
        return _frames.of_columns(columns[which], rules)

    def _rows(self) -> Iterable[Mistake]:
        return self.worst

    def __repr__(self) -> str:
        loss = f"{self.loss:.3f} points a game (standard error {self.loss_standard_error:.3f})"
        return f"<Measurement of {self.games:,} games: loss {loss}, expected score {self.expected_score:.3f}{astray(self.illegal)}>"

    def _repr_html_(self) -> str:
        return super()._repr_html_() + _html.table("The worst decisions", map(cells, self.worst))


def whole(name: str, value: object, least: int, most: int) -> int:
    """A whole number in these bounds, or `ArrayError`."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise ArrayError(f"{name}: {value!r} where a whole number from {least} to {most} is wanted")
    return number


def count_and_seed(name: str, count: object, most: int, seed: object) -> tuple[int, int]:
    """A number of games or positions, and their seed: a random one, if there is none."""
    checked = whole(name, count, 1, most)
    return checked, int.from_bytes(os.urandom(6), "big") if seed is None else whole("seed", seed, 0, 2**64 - 1)


class Measures:
    """The methods of a table for measurements, and its data frame."""

    __slots__ = ()
    _native: _native.Table

    def measure(
        self,
        player: Player | BatchPlayer | str,
        games: SupportsIndex = 1000,
        seed: SupportsIndex | None = None,
        *,
        card: Card | None = None,
        batch: SupportsIndex | None = None,
        worst: SupportsIndex = 10,
        record: bool = False,
        threads: int | None = None,
    ) -> Measurement:
        """Plays games with a player, and compares each decision with the best one.

        ``player`` is a callable. It gets a `Position` and returns an action: its number as in `action_values`, its text like ``"hold 33"`` or
        ``"score chance"``, or an option of an `Advice`. With ``batch`` it answers many positions at once, one of each of ``batch`` games: it gets the
        positions as a dictionary of columns, the arguments of `action_values`, and an array of bools of shape (n, actions) with the allowed actions; it
        returns n numbers of actions. ``"optimal"``, ``"greedy"``, ``"random"``, ``"estimate"`` and the cards of rules ``"card-12"`` and ``"card-30"`` are
        players of the library; only they, and the losses of a batch player, use several ``threads``.

        The games start from a ``card``, or are new ones. ``seed`` determines the dice; without one it is random, and reported in the result. ``worst`` is the
        number of worst mistakes to keep. With ``record`` the result has data frames of the games and of the decisions.

        An exception of the player stops the measurement. An action that is not allowed raises `ActionError`.

        >>> import yahtzee
        >>> table = yahtzee.solve("hasbro")
        >>> table.measure(lambda position: table.advise(position, risk=False).best, games=20, seed=1).loss_by_kind.category.mistakes
        0
        >>> def first_allowed(positions, allowed):
        ...     return allowed.argmax(axis=1)
        >>> table.measure(first_allowed, games=100, seed=1, batch=100)
        <Measurement of 100 games: loss 203.089 points a game (standard error 3.059), expected score 51.499>
        """
        games, seed = count_and_seed("games", games, 2**53, seed)
        before = illegal_of(player)
        start = Scorecard(self._native.rules, card)
        run = (games, seed, whole("worst", worst, 0, 2**31), record, str(start))
        if batch is not None and isinstance(player, str):
            raise ArrayError(f"batch: the player {player!r} is one of the library; only a callable answers many positions at once")
        if isinstance(player, str):
            outcome = self._native.measure_named(player, run, threads)
        elif batch is None:
            outcome = self._native.measure_callable(player, run)  # type: ignore[arg-type]
        else:
            actions, starts = _played(player, start, games, seed, batch)  # type: ignore[arg-type]
            outcome = self._native.measure_actions(actions, starts, run, threads)
        json, recorded = outcome
        kept = None if recorded is None else (self._native.rules, *recorded)
        return msgspec.structs.replace(read(json, Measurement, self._native.rules), illegal=illegal_of(player) - before, _recorded=kept)

    def frame(self) -> DataFrame:
        """The values of all states as a data frame of polars: a row for each reachable state, in the order of its index.

        Its columns are ``index``, ``filled``, ``upper_total``, ``flag``, ``saved`` in games with saved or extra throws, and ``value``, in which the upper bonus
        counts until the end of the game. `Table.state_values` has the same rows without a bonus that is reached.

        >>> import yahtzee
        >>> frame = yahtzee.solve("kniffel").frame()
        >>> frame.columns, len(frame)
        (['index', 'filled', 'upper_total', 'flag', 'value'], 357632)
        """
        filled, upper_total, flag, saved, place = self._native.state_columns()
        columns = {"index": np.arange(len(filled), dtype=np.uint32), "filled": filled, "upper_total": upper_total, "flag": flag, "saved": saved}
        if not (self._native.rules.saves_throws or self._native.rules.extra_throws):
            del columns["saved"]
        return _frames.of_arrays(columns | {"value": self._native.values[place]})


def _played(player: BatchPlayer, start: Scorecard, games: int, seed: int, batch: SupportsIndex) -> tuple[Ints, Ints]:
    """Plays games with a batch player. Returns the actions, game after game, and the start of each game's actions."""
    size = whole("batch", batch, 1, 1_000_000)
    numbers, actions = [], []
    for first in range(0, games, size):
        for game, action in _together(player, start, first, min(size, games - first), seed):
            numbers.append(game)
            actions.append(action)
    number, action = np.concatenate(numbers), np.concatenate(actions)
    order = np.argsort(number, kind="stable")
    return action[order], np.searchsorted(number[order], np.arange(games)).astype(np.int64)


def _together(player: BatchPlayer, start: Scorecard, first: int, count: int, seed: int) -> list[tuple[Ints, Ints]]:
    """Plays some games at the same time. Yields for each step the numbers of the unfinished games, and their actions."""
    rules = start.rules
    games = _native.Games(rules, count, None, 1)
    for game in range(count):
        games.begin_from(game, seed, first + game, 0, start)
    seen, masks = np.zeros((count, games.width), np.float32), np.zeros((count, games.actions), np.int8)
    rewards, losses, over = np.zeros(count), np.zeros(count), np.zeros(count, np.bool_)
    done, actions = np.zeros(count, np.bool_), np.zeros(count, np.int64)
    columns = empty_columns(rules, count)
    steps = []
    while not done.all():
        games.columns(tuple(columns.values()))
        games.observe(seen, masks, False)
        live = np.flatnonzero(~done)
        answer = player({name: column[live] for name, column in columns.items()}, masks[live].astype(np.bool_))
        actions[live] = _arrays.column("actions", answer, np.int64, live.shape)
        steps.append((live + first, actions[live]))
        # A game that is over restarts meanwhile, and is ignored.
        games.step(actions, done, rewards, over, losses)
        done |= over
    return steps


def illegal_of(player: object) -> int:
    """The number of actions so far that were not allowed, if the player counts them."""
    return getattr(player, "illegal", 0)


def astray(illegal: int) -> str:
    """The number of such actions, in words."""
    return f", {illegal:,} actions not allowed" if illegal else ""

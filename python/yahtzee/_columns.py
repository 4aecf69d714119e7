"""Games of several columns: a strategy that is not exact, and a bound that no way to play passes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, SupportsIndex

from . import _native
from ._answer import Answer, Dice, DiceOnTable, Rows, read
from ._batches import MEMORY
from ._documented import Documented
from ._evaluate import Progress
from ._measure import count_and_seed, whole
from ._native import RuleSet
from ._positions import DiceLike

MOST_GAMES = 10_000_000
"""The most games that are played at once: their points are kept until the end."""


class ColumnOption(Answer, frozen=True, kw_only=True):
    """An option in a game of several columns.

    >>> import yahtzee
    >>> sixes = {"name": "sixes", "face": 6}
    >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
    >>> table = game.solve(steps=5, games=100)
    >>> option = table.advise("44566", rerolls_left=0).best
    >>> print(option, option.box, option.points)
    Score 24 in Sixes, Double double.sixes 24.0
    """

    action: str
    """What to do, in words."""
    hold: Dice | None = None
    """The dice to keep, ascending; ``None`` if it writes them."""
    box: str | None = None
    """The box that is written or named, like ``free.fives``; ``None`` if dice are only kept."""
    points: float | None = None
    """The points that count, if it writes the dice; ``None`` if not."""
    loss: float
    """What it gives up against the best option, by estimate."""

    def __str__(self) -> str:
        return self.action


class ColumnAdvice(Rows, DiceOnTable, frozen=True, kw_only=True):
    """Every option of a position in a game of several columns, best first. Its losses are estimates.

    >>> import yahtzee
    >>> sixes = {"name": "sixes", "face": 6}
    >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
    >>> table = game.solve(steps=5, games=100)
    >>> advice = table.advise("44566", card="double.sixes=18")
    >>> advice.score, advice.approximate, advice.options[0].loss, advice.bound > advice.score
    (36.0, True, 0.0, True)
    """

    rules: str
    """The name of the game."""
    score: float
    """The points on all cards, with their bonuses."""
    bound: float
    """No way to play on ends above it on average, at the start of this turn."""
    approximate: bool
    """True: the losses are estimates."""
    options: tuple[ColumnOption, ...]
    """The options, best first."""

    @property
    def best(self) -> ColumnOption:
        """The best option."""
        return self.options[0]

    def _rows(self) -> Iterable[ColumnOption]:
        return self.options

    def __repr__(self) -> str:
        return f"<ColumnAdvice for {self.dice_text} with {self.rerolls_left} rerolls left: {self.best}, bound {self.bound:.2f}>"


class ColumnSimulation(Answer, frozen=True, kw_only=True):
    """Games of the strategy of a game of several columns, with random dice.

    >>> import yahtzee
    >>> sixes = {"name": "sixes", "face": 6}
    >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
    >>> table = game.solve(steps=5, games=100)
    >>> played = table.simulate(2000, seed=1)
    >>> played.games, played.mean < played.bound == table.bound
    (2000, True)
    """

    rules: str
    """The name of the game."""
    games: int
    """The number of games."""
    seed: int
    """The seed: the same seed gives the same games."""
    mean: float
    """The mean score."""
    standard_error: float
    """The standard error of the mean."""
    bound: float
    """No way to play scores more on average."""


class ColumnGame(metaclass=Documented):
    """The rules of a game of several columns: a built-in one by its name; or one of your own, from TOML text of several lines, the ``Path`` of a
    file, or a dictionary, with a ``[[column]]`` for each column (docs/columns.md). Such games are too large for `solve`; they have a strategy, and a bound on the best one.

    >>> import yahtzee
    >>> yahtzee.ColumnGame.builtin()
    ['triple-yahtzee', 'yams-columns', 'jamb']
    >>> game = yahtzee.ColumnGame("jamb")
    >>> game, game.columns, game.boxes.dice
    (<ColumnGame 'jamb': 4 columns of 10 boxes>, ['down', 'free', 'up', 'announced'], 5)
    """

    __slots__ = ("_native", "boxes", "columns", "name", "title", "toml")

    name: str
    """The name, as in JSON and in files."""
    title: str
    """The title, for people."""
    toml: str
    """The TOML that the rules were read from."""
    columns: list[str]
    """The names of the columns. A box is named after its column too: ``free.fives``."""
    boxes: RuleSet
    """The rules of the boxes, which all columns have."""

    def __init__(self, rules: str | os.PathLike[str] | Mapping[str, Any]) -> None:
        self._native = _native.ColumnGame(rules)
        self.name, self.title, self.toml, self.columns, self.boxes = self._native.parts

    @staticmethod
    def builtin() -> list[str]:
        """The names of the built-in games."""
        return _native.ColumnGame.builtin()

    def solve(
        self,
        threads: int | None = None,
        *,
        steps: SupportsIndex = 60,
        games: SupportsIndex = 10_000,
        seed: SupportsIndex = 1,
        memory: int = MEMORY,
        tables: str | os.PathLike[str] | None = None,
        progress: Progress | None = None,
    ) -> ColumnTable:
        """Looks for a low bound, in so many steps, and plays games with the strategy that follows, to see what it scores. Small games take seconds, three columns of
        Yahtzee a quarter of an hour. The numbers are the same for any number of ``threads``, and those of ``yahtzee solve``. Ctrl-C stops it.

        ``tables`` is a folder, such as the tables folder of the program ``yahtzee``: what was found is kept there after each step, and the next call goes on from it.
        What was solved there with as many steps or more is read, with the games that it was measured in. ``memory`` and ``progress`` are as in `yahtzee.solve`; the
        progress counts the steps, then the games.

        Raises `RulesError` if the game does not fit into the memory, and `TableError` if the folder cannot be written.

        >>> import yahtzee
        >>> sixes = {"name": "sixes", "face": 6}
        >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
        >>> table = game.solve(steps=5, games=100)
        >>> table.mean < table.bound
        True
        """
        effort = (whole("steps", steps, 1, 100_000), whole("games", games, 1, MOST_GAMES), whole("seed", seed, 0, 2**64 - 1))
        folder = None if tables is None else os.fspath(tables)
        return ColumnTable(self, _native.ColumnTable.solve(self._native, effort, (threads, progress), int(memory), folder))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ColumnGame) and self.toml == other.toml

    def __hash__(self) -> int:
        return hash(self.toml)

    def __reduce__(self) -> tuple[Any, ...]:
        return ColumnGame, (self.name if self.name in self.builtin() else self.toml,)

    def __repr__(self) -> str:
        return f"<ColumnGame '{self.name}': {len(self.columns)} columns of {len(self.boxes.categories)} boxes>"


class ColumnTable(metaclass=Documented):
    """A solved game of several columns, from `ColumnGame.solve`: its strategy, what that scores, and a bound. It can be pickled.

    >>> import yahtzee
    >>> sixes = {"name": "sixes", "face": 6}
    >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
    >>> game.solve(steps=20, games=1000)
    <ColumnTable of 'two': scores 40.1 (standard error 0.5), no way to play more than 40.7>
    """

    __slots__ = ("_native", "bound", "game", "games", "mean", "standard_error", "steps")

    game: ColumnGame
    """The game."""
    bound: float
    """No way to play scores more on average."""
    mean: float
    """The mean score of the strategy, in seeded games."""
    standard_error: float
    """The standard error of the mean."""
    games: int
    """The number of these games."""
    steps: int
    """The steps that led to the bound."""

    def __init__(self, game: ColumnGame, native: _native.ColumnTable) -> None:
        self._native = native
        self.game = game
        self.bound, self.mean, self.standard_error, self.games, self.steps = native.figures

    def advise(
        self, dice: DiceLike, rerolls_left: SupportsIndex | None = None, card: Mapping[str, SupportsIndex] | str | None = None
    ) -> ColumnAdvice:
        """Ranks every action of a position, by estimate.

        ``card`` has the filled boxes of all columns, like ``"free.ones=3 down.twos=6"``; ``announced.fives=?`` is the box that was named in this turn. The rest is
        as in `Table.advise`. Raises `DiceError` or `CardError`.

        >>> import yahtzee
        >>> sixes = {"name": "sixes", "face": 6}
        >>> game = yahtzee.ColumnGame({"name": "two", "upper": [sixes], "column": [{"name": "once"}, {"name": "double", "times": 2}]})
        >>> table = game.solve(steps=5, games=100)
        >>> print(table.advise("44566", rerolls_left=1, card="double.sixes=18").best)
        Keep 6 6, reroll three
        >>> table.advise("44566", card="sixes=18")
        Traceback (most recent call last):
        ...
        yahtzee.CardError: 'sixes': write COLUMN.BOX=POINTS, such as once.sixes=3
        """
        return read(self._native.advise(dice, rerolls_left, card), ColumnAdvice, self.game.boxes)

    def simulate(self, games: SupportsIndex, seed: SupportsIndex | None = None, threads: int | None = None) -> ColumnSimulation:
        """Plays games by the strategy, with the dice of a seed: the mean score and its standard error, as ``yahtzee simulate`` gives them."""
        games, seed = count_and_seed("games", games, MOST_GAMES, seed)
        return read(self._native.simulate(games, seed, threads), ColumnSimulation, self.game.boxes)

    def __reduce__(self) -> tuple[Any, ...]:
        return ColumnTable._of_bytes, (self.game, self._native.to_bytes())

    @classmethod
    def _of_bytes(cls, game: ColumnGame, data: bytes) -> ColumnTable:
        return cls(game, _native.ColumnTable.from_bytes(game._native, data, MEMORY))

    def __repr__(self) -> str:
        scores = f"scores {self.mean:.1f} (standard error {self.standard_error:.1f})"
        return f"<ColumnTable of '{self.game.name}': {scores}, no way to play more than {self.bound:.1f}>"

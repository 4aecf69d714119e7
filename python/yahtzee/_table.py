"""Tables: a solved rule set, and its methods."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import date
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

from . import _html, _native
from ._advice import Action, Advice, CardValue, chosen_text
from ._answer import read
from ._batches import MEMORY, Batches
from ._card_review import CardReview
from ._dataset import Dataset, Play, of_play, of_policy
from ._evaluate import Evaluates, Progress
from ._measure import Measures, count_and_seed
from ._native import Position, RuleSet
from ._objectives import Objective, asked
from ._odds import Odds
from ._positions import Card, DiceLike, Rules, rule_set
from ._results import Review, RollsReview, Simulation, Statistics, Targets
from ._solved import Solved
from ._training import Puzzle, day_number


def solve(
    rules: Rules,
    threads: int | None = None,
    *,
    memory: int = MEMORY,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Table:
    """Solves a rule set: computes the value of every state.

    ``rules`` is a `RuleSet`, or what it is made of, as in all functions: a name, TOML text, a ``Path``, or a dictionary.

    ``threads`` is the number of threads; more than four for each core count as four. By default it is one per core. The values are the same to the last bit. Ctrl-C stops it.
    ``memory`` is the limit in bytes for the table and all its later results; the memory of Python and the package is extra. A rule set that needs more raises
    `RulesError`, and a question that needs more raises `Error`, before it starts.

    ``tables`` is a folder for solved objectives and the spread, such as the tables folder of the program ``yahtzee``, which stores them there too: the same question is then
    answered at once, in this process and in later ones. Without it they are kept in memory only.

    ``progress`` is called now and then with the done and the total units of work, as in all functions that may take long; an exception of it stops the work.

    >>> import yahtzee
    >>> yahtzee.solve("kniffel", threads=1)
    <Table of 'kniffel': expected score 245.871, 357,632 states>
    """
    return Table(_native.Table.solve(rule_set(rules), (threads, progress), int(memory), _folder(tables)))


class Table(Batches, Measures, Evaluates):
    """The value of every state of a rule set, from `solve`. It answers every question about the game.

    Tables can be pickled. Their values never change. Two tables are equal if their rules and all values are equal.

    >>> import yahtzee
    >>> table = yahtzee.solve("hasbro")
    >>> table
    <Table of 'hasbro': expected score 254.588, 536,448 states>
    """

    __slots__ = ()

    @property
    def rules(self) -> RuleSet:
        """The rules."""
        return self._native.rules

    @property
    def expected_score(self) -> float:
        """The expected score of a new game under optimal play."""
        return self._native.expected_score

    @classmethod
    def load(cls, rules: Rules, path: str | os.PathLike[str], *, memory: int = MEMORY, tables: str | os.PathLike[str] | None = None) -> Table:
        """Reads a table from a file, and checks all of it. The files are those of the program ``yahtzee``. ``memory`` and ``tables`` are as in `solve`.

        Raises `TableError` if the file cannot be read, is damaged, or is of other rules.
        """
        return cls(_native.Table.load(rule_set(rules), os.fspath(path), int(memory), _folder(tables)))

    def save(self, path: str | os.PathLike[str]) -> int:
        """Writes the table to a file atomically. Returns its length in bytes. Raises `TableError` if it cannot be written.

        >>> import tempfile, pathlib, yahtzee
        >>> table = yahtzee.solve("kniffel")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = pathlib.Path(folder) / "kniffel.yzt"
        ...     table.save(path) == path.stat().st_size, yahtzee.Table.load("kniffel", path).expected_score == table.expected_score
        (True, True)
        """
        return self._native.save(os.fspath(path))

    def advise(
        self,
        dice: Position | DiceLike,
        rerolls_left: SupportsIndex | None = None,
        card: Card | None = None,
        *,
        objective: Objective | None = None,
        chosen: str | SupportsIndex | Action | None = None,
        goal: str | None = None,
        why: bool = False,
        rounds: SupportsIndex = 1,
        round: SupportsIndex | None = None,
        earlier: Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]] = (),
        player: str | None = None,
        risk: bool = False,
    ) -> Advice:
        """Values every action of a position, best first.

        ``dice`` are the dice on the table, like ``"13356"`` or ``[1, 3, 3, 5, 6]``, or a whole `Position`, or its text ``"13356 rerolls=1 ones=3"``.
        ``rerolls_left`` is by default the most of the turn. ``card`` has the filled categories with their points; a new game has none. With an ``objective`` (`Target`, `Exactly`, `Fewest`, `Against`, `Utility`, `ThisTurn`) the options are ranked by it.

        ``chosen`` is an action to compare with the best: text like ``"hold 33"``, its number in arrays, or an option. ``goal`` asks for the best chance of points in a category this turn, like
        ``"yahtzee"`` or ``"chance=24"``. ``why`` asks for reasons. In a game of several ``rounds``, ``earlier`` has the totals of the earlier ones,
        and ``round`` is the current one. Of a copied sheet with several columns ``player`` names one, or gives its number. With ``risk`` options have their risk: for this the table computes once the spread of final scores,
        which takes a few times as long as solving.

        Raises `DiceError`, `CardError`, `RulesError` for a card of other rules, `ActionError` for ``chosen`` and ``goal``, or `ObjectiveError`.
        Ctrl-C stops it.

        >>> import yahtzee
        >>> advice = yahtzee.solve("hasbro").advise("13356", rerolls_left=2, card="ones=3")
        >>> advice
        <Advice for 13356 with 2 rerolls left: hold 33, expected final score 242.22>
        >>> print(advice[1], advice[1].loss)
        hold 335 1.5081044834556394
        >>> advice = yahtzee.solve("hasbro").advise("11666", chosen="score full-house", why=True)
        >>> print(advice.chosen, round(advice.chosen.loss, 2))
        score full-house=25 11.2
        >>> advice.why.said[0].heading
        'Why: Keep 6 6 6, reroll two'
        """
        fields = {
            "objective": asked(objective, self.rules),
            "chosen": chosen_text(self.rules, chosen, dice),
            "goal": goal,
            "why": why,
            "rounds": rounds,
            "round": round,
            "earlier": list(earlier),
            "player": player,
        }
        return read(self._native.advise(dice, rerolls_left, card, fields, risk), Advice, self.rules)

    def odds(
        self,
        dice: Position | DiceLike | None = None,
        rerolls_left: SupportsIndex | None = None,
        card: Card | None = None,
        *,
        goals: Sequence[str] = (),
        throws: SupportsIndex | None = None,
        exactly: bool = False,
        ends: bool = False,
        turns: SupportsIndex | None = None,
        player: str | None = None,
    ) -> Odds:
        """The odds of boxes in a turn: for each the best chance to score there, the best mean of points there, and the throws it takes. Each is for play for
        that box alone. ``dice``, ``rerolls_left``, ``card`` and ``player`` are as in `advise`; without dice it is about a whole turn. Fewer
        dice than the game has are kept ones, and the others are thrown again, which is one of ``rerolls_left``.

        ``goals`` are points in categories, like ``["yahtzee", "chance=24"]``, with ``exactly`` just these; or dice, like ``["yahtzee of 4", "22233"]``. By
        default they are any points in each open category. With ``throws`` there are also the chances within 1, 2, 3, … throws, up to this many, at most 100;
        with ``ends``, what the turn ends with; with ``turns``, the chance that it comes at least once in so many turns.

        Raises `DiceError`, `CardError`, or `ActionError` for ``goals``, ``throws`` and ``turns``.

        >>> import yahtzee
        >>> yahtzee_odds = yahtzee.solve("hasbro").odds(goals=["yahtzee"], throws=3).boxes[0]
        >>> [round(chance, 4) for chance in yahtzee_odds.within], round(yahtzee_odds.expected_throws, 4)
        ([0.0008, 0.0126, 0.046], 11.0902)
        >>> yahtzee.solve("hasbro").odds("33", 1, goals=["full-house"]).boxes[0].chance == 5 / 54
        True
        """
        fields = {"odds": {"goals": list(goals), "throws": throws, "exactly": exactly, "ends": ends, "turns": turns}, "player": player}
        return read(self._native.odds(dice, rerolls_left, card, fields), Odds, self.rules)

    def value(
        self,
        card: Card | None = None,
        *,
        objective: Objective | None = None,
        rounds: SupportsIndex = 1,
        round: SupportsIndex | None = None,
        earlier: Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]] = (),
        player: str | None = None,
    ) -> CardValue:
        """The value of a card between turns, under optimal play for the expected score, or for an objective. The rest is as in `advise`.

        >>> import yahtzee
        >>> yahtzee.solve("hasbro").value("ones=3").expected_final
        245.32413756232327
        """
        fields = {"objective": asked(objective, self.rules), "rounds": rounds, "round": round, "earlier": list(earlier), "player": player}
        return read(self._native.value(card, fields), CardValue, self.rules)

    def review(self, game: str, player: str | None = None, *, chances: bool = True) -> Review:
        """Looks over a played game, decision by decision.

        ``game`` is the text of a game: a line for each turn, decisions separated by commas; or a file of ``yahtzee play`` or of the page. Of several players
        it reviews the one with the name ``player``, or else the only person, and also the chance to win, unless ``chances`` is false. The first review of
        chances takes seconds; it raises `Error` if the memory does not suffice. Raises `GameError` with the invalid line.

        >>> import yahtzee
        >>> review = yahtzee.solve("hasbro").review("11666 hold 666, 66625 hold 66, 66661 score sixes")
        >>> turn, worst = review.mistakes[0]
        >>> print(turn.turn, worst.chosen, worst.best, round(worst.loss, 2))
        1 hold 66 hold 666 10.35
        """
        return read(self._native.review(game, player, chances), Review, self.rules)

    def review_rolls(self, rolls: str) -> RollsReview:
        """The most points of a game of which only the last roll of each turn is known: which box takes which, if one had known them all.

        ``rolls`` is text with a roll a line, two or more, in the order of the turns. Raises `GameError` with the invalid line.

        >>> import yahtzee
        >>> review = yahtzee.solve("hasbro").review_rolls("66666\\n66651\\n66666")
        >>> review.total, [turn.category for turn in review.turns]
        (208, ['yahtzee', 'sixes', 'large-straight'])
        """
        return read(self._native.review_rolls(rolls), RollsReview, self.rules)

    def review_card(self, card: Card, player: str | None = None, threads: int | None = None) -> CardReview:
        """Compares a card of which only the points are known with the cards of optimal games: how likely such a score is, and how its boxes compare.

        Text may be a copied score sheet; of one with several columns ``player`` names one, or gives its number. Raises `CardError` for a card that is not
        possible or not clear, and `Error` if it would need too much memory.

        >>> import yahtzee
        >>> sheet = "Ones\\t3\\nTwos\\t8\\nThrees\\t-\\nYacht\\t50\\nTotal\\t60"
        >>> review = yahtzee.solve("yacht").review_card(sheet)
        >>> [(box.category, round(box.difference, 2)) for box in review.boxes], review.warnings
        ([('ones', 1.53), ('twos', 3.91), ('yacht', 36.27)], ('Total is 60 on the sheet, but its boxes make 61: a difference of 1',))
        """
        return read(self._native.review_card(card, player, threads), CardReview, self.rules)

    def daily(self, day: date | str | None = None) -> tuple[Puzzle, ...]:
        """The ten positions of a day, the same for everyone, from easy to hard, as in ``yahtzee quiz --daily`` and on the page. Without ``day``, today's.

        >>> import yahtzee
        >>> ten = yahtzee.solve("hasbro").daily("2026-11-23")
        >>> len(ten), str(ten[0].options[0]), ten[0].level, ten[9].level
        (10, 'score threes=12', 'clear', 'close')
        """
        return read(self._native.daily(day_number(day)), tuple[Puzzle, ...], self.rules)

    def quiz(
        self, positions: SupportsIndex = 10, seed: SupportsIndex | None = None, *, mixed: bool = False, topic: str | None = None, level: str | None = None
    ) -> tuple[Puzzle, ...]:
        """Positions to learn from, as in ``yahtzee quiz``: by default the obvious choice is a mistake in them; with ``mixed``, any; of a ``topic``, a theme
        like ``bonus`` or ``straights``; of a ``level``: ``clear``, ``plain``, ``close`` or ``knife-edge``. There may be fewer if no more are found.

        ``seed`` is from 0 to 2**64 - 1; without one it is random, and reported in the puzzles. Ctrl-C stops it.

        >>> import yahtzee
        >>> for puzzle in yahtzee.solve("hasbro").quiz(2, seed=1, topic="bonus", level="close"):
        ...     print(puzzle.theme, puzzle.level, puzzle.options[0], "and not", puzzle.options[1])
        bonus close hold 44 and not hold 446
        bonus close hold 66 and not hold 2356
        """
        positions, seed = count_and_seed("positions", positions, 1000, seed)
        return read(self._native.quiz(positions, seed, mixed, topic, level), tuple[Puzzle, ...], self.rules)

    def statistics(self, card: Card | None = None, threads: int | None = None, *, progress: Progress | None = None) -> Statistics:
        """The exact statistics of all games of optimal play that continue from a card, by default a new game.

        Raises `Error` if it would need too much memory. Ctrl-C stops it.

        >>> import yahtzee
        >>> statistics = yahtzee.solve("hasbro").statistics("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
        >>> statistics.categories[11].category, statistics.categories[11].zero
        ('yahtzee', 0.9539713574743007)
        """
        return read(self._native.statistics(card, (threads, progress)), Statistics, self.rules)

    def simulate(self, games: SupportsIndex, seed: SupportsIndex | None = None, threads: int | None = None, *, card: Card | None = None) -> Simulation:
        """Plays games with optimal play, new ones or from a card on. ``seed`` is from 0 to 2**64 - 1; without one it is random, and reported in the
        result.

        >>> import yahtzee
        >>> simulation = yahtzee.solve("hasbro").simulate(10_000, seed=1)
        >>> simulation.games, simulation.mean, int(simulation.counts.sum())
        (10000, 254.5011, 10000)
        """
        games, seed = count_and_seed("games", games, 2**53, seed)
        return read(self._native.simulate(games, seed, card, threads), Simulation, self.rules)

    def solve_for(
        self, objective: Objective, card: Card | None = None, threads: int | None = None, *, progress: Progress | None = None
    ) -> Solved:
        """Solves an objective from a card on, for this turn and all that may follow; later answers are then immediate.

        Far from the end of a game this takes seconds, and memory: if not all turns fit into the table's limit, the later ones are computed on demand. Raises
        `ObjectiveError`.

        >>> import yahtzee
        >>> solved = yahtzee.solve("hasbro").solve_for(yahtzee.Target(300), "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=22 fh=25 ss=30 ls=40")
        >>> solved
        <Solved Target(score=300) of 'hasbro' from 187 points: chance 0.066>
        >>> print(solved.advise("12366", 1).best)
        hold 66
        """
        return Solved(_native.Solved(self._native, {"objective": asked(objective, self.rules)}, card, (threads, progress)), self.rules, objective, card)

    def dataset(
        self,
        rows: SupportsIndex | None = None,
        *,
        games: SupportsIndex | None = None,
        play: Play = "optimal",
        epsilon: float = 0.1,
        seed: SupportsIndex = 0,
        batch: SupportsIndex = 10_000,
        threads: int | None = None,
    ) -> Dataset:
        """Positions of games with the value of every action, computed while they are read. Needs ``pyarrow``.

        Give the number of whole ``games``, or of ``rows``: then the last game may be cut. The rows are all decisions of the games, game by game, so every
        turn has its share; ``game`` numbers them from 1. A game has the same rows in every data set with the same ``seed`` and play.

        The games are played optimally; ``"perturbed"``, with a random action in the share ``epsilon`` of decisions; or ``"uniform"``, at random. ``batch``
        is the number of rows of a batch. Values are those of `action_values`.

        >>> import yahtzee
        >>> batch = next(iter(yahtzee.solve("hasbro").dataset(1000, play="perturbed", seed=1, batch=500)))
        >>> batch.num_rows, batch.schema.field("action_values").type
        (500, FixedSizeListType(fixed_size_list<item: double>[45]))
        >>> games = yahtzee.solve("hasbro").dataset(games=20, seed=1)
        >>> sum(batch.num_rows for batch in games)
        751
        """
        return of_play(self, rows, games, play, epsilon, seed, batch, threads)

    def policy(self, *, batch: SupportsIndex = 1_000_000, threads: int | None = None) -> Dataset:
        """The best action of every position, state by state, computed while it is read: 405 million rows for the game of 13 categories. Needs ``pyarrow``.

        >>> import yahtzee
        >>> policy = yahtzee.solve("hasbro").policy(batch=100_000)
        >>> len(policy), next(iter(policy)).schema.names
        (405457920, ['filled', 'upper_total', 'flag', 'saved', 'dice', 'rerolls_left', 'action', 'value'])
        """
        return of_policy(self, batch, threads)

    def targets(
        self,
        card: Card | None = None,
        threads: int | None = None,
        *,
        rounds: SupportsIndex = 1,
        round: SupportsIndex | None = None,
        earlier: Sequence[SupportsIndex] | npt.NDArray[np.integer[Any]] = (),
        progress: Progress | None = None,
    ) -> Targets:
        """The best chance of every final score or more from a card on, in one pass, and its chance under play for the expected score.

        >>> import yahtzee
        >>> targets = yahtzee.solve("hasbro").targets("1s=3 2s=6 3s=9 4s=12 5s=15 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20")
        >>> targets
        <Targets: 1 to 400>
        >>> best, expected = targets.at(220)
        >>> round(best, 4), round(expected, 4)
        (0.5859, 0.5826)
        """
        return Targets(*self._native.targets(card, {"rounds": rounds, "round": round, "earlier": list(earlier)}, (threads, progress)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        return self.rules == other.rules and np.array_equal(self.values_with_bonus, other.values_with_bonus)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Table._of_bytes, (self.rules, self._native.to_bytes(), self._native.memory)

    @classmethod
    def _of_bytes(cls, rules: RuleSet, data: bytes, memory: int) -> Table:
        return cls(_native.Table.from_bytes(rules, data, memory))

    def __repr__(self) -> str:
        return f"<Table of '{self.rules.name}': expected score {self.expected_score:.3f}, {self._native.states:,} states>"

    def _repr_html_(self) -> str:
        return _html.table(repr(self), [{"title": self.rules.title, "dice": self.rules.dice, "rolls": self.rules.rolls, "categories": ", ".join(self.rules.titles)}])


def _folder(tables: str | os.PathLike[str] | None) -> str | None:
    return None if tables is None else os.fspath(tables)

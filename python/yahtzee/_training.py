"""The trainer: a history of games and answers, and its figures: a rating, luck, and the mistakes that come back."""

from __future__ import annotations

import os
import time
import warnings
from datetime import date, datetime, timezone
from datetime import time as clock
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from . import _frames, _native
from ._advice import Option
from ._answer import Answer, DiceOnTable
from ._native import Error, HistoryError
from ._positions import Rules, rule_set
from ._rating import Progress

if TYPE_CHECKING:
    from polars import DataFrame

Moment = datetime | date | None
"""A time: a ``datetime``, the end of a ``date`` in local time, or now."""


def _seconds(at: Moment) -> int:
    """A time in seconds since 1970."""
    if at is None:
        return int(time.time())
    moment = at if isinstance(at, datetime) else datetime.combine(at, clock.max)
    try:
        return max(0, int(moment.timestamp()))
    except (OverflowError, OSError) as error:
        raise Error(f"{at} is no moment that this machine knows: {error}") from None


def day_number(day: date | str | None) -> int:
    """A day as a number like 20261123; without one, the local date."""
    if isinstance(day, str):
        try:
            day = date.fromisoformat(day)
        except ValueError:
            raise Error(f"cannot read the day {day!r}: write it like 2026-11-23") from None
    if day is None:
        day = date.today()
    if not isinstance(day, date):
        raise Error(f"cannot read the day {day!r}: give a date, or text like 2026-11-23")
    return day.year * 10_000 + day.month * 100 + day.day


class DeckCard(Answer, frozen=True):
    """A position in which points were lost.

    >>> import yahtzee
    >>> card = yahtzee.History.example().deck().cards[0]
    >>> print(card.position, card.theme, card.loss, f"{card.due:%Y-%m-%d}")
    34566 rerolls=2 chance=24 bonus 2.349182 2026-11-18
    """

    position: str
    """The position, in the form of `Position.parse`."""
    theme: str
    """Its theme."""
    loss: float
    """The greatest loss in it so far, in points."""
    seen: int
    """The number of times it was seen since the mistake."""
    due: datetime
    """The time when it is due, in UTC."""
    mastered: bool
    """Whether it is remembered so well that it does not come back."""


class Deck:
    """A player's mistakes, which come back until they are mastered. From `History.deck`.

    >>> import datetime, yahtzee
    >>> deck = yahtzee.History.example().deck()
    >>> deck
    <Deck of 'you': 26 cards, 0 mastered>
    >>> due = deck.due(datetime.date(2026, 11, 20))
    >>> len(due), due[0].theme, round(due[0].loss, 2)
    (26, 'endgame', 9.19)
    """

    def __init__(self, history: History, rules: str, player: str, threshold: float = 1.0) -> None:
        """``rules`` is the fingerprint of a rule set."""
        self._arguments = history, rules, player, threshold
        self._native = history._native.deck(rules, player, threshold)

    @cached_property
    def cards(self) -> tuple[DeckCard, ...]:
        """The cards, in the order of their first mistakes."""
        # Not strict: a number is a time, too.
        return msgspec.json.decode(self._native.cards(), type=tuple[DeckCard, ...], strict=False)

    def due(self, at: Moment = None) -> tuple[DeckCard, ...]:
        """The cards due at a given time, or by the end of a day, in the order of asking; by default, now."""
        cards = {card.position: card for card in self.cards}
        return tuple(cards[position] for position in self._native.due(_seconds(at)))

    @property
    def mastered(self) -> int:
        """The number of mastered cards."""
        return sum(card.mastered for card in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Deck) and self._arguments == other._arguments

    def __hash__(self) -> int:
        return hash(self._arguments[1:])

    def __repr__(self) -> str:
        return f"<Deck of {self._arguments[2]!r}: {len(self)} cards, {self.mastered} mastered>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Deck, self._arguments


class History:
    """The games and answers of a player, as ``yahtzee play``, ``review`` and ``quiz`` record them and the page exports them: a line of JSON for each.

    ``lines`` is such lines. The same game and the same answer count once, so ``History(one.text + other.text)`` has the records of both. An unreadable line
    is skipped with a warning, and listed in `unread`; `HistoryError` is raised if no line can be read.

    >>> import yahtzee
    >>> history = yahtzee.History.example()
    >>> history
    <History of 10 games and 0 answers>
    >>> yahtzee.History(history.text + history.text) == history
    True
    """

    __slots__ = ("_native",)

    def __init__(self, lines: str | bytes) -> None:
        self._take(_native.History(lines.encode("utf-8", "surrogatepass") if isinstance(lines, str) else lines), "")

    def _take(self, native: _native.History, path: str) -> None:
        self._native = native
        unread = native.unread()
        if not unread:
            return
        line, error = unread[0]
        if native.counts() == (0, 0):
            raise HistoryError(f"{path}no line is a record of a history; line {line}: {error}")
        number = native.unread_count()
        left_out = "1 line is" if number == 1 else f"{number} lines are"
        warnings.warn(f"{path}{left_out} left out; line {line}: {error}", stacklevel=3)

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> History:
        """Reads a file: the program's (``yahtzee progress`` shows its place), one exported by it, or one saved by the page. Raises `HistoryError` if it
        cannot be read."""
        history = cls.__new__(cls)
        history._take(_native.History.read(os.fspath(path)), f"{os.fspath(path)}: ")
        return history

    @classmethod
    def example(cls) -> History:
        """Ten games of a player, to try things with."""
        return cls.read(os.path.join(os.path.dirname(__file__), "example-history.jsonl"))

    @property
    def text(self) -> str:
        """The records as lines, games first, in the form for `History` and ``yahtzee progress --import``."""
        return self._native.text()

    @property
    def unread(self) -> tuple[tuple[int, str], ...]:
        """The first hundred unreadable lines: their numbers, from 1, and errors."""
        return tuple(self._native.unread())

    @property
    def games(self) -> DataFrame:
        """A row for each game: its id, when it was recorded (seconds since 1970), rules, player, score, luck, loss, and its text for `Table.review`."""
        return _frames.of_columns(self._native.games())

    @property
    def decisions(self) -> DataFrame:
        """A row for each decision that counts: the id of its game, its kind, its theme and its loss, and from a loss of 0.2 on the position, the chosen and the
        best action."""
        return _frames.of_columns(self._native.decisions())

    @property
    def answers(self) -> DataFrame:
        """A row for each answer in a quiz. ``day`` and ``number`` are set for a daily ten."""
        return _frames.of_columns(self._native.answers())

    @property
    def rule_sets(self) -> dict[str, int]:
        """The rule sets under which people played, with their numbers of games: the one with the most games first."""
        games: dict[str, int] = {}
        for _, name, count in self._native.rule_sets():
            games[name] = games.get(name, 0) + count
        return games

    def players(self, rules: Rules | None = None) -> dict[str, int]:
        """The people who played under some rules, with their numbers of games: the one with the most games first. The default ``rules`` have the most games.

        >>> import yahtzee
        >>> yahtzee.History.example().players()
        {'you': 10}
        """
        return dict(self._native.people(self._rules(rules)[1]))

    def progress(self, rules: Rules | None = None, player: str | None = None, *, at: Moment = None) -> Progress:
        """The rating of a player, by kind and by theme, luck, and what to practise: the numbers of ``yahtzee progress``. The default ``rules`` and ``player``
        have the most games.

        Raises `HistoryError` without a game that counts.

        >>> import yahtzee
        >>> progress = yahtzee.History.example().progress()
        >>> for theme in progress.themes[:2]:
        ...     print(f"{theme.title}: {theme.rating}")
        last boxes: 3.85 (0.4 to 22.0)
        upper boxes and bonus: 3.48 (1.4 to 5.6)
        """
        name, fingerprint = self._rules(rules)
        player = self._native.player(name, fingerprint, player)
        found = None if player is None else self._native.progress(name, fingerprint, player, _seconds(at))
        if found is None or player is None:
            why = "nobody has played" if player is None else (
                f"in the games of {player!r} the options were shown with their values, most decisions were made after a hint, or the goal was another than points"
            )
            raise HistoryError(f"no game by the rules {name!r} counts: {why}")
        return msgspec.json.decode(found, type=Progress)

    def deck(self, rules: Rules | None = None, player: str | None = None, *, threshold: float = 1.0) -> Deck:
        """The mistakes of a player with a loss of at least ``threshold`` points, in games and in quizzes: the deck of ``yahtzee quiz --mine``.

        >>> import yahtzee
        >>> len(yahtzee.History.example().deck(threshold=5))
        3
        """
        if not threshold >= 0:
            raise HistoryError(f"threshold={threshold}: give a number of points, 0 or more")
        name, fingerprint = self._rules(rules)
        # Answers do not record who gave them.
        return Deck(self, fingerprint, self._native.player(name, fingerprint, player) or "", threshold)

    def days(self, rules: Rules | None = None) -> dict[date, int]:
        """The number of answered positions of each day.

        >>> import yahtzee
        >>> yahtzee.History.example().days()
        {}
        """
        answered, _ = self._native.days(self._rules(rules)[1], day_number(None))
        return {date(day // 10_000, day // 100 % 100, day % 100): count for day, count in answered}

    def streak(self, day: date | str | None = None, rules: Rules | None = None) -> int:
        """The number of complete days in a row, up to this day or the day before; by default, today.

        >>> import yahtzee
        >>> yahtzee.History.example().streak("2026-11-23")
        0
        """
        return self._native.days(self._rules(rules)[1], day_number(day))[1]

    def _rules(self, rules: Rules | None) -> tuple[str, str]:
        """The name of a rule set and its fingerprint."""
        if rules is None:
            for fingerprint, name, _ in self._native.rule_sets():
                return name, fingerprint
        chosen = rule_set("hasbro" if rules is None else rules)
        return chosen.name, f"{chosen.fingerprint:016x}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        games, answers = self._native.counts()
        return f"<History of {games} games and {answers} answers>"

    def __reduce__(self) -> tuple[Any, ...]:
        return History, (self.text,)


class Puzzle(DiceOnTable, frozen=True, kw_only=True):
    """A position of a quiz. From `Table.daily` and `Table.quiz`.

    >>> import yahtzee
    >>> puzzle = yahtzee.solve("hasbro").daily("2026-11-23")[0]
    >>> puzzle.dice, puzzle.rerolls_left, str(puzzle.options[0]), round(puzzle.options[1].loss, 2)
    ((2, 3, 3, 3, 3), 0, 'score threes=12', 4.65)
    """

    rules: str
    """The name of the rule set."""
    seed: int
    """The seed of the quiz; of a daily ten, the number of the day."""
    number: int
    """Its number in the quiz, from 1."""
    position: str
    """The position as text, in the form of `Position.parse`."""
    card: dict[str, int]
    """The card: the filled categories with their points, and the extra bonuses."""
    options: tuple[Option, ...]
    """Every option, best first."""
    obvious: Option
    """The obvious choice: the action of the card of rules `card-12`; in a game with other boxes, most of a kind, the longest straight or the most points."""
    theme: str
    """Its theme: a topic of `Table.quiz`."""
    level: str
    """Its difficulty: a level of `Table.quiz`."""
    gap: float
    """The loss of the first option that is worse than the best, in points."""

    def __repr__(self) -> str:
        return f"<Puzzle {self.number}: {self.position}>"

"""Figures from a history: ratings, luck, and the answers in quizzes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Rating:
    """Points lost per game, over some games.

    >>> import yahtzee
    >>> rating = yahtzee.History.example().progress().rating
    >>> rating.games, round(rating.loss, 2), tuple(round(end, 1) for end in rating.interval)
    (10, 8.87, (4.9, 23.4))
    """

    games: int
    """The number of games."""
    loss: float
    """The mean points lost per game."""
    sd: float
    """The standard deviation of the points lost in a game; 0 for one game."""
    interval: tuple[float, float] | None
    """The 95% interval of the mean; ``None`` for one game."""

    @classmethod
    def _of(cls, rating: dict[str, Any]) -> Rating:
        interval = rating["interval"]
        return cls(rating["games"], rating["loss"], rating["sd"], None if interval is None else (interval[0], interval[1]))

    def __str__(self) -> str:
        interval = "" if self.interval is None else " ({:.1f} to {:.1f})".format(*self.interval)
        return f"{self.loss:.2f}{interval}"


@dataclass(frozen=True)
class RatingPart:
    """The part of a rating for one kind of decision, or one theme.

    >>> import yahtzee
    >>> part = yahtzee.History.example().progress().themes["endgame"]
    >>> part.title, part.decisions, str(part.rating)
    ('last boxes', 75, '3.85 (0.4 to 22.0)')
    """

    title: str
    """Its display name."""
    decisions: int
    """The number of decisions that count."""
    rating: Rating
    """The points lost per game in these decisions."""

    @classmethod
    def _all(cls, parts: list[dict[str, Any]]) -> dict[str, RatingPart]:
        return {part["name"]: cls(part["title"], part["decisions"], Rating._of(part["rating"])) for part in parts}


@dataclass(frozen=True)
class Sure:
    """The games of each of two players until a difference of ten points a game is twice its standard error.

    >>> import yahtzee
    >>> sure = yahtzee.History.example().progress().sure
    >>> sure.by_scores, sure.by_losses
    (726, 5)
    """

    sd_of_scores: float
    """The standard deviation of the player's scores."""
    by_scores: int
    """The games of each player, if scores are compared."""
    sd_of_losses: float
    """The standard deviation of the points lost."""
    by_losses: int
    """The games of each player, if the points lost are compared, which removes luck."""


@dataclass(frozen=True)
class Luck:
    """The luck of a player.

    >>> import yahtzee
    >>> luck = yahtzee.History.example().progress().luck[0]
    >>> luck.player, luck.games, round(luck.luck, 1), f"luckier than {luck.percentile:.0%} of fair dice"
    ('you', 10, 6.2, 'luckier than 59% of fair dice')
    """

    player: str
    """The player."""
    computer: str | None
    """The kind of computer player, if it is one."""
    games: int
    """The number of games."""
    luck: float
    """The luck per game, in points."""
    percentile: float | None
    """The share of fair dice with less luck in this many games, from 0 to 1; ``None`` with too few games."""


@dataclass(frozen=True)
class QuizAnswers:
    """The answers in quizzes under a rule set.

    >>> import yahtzee
    >>> yahtzee.History.example().progress().answers
    QuizAnswers(count=0, loss=0.0, obvious_loss=0.0)
    """

    count: int
    """The number of answers."""
    loss: float
    """The mean loss of an answer, in points."""
    obvious_loss: float
    """The mean loss of the obvious choice in these positions, in points."""


@dataclass(frozen=True)
class Scores:
    """The final scores of a player, in all games, those that do not count for the rating too.

    >>> import yahtzee
    >>> scores = yahtzee.History.example().progress().scores
    >>> scores.games, scores.mean, scores.best
    (10, 251.9, 504.0)
    """

    games: int
    """The number of games."""
    mean: float
    """The mean score."""
    best: float
    """The highest score."""

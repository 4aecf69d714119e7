"""Figures from a history: ratings, luck, and the answers in quizzes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ._answer import Answer, Rows


class Rating(Answer, frozen=True):
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

    def __str__(self) -> str:
        interval = "" if self.interval is None else " ({:.1f} to {:.1f})".format(*self.interval)
        return f"{self.loss:.2f}{interval}"


class RatingPart(Answer, frozen=True):
    """The part of a rating for one kind of decision, or one theme.

    >>> import yahtzee
    >>> part = yahtzee.History.example().progress().themes[0]
    >>> part.name, part.title, part.decisions, str(part.rating)
    ('endgame', 'last boxes', 75, '3.85 (0.4 to 22.0)')
    """

    name: str
    """Its name: a kind, ``keep-1``, ``keep-2`` … or ``score``, or a theme, which is a topic of `Table.quiz`."""
    title: str
    """Its display name."""
    decisions: int
    """The number of decisions that count."""
    rating: Rating
    """The points lost per game in these decisions."""


class KnownLoss(Answer, frozen=True):
    """A player with an exactly known loss.

    >>> import yahtzee
    >>> yahtzee.History.example().progress().known[0]
    KnownLoss(name='optimal', loss=0.0)
    """

    name: str
    """The name of the player for `Table.evaluate`."""
    loss: float
    """The points lost per game."""


class Sure(Answer, frozen=True):
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


class Luck(Answer, frozen=True):
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


class QuizAnswers(Answer, frozen=True):
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


class ScoreRange(Answer, frozen=True):
    """The games with a score in a range.

    >>> import yahtzee
    >>> first = yahtzee.History.example().progress().scores.ranges[0]
    >>> first.low, first.high, first.games
    (150, 199, 3)
    """

    low: int
    """The lowest score of the range."""
    high: int
    """The highest score of the range."""
    games: int
    """The number of games."""


class Against(Answer, frozen=True):
    """The results against another player. In a game of several, each pair is compared.

    >>> import yahtzee
    >>> yahtzee.History.example().progress().scores.against  # nobody else played
    ()
    """

    player: str
    """The other player."""
    won: int
    """The games with more points than the other."""
    drawn: int
    """The games with as many points."""
    lost: int
    """The games with fewer points."""


class Span(Answer, frozen=True):
    """The games of some days.

    >>> import datetime, yahtzee
    >>> lately = yahtzee.History.example().progress(at=datetime.date(2026, 11, 20)).scores.last_30_days
    >>> lately.games, lately.mean
    (10, 251.9)
    """

    games: int
    """The number of games."""
    mean: float | None
    """Their mean score; ``None`` without games."""
    loss: float | None
    """The mean points lost per game in those that count for the rating; ``None`` without such games."""


class Scores(Answer, frozen=True):
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
    ranges: tuple[ScoreRange, ...]
    """The games by their scores, in at most ten ranges of equal width."""
    alike: float | None
    """The mean number of turns of a game that ended with all dice alike and points for them; ``None`` for games recorded by earlier programs."""
    bonus_rate: float | None
    """The share of games with the upper bonus, from 0 to 1; ``None`` without one, and as before."""
    against: tuple[Against, ...]
    """The results against each other player, the most frequent first."""
    last_30_days: Span
    """The last 30 days."""
    days_before: Span
    """The 30 days before."""


class DeckCount(Answer, frozen=True):
    """The content of a deck.

    >>> import yahtzee
    >>> yahtzee.History.example().progress().deck.cards
    26
    """

    cards: int
    """The number of all cards."""
    due: int
    """The number of due cards."""
    mastered: int
    """The number of mastered cards."""


class Progress(Rows, Answer, frozen=True):
    """The figures of one player under a rule set. From `History.progress`.

    >>> import yahtzee
    >>> progress = yahtzee.History.example().progress()
    >>> progress
    <Progress of 'you' in 10 games of 'hasbro': 8.87 (4.9 to 23.4) points lost per game; to practise: endgame>
    >>> [(player.name, player.loss) for player in progress.known if player.loss > progress.rating.loss]
    [('card-30', 10.68), ('card-12', 23.86), ('greedy', 37.28), ('random', 208.04)]
    """

    rules: str
    """The name of the rule set."""
    player: str
    """The player."""
    advised: int
    """The number of games that do not count for the rating, because the options were shown with their values."""
    other_goals: int
    """The number of other games that do not count, because they were played to win or for a target."""
    mostly_hinted: int
    """The number of other games that do not count, because more than half of the decisions were made after a hint."""
    hinted: int
    """The number of decisions in the games that count which do not, because they were made after a hint."""
    again: int
    """The number of decisions that were made again after the coach spoke: their first choices count."""
    rating: Rating
    """The points lost per game, over all games that count."""
    level: str | None
    """The level by the mean loss of a turn, from ``near-perfect`` to ``beginner``; ``None`` if no game that counts has its number of turns."""
    lately: Rating | None
    """The same over the last ``lately_games`` games, if there are more than these."""
    lately_games: int
    """The number of games in ``lately``."""
    known: tuple[KnownLoss, ...]
    """Players with an exactly known loss, the best first."""
    curve: tuple[float, ...]
    """The points lost per game; each entry is the mean of the last five games."""
    kinds: tuple[RatingPart, ...]
    """The rating by kind of decision."""
    themes: tuple[RatingPart, ...]
    """The rating by theme, the most costly first."""
    practise: str | None
    """The theme to practise: the most costly one; ``None`` without a loss."""
    sure: Sure | None
    """The games needed to show a difference; ``None`` for one game."""
    luck: tuple[Luck, ...]
    """The luck of every player in these games, computers too."""
    scores: Scores
    """The final scores of this player, in all games."""
    deck: DeckCount
    """The content of the deck of this player's mistakes, `History.deck`."""
    answers: QuizAnswers
    """The answers in quizzes."""

    def _rows(self) -> Iterable[Mapping[str, Any]]:
        for part in self.kinds + self.themes:
            low, high = part.rating.interval or (None, None)
            yield {"name": part.name, "title": part.title, "decisions": part.decisions, "loss": part.rating.loss, "low": low, "high": high}

    def __repr__(self) -> str:
        practise = f"; to practise: {self.practise}" if self.practise else ""
        return f"<Progress of {self.player!r} in {self.rating.games} games of {self.rules!r}: {self.rating} points lost per game{practise}>"

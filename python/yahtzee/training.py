"""The rating of your own games, what to practise, and your mistakes as they are due: `History`, and what it answers."""

from ._documented import publish
from ._rating import Against, DeckCount, KnownLoss, Luck, Progress, QuizAnswers, Rating, RatingPart, ScoreRange, Scores, Span, Sure
from ._training import Deck, DeckCard, History, Puzzle

__all__ = [
    "Against",
    "Deck",
    "DeckCard",
    "DeckCount",
    "History",
    "KnownLoss",
    "Luck",
    "Progress",
    "Puzzle",
    "QuizAnswers",
    "Rating",
    "RatingPart",
    "ScoreRange",
    "Scores",
    "Span",
    "Sure",
]

publish(__name__, __all__)

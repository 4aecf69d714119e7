"""The rating of your own games, what to practise, and your mistakes as they are due: `History`, and what it answers."""

from ._rating import DeckCount, KnownLoss, Luck, Progress, QuizAnswers, Rating, RatingPart, Scores, Sure
from ._training import Deck, DeckCard, History, Puzzle

__all__ = [
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
    "Scores",
    "Sure",
]

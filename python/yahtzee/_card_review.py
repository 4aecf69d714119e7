"""A card of which only the points are known, beside the cards of optimal games."""

from __future__ import annotations

from collections.abc import Iterable

from ._answer import Answer, Rows


class BoxReview(Answer, frozen=True):
    """A box of a card beside that of optimal games.

    >>> import yahtzee
    >>> box = yahtzee.solve("yacht").review_card("yacht=50").boxes[0]
    >>> box.category, box.points, round(box.mean, 2), round(box.difference, 2)
    ('yacht', 50, 13.73, 36.27)
    """

    category: str
    """The name of the category."""
    points: int
    """The points on the card."""
    mean: float
    """The mean points of optimal games."""
    sd: float
    """Their standard deviation."""
    difference: float
    """``points`` less ``mean``."""


class BonusReview(Answer, frozen=True):
    """A bonus of a full card beside that of optimal games.

    >>> import yahtzee
    >>> card = "1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 3k=25 4k=0 fh=25 ss=30 ls=40 ch=20 y=0"
    >>> bonus = yahtzee.solve("kniffel").review_card(card).upper_bonus
    >>> bonus.points, round(bonus.difference, 2)
    (35, 10.86)
    """

    points: int
    """The points on the card."""
    mean: float
    """The mean points of optimal games."""
    difference: float
    """``points`` less ``mean``."""


class CardReview(Rows, Answer, frozen=True):
    """A card of which only the points are known, beside the cards of optimal games.

    >>> import yahtzee
    >>> review = yahtzee.solve("yacht").review_card("1s=3 2s=6 3s=9 4s=12 5s=15 6s=18 ch=20 4k=24 fh=28 ls=30 bs=0 y=0")
    >>> review
    <CardReview: 165 points, -4.80 against optimal games; more than in 45.4% of them>
    """

    rules: str
    """The name of the rule set."""
    card: dict[str, int]
    """The card, as in the JSON of a question."""
    score: int
    """Its score."""
    mean: float
    """The mean final score of optimal games."""
    sd: float
    """The standard deviation of their final scores."""
    difference: float
    """The points above the means of its boxes; of a full card, with the bonuses."""
    boxes: tuple[BoxReview, ...]
    """The filled boxes, in the order of the rules."""
    complete: bool = True
    """Whether all boxes are filled."""
    share_below: float | None = None
    """Of a full card: the share of optimal games with a lower score, from 0 to 1."""
    at_least: float | None = None
    """Of a full card: the share of optimal games with this score or more."""
    expected_final: float | None = None
    """Of a card with open boxes: the expected final score under optimal play from here on."""
    upper_bonus: BonusReview | None = None
    """Of a full card: the bonus of the upper section."""
    extra_bonus: BonusReview | None = None
    """Of a full card: the extra bonuses."""
    saved_throws: BonusReview | None = None
    """Of a full card: the saved or extra throws, if they earn points at the end."""
    warnings: tuple[str, ...] = ()
    """What is doubtful on the sheet, in words: sums that differ from those of its boxes, zeros that may be open boxes."""

    def _rows(self) -> Iterable[BoxReview]:
        return self.boxes

    def __repr__(self) -> str:
        among = "" if self.share_below is None else f"; more than in {self.share_below:.1%} of them"
        return f"<CardReview: {self.score} points, {self.difference:+.2f} against optimal games{among}>"

"""The odds of boxes in a turn."""

from __future__ import annotations

from ._advice import Action
from ._answer import Answer, Dice


class BoxOdds(Answer, frozen=True):
    """The odds of a box, for play for that box alone in this turn.

    >>> import yahtzee
    >>> odds = yahtzee.solve("hasbro").odds("44413", goals=["yahtzee"]).boxes[0]
    >>> print(odds.for_chance, round(odds.chance, 4), round(odds.expected_throws, 4))
    hold 444 0.0934 8.7273
    """

    category: str
    """The name of the category."""
    points: int
    """The least points wanted; 1 for any."""
    chance: float
    """The best chance of at least these points by the end of the turn."""
    mean: float
    """The best mean of the points that the turn writes there, without any bonus."""
    expected_throws: float | None
    """The least mean number of throws until the points are there, if the turn had no last throw. From dice, the throws still to come. ``None`` if they may
    never come."""
    for_chance: Action | None = None
    """What to do for the chance; ``None`` without dice, or if the chance is 0."""
    for_mean: Action | None = None
    """What to do for the mean; ``None`` without dice, or if it is 0."""
    within: tuple[float, ...] = ()
    """The best chances within 1, 2, 3, … throws, as many as asked for. From dice, within so many more."""


class Odds(Answer, frozen=True):
    """The odds of boxes in a turn, from `Table.odds`.

    >>> import yahtzee
    >>> odds = yahtzee.solve("hasbro").odds()
    >>> [(box.category, round(box.chance, 4)) for box in odds.boxes[9:12]]
    [('small-straight', 0.6154), ('large-straight', 0.2611), ('yahtzee', 0.046)]
    """

    rules: str
    """The name of the rule set."""
    boxes: tuple[BoxOdds, ...]
    """The odds of each box, in the order of the question."""
    dice: Dice | None = None
    """The dice on the table, ascending; ``None`` before the first throw."""
    rerolls_left: int | None = None
    """The rerolls left; ``None`` before the first throw."""
    throws: int | None = None
    """The throws of the turn; ``None`` if dice are thrown."""
    card: dict[str, int] | None = None
    """The card as it was read, if it was given as text."""
    warnings: tuple[str, ...] = ()
    """What is doubtful on the sheet of the card, in words: sums that differ from those of its boxes, zeros that may be open boxes."""

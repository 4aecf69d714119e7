"""The odds of boxes in a turn."""

from __future__ import annotations

from collections.abc import Iterable

from ._advice import Action
from ._answer import Answer, CardEntries, Dice, Rows


class PointsChance(Answer, frozen=True):
    """A number of points with its chance.

    >>> import yahtzee
    >>> ends = yahtzee.solve("hasbro").odds("66661", 0, goals=["yahtzee"], ends=True).boxes[0].ends
    >>> [(end.points, end.chance) for end in ends.points]
    [(0, 1.0)]
    """

    points: int
    """The points."""
    chance: float
    """Their chance."""


class BoxEnds(Answer, frozen=True):
    """What a turn ends with, if it is played for the chance; of plays with the same chance it is the one with the highest mean of points in the box.

    >>> import yahtzee
    >>> ends = yahtzee.solve("hasbro").odds(goals=["yahtzee"], ends=True).boxes[0].ends
    >>> [round(chance, 4) for chance in ends.right]
    [0.0, 0.0008, 0.256, 0.4524, 0.2448, 0.046]
    """

    right: tuple[float, ...]
    """The chances that 0, 1, 2, … dice are right: the most that a roll which reaches the goal can have. For a Yahtzee, the dice that are alike."""
    points: tuple[PointsChance, ...] = ()
    """The points in the box, ascending, 0 if another box is filled; empty without a category."""


class BoxOdds(Answer, frozen=True):
    """The odds of a box, for play for that box alone in this turn.

    >>> import yahtzee
    >>> odds = yahtzee.solve("hasbro").odds("44413", goals=["yahtzee"]).boxes[0]
    >>> print(odds.for_chance, round(odds.chance, 4), round(odds.expected_throws, 4))
    hold 444 0.0934 8.7273
    """

    points: int
    """The least points wanted; 1 for any, and 0 without a category."""
    chance: float
    """The best chance of it by the end of the turn."""
    expected_throws: float | None
    """The least mean number of throws until the points are there, if the turn had no last throw. From dice, the throws still to come. ``None`` if they may
    never come."""
    category: str | None = None
    """The name of the category; ``None`` if only the dice count, in whatever box."""
    exactly: bool = False
    """Whether it must be exactly these points."""
    wanted_dice: Dice | None = None
    """The dice that must be among the final roll; ``None`` if any will do."""
    mean: float | None = None
    """The best mean of the points that the turn writes there, without any bonus; ``None`` without a category."""
    for_chance: Action | None = None
    """What to do for the chance; ``None`` without dice, or if the chance is 0."""
    for_mean: Action | None = None
    """What to do for the mean; ``None`` without dice, or if it is 0."""
    within: tuple[float, ...] = ()
    """The best chances within 1, 2, 3, … throws, as many as asked for. From dice, within so many more."""
    expected_turns: float | None = None
    """The mean number of turns until it comes; ``None`` with dice, and if it never comes."""
    within_turns: float | None = None
    """The chance that it comes at least once in the number of turns that was asked for."""
    ends: BoxEnds | None = None
    """What the turn ends with, if that was asked for."""


class Odds(Rows, Answer, frozen=True):
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
    """The dice on the table, ascending; ``None`` before the first throw, and if some are kept."""
    kept: Dice | None = None
    """The dice that are kept, if the others are about to be thrown again."""
    rerolls_left: int | None = None
    """The rerolls left; ``None`` before the first throw."""
    throws: int | None = None
    """The throws of the turn; ``None`` if dice are thrown."""
    card: CardEntries | None = None
    """The card as it was read, if it was given as text."""
    warnings: tuple[str, ...] = ()
    """What is doubtful on the sheet of the card, in words: sums that differ from those of its boxes, zeros that may be open boxes."""

    def _rows(self) -> Iterable[BoxOdds]:
        return self.boxes

    def __repr__(self) -> str:
        dice = self.dice or self.kept
        where = "a turn" if dice is None else dice.rules.dice_text(dice)
        return f"<Odds of {len(self.boxes)} boxes for {where}>"

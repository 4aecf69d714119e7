"""States with names for their parts."""

from typing import NamedTuple

from ._documented import documented_tuple


@documented_tuple
class State(NamedTuple):
    """The state of a card between turns, which determines the rest of the game.

    >>> import yahtzee
    >>> yahtzee.Scorecard(yahtzee.RuleSet("hasbro"), "ones=3 yahtzee=50").state
    State(filled=2049, upper_total=3, flag=True, saved=0)
    """

    filled: int
    """The mask of filled categories: bit i for category i."""
    upper_total: int
    """The points in the upper categories, up to the last threshold of the bonus."""
    flag: bool
    """The Yahtzee flag: whether the Yahtzee category holds its points, in a game where that matters."""
    saved: int
    """The saved throws; in a game with a stock of extra throws, those used."""

"""The games that the tests share: each is solved once."""

from pathlib import Path

import pytest

import yahtzee

POCKET = """
name = 'pocket'
dice = 3
upper-bonus = { at = 12, points = 10 }
[[upper]]
name = 'twos'
face = 2
[[upper]]
name = 'fives'
face = 5
[[lower]]
name = 'three'
groups = [3]
points = 20
[[lower]]
name = 'run'
straight = 3
points = 15
"""


SAVING = yahtzee.RuleSet(POCKET.replace("'pocket'", "'saving'").replace("dice = 3", "dice = 3\nsaved-throws = true"))
"""A small game in which throws are saved: solving those of the library takes seconds."""

THREE_DICE = yahtzee.RuleSet.from_file(Path(__file__).parents[2] / "docs" / "examples" / "three-dice.toml")
"""A small game with an upper bonus and a further one: its states differ in all that a player may read."""


@pytest.fixture(scope="session")
def hasbro() -> yahtzee.Table:
    return yahtzee.solve("hasbro")


@pytest.fixture(scope="session")
def pocket() -> yahtzee.Table:
    return yahtzee.solve(yahtzee.RuleSet.from_toml(POCKET))


@pytest.fixture(scope="session")
def saving() -> yahtzee.Table:
    return yahtzee.solve(SAVING)


@pytest.fixture(scope="session")
def three_dice() -> yahtzee.Table:
    return yahtzee.solve(THREE_DICE)

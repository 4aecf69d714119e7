"""Shared helpers of the tests. They need only the installed package, nothing of its source tree."""

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


@pytest.fixture(scope="session")
def hasbro() -> yahtzee.Table:
    return yahtzee.solve("hasbro")


@pytest.fixture(scope="session")
def pocket() -> yahtzee.Table:
    return yahtzee.solve(yahtzee.RuleSet.from_toml(POCKET))

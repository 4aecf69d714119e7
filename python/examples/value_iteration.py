"""Value iteration in twenty lines of numpy: solves a game from its model as arrays, and compares the values with the solver's.

    python value_iteration.py            # Yahtzee, on one core in a minute
    python value_iteration.py crag       # another built-in game

States come in layers by the number of filled categories; the last layer first. `help(yahtzee.Model)` describes the arrays.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np

import yahtzee


def value_iteration(model: yahtzee.Model, block: int = 128) -> Any:
    """The expected points still to come of each state. For games that neither save throws nor pay by throw."""
    states = model.states()
    filled = (states.filled[:, None] >> np.arange(len(model.rules.categories)) & 1).sum(axis=1)
    values = np.zeros(len(filled))  # no points follow a full card
    # The holds of each roll, one after the other, and the start of each roll's holds.
    used = model.hold_of >= 0
    holds, starts = model.hold_of[used], np.r_[0, used.sum(axis=1).cumsum()[:-1]]
    for layer in range(filled.max() - 1, -1, -1):
        indices = np.flatnonzero(filled == layer)
        for some in np.array_split(indices, -(-len(indices) // block)):
            rewards, successors = model.score_rolls(states.filled[some], states.upper_total[some], states.flag[some])
            best = (rewards + values[successors]).max(axis=2).T  # of each roll in each state, without a reroll
            for _ in range(model.rules.rolls - 1):
                held = model.hold_probabilities @ best  # of each hold in each state
                best = np.maximum.reduceat(held.take(holds, axis=0), starts, axis=0)  # holding all dice means scoring them
            values[some] = model.roll_probabilities @ best
    return values


def main() -> None:
    parser = argparse.ArgumentParser(description="Value iteration in numpy, compared with the solver.")
    parser.add_argument("rules", nargs="?", default="hasbro", help="a built-in rule set (default: hasbro)")
    model = yahtzee.Model(parser.parse_args().rules)
    start = time.perf_counter()
    values = value_iteration(model)
    print(f"{model.rules.title}: {values[0]:.12f} points, from {len(values):,} states in {time.perf_counter() - start:.0f} seconds")
    table = yahtzee.solve(model.rules)
    difference = np.abs(values - table.state_values()).max()
    print(f"the solver says {table.expected_score:.12f}; no state differs by more than {difference:.0e} points")
    assert difference < 1e-9


if __name__ == "__main__":
    main()

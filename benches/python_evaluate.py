#!/usr/bin/env python3
"""Measures `evaluate` of policies in numpy that read the upper total, in `hasbro`, in Python: the positions that they are asked about, and the time.

Needs the package and numpy: `pip install ./python`. A network has one hidden layer and random weights; its answers are as good as none, but they depend on
all of a position. Optimal play is the best actions of the table; it asserts that they lose nothing. With --everywhere they are asked about every position too.
"""

import argparse
import resource
import time

import numpy as np

import yahtzee

HIDDEN = 32


def network(rules, seed):
    """A policy: the allowed action with the highest output of a network with random weights."""
    rng = np.random.default_rng(seed)
    boxes, actions = len(rules.categories), 2**rules.dice + len(rules.categories)
    # Small whole numbers: their sums are exact in any order. With others, the answers would depend a little on which positions are asked together.
    into = rng.integers(-9, 10, (boxes + 2 + 6 + 3, HIDDEN)).astype(np.float32)
    out = rng.integers(-9, 10, (HIDDEN, actions)).astype(np.float32)

    def policy(positions, allowed):
        rows = len(allowed)
        seen = np.empty((rows, len(into)), np.float32)
        seen[:, :boxes] = positions["filled"][:, None] >> np.arange(boxes, dtype=np.uint32) & 1
        seen[:, boxes] = positions["upper_total"]
        seen[:, boxes + 1] = positions["flag"]
        for face in range(6):
            seen[:, boxes + 2 + face] = (positions["dice"] == face + 1).sum(axis=1, dtype=np.uint8)
        for rerolls in range(3):
            seen[:, boxes + 8 + rerolls] = positions["rerolls_left"] == rerolls
        scores = np.maximum(seen @ into, 0) @ out
        scores[~allowed] = -np.inf
        return scores.argmax(axis=1)

    return policy


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--everywhere", action="store_true", help="ask about every position too, and compare the values")
    parser.add_argument("--only", help="one policy, by its name")
    arguments = parser.parse_args()
    table = yahtzee.solve("hasbro")
    policies = {
        "network 1": network(table.rules, 1),
        "network 2": network(table.rules, 2),
        "optimal": lambda positions, allowed: table.best_actions(**positions)[0],
    }
    for name, policy in policies.items():
        if arguments.only not in (None, name):
            continue
        found = measure(name, table, policy)
        if name == "optimal":
            assert abs(found.loss) < 1e-9, found
        if arguments.everywhere:
            everywhere = measure(f"{name}, everywhere", table, policy, everywhere=True)
            played = ~np.isnan(found.state_values)
            assert everywhere.expected_score == found.expected_score and (everywhere.state_values[played] == found.state_values[played]).all()


def measure(name, table, policy, **more):
    asking = 0.0

    def timed(positions, allowed):
        nonlocal asking
        before = time.perf_counter()
        actions = policy(positions, allowed)
        asking += time.perf_counter() - before
        return actions

    before, processor = time.perf_counter(), time.process_time()
    found = table.evaluate(timed, **more)
    seconds, processor = time.perf_counter() - before, time.process_time() - processor
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    states = np.count_nonzero(~np.isnan(found.state_values))
    print(
        f"{name}: {found.expected_score:.4f} points; {found.asked:,} positions, {states:,} states; {seconds:.1f} s ({processor:.1f} s of the processors), "
        f"{asking:.1f} s of them in the policy; peak {memory:.2f} GB",
        flush=True,
    )
    return found


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Reads the output of `yahtzee table export` and prints a summary.

    yahtzee table export > hasbro.csv
    python3 scripts/read_export.py hasbro.csv

docs/export.md describes the columns.
"""

import csv
import sys
from collections import defaultdict


def read(path):
    """The rows of an export as dictionaries."""
    with open(path, newline="") as file:
        rows = csv.DictReader(file)
        return [
            {name: float(cell) if name == "value" else int(cell) for name, cell in row.items()}
            for row in rows
        ]


def main():
    rows = read(sys.argv[1])
    print(f"{len(rows)} states; a new game is worth {rows[0]['value']:.6f}")

    # The mean expected points still to come, over all states with each number of filled categories. They fall as the card fills.
    by_count = defaultdict(list)
    for row in rows:
        by_count[row["filled"].bit_count()].append(row["value"])
    for filled, values in sorted(by_count.items()):
        print(f"{filled:2} filled: {len(values):6} states, values {min(values):8.3f} to {max(values):8.3f}, mean {sum(values) / len(values):8.3f}")

    # Every state appears once.
    keys = {(row["filled"], row["upper_total"], row["flag"]) for row in rows}
    assert len(keys) == len(rows)
    assert [row["index"] for row in rows] == list(range(len(rows)))


if __name__ == "__main__":
    main()

"""How the expected score depends on the upper bonus: solves a thousand variants of a game on a Dask cluster.

    python sweep_dask.py --quick                       # a small sweep, on a cluster of two workers on this machine
    python sweep_dask.py --output sweep.csv            # a thousand variants, on this machine
    python sweep_dask.py --scheduler tcp://head:8786   # the same on a cluster

A variant goes to a worker as two numbers, and one comes back; rule sets can be sent too. `--tables DIRECTORY` also keeps each solved table there, where all
workers see the same directory. Each task solves on one thread, so give a worker as many threads as it has cores. On one machine `yahtzee.solve_all` does the
same in one call.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from dask.distributed import Client, LocalCluster, as_completed

import yahtzee

Row = tuple[int, int, float]
HEADER = ["at", "points", "expected_score"]
KNIFFEL = yahtzee.RuleSet("kniffel")


def solve(bonus: tuple[int, int], tables: Path | None) -> Row:
    """The work of a worker: solves Kniffel with another upper bonus, on one thread."""
    at, points = bonus
    rules = KNIFFEL.replace(name=f"bonus-{at}-{points}", upper_bonus=bonus)
    table = yahtzee.solve(rules, threads=1)
    if tables is not None:
        table.save(tables / f"{rules.name}.yzt")
    return at, points, table.expected_score


def sweep(client: Client, bonuses: list[tuple[int, int]], tables: Path | None) -> list[Row]:
    """Solves the variants on the cluster. Finished ones are taken first, so that no variant waits for the slowest."""
    futures = client.map(solve, bonuses, tables=tables, pure=False)
    rows = []
    for number, (_, row) in enumerate(as_completed(futures, with_results=True), 1):
        rows.append(row)
        if number % 50 == 0:
            print(f"{number} of {len(bonuses)} variants", file=sys.stderr)
    return sorted(rows)


def write(rows: list[Row], file: TextIO) -> None:
    """Writes the rows as CSV."""
    out = csv.writer(file, lineterminator="\n")
    out.writerow(HEADER)
    out.writerows(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="How the expected score depends on the upper bonus, on a Dask cluster.")
    parser.add_argument("--scheduler", help="the address of a scheduler; without one a cluster is started on this machine")
    parser.add_argument("--workers", type=int, default=2, help="the workers of the cluster on this machine (default: 2)")
    parser.add_argument("--quick", action="store_true", help="a few variants only")
    parser.add_argument("--tables", type=Path, help="a directory to keep the solved tables in")
    parser.add_argument("--output", type=Path, help="the file for the results; without one they are printed")
    args = parser.parse_args()

    thresholds, bonuses = ([42, 63], [0, 35, 50]) if args.quick else (range(30, 105, 3), range(0, 200, 5))
    variants = [(at, points) for at in thresholds for points in bonuses]
    start = time.perf_counter()
    if args.scheduler is None:
        without: dict[str, Any] = {"dashboard_address": None}
        cluster = LocalCluster(n_workers=args.workers, threads_per_worker=1, **without)
        with cluster, Client(cluster) as client:
            rows = sweep(client, variants, args.tables)
    else:
        with Client(args.scheduler) as client:
            rows = sweep(client, variants, args.tables)
    print(f"{len(rows)} variants in {time.perf_counter() - start:.1f} seconds", file=sys.stderr)
    if args.output is None:
        write(rows, sys.stdout)
    else:
        with args.output.open("w", newline="") as file:
            write(rows, file)


if __name__ == "__main__":
    main()

"""How the expected score depends on the upper bonus: solves variants of Kniffel, and keeps the rows in a file, from which a later run goes on.

    python sweep.py sweep.parquet                                  # on this machine, a process for each core
    python sweep.py sweep.parquet --scheduler tcp://head:8786      # on a cluster of Dask
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import yahtzee


def main() -> None:
    parser = argparse.ArgumentParser(description="How the expected score depends on the upper bonus.")
    parser.add_argument("path", type=Path, help="the Parquet file of the rows")
    parser.add_argument("--scheduler", help="the address of the scheduler of a cluster")
    parser.add_argument("--step", type=int, default=5, help="the distance of the points of two bonuses (default: 5)")
    args = parser.parse_args()
    if args.scheduler is None:
        executor = ProcessPoolExecutor()
    else:
        from dask.distributed import Client

        executor = Client(args.scheduler).get_executor(pure=False)
    kniffel = yahtzee.RuleSet("kniffel")
    bonuses = [(at, points) for at in range(42, 105, 21) for points in range(0, 101, args.step)]
    variants = (kniffel.replace(name=f"bonus-{at}-{points}", upper_bonus=(at, points)) for at, points in bonuses)
    with executor:
        for row in yahtzee.sweep(variants, executor=executor, path=args.path):
            print(f"{row['rules']:<14} {row['error'] or row['expected_score']}")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Stays: bench.sh prints with it.
"""Prints the medians of the last benchmark run, and the important ratios.

Reads the results of criterion in target/criterion. The floor is measured in the same run as the kernel: only additions and maxima on lanes in cache, as
many as the hold lattice needs for the measured rows.
"""

import json
import sys

from workspace import TARGET



def medians():
    """Name -> (median, lower, upper), in nanoseconds."""
    found = {}
    for path in sorted((TARGET / "criterion").glob("**/new/estimates.json")):
        name = json.loads((path.parent / "benchmark.json").read_text())["full_id"]
        median = json.loads(path.read_text())["median"]
        interval = median["confidence_interval"]
        found[name] = (median["point_estimate"], interval["lower_bound"], interval["upper_bound"])
    return found


def in_units(nanoseconds):
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.3g} {unit}"
    return f"{nanoseconds:.3g} ns"


def main():
    found = medians()
    if not found:
        sys.exit("no benchmark results: run scripts/bench.sh")
    print("\n| benchmark | median | 95 % of medians |\n|---|--:|--:|")
    for name, (median, lower, upper) in found.items():
        print(f"| {name} | {in_units(median)} | {in_units(lower)} to {in_units(upper)} |")
    ratios = [(f"kernel over its floor, {width}", f"kernel/rows/{width}", f"kernel/floor/{width}") for width in ("widest", "avx2", "baseline")]
    ratios += [(f"one thread over two, {rules}", f"solve/{rules}/1", f"solve/{rules}/2") for rules in ("hasbro", "kniffel", "yatzy")]
    print("\n| ratio | |\n|---|--:|")
    for title, above, below in ratios:
        if above in found and below in found:
            print(f"| {title} | {found[above][0] / found[below][0]:.2f} |")


if __name__ == "__main__":
    main()

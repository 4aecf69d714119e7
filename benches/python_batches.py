#!/usr/bin/env python3
"""Measures the values of `hasbro` in Python: of every action of many random positions, of many states, and of one position at a time. It compares this
package with yatzy-solver, in one run, in turns. With --sizes it measures batches of few and of many positions instead.

Needs both packages and numpy: `pip install ./python yatzy-solver==1.0.0`. It asserts that both find the same values. The figures are positions per second
of wall-clock time and, in brackets, of processor time, which does not depend on other load of the machine.
"""

import argparse
import os
import time

# The other package takes its number of threads from here; ours takes it in each call.
os.environ["RAYON_NUM_THREADS"] = "1"

import numpy as np
import yatzy_solver

import yahtzee


def random_positions(table, count, rng):
    """Random reachable states with random dice, as columns."""
    states = table.states()
    chosen = rng.choice(np.flatnonzero(states.filled != (1 << 13) - 1), count)
    return states.filled[chosen], states.upper_total[chosen], states.flag[chosen], rng.integers(1, 7, (count, 5), dtype=np.uint8)


def numbers_of_codes(variant, dice):
    """For each code of the other package the number of the action here, with these dice; -1 for dice that are not in the roll."""
    dice = sorted(dice)
    by_hold = {}
    for mask in range(31):
        by_hold.setdefault(" ".join(str(face) for die, face in enumerate(dice) if mask >> die & 1) or "-", mask)
    holds = [by_hold.get(variant.action_notation(code).removeprefix("keep "), -1) for code in range(13, variant.num_action_codes)]
    return np.array([*range(32, 45), *holds])


def assert_same_values(variant, ours, theirs, dice):
    codes, values, counts = theirs
    for row, (mine, of_roll) in enumerate(zip(ours, dice, strict=True)):
        numbers = numbers_of_codes(variant, of_roll)[codes[row, : counts[row]]]
        assert np.isfinite(mine).sum() == counts[row], row
        assert np.abs(mine[numbers] - values[row, : counts[row]]).max() < 1e-9, row


def timed(work, count):
    """Positions per second, by wall-clock and by processor time."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return np.array([count / (time.perf_counter() - clock), count / (time.process_time() - processor)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3, help="the median of so many is shown")
    parser.add_argument("--sizes", action="store_true", help="measure batches of positions of optimal play, of 64 to 1,000,000")
    arguments = parser.parse_args()
    count, rng = arguments.positions, np.random.default_rng(1)

    table = yahtzee.solve("hasbro")
    variant = yatzy_solver.Variant("american+forced-joker")
    other = yatzy_solver.Solver.build(variant)
    assert abs(table.expected_score - other.state_value("upper 0 | filled -")) < 1e-9
    if arguments.sizes:
        return measure_sizes(table, other, variant, arguments.rounds)
    filled, upper, flag, dice = random_positions(table, count, rng)
    of_other = (filled, upper.astype(np.uint16), flag, dice)
    out = np.empty((count, table.actions))

    print(f"{count:,} positions; positions a second, the median of {arguments.rounds} (by the time of the processor)")
    for rerolls in (0, 1, 2):
        left = np.full(count, rerolls, np.uint8)
        few = slice(0, 2000)
        theirs = other.option_values_batch(*(column[few] for column in of_other), left[few])
        ours = table.action_values(filled[few], upper[few], flag[few], dice[few], left[few])
        assert_same_values(variant, ours, theirs, dice[few])
        # Here each call returns a new array. A loop may pass `out` instead.
        kinds = {
            "yatzy-solver": lambda: other.option_values_batch(*of_other, left),
            "here, 1 thread": lambda: table.action_values(filled, upper, flag, dice, left, threads=1),
            "here, 1 thread, out": lambda: table.action_values(filled, upper, flag, dice, left, out=out, threads=1),
            "here, 2 threads, out": lambda: table.action_values(filled, upper, flag, dice, left, out=out, threads=2),
        }
        compare(f"{rerolls} rerolls left", kinds, arguments.rounds, count)

    assert np.abs(table.state_values(filled, upper, flag) - other.state_values(*of_other[:3])).max() < 1e-9
    values = np.empty(count)
    kinds = {
        "yatzy-solver": lambda: other.state_values(*of_other[:3]),
        "here": lambda: table.state_values(filled, upper, flag),
        "here, out": lambda: table.state_values(filled, upper, flag, out=values),
    }
    compare("states", kinds, 3 * arguments.rounds, count)

    # The second roll of a new game.
    situation, few = "dice 1 3 3 5 6 | rolls 2 | upper 0 | filled -", range(min(count, 2000))
    values = np.sort([value for _, value in other.option_values(situation)])[::-1]
    assert np.abs(values - table.advise("13356").values).max() < 1e-9
    kinds = {
        "yatzy-solver": lambda: [other.option_values(situation)[0] for _ in few],
        "here": lambda: [table.advise("13356").best for _ in few],
        "here, every option": lambda: [list(table.advise("13356")) for _ in few],
    }
    compare("one question", kinds, 3 * arguments.rounds, len(few))


def measure_sizes(table, other, variant, rounds):
    """Prints the values of every action of batches of positions of optimal play with two rerolls left, on one thread: the best rate by processor time."""
    columns = {name: [] for name in ("filled", "upper_total", "flag", "dice")}
    most = 1_000_000
    for batch in table.dataset(games=most // 13 + 1, seed=1):
        first = batch["rerolls_left"].to_numpy() == 2
        columns["filled"].append(batch["filled"].to_numpy()[first])
        columns["upper_total"].append(batch["upper_total"].to_numpy()[first])
        columns["flag"].append(batch["flag"].to_numpy(zero_copy_only=False)[first])
        columns["dice"].append(batch["dice"].flatten().to_numpy().reshape(-1, 5)[first])
    shuffled = np.random.default_rng(1).permutation(most)
    filled, upper, flag, dice = (np.concatenate(column)[shuffled] for column in columns.values())
    left, out = np.full(most, 2, np.uint8), np.empty((most, table.actions))
    few = slice(0, 2000)
    theirs = other.option_values_batch(filled[few], upper[few].astype(np.uint16), flag[few], dice[few], left[few])
    assert_same_values(variant, table.action_values(filled[few], upper[few], flag[few], dice[few], left[few]), theirs, dice[few])
    print("rows; millions of positions a second of processor time, the best: here, yatzy-solver, times")
    for size in (64, 256, 1024, 4096, 16_384, 65_536, most):
        batches = [slice(first, first + size) for first in range(0, min(most, max(20_000, size)) - size + 1, size)]

        def ours(batches=batches, size=size):
            for rows in batches:
                # A loop passes the same `out` again, which allocates nothing.
                table.action_values(filled[rows], upper[rows], flag[rows], dice[rows], left[rows], out=out[:size], threads=1)

        def peers(batches=batches):
            for rows in batches:
                other.option_values_batch(filled[rows], upper[rows].astype(np.uint16), flag[rows], dice[rows], left[rows])

        count = size * len(batches)
        # The best of more rounds where they are short.
        rates = alternately({"ours": ours, "peers": peers}, rounds * (5 if count < 100_000 else 1), count)
        mine, other_rate = (max(rate[1] for rate in rates[name]) / 1e6 for name in ("ours", "peers"))
        print(f"{size:9,}  {mine:6.3f}  {other_rate:6.3f}  {mine / other_rate:6.1f}", flush=True)


def compare(what, kinds, rounds, count):
    """Prints the rates of each kind of work, and their ratios to the first."""
    for work in kinds.values():
        work()
    rates = {name: np.median(rates, axis=0) for name, rates in alternately(kinds, rounds, count).items()}
    first = next(iter(rates.values()))
    for name, rate in rates.items():
        times = rate / first
        print(f"{what:14}  {name:21} {rate[0]:12,.0f} ({rate[1]:12,.0f})  {times[0]:6.1f} times ({times[1]:.1f})")


def alternately(kinds, rounds, count):
    """The rates of each kind of work, measured in turns."""
    rates = {name: [] for name in kinds}
    for _ in range(rounds):
        for name, work in kinds.items():
            rates[name].append(timed(work, count))
    return rates


if __name__ == "__main__":
    main()

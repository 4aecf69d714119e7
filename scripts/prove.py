#!/usr/bin/env python3
"""Proves every decision of games, lets the checker check each certificate, and prints the table of docs/trust.md, with the peak of memory of each
proof as a last column.

scripts/prove.py [--record] [RULES ...]: RULES are names or files, by default all built-in rule sets and those of docs/examples that can be proved: 40
minutes on two cores. --record writes the fingerprints of the games to solver/src/advise/proved.txt. Exits with status 1 if a game is not proved, or its
certificate is refused. The program is target/release/yahtzee-prove; a C compiler and GNU time are
needed."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from workspace import TARGET, TOP

PROGRAM = str(TARGET / "release/yahtzee-prove")
PROVED = TOP / "solver/src/advise/proved.txt"
# These save throws, have more states than the checker reads, or have several columns.
LEFT_OUT = {"yatzy-saved", "maxi-yatzy-saved", "extra-throws", "maxi-yatzy", "two-columns"}


def ran(*command):
    """The output of a command, its exit status, its last error, its peak of memory in bytes, and its seconds of processor time."""
    timed = ["/usr/bin/time", "--quiet", "--format", "%M %U", *command]
    done = subprocess.run(timed, cwd=TOP, capture_output=True, text=True, check=False)
    *errors, costs = done.stderr.splitlines()
    peak, seconds = costs.split()
    return done.stdout, done.returncode, errors[-1] if errors else "", int(peak) * 1024, float(seconds)


def all_games():
    files = [path for folder in ("solver/rules/rules", "docs/examples") for path in sorted((TOP / folder).glob("*.toml"))]
    return [str(path.relative_to(TOP)) for path in files if path.stem not in LEFT_OUT]


def in_bytes(count):
    return f"{count / 1e6:.0f} MB" if count >= 1e7 else f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.0f} kB"


def in_seconds(seconds):
    return f"{seconds:.0f} s" if seconds >= 1 else "under 1 s"


def prove(rules, checker, folder):
    """The row of a game in the table, and its fingerprint and name if it is proved; otherwise what is wrong, and an empty line."""
    certificate, plain_rules = folder / "certificate", folder / "rules"
    plain, status, error, *_ = ran(PROGRAM, "certify", "--rules", rules, "--plain-rules")
    if status:
        return error, ""
    plain_rules.write_text(plain)
    output, status, error, peak, proving = ran(PROGRAM, "certify", "--rules", rules, "--output", certificate, "--json")
    if status:
        return error, ""
    proof = json.loads(output)
    said, status, _, _, checking = ran(checker, certificate, plain_rules)
    if status:
        return f"{rules}: {said.strip()}", ""
    gap = f"{proof['gap']:.1e}".replace("e-0", "e-")
    counts = [f"{proof[field]:,}" for field in ("states", "decisions", "ties")]
    cells = [f"`{Path(rules).stem}`", *counts, gap, in_bytes(proof["bytes"]), in_seconds(proving), in_seconds(checking), in_bytes(peak)]
    return f"| {' | '.join(cells)} |", f"{proof['fingerprint']} {proof['rules']}" if proof["proved"] else ""


def record(found):
    """Adds a game to the list, in place of one of this name."""
    kept = [line for line in PROVED.read_text().splitlines() if line.split()[1] != found.split()[1]]
    PROVED.write_text("".join(f"{line}\n" for line in sorted([*kept, found], key=lambda line: line.split()[1])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checker = folder / "check"
        subprocess.run([os.environ.get("CC", "cc"), "-O2", "-o", checker, TOP / "checker/check.c"], check=True)
        for rules in arguments.rules or all_games():
            row, proved = prove(rules, checker, folder)
            print(row, flush=True)
            if proved and arguments.record:
                record(proved)
            wrong += not proved
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Stays: it compares with published figures; build-tables.sh calls it.
"""Solves the rule sets of tables/reference.toml with `yahtzee solve --json`, and compares their expected scores with the manifest.

Exits with status 1 if any differs. Needs Python 3.11 (for tomllib) and no packages.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from decimal import Decimal
from pathlib import Path

from workspace import TARGET, TOP


def solve(yahtzee: Path, rules: str, tables: Path) -> dict:
    path = TOP / rules
    name = str(path) if path.suffix == ".toml" else rules
    command = [str(yahtzee), "solve", "--rules", name, "--tables", str(tables), "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit status {done.returncode}")
    return json.loads(done.stdout, parse_float=Decimal)


def differences(found: Decimal, reference: dict) -> list[str]:
    wrong = []
    computed = reference["computed"]
    if abs(found - computed) > Decimal("1e-9"):
        wrong.append(f"the manifest says {computed}")
    published = reference.get("published")
    if published is not None:
        # Compare as many digits as were published.
        unit = Decimal(1).scaleb(published.as_tuple().exponent)
        if abs(found - published) > unit / 2 + Decimal("1e-9"):
            wrong.append(f"published is {published} ({reference['source']})")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--yahtzee", type=Path, default=TARGET / "release/yahtzee", help="the program to check")
    parser.add_argument("--tables", type=Path, help="keep the tables in this folder (default: a temporary one)")
    parser.add_argument("--large", action="store_true", help="also those that take half a minute each")
    options = parser.parse_args()
    manifest = tomllib.loads((TOP / "tables/reference.toml").read_text(), parse_float=Decimal)
    failures = 0
    with tempfile.TemporaryDirectory() as temporary:
        tables = options.tables.resolve() if options.tables else Path(temporary)
        for reference in manifest["reference"]:
            if reference.get("large") and not options.large:
                print(f"{reference['rules']:32} left out: --large solves it too")
                continue
            answer = solve(options.yahtzee, reference["rules"], tables)
            wrong = differences(answer["expected_score"], reference)
            failures += bool(wrong)
            verdict = "; ".join(wrong) if wrong else "as published" if "published" in reference else "as before"
            print(f"{reference['rules']:32} {answer['expected_score']:.12f}  {answer['states']:>9} states  {verdict}")
    if failures:
        sys.exit(f"{failures} expected scores are not what they should be")


if __name__ == "__main__":
    main()

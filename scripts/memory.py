#!/usr/bin/env python3
# Stays: docs/trust.md has its figures about memory from here; deep.sh runs it.
"""Measures the memory of commands under limits, and writes a table of it: each peak must be below its limit.

scripts/memory.py [--quick]: --quick leaves out commands that take minutes. The program is the one named by YAHTZEE, or target/release/yahtzee. Tables are
kept in a separate folder, which is removed at the end; solved objectives are removed before each run, so that each run does all of its work."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from workspace import TARGET

# The commands, each with its limits in MB, and whether it takes minutes.
COMMANDS = [
    ("value", [8, 20], False),
    ("solve --rules hasbro", [8, 20], False),
    ("solve --rules maxi-yatzy", [250, 400], True),
    ("advise 13356 --target 250", [100, 146, 250], False),
    ("value --against new", [300, 353, 450, 600], False),
    ("value --against new --rules yatzy", [300, 500, 800], True),
    ("advise 13356 --card 1s=3,2s=6,3s=9,4s=12,5s=15,3k=20,4k=20 --against 1s=3,2s=6,3s=9,4s=12,5s=15,3k=25", [25, 30, 60], False),
    ("targets --card ones=3 --rules yacht-dice", [50, 500], False),
    ("targets --rules maxi-yatzy", [300, 1000], True),
    ("simulate --player win --against optimal -n 100", [4, 30, 300], False),
    ("simulate --player win --against optimal -n 100 --rules yatzy", [30, 200, 500], True),
    ("simulate --player win --against optimal -n 100 --rules maxi-yatzy", [300, 500, 1000], True),
    ("stats", [60, 110, 300], False),
    ("stats --rules maxi-yatzy", [2000], True),
    ("value --rules many.toml", [20, 80], False),
    ("odds --rules many.toml", [20, 80], False),
    ("stats --rules many.toml", [20, 80, 200], False),
    ("evaluate greedy --rules many.toml", [20, 80, 200], False),
    ("evaluate greedy --rules thrown.toml", [30, 200], False),
    ("evaluate random --rules many.toml", [80, 300], True),
    ("evaluate greedy --rules more.toml", [20, 200], False),
    ("targets --rules many.toml", [20, 80, 200], True),
    ("table export --policy --rules many.toml", [20, 100, 200], False),
    ("review bars.txt", [20, 6000], False),
    ("review digits.txt", [20, 6000], False),
    ("review lines.txt", [20, 6000], False),
    ("quiz --from lines.txt", [20], False),
    ("review back.txt", [20, 400], False),
    ("rules show dots.toml", [20, 300], False),
]


def many_rolls(name, dice, sides, rolls=3):
    """A small game with tens of thousands of rolls."""
    return (
        f'name = "{name}"\ndice = {dice}\nsides = {sides}\nrolls = {rolls}\n[[upper]]\nface = 1\nname = "ones"\n'
        '[[lower]]\nname = "pair"\ngroups = [2]\npoints = "those-dice"\n'
    )


# The files that the commands name.
FILES = {
    "many.toml": many_rolls("many", 5, 20),
    "thrown.toml": many_rolls("thrown", 5, 20, 8),
    "more.toml": many_rolls("more", 7, 12),
    "bars.txt": "|" * 15_900_000,
    "digits.txt": "1" * 15_900_000,
    "lines.txt": "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n" + "\n" * 15_900_000 + "#! end\n",
    "back.txt": "#! yahtzee play 1\n#! dice: table\n#! player: ann\nrules: hasbro\n" + "#< turn 1: 11666: hold 6\n" * 9_999 + "#! end\n",
    "dots.toml": "".join(f"{number:x}.a.b.c.d.e.f.g=1\n" for number in range(45_000)),
}


def run(program, command, limit, tables):
    """Runs a command, and returns its status, its peak of memory in bytes, its seconds and its last error."""
    for kept in [*tables.glob("*.utility-*.yzt"), *tables.glob("*.statistics-*.yzt")]:
        kept.unlink()
    # A child of this program would begin with the memory of Python, so another program starts it.
    options = ["--memory", f"{limit}MB", "--threads", "2", "--tables", tables]
    args = ["/usr/bin/time", "--quiet", "--format", "%M %e", program, *command.split(), *options]
    ran = subprocess.run(args, cwd=tables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    *lines, measured = ran.stderr.splitlines()
    kilobytes, seconds = measured.split()
    return ran.returncode, int(kilobytes) * 1024, float(seconds), lines[-1] if lines else ""


def main():
    program = Path(os.environ.get("YAHTZEE", TARGET / "release/yahtzee")).resolve()
    wrong = 0
    print("| command | limit | peak | | |")
    print("|---|--:|--:|--:|---|")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        for command, limits, is_long in COMMANDS:
            if is_long and "--quick" in sys.argv:
                continue
            rules = command.partition("--rules ")[2] or "hasbro"
            subprocess.run([program, "solve", "--rules", rules, "--tables", folder], cwd=folder, stdout=subprocess.DEVNULL, check=True)
            for limit in limits:
                status, peak, seconds, error = run(program, command, limit, Path(folder))
                said = "answered" if status == 0 else "refused: " + error.removeprefix("error: ").split(":")[0]
                fault = status not in (0, 1, 2) or peak > limit * 1e6 and not is_refused_small(status, peak)
                wrong += fault
                print(f"| `{command}` | {limit} MB | {peak / 1e6:.0f} MB | {seconds:.1f} s | {'WRONG, ' if fault else ''}{said} |", flush=True)
    sys.exit(1 if wrong else 0)


def is_refused_small(status, peak):
    """Whether the program refused, using only its own memory: no limit can be below that."""
    return status > 0 and peak < 12e6


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# Stays: check-python.sh needs it to test without building a wheel.
"""Prints what the Python package needs with an extra, such as 'test': a requirement on each line. Needs Python 3.11 (for tomllib)."""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "python/pyproject.toml").read_text())["project"]


def needs(extra):
    """The requirements of an extra, with those of the extras that it names."""
    for requirement in PROJECT["optional-dependencies"][extra]:
        own = re.fullmatch(r"yahtzee\[(.*)]", requirement)
        if own:
            for other in own[1].split(","):
                yield from needs(other)
        else:
            yield requirement


if __name__ == "__main__":
    print("\n".join([*PROJECT["dependencies"], *needs(sys.argv[1])]))

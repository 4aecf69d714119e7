#!/usr/bin/env python3
"""Writes the notebooks of the examples from their scripts, which are divided into cells by `# %%`; --check reports whether they are up to date."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def cell(kind: str, text: str, number: int) -> dict[str, object]:
    """A cell of a notebook."""
    lines = text.strip("\n").splitlines(keepends=True)
    if kind == "markdown":
        return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": [re.sub("^# ?", "", line) for line in lines]}
    return {"cell_type": kind, "execution_count": None, "id": f"cell-{number}", "metadata": {}, "outputs": [], "source": lines}


def notebook(script: Path) -> str:
    """The notebook of a script."""
    parts = re.split(r"^# %%( \[markdown\])?\n", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
    cells = [cell("markdown" if kind else "code", text, number) for number, (kind, text) in enumerate(zip(parts[1::2], parts[2::2], strict=True))]
    whole = {"cells": cells, "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1) + "\n"


def scripts() -> list[Path]:
    """The scripts that have notebooks."""
    return sorted(path for path in FOLDER.glob("*.py") if path.read_text(encoding="utf-8").startswith("# %%"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Writes the notebooks of the examples from their scripts.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a notebook is out of date")
    args = parser.parse_args()
    for script in scripts():
        path, text = script.with_suffix(".ipynb"), notebook(script)
        if args.check and (not path.exists() or path.read_text(encoding="utf-8") != text):
            sys.exit(f"{path.name} is out of date: run examples/notebooks.py")
        if not args.check:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

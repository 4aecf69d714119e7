#!/usr/bin/env python3
"""Writes the notebooks of the examples, with their outputs, from their scripts, which are divided into cells by `# %%`; --check reports whether they are up
to date."""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def cell(kind: str, text: str, number: int) -> dict[str, object]:
    """A cell of a notebook."""
    lines = text.strip("\n").splitlines(keepends=True)
    if kind == "markdown":
        return {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": [re.sub("^# ?", "", line) for line in lines]}
    return {"cell_type": kind, "execution_count": None, "id": f"cell-{number}", "metadata": {}, "outputs": [], "source": lines}


def notebook(script: Path) -> dict[str, Any]:
    """The notebook of a script, not run yet."""
    parts = re.split(r"^# %%( \[markdown\])?\n", script.read_text(encoding="utf-8"), flags=re.MULTILINE)
    cells = [cell("markdown" if kind else "code", text, number) for number, (kind, text) in enumerate(zip(parts[1::2], parts[2::2], strict=True))]
    return {"cells": cells, "metadata": {"kernelspec": KERNEL, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}


def run(script: Path) -> str:
    """The notebook with its outputs."""
    nbclient, nbformat = (importlib.import_module(name) for name in ("nbclient", "nbformat"))
    made = nbformat.reads(json.dumps(notebook(script)), as_version=4)
    nbclient.NotebookClient(made, timeout=600, record_timing=False, resources={"metadata": {"path": str(FOLDER)}}).execute()
    made.metadata.language_info = {"name": "python"}
    return f"{nbformat.writes(made)}\n"


def sources(cells: list[dict[str, Any]]) -> list[str]:
    """The texts of cells."""
    return ["".join(each["source"]) for each in cells]


def scripts() -> list[Path]:
    """The scripts that have notebooks."""
    return sorted(path for path in FOLDER.glob("*.py") if path.read_text(encoding="utf-8").startswith("# %%"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs the scripts of the examples as notebooks, and writes these with their outputs.")
    parser.add_argument("--check", action="store_true", help="run and write nothing; fail if a notebook has another text than its script, or no outputs")
    args = parser.parse_args()
    for script in scripts():
        path = script.with_suffix(".ipynb")
        if not args.check:
            path.write_text(run(script), encoding="utf-8")
            continue
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        if sources(cells) != sources(notebook(script)["cells"]) or not any(each.get("outputs") for each in cells):
            sys.exit(f"{path.name} is out of date: run examples/notebooks.py")


if __name__ == "__main__":
    main()

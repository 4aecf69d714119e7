#!/usr/bin/env bash
# Builds the reference of the Python package from its docstrings, as HTML with a search: in target/python-reference, or in the named folder.
# Needs Rust and Python 3.10 with venv.
set -euo pipefail
site=$(realpath -m "${1:-$(dirname "$0")/../target/python-reference}")
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"${PYTHON:-python3}" -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check './python[gym]' 'pdoc>=15'
# `yahtzee.sb3` is left out: reading its docstrings needs an installed Stable-Baselines3.
cd "$folder"
# It warns of each type that occurs only in hints.
PYTHONWARNINGS=ignore venv/bin/pdoc --output-directory "$site" yahtzee yahtzee.results yahtzee.training yahtzee.gym
echo "$site/index.html"

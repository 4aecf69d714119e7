#!/usr/bin/env bash
# Stays: tables/README.md names it; deep.sh compares all games with the published figures by it.
# Solves the rule sets of tables/reference.toml into tables/ (or the named folder), and checks the expected scores.
# A further argument, --large, also solves the ones that take half a minute each.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet --bin yahtzee
exec python3 scripts/check-reference.py --tables "${1:-tables}" "${@:2}"

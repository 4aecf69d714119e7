#!/usr/bin/env bash
# Solves every rule set of tables/reference.toml into tables/ (or the folder named), and checks the expected scores.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo build --release --quiet --bin yahtzee
exec python3 scripts/check-reference.py --tables "${1:-tables}"

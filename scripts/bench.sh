#!/usr/bin/env bash
# Stays: docs/performance.md has its figures from here.
# Runs the benchmarks and prints a table of medians and ratios. Use a quiet machine; it takes about five minutes, including the build.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench -p benches -- --noplot "$@"
python3 scripts/bench_ratios.py

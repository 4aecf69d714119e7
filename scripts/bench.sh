#!/usr/bin/env bash
# Runs the benchmarks and prints what they say as a table of medians and ratios. On a quiet machine; takes about five minutes, with the build.
set -euo pipefail
cd "$(dirname "$0")/.."
cargo bench -p benches -- --noplot "$@"
python3 scripts/bench_ratios.py

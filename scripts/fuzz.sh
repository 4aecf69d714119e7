#!/bin/sh
# Runs each fuzz target for a minute, or for this many seconds: scripts/fuzz.sh [SECONDS] [TARGET…]
# A target that fails prints its input.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- dice cards games rule_sets tables questions

# The profile for tests: overflow and debug assertions are checked.
cargo build --quiet --package advisor-cli
cargo test --quiet --package yahtzee-fuzz --no-run
YAHTZEE=${YAHTZEE:-$(realpath "${CARGO_TARGET_DIR:-target}")/debug/yahtzee}
export YAHTZEE
for target in "$@"; do
    echo "$target: $seconds s"
    BOLERO_RANDOM_ITERATIONS=4294967295 BOLERO_RANDOM_TEST_TIME_MS=$((seconds * 1000)) \
        cargo test --quiet --package yahtzee-fuzz --test targets -- --include-ignored --exact "$target" --nocapture
done

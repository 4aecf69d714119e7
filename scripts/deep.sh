#!/usr/bin/env bash
# Stays: all that takes too long for the gate, before a release.
# The deep tests, of which the gate has smaller versions: more random rule sets and inputs, large games, long examples, fuzzing, kills. Prints the
# time of each step. Run it before a release, and after a change of the solver or of code that reads input. Needs everything that the gate needs, a
# C++ compiler for libFuzzer, 6 GB of memory, and 10 GB on the disk. scripts/deep.sh [SECONDS]: the time for each fuzz target (60).
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
    printf '== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '   %d s\n' $((SECONDS - start))
}

# Random cases of a test. Tests that set their own number are not affected.
export PROPTEST_CASES=1000
# Other cases each time. A printed seed draws its cases again.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-$(od -An -N7 -tu8 /dev/urandom | tr -d ' ')}
echo "PROPTEST_RNG_SEED=$PROPTEST_RNG_SEED"
# The checker of certificates, in C. It frees no memory.
export CHECKER_FLAGS="-fsanitize=address,undefined -fno-sanitize-recover=all" ASAN_OPTIONS=detect_leaks=0
# All tests, with those that the gate ignores and with all features of the program. Three of the ignored ones are started by other tests or scripts.
step cargo test --release --workspace --all-features -- --include-ignored --skip save_for_ever --skip service --skip assistant
# Missing targets are installed; if that fails, this fails.
step rustup target add wasm32-unknown-unknown x86_64-pc-windows-gnu
step cargo check --workspace --target x86_64-pc-windows-gnu
# The program without its features, and each feature alone. The gate checks the program with all of them, and tests it with none.
step cargo clippy --workspace --all-targets -- -D warnings
features=$(scripts/workspace.py features)
while read -r crate feature; do
    step cargo check -p "$crate" --no-default-features --features "$feature"
done <<<"$features"
# The libraries without their features, here and in a browser.
for library in $(scripts/workspace.py libraries); do
    step cargo check -p "$library" --no-default-features --target wasm32-unknown-unknown
    step cargo check -p "$library" --no-default-features --all-targets
done
for library in $(scripts/workspace.py libraries-with-features); do
    step cargo test -p "$library" --no-default-features --lib
done
step scripts/test-wasm.sh
# In the browser that people have.
step env DEEP=1 CHROMIUM=/usr/bin/chromium scripts/check-web.sh
step env PACKAGE=./python PYTEST_ADDOPTS="-m ''" PYTHON_TESTS_SECONDS=2400 scripts/check-python.sh
step cargo build --release -p advisor-cli
# Ends with an error if an expected score differs from tables/reference.toml.
step target/release/yahtzee solve --all --tables tables
step scripts/kills.py
step scripts/memory.py --quick
step scripts/fuzz.sh "${1:-60}"
printf '\nall right (%d s)\n' "$SECONDS"

#!/usr/bin/env bash
# Stays: the kernel is tested in wasm only here; deep.sh runs it.
# Runs the kernel and its naive counterpart inside wasm with simd128, in Node. Not a step of the gate: Node may crash at its end after so long a run,
# although every test has passed.
set -euo pipefail
cd "$(dirname "$0")/.."
rustup target add wasm32-wasip1
cargo test -p yahtzee-solver --no-default-features --target wasm32-wasip1 --test all -- definition::

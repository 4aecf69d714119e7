#!/usr/bin/env bash
# Runs the tests of the program's commands with the static program, built as for an archive: scripts/release/test-binary.sh [TEST...].
source "$(dirname "$0")/env.sh"
as_for_archives=(--locked --profile dist -p advisor-cli --features "$features" --target x86_64-unknown-linux-musl)
# The tests start it.
cargo build "${as_for_archives[@]}" --example test-bot
cargo test "${as_for_archives[@]}" --test all -- "$@"

#!/usr/bin/env bash
# Stays: SECURITY.md promises the same bytes from two builds.
# Builds the archive of a target twice, from two clones in different folders, and compares the bytes: scripts/release/reproduce.sh [TARGET].
source "$(dirname "$0")/env.sh"
target=${1:-x86_64-unknown-linux-musl}
unset RUSTFLAGS CARGO_TARGET_DIR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for clone in one another/below; do
    git clone --quiet . "$work/$clone"
    DIST=$work/out-${clone%%/*} "$work/$clone/scripts/release/binary.sh" "$target"
    rm -rf "${work:?}/$clone/target"
done
for file in "$work"/out-one/*; do
    cmp "$file" "$work/out-another/$(basename "$file")"
done
echo "two builds of $(git rev-parse --short HEAD) are the same to the last byte"

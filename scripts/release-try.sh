#!/usr/bin/env bash
# Stays: the one command that builds and tries every artefact.
# Builds every artefact of a release that this machine can build, and tries each like a new user (RELEASING.md). Takes an hour on two cores. Needs
# everything that the gate needs, and on Debian: apt-get install gcc-mingw-w64-x86-64 wine64 qemu-user-static.
source "$(dirname "$0")/release/env.sh"
unset RUSTFLAGS
scripts=scripts/release
step $scripts/crates.sh
for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl x86_64-pc-windows-gnu; do
    step $scripts/binary.sh $target
    step $scripts/try-binary.sh $target
done
# The tests of the program's commands, with the static program. They start the bot.
as_for_archives=(--locked --profile dist -p advisor-cli --features "$features" --target x86_64-unknown-linux-musl)
step cargo build "${as_for_archives[@]}" --example test-bot
step cargo test "${as_for_archives[@]}" --test all
step $scripts/reproduce.sh
for kind in sdist musllinux manylinux; do
    step $scripts/wheels.sh $kind
done
PACKAGE=$(echo "$dist"/*-manylinux*.whl) step scripts/check-python.sh
step $scripts/npm.sh
step scripts/web.sh
printf '\nall right (%d s)\n' "$SECONDS"

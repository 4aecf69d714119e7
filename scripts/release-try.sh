#!/usr/bin/env bash
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
step $scripts/test-binary.sh
step $scripts/reproduce.sh
python3 -m venv "$target_dir/mcp-client"
"$target_dir/mcp-client/bin/pip" install --quiet mcp==2.3.0
step "$target_dir/mcp-client/bin/python" $scripts/mcp_client.py "$target_dir/x86_64-unknown-linux-musl/dist/yahtzee"
for kind in sdist musllinux manylinux; do
    step $scripts/wheels.sh $kind
done
PACKAGE=$(echo "$dist"/*-manylinux*.whl) step scripts/check-python.sh
step $scripts/npm.sh
step scripts/web.sh
step scripts/site.sh
printf '\nall right (%d s)\n' "$SECONDS"

#!/usr/bin/env bash
# Draws the pictures of `yahtzee play` for docs/; with --all DIR, every scene in each size and look, into a folder.
# Needs Python with venv, and the font DejaVu Sans Mono (Debian: fonts-dejavu-core).
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
venv=$target/screens/venv
cargo build --release --quiet --manifest-path "$root/Cargo.toml" --package advisor-cli
[[ -x $venv/bin/python ]] || python3 -m venv "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check pyte==0.8.2 wcwidth==0.9.4 pillow==13.0.0
exec "$venv/bin/python" "$root/scripts/screens.py" "$target/release/yahtzee" "$@"

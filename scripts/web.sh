#!/usr/bin/env bash
# Stays: users and pages.yml build the page by it.
# Builds the page: web/dist/site for a host, and web/dist/yahtzee.html, one file that works from a disk. Needs Rust with
# rustup, Node 20.19, and wasm-split (apt-get install binaryen).
set -euo pipefail
cd "$(dirname "$0")/.."
rustup target add wasm32-unknown-unknown
npm --prefix web ci --no-audit --no-fund
npm --prefix web run build

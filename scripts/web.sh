#!/usr/bin/env bash
# Builds the page: web/dist/site for a host, and web/dist/yahtzee.html, one file that works from a disk. Needs Rust with rustup, and Node 20.19.
set -euo pipefail
cd "$(dirname "$0")/.."
rustup target add wasm32-unknown-unknown
npm --prefix web ci --no-audit --no-fund
npm --prefix web run build

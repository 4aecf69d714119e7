#!/usr/bin/env bash
# Stays: the gate tests the page by it.
# Builds and tests the page, for the gate: check-web.sh [build|test], by default both. Without Node it reports that the page is skipped; in CI ($CI is set)
# that is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "THE PAGE IS LEFT OUT: there is no Node here (20.19 or later is needed to build and test web/)"
    [[ -z ${CI:-} ]] || exit 1
    exit 0
fi
# The shell of Chromium without a window takes half of the processor time of the whole browser.
chromium=${CHROMIUM:-/usr/bin/chromium-headless-shell}
if [[ ! -x $chromium ]]; then
    echo "Chromium is missing: installing it (apt-get install ${chromium##*/})"
    apt-get update -qq && apt-get install -y -qq "${chromium##*/}" >/dev/null || echo "THE TESTS IN A BROWSER ARE LEFT OUT: Chromium cannot be installed here"
fi
if ! command -v wasm-split >/dev/null; then
    echo "wasm-split is missing: installing it (apt-get install binaryen)"
    apt-get update -qq && apt-get install -y -qq binaryen >/dev/null
fi
export CHROMIUM=$chromium PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1
if [[ ${1:-build} == build ]]; then
    scripts/web.sh
    npm --prefix web run check
fi
if [[ ${1:-test} == test && -x $chromium ]]; then
    # The program whose answers are compared with the page's.
    if [[ -z ${YAHTZEE:-} ]]; then
        cargo build -p advisor-cli
        export YAHTZEE=${CARGO_TARGET_DIR:-$PWD/target}/debug/yahtzee
    fi
    npm --prefix web test
fi

#!/usr/bin/env bash
# Stays: a first verdict on a change in minutes.
# A first verdict on a change: format, one clippy, the tests of the crates that the change touches, and all recorded questions to the program. The change is
# what differs from a commit: scripts/quick.sh [COMMIT], by default the last one. `.ci/run` checks everything, with the page and the package.
set -euo pipefail
cd "$(dirname "$0")/.."
export INSTA_UPDATE=no CARGO_TERM_QUIET=true CARGO_INCREMENTAL=1

step() {
    printf '== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '   %d s\n' $((SECONDS - start))
}

step cargo fmt --all --check
programs=$(mktemp) said=$(mktemp)
trap 'rm -f "$programs" "$said"' EXIT
find_tests() { scripts/workspace.py test-touched "$1" >"$programs"; }
run_tests() {
    while read -r folder program names; do
        # shellcheck disable=SC2086
        (cd "$folder" && CARGO_MANIFEST_DIR=$folder step "$program" --quiet $names)
    done <"$programs"
}
step find_tests "${1:-HEAD}"
# Clippy seldom uses all cores, so the tests run meanwhile.
run_tests >"$said" 2>&1 &
step cargo clippy --workspace --all-targets --all-features -- -D warnings
failed=0
wait $! || failed=$?
cat "$said"
((failed == 0))
[[ -s $programs ]] || echo "no crate differs from ${1:-HEAD}: no test was run. scripts/quick.sh COMMIT compares with an older commit"
printf '\nall right (%d s). The page, the package, the examples of the documentation and most tests of crates that use the changed ones were not run\n' "$SECONDS"

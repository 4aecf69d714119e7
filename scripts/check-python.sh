#!/usr/bin/env bash
# Stays: the gate and wheels.yml test the package by it.
# Tests the Python package, for the gate, in a fresh virtual environment. With PACKAGE (a wheel, or ./python) it installs that; without, it tests the library as
# built for the other tests, which takes a minute instead of five. Without Python 3.11 it reports that the package is skipped; in CI ($CI is set) that is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

python=${PYTHON:-python3}
if ! "$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "THE PYTHON PACKAGE IS LEFT OUT: there is no Python 3.11 or later with venv here (set \$PYTHON to one)"
    [[ -z ${CI:-} ]] || exit 1
    exit 0
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$python" -m venv "$folder/venv"
venv=$folder/venv/bin
# What the tests import is compiled then: pip would compile all.
install() { "$venv/pip" install --quiet --disable-pip-version-check --no-compile "$@"; }
if [[ -n ${PACKAGE:-} ]]; then
    install "$PACKAGE[test]"
else
    # With the tests, so that the library has the features that all crates have together, and nothing else is built again.
    cargo build --workspace --lib --tests
    "$venv/python" scripts/python-needs.py test >"$folder/needs.txt"
    install --requirement "$folder/needs.txt"
    site=$("$venv/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    cp -r python/yahtzee "$site"
    cp "${CARGO_TARGET_DIR:-target}/debug/lib_native.so" "$site/yahtzee/_native.abi3.so"
fi
# The program whose answers are compared with the package's.
if [[ -z ${YAHTZEE:-} ]]; then
    cargo build -p advisor-cli
    export YAHTZEE=${CARGO_TARGET_DIR:-$PWD/target}/debug/yahtzee
fi
# The tests find the questions of all front ends and the examples of rules as in the source tree.
mkdir "$folder/python" "$folder/dialogue" "$folder/docs"
cp -r python/yahtzee python/tests python/examples python/README.md python/pyproject.toml "$folder/python"
cp -r dialogue/front-ends "$folder/dialogue"
cp -r docs/examples "$folder/docs"
cd "$folder/python"
# The tests check the README and the examples with mypy too, and find here what it knows of other packages.
export MYPY_CACHE_DIR=$folder/mypy
../venv/bin/mypy --strict --package yahtzee
# The tests include the doctests, and mypy and pyright on the README and the examples.
CI=1 timeout "${PYTHON_TESTS_SECONDS:-1200}" ../venv/bin/pytest --quiet --durations=10

#!/usr/bin/env bash
# Stays: wheels.yml makes the wheels by it.
# Builds a wheel or the source distribution of the Python package: scripts/release/wheels.sh manylinux|musllinux|native|sdist. One wheel supports all
# versions of Python from 3.10 on. zig links the wheels for Linux against an old C library, so that they run on older systems. Then the file is
# checked. Needs Python 3.10 with venv, and a network for the tools. `PACKAGE=FILE scripts/check-python.sh` runs the tests with it.
source "$(dirname "$0")/env.sh"
kind=${1:-manylinux}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${PYTHON:-python3}" -m venv "$work/venv"
bin=$work/venv/bin
[[ -d $bin ]] || bin=$work/venv/Scripts
export PATH=$bin:$PATH
pip install --quiet --disable-pip-version-check maturin==1.16.0 ziglang==0.15.2 twine==7.0.0 abi3audit==0.0.26
cd python
case $kind in
manylinux) maturin build --locked --release --zig --compatibility manylinux_2_17 --target "$(uname -m)-unknown-linux-gnu" --out "$work/out" ;;
musllinux)
    rustup --quiet target add "$(uname -m)-unknown-linux-musl"
    # A library for Python is linked to the C library of the system, and by zig, not by the linker of the static programs.
    unset CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER
    RUSTFLAGS="$RUSTFLAGS -C target-feature=-crt-static" maturin build --locked --release --zig --compatibility musllinux_1_2 \
        --target "$(uname -m)-unknown-linux-musl" --out "$work/out"
    ;;
native) maturin build --locked --release --out "$work/out" ;;
sdist) maturin sdist --out "$work/out" ;;
*)
    echo "error: scripts/release/wheels.sh manylinux|musllinux|native|sdist" >&2
    exit 2
    ;;
esac
cd ..
twine check --strict "$work"/out/*
for wheel in "$work"/out/*.whl; do
    [[ -e $wheel ]] || continue
    abi3audit --strict "$wheel"
    python -m zipfile -l "$wheel" | grep -q 'licenses/LICENSE'
done
cp "$work"/out/* "$dist"
for file in "$work"/out/*; do
    printf '%s: %d bytes\n' "$(basename "$file")" "$(wc -c <"$file")"
done

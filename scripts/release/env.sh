# Stays: the settings that make two builds the same, for all scripts of this folder.
# Sourced by the scripts of this folder: the paths, and the settings that make two builds the same.
# shellcheck shell=bash disable=SC2034
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$top"
version=$(scripts/check-release.py --print version)
target_dir=${CARGO_TARGET_DIR:-$top/target}
# The folder of the artefacts.
dist=${DIST:-$target_dir/dist-files}
# The features of the program in the archives.
features=mcp
mkdir -p "$dist"

# The artefacts contain no path of this machine, and have the time of the commit.
flags="--remap-path-prefix=$top=yahtzee --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export RUSTFLAGS="$flags --remap-path-prefix=$(rustc --print sysroot)=rust ${RUSTFLAGS:-}"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
# The linker of the toolchain: a static program needs nothing of the system, at run time or build time.
export CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld
# The runners for programs of other machines (apt-get install qemu-user-static wine64).
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_RUNNER=qemu-aarch64-static

step() {
    printf '== %s\n' "$*"
    local start=$SECONDS
    "$@"
    printf '   %d s\n' $((SECONDS - start))
}

# A program built by cargo for a target: yahtzee, or the one named after it.
program_of() {
    local exe=''
    [[ $1 == *-windows-* ]] && exe=.exe
    echo "$target_dir/$1/dist/${2:-yahtzee}$exe"
}

# Builds both programs for a target. The symbols are stripped here: Cargo does not strip a package that has its own settings in a profile.
build() {
    local last=(-C strip=symbols)
    # Without this, the file would contain the build time.
    [[ $1 == *-windows-gnu ]] && last+=(-C link-arg=-Wl,--no-insert-timestamp)
    rustup --quiet target add "$1" 2>/dev/null || rustup target add "$1"
    cargo rustc --locked --profile dist -p advisor-cli --bin yahtzee --features "$features" --target "$1" -- "${last[@]}"
    cargo rustc --locked --profile dist -p yahtzee-proofs --bin yahtzee-prove --target "$1" -- "${last[@]}"
}

# Runs a program built for a target on this machine.
run_of() {
    local target=$1
    shift
    case $target in
    aarch64-*-linux-*) if [[ $(uname -m) == aarch64 ]]; then "$@"; else qemu-aarch64-static "$@"; fi ;;
    *-windows-*) if [[ ${OS:-} == Windows_NT ]]; then "$@"; else scripts/release/wine.sh "$@"; fi ;;
    *) "$@" ;;
    esac
}

#!/bin/sh
# Stays: it runs the fuzz targets, for deep.sh and by hand.
# Runs each fuzz target for a minute, or for this many seconds: scripts/fuzz.sh [SECONDS] [TARGET…]
# libFuzzer changes the inputs, guided by the code that they reach. It starts from fuzz/corpus, and writes new inputs to target/fuzz.
# A failing target prints its input. `service` and `assistant` ask the program itself, with random changes. Needs a C++ compiler, for libFuzzer.
set -eu
cd "$(dirname "$0")/.."

seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- dice cards games saved_games links histories rule_sets long_rule_sets tables spreads certificates questions typed_lines service assistant

target_dir=$(realpath "${CARGO_TARGET_DIR:-target}")
host=$(rustc -vV | sed -n 's/^host: //p')
# The flags of `cargo bolero`: the stable compiler counts the edges that an input takes, and reports them to libFuzzer. With --target, build scripts
# and macros are not affected. The profile is the one for tests: overflow and debug assertions are checked.
coverage="--cfg fuzzing --cfg fuzzing_libfuzzer -Ccodegen-units=1 -Cpasses=sancov-module
    -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares"

with_coverage() {
    folder=$target_dir/fuzz/$1
    mkdir -p "$folder/found" "$folder/valid"
    # The target itself writes its valid inputs and the words, before it starts.
    FUZZ_FOLDER=$folder RUSTFLAGS=$coverage CARGO_TARGET_DIR=$target_dir/fuzz/build \
        BOLERO_LIBFUZZER_ARGS="$folder/found $folder/valid -dict=$folder/words -artifact_prefix=$folder/ -max_len=4096 -timeout=10 -print_final_stats=1 -verbosity=${VERBOSITY:-0} -max_total_time=$seconds" \
        cargo test --quiet --package yahtzee-fuzz --test targets --target "$host" -- --exact "$1" --nocapture
}

for target in "$@"; do
    echo "$target: $seconds s"
    case $target in
    service | assistant)
        cargo build --quiet --package advisor-cli --features mcp
        YAHTZEE=${YAHTZEE:-$target_dir/debug/yahtzee} BOLERO_RANDOM_ITERATIONS=4294967295 BOLERO_RANDOM_TEST_TIME_MS=$((seconds * 1000)) \
            cargo test --quiet --package yahtzee-fuzz --test targets -- --include-ignored --exact "$target" --nocapture
        ;;
    *) with_coverage "$target" ;;
    esac
done

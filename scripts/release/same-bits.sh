#!/usr/bin/env bash
# Stays: docs/design.md promises the same bits on all machines; try-binary.sh calls it.
# Checks that two programs give the same bits: scripts/release/same-bits.sh PROGRAM OTHER. Both solve small rule sets from scratch and answer the same
# questions; their table files, answers and seeded games must be equal byte by byte. A program may be a command with a runner, like
# 'qemu-aarch64-static FILE'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The output of a program; its tables are written to the folder in the second argument. The time and the paths of a run are left out.
said() {
    local -a program
    read -ra program <<<"$1"
    cd "$2"
    for rules in hasbro kniffel crag generala forced-yatzy; do
        "${program[@]}" solve --rules "$rules" --tables tables --json | sed 's/"seconds":[^,]*,//; s/"threads":[^,]*,//; s/"table":"[^"]*"//'
    done
    "${program[@]}" advise 13356 --tables tables --json
    "${program[@]}" advise 22235 --rerolls-left 1 --card 'ones=3 yahtzee=50' --target 250 --tables tables --json
    "${program[@]}" advise 446 --rules crag --why --tables tables
    "${program[@]}" stats --tables tables --json
    "${program[@]}" simulate --games 2000 --seed 7 --tables tables --json | sed 's/"seconds":[^,]*,//'
    (cd tables && sha256sum -- *.yzt)
}

mkdir "$folder/one" "$folder/other"
(said "$1" "$folder/one" | tr -d '\r') >"$folder/one.txt"
(said "$2" "$folder/other" | tr -d '\r') >"$folder/other.txt"
diff "$folder/one.txt" "$folder/other.txt"
[[ $(grep -c '\.yzt$' "$folder/one.txt") -ge 5 ]]
echo "the same bits: $(wc -l <"$folder/one.txt") lines, sha256 $(sha256sum <"$folder/one.txt" | cut -c1-16)"

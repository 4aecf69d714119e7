#!/usr/bin/env bash
# Stays: release.yml makes the archives by it.
# Builds the programs for a target, and their archive with completions, manual page, licences and SHA-256 sum:
# scripts/release/binary.sh [TARGET], by default x86_64-unknown-linux-musl, which is static. Needs rustup; for Windows on Linux also gcc-mingw-w64-x86-64
# and wine64, for ARM on another machine qemu-user-static. Two builds of one commit give the same bytes (scripts/release/reproduce.sh).
source "$(dirname "$0")/env.sh"
target=${1:-x86_64-unknown-linux-musl}

build "$target"
program=$(program_of "$target")
name=yahtzee-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name/completions" "$work/$name/man"
cp "$program" "$(program_of "$target" yahtzee-prove)" LICENSE CHANGELOG.md "$work/$name"
cp advisor-cli/README.md "$work/$name"
scripts/release/third-party.py "$target" "$features" >"$work/$name/THIRD-PARTY.txt"
for shell in bash:yahtzee.bash zsh:_yahtzee fish:yahtzee.fish powershell:_yahtzee.ps1 elvish:yahtzee.elv; do
    run_of "$target" "$program" completions "${shell%%:*}" >"$work/$name/completions/${shell##*:}"
done
run_of "$target" "$program" man >"$work/$name/man/yahtzee.1"

# The same files in the same order with the same times give the same archive.
find "$work/$name" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} + 2>/dev/null ||
    find "$work/$name" -exec touch -t "$(date -u -r "$SOURCE_DATE_EPOCH" +%Y%m%d%H%M.%S)" {} +
if [[ $target == *-windows-* ]]; then
    archive=$name.zip
    rm -f "$dist/$archive"
    (cd "$work" && find "$name" -type f | LC_ALL=C sort | python3 -m zipfile -c "$dist/$archive" "$name")
else
    archive=$name.tar.gz
    # GNU tar; on macOS it is gtar.
    tar=$(command -v gtar || command -v tar)
    "$tar" --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw --mtime="@$SOURCE_DATE_EPOCH" -C "$work" -cf - "$name" |
        gzip -9n >"$dist/$archive"
fi
sha256sum=$(command -v sha256sum || echo 'shasum -a 256')
(cd "$dist" && $sha256sum "$archive" >"$archive.sha256")
printf 'program: %d bytes; ' "$(wc -c <"$program")"
printf '%s: %d bytes\n' "$archive" "$(wc -c <"$dist/$archive")"
cat "$dist/$archive.sha256"

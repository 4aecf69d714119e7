#!/usr/bin/env bash
# Stays: release.yml tries the archives by it.
# Tries the archive of a target like a new user, outside of the tree: scripts/release/try-binary.sh [TARGET]. The static program runs in an otherwise
# empty root; it, and the programs for other machines, give the same bits as the program that cargo builds here (scripts/release/same-bits.sh).
source "$(dirname "$0")/env.sh"
target=${1:-x86_64-unknown-linux-musl}
unset RUSTFLAGS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$dist"/yahtzee-"$version-$target".* "$work"
cd "$work"
sha256sum --check --quiet ./*.sha256
case $target in
*-windows-*) python3 -m zipfile -e ./*.zip . ;;
*) tar -xzf ./*.tar.gz ;;
esac
folder=$work/yahtzee-$version-$target
ls -R "$folder"
case $target in
*-windows-*) runner="$top/scripts/release/wine.sh $folder/yahtzee.exe" ;;
aarch64-*) runner="qemu-aarch64-static $folder/yahtzee" ;;
*) runner=$folder/yahtzee ;;
esac
$runner --version
$runner advise 11666 --tables tables | head -1
$(sed -E 's/yahtzee(\.exe)?$/yahtzee-prove\1/' <<<"$runner") --version
man --local-file --warnings "$folder/man/yahtzee.1" 2>/dev/null | head -3 || true
if [[ $target == x86_64-*-musl ]]; then
    # A root with only the program.
    mkdir root
    cp "$folder/yahtzee" root
    unshare --map-root-user chroot root /yahtzee advise 11666 | head -1
    unshare --map-root-user chroot root /yahtzee --tables /kept solve --json
    find root -type f
fi
cd "$top"
cargo build --quiet --locked --release -p advisor-cli
step scripts/release/same-bits.sh "$target_dir/release/yahtzee" "$runner"

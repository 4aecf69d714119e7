#!/usr/bin/env bash
# Stays: it tries the crates before they are published.
# Packages the crates to publish, builds each from its package with its oldest supported Rust, and tries them like a new user: it installs the program
# from its .crate file, and a new project uses the library, both outside of this tree.
source "$(dirname "$0")/env.sh"
unset RUSTFLAGS
rust=$(scripts/check-release.py --print rust-version)
cargo "+$rust" --version >/dev/null 2>&1 || rustup toolchain install --profile minimal "$rust"
crates=(yahtzee-kernel yahtzee-rules yahtzee-solver yahtzee-dialogue yahtzee-columns advisor-cli)
step cargo "+$rust" package --locked $(printf -- '-p %s ' "${crates[@]}")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for crate in "${crates[@]}"; do
    file=$target_dir/package/$crate-$version.crate
    tar -xzf "$file" -C "$work"
    mv "$work/$crate-$version" "$work/$crate"
    cp "$file" "$dist"
    printf '%s: %d bytes, %d files\n' "$(basename "$file")" "$(wc -c <"$file")" "$(find "$work/$crate" -type f | wc -l)"
done

# The crates of the registry are taken from the packages. A configuration patches them, because nothing in them may change.
mkdir -p "$work/.cargo" "$work/new/src"
cat >"$work/.cargo/config.toml" <<TOML
[patch.crates-io]
yahtzee-kernel = { path = "$work/yahtzee-kernel" }
yahtzee-rules = { path = "$work/yahtzee-rules" }
yahtzee-solver = { path = "$work/yahtzee-solver" }
yahtzee-columns = { path = "$work/yahtzee-columns" }
yahtzee-dialogue = { path = "$work/yahtzee-dialogue" }
TOML
cat >"$work/new/Cargo.toml" <<TOML
[package]
name = "new"
edition = "2024"

[dependencies]
yahtzee-solver = "$version"
yahtzee-columns = "$version"
yahtzee-dialogue = "$version"
TOML
{
    echo 'fn main() -> Result<(), Box<dyn std::error::Error>> {'
    for crate in yahtzee-solver yahtzee-columns yahtzee-dialogue; do
        # A separate block for each example of a README.
        echo '{' && sed -n '/^```rust$/,/^```$/{/^```/d;p}' "$work/$crate/README.md" && echo '}'
    done
    echo 'Ok(()) }'
} >"$work/new/src/main.rs"
cd "$work/new"
export CARGO_TARGET_DIR=$work/target
step cargo run --quiet
cd "$work"
# The lock file of the package names the registry, so it cannot be used here.
step cargo install --quiet --path advisor-cli --root "$work/root"
"$work/root/bin/yahtzee" advise 11666 --tables "$work/tables" | head -1
"$work/root/bin/yahtzee" --version

#!/usr/bin/env bash
# Prepares a release: scripts/release.sh X.Y.Z. Sets the version everywhere, dates CHANGELOG.md, checks both, and prints the next steps. It commits
# nothing. RELEASING.md is the checklist.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "error: $*" >&2
    exit 1
}

[[ $# == 1 ]] || fail "scripts/release.sh X.Y.Z"
version=$1
[[ $version =~ ^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)$ ]] || fail "'$version' is no version: write it like 1.2.3"
[[ -z $(git status --porcelain) ]] || fail "the work tree has changes: commit them first"
before=$(scripts/check-release.py --print version)
if git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null; then
    fail "there is a tag v$version"
fi
# The first release keeps the existing version.
[[ $(printf '%s\n' "$before" "$version" | sort -V | tail -1) == "$version" ]] || fail "$version is older than $before"
case $(scripts/check-release.py --print repository) in
*example.invalid*) fail "set the addresses first: repository and homepage in Cargo.toml" ;;
esac
notes=$(awk '/^## \[/ { within = /\[Unreleased\]/; next } within' CHANGELOG.md)
[[ -n ${notes//[[:space:]]/} ]] || fail "CHANGELOG.md says nothing under [Unreleased]"

today=$(date -u +%F)
sed -i "s/^version = \"$before\"$/version = \"$version\"/; s/\(path = \"[a-z]*\", version = \)\"$before\"/\1\"$version\"/" Cargo.toml
sed -i "s/^version: .*/version: $version/; s/^date-released: .*/date-released: $today/" CITATION.cff
# The line about the version to come does not belong below a version.
sed -i "s/^## \[Unreleased\]$/&\n\n## [$version] - $today/; /^This will be [0-9.]*\.$/,+1d" CHANGELOG.md
cargo update --quiet --workspace --offline
scripts/check-release.py

cat <<NEXT

Version $version is set ($before before). Next (RELEASING.md has the details):

    git diff                                    # look at it
    git commit --all --message 'release: $version'
    .ci/run                                     # must pass
    scripts/release-try.sh                      # builds every artefact that this machine can, and tries it
    git tag v$version && git push origin HEAD v$version

The tag starts the workflows that publish.
NEXT

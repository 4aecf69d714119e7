#!/usr/bin/env bash
# Builds the documents and the page as one site, in target/site/out: the documents at its root, with a search, the page in page/. Then checks all
# internal links. Needs mdbook (installed if it is missing), and the page as built by `scripts/web.sh`; without it the site has no page.
set -euo pipefail
cd "$(dirname "$0")/.."
version=0.5.4
out=$PWD/target/site/out
work=$PWD/target/site/book
rm -rf "$out" "$work"
mkdir -p "$work/src"

tools=$PWD/target/site/tools
export PATH=$tools/bin:$PATH
[[ $(mdbook --version 2>/dev/null) == *"$version" ]] || cargo install --quiet --locked --no-default-features --features search --root "$tools" mdbook@$version

# The files have the same paths as in the repository, so that their links work.
git ls-files '*.md' docs solver/rules/rules solver/cards LICENSE CITATION.cff | grep -v '^docs/book/' | while read -r file; do
    mkdir -p "$work/src/$(dirname "$file")"
    cp -L "$file" "$work/src/$file"
done
# mdBook makes index.html of each README.md, but leaves the links to it.
find "$work/src" -name '*.md' -exec sed -i 's#\(]([^)]*\)README\.md#\1index.md#g' {} +
cp docs/book/SUMMARY.md "$work/src"
[[ ! -d web/dist/site ]] || sed -i '1a\\n**[Play, ask and learn in the browser](page/index.html)**' "$work/src/README.md"
cat >"$work/book.toml" <<TOML
[book]
title = "yahtzee"
description = "Optimal strategies of Yahtzee and its family, computed exactly"
language = "en"
[output.html]
git-repository-url = "$(scripts/check-release.py --print repository)"
no-section-label = true
[output.html.playground]
runnable = false
[output.html.search]
limit-results = 20
TOML
mdbook build --dest-dir "$out" "$work"
if [[ -d web/dist/site ]]; then
    cp -r web/dist/site "$out/page"
else
    echo "THE PAGE IS LEFT OUT: build it with scripts/web.sh"
fi
scripts/check-links.py "$out"

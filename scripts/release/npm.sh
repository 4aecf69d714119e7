#!/usr/bin/env bash
# Stays: npm.yml makes and tries the npm package by it.
# Builds the npm package of the engine, and tries its tarball in a new project: in Node, with its types, and bundled in a browser. Needs everything
# that the page needs (web/README.md), and a network for npm. ENGINE names a folder with an engine that is already built.
source "$(dirname "$0")/env.sh"
unset RUSTFLAGS
engine=${ENGINE:-web/src/engine/generated}
if [[ -z ${ENGINE:-} ]]; then
    rustup --quiet target add wasm32-unknown-unknown
    npm --prefix web ci --silent --no-audit --no-fund
    npm --prefix web run engine
fi
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
mkdir "$work/package" "$work/new"
cp web/package/* LICENSE "$work/package"
cp "$engine"/yahtzee_web_engine{.js,.d.ts,_bg.wasm} "$work/package"
# Versions and addresses come from Cargo.toml.
python3 - "$version" "$(scripts/check-release.py --print repository)" "$(scripts/check-release.py --print homepage)" >"$work/package/package.json" <<'PY'
import json, sys

version, repository, homepage = sys.argv[1:]
files = ["index.js", "node.js", "index.d.ts", "yahtzee_web_engine.js", "yahtzee_web_engine.d.ts", "yahtzee_web_engine_bg.wasm"]
print(json.dumps({
    "name": "yahtzee-engine",
    "version": version,
    "description": "Optimal strategies of Yahtzee and its family, computed exactly: a Rust library as WebAssembly",
    "license": "MIT",
    "type": "module",
    "repository": {"type": "git", "url": f"git+{repository}.git"},
    "homepage": homepage,
    "keywords": ["yahtzee", "yatzy", "kniffel", "dice", "solver", "wasm"],
    "engines": {"node": ">=20"},
    "sideEffects": False,
    "exports": {
        ".": {"types": "./index.d.ts", "node": "./node.js", "default": "./index.js"},
        "./yahtzee_web_engine_bg.wasm": "./yahtzee_web_engine_bg.wasm",
    },
    "types": "./index.d.ts",
    "files": files,
}, indent=2))
PY
(cd "$work/package" && npm pack --silent --pack-destination "$dist")
tarball=$dist/yahtzee-engine-$version.tgz
printf '%s: %d bytes\n' "$(basename "$tarball")" "$(wc -c <"$tarball")"
tar -tzf "$tarball"

# The project of a new user. The example of the README must print the text shown there.
cd "$work/new"
npm init --yes >/dev/null 2>&1
npm install --silent --no-audit --no-fund "$tarball" typescript@5.9 vite@8 publint
readme=node_modules/yahtzee-engine/README.md
sed -n '/^```js$/,/^```$/{/^```/d;p}' "$readme" >example.mjs
sed -n '/^prints$/,/^It works/{/^    /s/^    //p}' "$readme" >wanted.txt
node example.mjs | tee printed.txt
diff wanted.txt printed.txt
npx publint --strict node_modules/yahtzee-engine
cp example.mjs example.mts
npx tsc --noEmit --strict --target es2022 --module nodenext --lib es2022,esnext.disposable,dom example.mts
# The same in a browser, from a bundle. Its log goes into the page.
{
    echo 'const lines = []; console.log = (...of) => lines.push(of.join(" "));'
    cat example.mjs
    echo 'document.body.textContent = lines.join("\n");'
} >main.js
echo '<!doctype html><body><script type="module" src="./main.js"></script>' >index.html
npx vite build --logLevel error
chromium=${CHROMIUM:-/usr/bin/chromium}
if [[ -x $chromium ]]; then
    node node_modules/.bin/vite preview --port 4199 --strictPort >/dev/null 2>&1 &
    until curl --silent --fail http://localhost:4199/ >/dev/null; do sleep 0.2; done
    "$chromium" --headless --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom http://localhost:4199/ 2>/dev/null |
        sed 's/<[^>]*>//g' | grep . >browser.txt
    diff wanted.txt browser.txt
    echo "the same in Node and in a browser"
else
    echo "THE BROWSER IS LEFT OUT: there is no Chromium ($chromium)"
fi

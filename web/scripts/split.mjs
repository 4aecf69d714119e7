// Splits the engine into the part that a first visit needs and the rest, which the worker loads later (src/engine/rest.ts). The split is measured, not
// chosen: an engine that counts its calls plays a first visit, and every function that was called is in the first part.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { firstVisit } from './first-visit.mjs';

const FEATURES = ['bulk-memory', 'multivalue', 'mutable-globals', 'nontrapping-float-to-int', 'reference-types', 'sign-ext', 'simd'].map((name) => `--enable-${name}`);
const PAGE = 65536;

const wasmSplit = (args) => execFileSync('wasm-split', args, { stdio: ['ignore', 'ignore', 'inherit'] });

/** Throws if there is no wasm-split. */
export function findTool() {
  try {
    wasmSplit(['--version']);
  } catch (error) {
    throw error.code === 'ENOENT' ? new Error('wasm-split is missing: install Binaryen (apt-get install binaryen, or brew install binaryen)') : error;
  }
}

/** Binaryen 108 reads every exported table as the first one. The table of JavaScript's values is the second. */
function repairTable(file) {
  const wasm = readFileSync(file);
  const name = Buffer.from('__wbindgen_externrefs');
  const [TABLE, SECOND] = [1, 1];
  const kind = wasm.indexOf(name) + name.length;
  if (kind < name.length || wasm[kind] !== TABLE) {
    throw new Error(`${file} exports no table of JavaScript's values`);
  }
  wasm[kind + 1] = SECOND;
  writeFileSync(file, wasm);
}

/** Writes the parts of the engine `whole`, around which `glue` is the JavaScript. */
export async function split(glue, whole, first, rest) {
  const [counting, profile] = [`${whole}.counting`, `${whole}.profile`];
  wasmSplit([...FEATURES, '--instrument', whole, '-o', counting]);
  repairTable(counting);
  const engine = await import(pathToFileURL(glue));
  const { memory, __write_profile } = engine.initSync({ module: readFileSync(counting) });
  firstVisit(engine);
  const size = __write_profile(0, 0);
  const at = memory.grow(Math.ceil(size / PAGE)) * PAGE;
  __write_profile(at, size);
  writeFileSync(profile, new Uint8Array(memory.buffer, at, size));
  wasmSplit([...FEATURES, '--split', `--profile=${profile}`, '--export-prefix=%', '--import-namespace=primary', '--placeholder-namespace=placeholder', whole, '-o1', first, '-o2', rest]);
  repairTable(first);
  [counting, profile].forEach((file) => rmSync(file));
}

// Builds the engines: the crate web/engine as WebAssembly, the JavaScript around it, and its TypeScript declarations; then the same with the cards of
// rules, which the page loads when it shows them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writePhrases } from './phrases.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const target = process.env.CARGO_TARGET_DIR ?? `${top}/target`;
const out = `${top}/web/src/engine/generated`;
const cargo = (args, options) => execFileSync('cargo', args, { cwd: top, stdio: 'inherit', ...options });

const crate = ['-p', 'yahtzee-web-engine', '--lib', '--crate-type', 'cdylib', '--profile', 'web', '--target', 'wasm32-unknown-unknown'];
const built = `${target}/wasm32-unknown-unknown/web`;
// Functions that are alike have names that are alike: beside each other they compress better. The lowest kilobyte is the far end of the stack, to which
// no pointer points: so an offset can be folded into a load.
const passes = ['-Oz', '--low-memory-unused', '--optimize-added-constants-propagate', '-Oz', '--reorder-functions-by-name'];

/** Builds an engine with some features under a name of its own. */
function build(name, features) {
  // The loops of the solver are inlined before; more of it would make the file larger and no faster.
  cargo(['rustc', '--locked', ...crate, ...features, '--', '-C', 'llvm-args=-inline-threshold=5']);
  copyFileSync(`${built}/yahtzee_web_engine.wasm`, `${built}/${name}.wasm`);
  cargo(['run', '--locked', '--quiet', '--', `${built}/${name}.wasm`, out], {
    cwd: `${top}/web/bindgen`,
    env: { ...process.env, CARGO_TARGET_DIR: `${target}/bindgen` },
  });
  const file = `${out}/${name}_bg.wasm`;
  execFileSync(process.execPath, [`${top}/web/node_modules/binaryen/bin/wasm-opt`, ...passes, file, '-o', file], { stdio: 'inherit' });
  const wasm = readFileSync(file);
  const packed = gzipSync(wasm, { level: 9 });
  console.log(`${name}: ${wasm.length} bytes, ${packed.length} gzipped`);
  return packed;
}

build('yahtzee_web_engine', []);
// Hosts compress the engines of the site; the single file holds the one with the cards compressed.
writeFileSync(`${out}/engine.gz`, build('yahtzee_web_cards', ['--features', 'cards']));
writePhrases([`${top}/dialogue/src`, `${top}/web/engine/src`], `${top}/solver/rules`, `${top}/web/src/words/phrases.ts`);

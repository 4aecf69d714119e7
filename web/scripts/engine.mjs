// Builds the engine: the crate web/engine as WebAssembly, the JavaScript around it, and its TypeScript declarations.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const top = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const target = process.env.CARGO_TARGET_DIR ?? `${top}/target`;
const out = `${top}/web/src/engine/generated`;
const run = (command, args, options = {}) => execFileSync(command, args, { cwd: top, stdio: 'inherit', ...options });

const crate = ['-p', 'yahtzee-web-engine', '--lib', '--crate-type', 'cdylib', '--profile', 'web', '--target', 'wasm32-unknown-unknown'];
// The loops of the solver are inlined before; more of it would make the file larger and no faster.
run('cargo', ['rustc', '--locked', ...crate, '--', '-C', 'llvm-args=-inline-threshold=5']);
const bindgen = { cwd: `${top}/web/bindgen`, env: { ...process.env, CARGO_TARGET_DIR: `${target}/bindgen` } };
mkdirSync(out, { recursive: true });
run('cargo', ['run', '--locked', '--quiet', '--', 'js', `${target}/wasm32-unknown-unknown/web/yahtzee_web_engine.wasm`, out], bindgen);

const wasm = `${out}/yahtzee_web_engine_bg.wasm`;
const features = ['simd', 'bulk-memory', 'nontrapping-float-to-int', 'sign-ext', 'mutable-globals', 'reference-types', 'multivalue'];
// Functions that are alike have names that are alike: beside each other they compress better. The lowest kilobyte is the far end of the stack, to which
// no pointer points: so an offset can be folded into a load.
const passes = ['-tnh', '-Oz', '--low-memory-unused', '--optimize-added-constants-propagate', '-Oz', '--reorder-functions-by-name', '--strip-producers', '--strip-target-features'];
const optimise = [...passes, ...features.map((feature) => `--enable-${feature}`), wasm, '-o', `${wasm}.new`];
run(process.execPath, [`${top}/web/node_modules/binaryen/bin/wasm-opt`, ...optimise]);
renameSync(`${wasm}.new`, wasm);
// The page fetches the file itself, by the name that the build gives it.
const glue = `${out}/yahtzee_web_engine.js`;
writeFileSync(glue, readFileSync(glue, 'utf8').replaceAll("new URL('yahtzee_web_engine_bg.wasm', import.meta.url)", "''"));
// XZ makes it a quarter smaller than gzip, which is what many hosts compress with.
const packed = `${out}/engine.xz`;
run('cargo', ['run', '--locked', '--quiet', '--', 'pack', wasm, packed], bindgen);
console.log(`engine: ${statSync(wasm).size} bytes, ${statSync(packed).size} packed`);

// Builds the engine: the crate web/wasm as WebAssembly, the JavaScript around it, and its TypeScript declarations.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { replace } from './service-worker.mjs';
import { findTool, split } from './split.mjs';

const top = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const target = process.env.CARGO_TARGET_DIR ?? `${top}/target`;
const out = `${top}/web/src/engine/generated`;
const cargo = (args, options) => execFileSync('cargo', args, { cwd: top, stdio: 'inherit', ...options });

const crate = ['-p', 'yahtzee-web-wasm', '--profile', 'web', '--target', 'wasm32-unknown-unknown'];
const built = `${target}/wasm32-unknown-unknown/web`;
// Similar functions get similar names: adjacent, they compress better. The lowest kilobyte is the far end of the stack, and no pointer points there,
// so an offset can be folded into a load.
const passes = ['-Os', '--low-memory-unused', '--reorder-functions-by-name'];

findTool();
// The loops of the solver are inlined earlier; more inlining would make the file larger and no faster.
cargo(['rustc', '--locked', ...crate, '--', '-C', 'llvm-args=-inline-threshold=5']);
cargo(['run', '--locked', '--quiet', '--', `${built}/yahtzee_web_wasm.wasm`, out], {
  cwd: `${top}/web/bindgen`,
  env: { ...process.env, CARGO_TARGET_DIR: `${target}/bindgen` },
});
const file = `${out}/yahtzee_web_engine_bg.wasm`;
execFileSync(process.execPath, [`${top}/web/node_modules/binaryen/bin/wasm-opt`, ...passes, file, '-o', file], { stdio: 'inherit' });
const glue = `${out}/yahtzee_web_engine.js`;
// A worker gives the engine what stands for its second part (src/engine/rest.ts). A whole engine does not import it.
const imports = '"./yahtzee_web_engine_bg.js": import0,';
writeFileSync(glue, replace(readFileSync(glue, 'utf8'), imports, `${imports}\n        placeholder: globalThis.enginePlaceholder,`));
const [first, rest] = ['first', 'rest'].map((part) => `${out}/engine_${part}.wasm`);
await split(glue, file, first, rest);
// Hosts compress the engine of the site; the single file contains it whole, and compressed.
writeFileSync(`${out}/engine.gz`, gzipSync(readFileSync(file), { level: 9 }));
for (const part of [file, first, rest]) {
  const wasm = readFileSync(part);
  console.log(`${basename(part)}: ${wasm.length} bytes, ${gzipSync(wasm, { level: 9 }).length} gzipped`);
}

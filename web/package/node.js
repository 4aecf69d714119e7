// The engine in Node.
import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './index.js';
export * from './index.js';

/** Loads the engine, once; by default from the file beside this module. */
export function load({ wasm = readFile(new URL('./yahtzee_web_engine_bg.wasm', import.meta.url)), ...others } = {}) {
  return loadFrom({ wasm, ...others });
}

// The engine in a browser or a bundler.
import init from './yahtzee_web_engine.js';
export * from './yahtzee_web_engine.js';

/** Loads the engine, once; by default from the file beside this module. Calls `onProgress` during long computations. */
let loaded;
export function load({ wasm = new URL('./yahtzee_web_engine_bg.wasm', import.meta.url), onProgress = () => {} } = {}) {
  globalThis.engineProgress = onProgress;
  loaded ??= init({ module_or_path: wasm }).then(() => undefined);
  return loaded;
}

export * from './yahtzee_web_engine.js';

/** How to load the engine. */
export interface LoadOptions {
  /** Where the engine is, or the engine itself; by default the file of this package. */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response | BufferSource | WebAssembly.Module>;
  /** Hears how much of a long computation is done. */
  onProgress?: (done: number, all: number) => void;
}

/** Loads the engine, once. Await it before anything else. */
export function load(options?: LoadOptions): Promise<void>;

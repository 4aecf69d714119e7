export * from './yahtzee_web_engine.js';

/** Options for loading the engine. */
export interface LoadOptions {
  /** The place of the engine, or the engine itself; by default the file of this package. */
  wasm?: string | URL | Request | Response | BufferSource | WebAssembly.Module | Promise<Response | BufferSource | WebAssembly.Module>;
  /** Called with the progress of a long computation. */
  onProgress?: (done: number, all: number) => void;
}

/** Loads the engine, once. Await it before anything else. */
export function load(options?: LoadOptions): Promise<void>;

// Loads the engine of the site, from files beside it.
import { tr } from '../lib/words.svelte';
import EngineWorker from './worker.site?worker';
import address from './generated/engine_first.wasm?url';

export const spawn = (): Worker => new EngineWorker();

/** The engine, compiled while it streams. */
export async function load(): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) {
    throw new Error(tr("The engine could not be loaded (status {}).", response.status));
  }
  // Not every host knows the type of the file.
  const streams = response.headers.get('Content-Type') === 'application/wasm';
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

// How the site loads its engine: from files beside it.
import EngineWorker from './worker?worker';
import address from './generated/yahtzee_web_engine_bg.wasm?url';

export const spawn = (): Worker => new EngineWorker();
export const load = async (): Promise<WebAssembly.Module> => {
  const response = await fetch(address);
  // Not every host knows the type of the file, without which it cannot be compiled while it is read.
  const known = response.headers.get('content-type') === 'application/wasm';
  return known ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
};

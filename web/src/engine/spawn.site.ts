// How the site loads its engine: from files beside it.
import EngineWorker from './worker?worker';
import address from './generated/yahtzee_web_engine_bg.wasm?url';

export const spawn = (): Worker => new EngineWorker();
export const load = async (): Promise<WebAssembly.Module> => {
  const response = await fetch(address);
  try {
    return await WebAssembly.compileStreaming(Promise.resolve(response.clone()));
  } catch {
    // A host that does not know the type of the file.
    return WebAssembly.compile(await response.arrayBuffer());
  }
};

// Loads the engine of the single file, which contains everything.
import EngineWorker from './worker.single?worker&inline';
import address from './generated/engine.gz?url';

export const spawn = (): Worker => new EngineWorker();
export const load = async (): Promise<WebAssembly.Module> => {
  const packed = await fetch(address);
  const engine = packed.body!.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(engine, { headers: { 'Content-Type': 'application/wasm' } }));
};

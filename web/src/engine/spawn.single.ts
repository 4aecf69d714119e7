// How the single file loads its engine: everything is in it, so one engine has the cards of rules too.
import EngineWorker from './worker.cards?worker&inline';
import address from './generated/engine.gz?url';

export const spawn = (): Worker => new EngineWorker();
export const load = async (): Promise<WebAssembly.Module> => {
  const packed = await fetch(address);
  const engine = packed.body!.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(engine, { headers: { 'Content-Type': 'application/wasm' } }));
};
export const cards = async () => ({ spawn, load });

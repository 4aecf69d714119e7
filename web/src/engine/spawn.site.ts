// How the site loads its engine: from files beside it.
import EngineWorker from './worker?worker';
import address from './generated/engine.xz?url';
import { unpacked } from './unpacked';

export const spawn = (): Worker => new EngineWorker();
export const load = async (): Promise<WebAssembly.Module> => {
  const { body, ok, status } = await fetch(address);
  if (!ok || !body) {
    throw new Error(`the engine could not be loaded (status ${status})`);
  }
  return unpacked(body);
};

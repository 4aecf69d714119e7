// How the single file loads its engine: everything is in it.
import EngineWorker from './worker?worker&inline';
import address from './generated/engine.xz?url';
import { unpacked } from './unpacked';

export const spawn = (): Worker => new EngineWorker();
export const load = (): Promise<WebAssembly.Module> => {
  const bytes = atob(address.slice(address.indexOf(',') + 1));
  return unpacked(new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))]).stream());
};

// How the site loads its engine: from files beside it.
import { fetched } from './fetched';
import EngineWorker from './worker?worker';
import address from './generated/yahtzee_web_engine_bg.wasm?url';

export const spawn = (): Worker => new EngineWorker();
export const load = (): Promise<WebAssembly.Module> => fetched(address);
/** The engine with the cards of rules, which most visits do not need. */
export const cards = () => import('./spawn.cards');

// How the site loads the engine with the cards of rules.
import { fetched } from './fetched';
import CardsWorker from './worker.cards?worker';
import address from './generated/yahtzee_web_cards_bg.wasm?url';

export const spawn = (): Worker => new CardsWorker();
export const load = (): Promise<WebAssembly.Module> => fetched(address);

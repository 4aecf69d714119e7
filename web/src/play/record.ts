// Recording in the history: finished games, games reviewed from a file, and answers.
import { ask } from '../engine/engines.svelte';
import { record } from '../lib/records';

/** The time for the history, in seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Records a finished game. `id` is its id on this device. Returns the number of new records. */
export const recordGame = async (text: string, id?: string, at = now()): Promise<number> => record(await ask('gameRecords', text, at), id);

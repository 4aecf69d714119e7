// Recording in the history: finished games, games reviewed from a file, and answers.
import { ask } from '../engine/engines.svelte';
import { record, text as history } from '../lib/records';
import { prefs } from '../lib/prefs.svelte';

/** The time for the history, in seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Records a game that is looked over, if its player is the owner of the history or if it is `mine`. Returns why it does not. */
export async function recordReviewed(text: string, player: number | undefined, mine: boolean): Promise<string | null> {
  if (!prefs.history) {
    return null;
  }
  const { records, why } = await ask('reviewedRecords', text, player, mine, await history(), now());
  await record(records);
  return why;
}

/** Records a finished game. `id` is its id on this device. Returns the number of new records. */
export const recordGame = async (text: string, id?: string, at = now()): Promise<number> => record(await ask('gameRecords', text, at), id);

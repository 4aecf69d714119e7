// Recording in the history: finished games, games reviewed from a file, and answers.
import { ask, engines } from '../engine/engines.svelte';
import { all } from '../lib/games';
import { prefs } from '../lib/prefs.svelte';
import { record } from '../lib/records';
import { ofNoLanguage } from '../lib/rules';
import { read, readJson, remove, write } from '../lib/store';

/** The time for the history, in seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

/** Records a finished game. `id` is its id on this device. Returns the number of new records. */
export const recordGame = async (text: string, id?: string, at = now()): Promise<number> => record(await ask('gameRecords', text, at), id);

type OldMistake = { position: string; chosen: string; rules: string };
const areOld = (value: unknown): value is OldMistake[] =>
  Array.isArray(value) && value.every((item) => item && typeof item.position === 'string' && typeof item.chosen === 'string' && typeof item.rules === 'string');

/** Imports data of older versions, once for each rule set: the finished games of this device, and the list of mistakes. */
export async function takeOver(): Promise<void> {
  const rules = ofNoLanguage(engines.source);
  const done = `taken over:${engines.rules?.name}`;
  if (!prefs.history || read(done) !== null) {
    return;
  }
  for (const game of (await all()).filter(({ over, damaged }) => over && damaged === undefined)) {
    // Games with other rules are refused here, and imported when these rules are used.
    await recordGame(game.saved, game.id, Math.floor(game.changed / 1000)).catch(() => {});
  }
  const old = readJson('mistakes', areOld, []);
  for (const { position, chosen } of old.filter((mistake) => mistake.rules === rules)) {
    await ask('solution', position, chosen, { from: 'quiz', at: now(), hints: 0 }).then(
      (solution) => record(solution.record ? [solution.record] : []),
      () => {},
    );
  }
  const others = old.filter((mistake) => mistake.rules !== rules);
  if (others.length > 0) {
    write('mistakes', JSON.stringify(others));
  } else {
    remove('mistakes');
  }
  write(done, 'yes');
}

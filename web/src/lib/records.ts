// The history of this device: lines that the engine writes and reads, as in the program. A line is stored once. Nothing leaves the device.
import type { RecordView } from '../engine/generated/yahtzee_web_engine';
import { db, type RecordLine } from './db';
import { prefs } from './prefs.svelte';

/** Used if the browser stores nothing: lines live as long as the page. */
const memory = new Map<string, RecordLine>();
/** Tells other tabs that there are new lines. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('yahtzee history');

/** Adds new lines, in one transaction. Returns their number. `instead` is the game whose earlier lines are replaced, if its last move was taken back. */
async function put(lines: RecordLine[], instead?: string): Promise<number> {
  let added = 0;
  try {
    const transaction = (await db()).transaction('history', 'readwrite');
    const { store } = transaction;
    for (let before = instead === undefined ? null : await store.index('game').openCursor(instead); before; before = await before.continue()) {
      const { key } = before.value;
      if (!lines.some((line) => line.key === key)) {
        await before.delete();
      }
    }
    for (const line of lines) {
      if ((await store.index('key').getKey(line.key)) === undefined) {
        await store.put(line);
        added += 1;
      }
    }
    await transaction.done;
  } catch {
    added = lines.filter((line) => !memory.has(line.key)).length;
    lines.forEach((line) => memory.set(line.key, line));
  }
  channel?.postMessage('');
  return added;
}

const lineOf = ({ key, line, daily }: RecordView): RecordLine => ({ key, line, ...(daily === null ? {} : { daily }) });

/** Records something, if recording is enabled. `game` is the game of this device that it belongs to. */
export async function record(records: RecordView[], game?: string): Promise<number> {
  return prefs.history ? put(records.map((view) => ({ ...lineOf(view), ...(game === undefined ? {} : { game }) })), game) : 0;
}

/** Adds the records of a file. Returns the number of new ones. */
export const addAll = (records: RecordView[]): Promise<number> => put(records.map(lineOf));

/** All lines. */
async function all(): Promise<RecordLine[]> {
  const stored = await db().then((database) => database.getAll('history'), () => []);
  return [...stored, ...memory.values()];
}

/** The history as text, in the form of the program. */
export const text = async (): Promise<string> => (await all()).map(({ line }) => line).join('');

/** The answers to the tens of all days. */
export async function dailies(): Promise<string> {
  const stored = await db().then((database) => database.getAllFromIndex('history', 'daily'), () => []);
  return [...stored, ...[...memory.values()].filter(({ daily }) => daily !== undefined)].map(({ line }) => line).join('');
}

/** Deletes everything. Returns a function that restores it. */
export async function clear(): Promise<() => Promise<void>> {
  const lines = await all();
  memory.clear();
  await db().then((database) => database.clear('history'), () => {});
  channel?.postMessage('');
  return async () => void (await put(lines));
}

/** Calls back when another tab has recorded or deleted something. Returns a function that stops this. */
export function listen(heard: () => void): () => void {
  channel?.addEventListener('message', heard);
  return () => channel?.removeEventListener('message', heard);
}

// The games of this device. Every change is one transaction, which refuses to overwrite a change by another tab.
import { db, type Game } from './db';

export type { Game };

/** A game without the fields added by the list of games. */
export type Content = Omit<Game, 'id' | 'revision' | 'changed' | 'deleted'>;

const DAY = 86_400_000;
/** The time for restoring a deleted game, in milliseconds. */
const GRACE = 30 * DAY;

/** Used if the browser stores nothing: games live as long as the page. */
const memory = new Map<string, Game>();
/** Tells other tabs which game has changed. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('yahtzee games');

/** Another tab has changed the game after this one read it. */
export class Overtaken extends Error {}

/** Whether games outlive the page. */
export const state = { stored: true };

/** The last change that this tab has begun. */
let last: Promise<unknown> = Promise.resolve();

/** Does work that changes games after all such work before it. Who reads games waits for it. */
export function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = last.then(work);
  last = done.catch(() => {});
  return done;
}

/** Changes one game in one transaction. */
async function change(id: string, make: (before: Game | undefined) => Game): Promise<Game> {
  let after: Game;
  try {
    const transaction = (await db()).transaction('games', 'readwrite');
    const before = await transaction.store.get(id);
    try {
      after = make(before);
    } catch (error) {
      await transaction.done;
      throw error;
    }
    await Promise.all([transaction.store.put(after), transaction.done]);
    state.stored = true;
  } catch (error) {
    if (error instanceof Overtaken) {
      throw error;
    }
    state.stored = false;
    after = make(memory.get(id));
    memory.set(id, after);
  }
  channel?.postMessage(id);
  return after;
}

const newId = (): string => crypto.getRandomValues(new Uint32Array(2)).reduce((id, part) => id + part.toString(36), '');

/** Stores a new game. */
export async function add(content: Content): Promise<Game> {
  const id = newId();
  return change(id, () => ({ ...content, id, revision: 1, changed: Date.now() }));
}

/** Stores a new state of a game. `seen` is the game as this tab knows it. Throws [`Overtaken`] if another tab was faster. */
export const update = (seen: Game, next: Partial<Content> & Pick<Game, 'deleted'>): Promise<Game> =>
  change(seen.id, (before) => {
    if (before?.revision !== seen.revision) {
      throw new Overtaken();
    }
    return { ...before, ...next, revision: before.revision + 1, ...(next.saved === undefined ? {} : { fresh: undefined, changed: Date.now() }) };
  });

export async function get(id: string): Promise<Game | undefined> {
  await last;
  const found = await db().then((database) => database.get('games', id), () => undefined);
  const game = found ?? memory.get(id);
  return game?.deleted ? undefined : game;
}

/** All games that were played, the most recently changed first. Games deleted long ago, and games that nobody played for a day, are removed for good. */
export async function all(): Promise<Game[]> {
  await last;
  const stored = await db().then((database) => database.getAll('games'), () => []);
  for (const { id, deleted, fresh, changed } of stored) {
    if ((deleted && deleted < Date.now() - GRACE) || (fresh && changed < Date.now() - DAY)) {
      void db().then((database) => database.delete('games', id)).catch(() => {});
    }
  }
  return [...stored, ...memory.values()].filter((game) => !game.deleted && !game.fresh).sort((a, b) => b.changed - a.changed);
}

/** Calls back when another tab has changed a game. Returns a function that stops this. */
export function listen(heard: (id: string) => void): () => void {
  const hear = (event: MessageEvent<string>): void => heard(event.data);
  channel?.addEventListener('message', hear);
  return () => channel?.removeEventListener('message', hear);
}

const FORMAT = 'yahtzee games 1';

/** All games as one text. */
export const exported = async (): Promise<string> => JSON.stringify({ format: FORMAT, games: await all() }, null, 1);

const isGame = (value: unknown): value is Game => {
  const game = value as Game;
  return typeof game === 'object' && game !== null && typeof game.id === 'string' && typeof game.saved === 'string' && Array.isArray(game.players) && typeof game.revision === 'number';
};

/** Adds the missing games of an exported text, and the ones continued elsewhere. Returns their number; throws if the text is invalid. */
export async function imported(text: string): Promise<number> {
  const read = JSON.parse(text) as { format?: unknown; games?: unknown };
  if (read.format !== FORMAT || !Array.isArray(read.games) || !read.games.every(isGame)) {
    throw new Error('format');
  }
  let added = 0;
  for (const game of read.games) {
    await change(game.id, (before) => {
      if (before && !before.deleted && before.revision >= game.revision) {
        return before;
      }
      added += 1;
      return { ...game, revision: Math.max(game.revision, (before?.revision ?? 0) + 1), changed: game.changed || Date.now() };
    });
  }
  return added;
}

// Deleting: it asks first, and can be undone.
import { all, type Game, get, update } from './games';

/** A request to delete something: its texts, and the action. `remove` returns the undo function. */
export type Asked = { title: string; done: string; remove: () => Promise<() => Promise<void>> };

export const bin = $state({
  /** The open request. */
  asks: null as Asked | null,
  /** The last deletion: its text, and the undo function. */
  deleted: null as { said: string; back: () => Promise<void> } | null,
  /** Changes with every deletion and undo, so that lists are read again. */
  count: 0,
});

/** Deletes a game. Returns a function that restores it. */
export async function removeGame(game: Game): Promise<() => Promise<Game>> {
  // The newest state of the game is deleted, even if this tab has not seen it.
  const gone = await update((await get(game.id)) ?? game, { deleted: Date.now() });
  return () => update(gone, { deleted: undefined });
}

export async function yes(): Promise<void> {
  const { done, remove } = bin.asks!;
  bin.asks = null;
  bin.deleted = { said: done, back: await remove() };
  bin.count += 1;
}

export async function undo(): Promise<void> {
  const { deleted } = bin;
  bin.deleted = null;
  await deleted?.back();
  bin.count += 1;
}

/** The most recently changed game that is not over. */
export const unfinished = async (): Promise<Game | undefined> => (await all()).find((game) => !game.over && !game.damaged);

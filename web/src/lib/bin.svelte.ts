// Deleting: it is asked first, and can be undone.
import { all, type Game, get, update } from './games';

/** What somebody wants to delete: the words, and how it is done. `remove` answers with the way back. */
export type Asked = { title: string; said: string; yes: string; done: string; remove: () => Promise<() => Promise<void>> };

export const bin = $state({
  /** What somebody is asked about. */
  asks: null as Asked | null,
  /** What was deleted last: the words, and the way back. */
  deleted: null as { said: string; back: () => Promise<void> } | null,
  /** Changes when something was deleted or came back, so that lists are read anew. */
  count: 0,
});

/** Deletes a game. The answer brings it back. */
export async function removeGame(game: Game): Promise<() => Promise<Game>> {
  // The newest state of the game is deleted, whatever this tab has seen.
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

/** The game that was changed last and is not over. */
export const unfinished = async (): Promise<Game | undefined> => (await all()).find((game) => !game.over && !game.damaged);

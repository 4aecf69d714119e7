// Deleting games: it is asked first, and can be undone.
import { all, type Game, get, update } from './games';

export const bin = $state({
  /** The game that somebody is asked about, and what to do after it is deleted. */
  asks: null as { game: Game; done: () => void } | null,
  /** The game that was deleted last. */
  deleted: null as Game | null,
  /** Changes when a game was deleted or came back, so that lists are read anew. */
  count: 0,
});

/** Asks whether to delete a game. */
export async function remove(game: Game, done: () => void): Promise<void> {
  bin.asks = { game, done };
}

export async function yes(): Promise<void> {
  const { game, done } = bin.asks!;
  bin.asks = null;
  // The newest state of the game is deleted, whatever this tab has seen.
  const now = (await get(game.id)) ?? game;
  bin.deleted = await update(now, { deleted: Date.now() });
  bin.count += 1;
  done();
}

export async function undo(): Promise<Game | undefined> {
  const game = bin.deleted;
  bin.deleted = null;
  if (!game) {
    return undefined;
  }
  const back = await update(game, { deleted: undefined });
  bin.count += 1;
  return back;
}

/** The game that was changed last and is not over. */
export const unfinished = async (): Promise<Game | undefined> => (await all()).find((game) => !game.over && !game.damaged);

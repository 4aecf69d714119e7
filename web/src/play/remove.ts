// The texts for deleting a game.
import { open } from '../lib/address.svelte';
import { bin, removeGame } from '../lib/bin.svelte';
import type { Game } from '../lib/games';
import { tr } from '../lib/words.svelte';

/** Asks whether to delete a game. */
export function remove(game: Game, done: () => void): void {
  bin.asks = {
    title: tr("Delete this game?"),
    done: tr("The game is deleted."),
    remove: async () => {
      const back = await removeGame(game);
      done();
      return async () => open('play', { id: (await back()).id });
    },
  };
}

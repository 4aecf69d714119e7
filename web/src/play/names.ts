// Names of players in the language of the page.
import { page } from '../lib/words.svelte';

/** The name that the engine gives to a person without one. */
const NOBODY = 'you';

export const isYou = (player: { name: string }): boolean => player.name === NOBODY;

/** A player's name. A computer's is a word of the page. */
export function who({ name, computer }: { name: string; computer: string | boolean | null }): string {
  if (isYou({ name })) {
    return page.w.you;
  }
  return computer ? (page.w.computers[name.split(' ')[0] ?? ''] ?? name.split(' ')[0]) + name.replace(/^\S+/, '') : name;
}

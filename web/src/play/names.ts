// Names of players in the language of the page.
import { tr } from '../lib/words.svelte';

/** The name that the engine gives to a person without one. */
const NOBODY = 'you';

export const isYou = (player: { name: string }): boolean => player.name === NOBODY;

/** The word for a kind of computer. */
export const titleOf = (kind: string): string =>
  ({ computer: tr("computer"), greedy: tr("gambler"), challenger: tr("rival"), 'card-12': tr("beginner"), 'card-30': tr("rule player") })[kind] ?? kind;

/** A player's name. A computer's is a word of the page. */
export function who({ name, computer }: { name: string; computer: string | boolean | null }): string {
  if (isYou({ name })) {
    return tr("you");
  }
  return computer ? name.replace(/^\S+/, titleOf) : name;
}

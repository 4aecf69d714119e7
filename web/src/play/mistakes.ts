// Positions of your own games in which you made a mistake: the quiz asks about them again.
import { ask, engines } from '../engine/engines.svelte';
import type { PlayView } from '../engine/generated/yahtzee_web_engine';
import { readJson, write } from '../lib/store';

/** A position, the choice that was a mistake there, and the rules. */
export type OwnMistake = { position: string; chosen: string; rules: string };

const MOST = 200;
/** The worst mistakes of a game that are kept. */
const OF_A_GAME = 5;

const fits = (value: unknown): value is OwnMistake[] =>
  Array.isArray(value) && value.every((item) => item && typeof item.position === 'string' && typeof item.chosen === 'string' && typeof item.rules === 'string');

/** The rules, without the language of the names. */
const rulesNow = (): string => engines.source.split('@', 1)[0] ?? '';

const all = (): OwnMistake[] => readJson('mistakes', fits, []);

/** Your mistakes by the rules that are played now. */
export const ownMistakes = (): OwnMistake[] => all().filter((mistake) => mistake.rules === rulesNow());

/** Keeps the worst mistakes of the people who played. */
export async function remember(game: PlayView): Promise<void> {
  const rules = rulesNow();
  const found: OwnMistake[] = [];
  for (const [index, player] of game.players.entries()) {
    if (!player.computer) {
      const review = await ask('review', game.saved, index);
      found.push(...review.mistakes.slice(0, OF_A_GAME).map(({ position, chosen }) => ({ position, chosen: chosen.typed, rules })));
    }
  }
  const known = all();
  const fresh = found.filter((mistake) => !known.some((other) => other.position === mistake.position));
  if (fresh.length > 0) {
    write('mistakes', JSON.stringify([...fresh, ...known].slice(0, MOST)));
  }
}

// Moves in words. English ones are the engine's; the other languages have their own.
import { engines } from '../engine/engines.svelte';
import type { CategoryView } from '../engine/generated/yahtzee_web_engine';
import { page } from '../lib/words.svelte';

export type Move = { words: string; kept: boolean[]; category: number | null; points: number; bonus: number };

/** The name of a box. Rules that have names in the language of the page show them; else the page has those that many games share. */
export function titleOf(category: CategoryView): string {
  const { rules } = engines;
  const known = rules?.builtIn && rules.language !== page.language ? page.w.boxes[category.name] : undefined;
  return known ?? category.title;
}

/** The name of a box by its number. */
export const boxTitle = (index: number): string => {
  const category = engines.rules?.categories[index];
  return category ? titleOf(category) : '';
};

/** A move in words. */
export function moveWords(move: Move, dice: number[]): string {
  if (page.language === 'en') {
    return move.words;
  }
  if (move.category !== null) {
    return page.w.score(move.points + move.bonus, boxTitle(move.category));
  }
  const kept = dice.filter((_, at) => move.kept[at]);
  return page.w.keep(kept.join(' '), dice.length - kept.length);
}

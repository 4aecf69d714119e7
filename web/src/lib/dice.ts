import { engines } from '../engine/engines.svelte';

/** The highest face of the dice of the rules. */
export const faces = (): number => engines.rules?.faces ?? 6;

/** The same dice in ascending order. */
export const ascending = (dice: number[]): number[] => [...dice].sort((one, other) => one - other);

/** Dice as the engine reads them: a digit for each, or apart if a face has two digits. */
export const written = (dice: number[]): string => dice.join(faces() > 9 ? ' ' : '');

/** The dice of a text; null if it has anything else. */
export function read(text: string): number[] | null {
  // Pictures of dice as digits.
  const plain = text.replace(/[⚀-⚅]/gu, (die) => ` ${die.codePointAt(0)! - 0x267f} `);
  const dice = (plain.match(faces() > 9 ? /\d+/g : /\d/g) ?? []).map(Number);
  return /^[\s,\d-]*$/.test(plain) && dice.every((face) => face >= 1 && face <= faces()) ? dice : null;
}

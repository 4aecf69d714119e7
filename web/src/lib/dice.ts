// The dice of a game. A die is its face, a number from 1 on; 0 is an empty place.
import { shownRules } from '../engine/engines.svelte';
import type { NamedAction } from '../engine/generated/yahtzee_web_engine';

/** The faces of a die of the rules. */
export const faces = (): number[] => Array.from({ length: shownRules()?.die.faces ?? 0 }, (_, at) => at + 1);

/** Whether the dice are ordinary ones. */
export const areSixSided = (): boolean => faces().length === 6;

/** The dice that an action keeps. */
export const heldBy = (action: NamedAction): number[] => (action.kind === 'hold' ? action.hold : []);

/** The same dice in ascending order. */
export const ascending = (dice: number[]): number[] => [...dice].sort((one, other) => one - other);

/** The places of dice on the table: the face there, and its index among the dice; an empty place has the face 0. */
export const placesOf = (dice: number[]): { face: number; index: number }[] =>
  Array.from({ length: shownRules()?.dice ?? dice.length }, (_, index) => (index < dice.length ? { face: dice[index]!, index } : { face: 0, index: -1 }));

/** Whether these dice are not all of the game. */
export const lacksDice = (dice: number[]): boolean => dice.length < (shownRules()?.dice ?? 0);

/** The face that a digit key means after these dice. 0 is ten. */
export function typedFace(key: string, dice: number[]): number | undefined {
  return /^\d$/.test(key) && lacksDice(dice) ? faces().find((face) => face === (Number(key) || 10)) : undefined;
}

const hasDigits = (): boolean => faces().length <= 9;

/** Dice as the engine reads them: a digit for each, or apart if a face has two digits. */
export const written = (dice: number[]): string => dice.join(hasDigits() ? '' : ' ');

/** Dice as people read them. */
export const spaced = (dice: number[]): string => dice.join(' ');

/** The dice of a text; null if it has anything else, or too many dice. */
export function readDice(text: string): number[] | null {
  // Pictures of dice as digits.
  const plain = text.replace(/[⚀-⚅]/gu, (die) => ` ${die.codePointAt(0)! - 0x267f} `);
  const dice = (plain.match(hasDigits() ? /\d/g : /\d+/g) ?? []).map(Number);
  const allowed = /^[\s,\d-]*$/.test(plain) && dice.every((face) => faces().includes(face)) && dice.length <= (shownRules()?.dice ?? 0);
  return allowed ? dice : null;
}

/** Whether all dice show the same face, and there are enough of them for this to be rare. */
export const alike = (dice: number[]): boolean => dice.length >= 4 && dice.every((face) => face > 0 && face === dice[0]);

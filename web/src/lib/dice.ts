import { engines } from '../engine/engines.svelte';

/** The highest face of the dice of the rules. */
export const faces = (): number => engines.rules?.faces ?? 6;

/** The same dice in ascending order. */
export const ascending = (dice: number[]): number[] => [...dice].sort((one, other) => one - other);

/** Dice as the engine reads them: a digit for each, or apart if a face has two digits. */
export const written = (dice: number[]): string => dice.join(faces() > 9 ? ' ' : '');

/** The dice as the engine reads them, the first of them set aside: `33|156`. */
export const barred = (dice: number[], aside: number): string => {
  const thrown = written(ascending(dice.slice(aside)));
  return aside > 0 ? `${written(ascending(dice.slice(0, aside)))}|${thrown}` : thrown;
};

/** The dice in ascending order, those set aside first. */
export function asideFirst(dice: number[], aside: number[]): number[] {
  const thrown = [...dice];
  aside.forEach((face) => thrown.splice(thrown.indexOf(face), 1));
  return [...aside, ...thrown];
}

/** Which of these dice are set aside, given the faces of those that are. */
export function fixedIn(dice: number[], aside: number[]): boolean[] {
  const left = [...aside];
  return dice.map((face) => left.includes(face) && left.splice(left.indexOf(face), 1).length > 0);
}

/** The dice of a text, and how many of them are set aside, before a bar; null if it has anything else. */
export function readBarred(text: string): { dice: number[]; held: number } | null {
  const parts = text.split('|').map(read);
  const [first, second] = parts;
  if (!first || second === null || parts.length > (engines.rules?.finalHolds ? 2 : 1)) {
    return null;
  }
  return { dice: [...first, ...(second ?? [])], held: second ? first.length : 0 };
}

/** The dice of a text; null if it has anything else. */
export function read(text: string): number[] | null {
  // Pictures of dice as digits.
  const plain = text.replace(/[⚀-⚅]/gu, (die) => ` ${die.codePointAt(0)! - 0x267f} `);
  const dice = (plain.match(faces() > 9 ? /\d+/g : /\d/g) ?? []).map(Number);
  return /^[\s,\d-]*$/.test(plain) && dice.every((face) => face >= 1 && face <= faces()) ? dice : null;
}

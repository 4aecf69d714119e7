// The dice on the table: each stays at its place until it is thrown again.
import { ascending } from '../lib/dice';

/** A die on the table, at its place. */
export type Die = { face: number; kept: boolean; thrown: boolean };

/** Tells of dice, one after the other, whether they are among these. */
function among(dice: number[]): (die: Die) => boolean {
  const left = [...dice];
  return (die) => left.includes(die.face) && left.splice(left.indexOf(die.face), 1).length > 0;
}

/** All dice, just thrown. */
export const allThrown = (dice: number[]): Die[] => dice.map((face) => ({ face, kept: false, thrown: true }));

export const asText = (dice: Die[]): string => ascending(dice.map(({ face }) => face)).join();

/** The same dice, these kept. */
export function keeping(dice: Die[], kept: number[]): Die[] {
  const take = among(kept);
  return dice.map((die) => ({ ...die, thrown: false, kept: take(die) }));
}

/** The dice after a throw: the kept ones stay at their places. */
export function after(before: Die[], now: number[]): Die[] {
  const left = [...now];
  for (const { face } of before.filter((die) => die.kept)) {
    left.splice(left.indexOf(face), 1);
  }
  return before.map((die) => (die.kept ? { ...die, thrown: false } : { face: left.shift() ?? 0, kept: false, thrown: true }));
}

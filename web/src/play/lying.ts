// The dice on the table: each stays at its place until it is thrown again.
import { ascending, pips } from '../lib/dice';

/** A die on the table, at its place. `fixed` is one that is set aside: it is kept until the end of the turn. */
export type Die = { face: number; kept: boolean; thrown: boolean; fixed?: boolean };

/** Tells of dice, one after the other, whether they are among these. */
function among(dice: number[]): (die: Die) => boolean {
  const left = [...dice];
  return (die) => left.includes(die.face) && left.splice(left.indexOf(die.face), 1).length > 0;
}

/** All dice, just thrown. */
export const allThrown = (dice: number[]): Die[] => dice.map((face) => ({ face, kept: false, thrown: true }));

export const asText = (dice: Die[]): string => ascending(dice.map(({ face }) => face)).join();

/** The same dice, these kept. A die that is set aside stays, and not another one of its face. */
export function keeping(dice: Die[], kept: number[]): Die[] {
  const take = among(kept);
  const stay = dice.map((die) => !!die.fixed && take(die));
  return dice.map((die, at) => ({ ...die, thrown: false, kept: stay[at] || take(die) }));
}

/** The dice after a throw: the kept ones stay at their places. */
export function after(before: Die[], now: number[]): Die[] {
  const left = [...now];
  for (const { face } of before.filter((die) => die.kept)) {
    left.splice(left.indexOf(face), 1);
  }
  return before.map((die) => (die.kept ? { ...die, thrown: false } : { face: left.shift() ?? 0, kept: false, thrown: true }));
}

/** The same dice, of which these are set aside: they are kept, and stay so. After a throw the kept ones are. */
export function fixed(dice: Die[], aside: number[]): Die[] {
  const take = among(aside);
  const stay = dice.map((die) => die.kept && take(die));
  return dice.map((die, at) => (stay[at] || take(die) ? { ...die, kept: true, fixed: true } : { ...die, fixed: false }));
}

/** Whether all dice show the same face, and there are enough of them for this to be rare. */
export const allAlike = (dice: Die[]): boolean => dice.length >= 4 && dice.every(({ face }) => pips(face) > 0 && pips(face) === pips(dice[0]!.face));

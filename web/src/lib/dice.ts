// The dice of a game. A game may have dice of a second kind, like one with ten sides beside five with six (`other-dice` in the rules).
//
// A face is one number: its pips, and OTHER more on a die of the other kind. So ascending dice have those of the other kind last, as in the engine.
import { shownRules } from '../engine/engines.svelte';
import type { JsonAction } from '../engine/generated/yahtzee_web_engine';
import { page } from './words.svelte';

const OTHER = 100;

/** The kind of the die of a face: 0, or 1 for the other kind. */
const kindOf = (face: number): number => Math.floor(face / OTHER);

export const isOther = (face: number): boolean => kindOf(face) > 0;

/** The number on a die; 0 is an empty place. */
export const pips = (face: number): number => face % OTHER;

/** A kind of dice: how many there are, their sides, and their different faces. */
type Kind = { dice: number; sides: number; faces: number[] };

/** The kinds of dice of the rules: one, or two. */
export const kinds = (): Kind[] =>
  (shownRules()?.kinds ?? []).map(({ faces, ...rest }, kind) => ({ ...rest, faces: Array.from({ length: faces }, (_, at) => at + 1 + kind * OTHER) }));

/** These dice apart, kind by kind. */
const apart = (dice: number[]): number[][] => kinds().map((_, kind) => dice.filter((face) => kindOf(face) === kind));

/** Whether all dice are ordinary ones. */
export const areSixSided = (): boolean => kinds().map(({ faces }) => faces.join('')).join() === '123456';

/** The faces of dice from the engine: the last `others` are of the other kind. A roll has all dice of the game. */
export const facesOf = (dice: number[], others = kinds()[1]?.dice ?? 0): number[] =>
  dice.map((face, at) => (at < dice.length - others ? face : face + OTHER));

/** The dice that an action keeps. */
export const heldBy = (action: JsonAction): number[] => (action.kind === 'hold' ? facesOf(action.hold, action.other?.length ?? 0) : []);

/** The same dice in ascending order. */
export const ascending = (dice: number[]): number[] => [...dice].sort((one, other) => one - other);

/** The places of dice on the table, kind by kind: the face there, and its index among the dice; an empty place has a face without pips. */
export const placesOf = (dice: number[]): { face: number; index: number }[] =>
  kinds().flatMap(({ dice: count }, kind) => {
    const own = dice.flatMap((face, index) => (kindOf(face) === kind ? [{ face, index }] : []));
    return Array.from({ length: count }, (_, place) => own[place] ?? { face: kind * OTHER, index: -1 });
  });

/** The kinds of which these dice are not all. */
export const lacking = (dice: number[]): Kind[] => {
  const found = apart(dice);
  return kinds().filter(({ dice: count }, kind) => found[kind]!.length < count);
};

/** The face that a digit key means after these dice: of the first kind that lacks dice. 0 is ten. */
export function typedFace(key: string, dice: number[]): number | undefined {
  return /^\d$/.test(key) ? lacking(dice)[0]?.faces.find((face) => pips(face) === (Number(key) || 10)) : undefined;
}

/** A label for screen readers that speaks of the pips of a face, with the kind of the die if it is the other one. */
export const labelled = (face: number, label: (pips: number) => string): string =>
  [label(pips(face)), ...(isOther(face) ? [page.w.dieWith(kinds()[1]!.sides)] : [])].join(', ');

/** Dice as text, with those of the other kind after a slash. */
const joined = (dice: number[], between: (kind: Kind) => string, slash: string): string => {
  const [first = '', others = ''] = apart(dice).map((of, kind) => of.map(pips).join(between(kinds()[kind]!)));
  return others ? `${first}${slash}${others}`.trim() : first;
};

const hasDigits = ({ faces }: Kind): boolean => pips(faces.at(-1)!) <= 9;

/** Dice as the engine reads them: a digit for each, or apart if a face has two digits. */
export const written = (dice: number[]): string => joined(dice, (kind) => (hasDigits(kind) ? '' : ' '), '/');

/** Dice as people read them. */
export const spaced = (dice: number[]): string => joined(dice, () => ' ', ' / ');

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

/** The dice of a text, and how many of them are set aside, before a bar; null if it has anything else, or too many dice. */
export function readBarred(text: string): { dice: number[]; held: number } | null {
  const parts = text.split('|').map(read);
  const [first, second] = parts;
  if (!first || second === null || parts.length > (shownRules()?.finalHolds ? 2 : 1)) {
    return null;
  }
  const dice = [...first, ...(second ?? [])];
  return apart(dice).every((of, kind) => of.length <= kinds()[kind]!.dice) ? { dice, held: second ? first.length : 0 } : null;
}

/** The dice of a text, those of the other kind after a slash; null if it has anything else. */
function read(text: string): number[] | null {
  // Pictures of dice as digits.
  const plain = text.replace(/[⚀-⚅]/gu, (die) => ` ${die.codePointAt(0)! - 0x267f} `);
  const parts = plain.split('/').map((part, at) => {
    const kind = kinds()[at];
    if (!kind || !/^[\s,\d-]*$/.test(part)) {
      return null;
    }
    const dice = (part.match(hasDigits(kind) ? /\d/g : /\d+/g) ?? []).map((face) => Number(face) + at * OTHER);
    return dice.every((face) => kind.faces.includes(face)) ? dice : null;
  });
  return parts.includes(null) ? null : parts.flatMap((dice) => dice ?? []);
}

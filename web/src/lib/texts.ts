// Sentences that several parts of the page say.
import { counted, tr } from './words.svelte';

export const damagedLink = (): string => tr("A part of this link is missing or damaged: copy the whole link again.");

export const boxNow = (title: string, points: number, bonus: number): string => tr("{} {} now", title, bonus > 0 ? `${points}+${bonus}` : points);

export const dieAt = (face: number, kept: boolean): string => (kept ? tr("{}, kept", face) : String(face));

export const rollsOnly = (count: number): string => (count === 0 ? tr("No roll left.") : counted(count, "{} roll left.", "{} rolls left."));

export const rollsLeft = (count: number): string =>
  count === 0
    ? tr("No roll left: choose a box.")
    : counted(count, "{} roll left. Tap the dice to keep, or a box.", "{} rolls left. Tap the dice to keep, or a box.");

export const turnOf = (turn: number, turns: number, name: string | null): string =>
  name === null ? tr("Turn {} of {}", turn, turns) : tr("{}: turn {} of {}", name, turn, turns);

/** Asks before a 0 where something is better, or the dice score there. */
export const zeroAsked = (title: string, would: number, loss: string | null): string =>
  `${would > 0 ? tr("Write 0 in {}, though the dice score {} there?", title, would) : tr("Write 0 in {}?", title)} ${
    loss === null ? tr("Nothing is better.") : tr("It costs {} points.", loss)
  }`;

export const coachSays = (name: string | null, loss: string, best: string): string =>
  name === null ? tr("That cost {} points. Better: {}.", loss, best) : tr("{}, that cost {} points. Better: {}.", name, loss, best);

export const daysInRow = (days: number): string => counted(days, "{} day in a row", "{} days in a row");

export const deckSaid = (cards: number, due: number, mastered: number): string =>
  counted(cards, "{} position: {} due, {} mastered.", "{} positions: {} due, {} mastered.", due, mastered);

export const unreadLines = (count: number): string => counted(count, "{} line could not be read.", "{} lines could not be read.");

/** The level of a player's decisions; empty without one. */
export function levelInWords(level: string | null): string {
  switch (level) {
    case "near-perfect": return tr("near perfect");
    case "expert": return tr("expert");
    case "strong": return tr("strong");
    case "good": return tr("good");
    case "casual": return tr("casual");
    case "beginner": return tr("beginner");
    default: return "";
  }
}

// The turns of computers as a person watches them: moment by moment.
import type { CardView, TurnView } from '../engine/generated/yahtzee_web_engine';
import { heldBy } from '../lib/dice';
import { after, type Die, allThrown, keeping } from './lying';

/** A moment of a turn. */
export type Frame = {
  player: number;
  /** The moment of the turn, and how long it is shown at a normal pace, in milliseconds. */
  kind: 'throw' | 'hold' | 'score' | 'scored';
  time: number;
  dice: Die[];
  card: CardView;
  /** What the player does with the dice, in words; empty while they fall. */
  words: string;
  /** The box of the dice, and the extra bonus that they earn. */
  box: string | null;
  bonus: number;
};

const TIMES = { throw: 750, hold: 650, score: 650, scored: 950 };

/** The moments of a turn: the dice fall, some are kept, the others fall again, and a box is filled. */
export function framesOf({ player, steps, before, after: filled }: TurnView): Frame[] {
  const frames: Frame[] = [];
  let dice: Die[] = [];
  const show = (kind: Frame['kind'], rest: Partial<Frame> = {}): void => {
    frames.push({ player, kind, time: TIMES[kind], dice, card: before, words: '', box: null, bonus: 0, ...rest });
  };
  for (const step of steps) {
    const { choice } = step;
    const thrown = step.dice;
    dice = dice.length > 0 ? after(dice, thrown) : allThrown(thrown);
    show('throw');
    dice = keeping(dice, heldBy(choice));
    if (choice.kind === 'hold') {
      show('hold', { words: choice.words });
    } else {
      const scored = { words: choice.words, box: choice.category, bonus: choice.bonus };
      show('score', scored);
      show('scored', { ...scored, card: filled });
    }
  }
  return frames;
}

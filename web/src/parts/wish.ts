// The player's goal and objective, and the rounds of the game: a part of a question, stored in the address.
import type { Ask } from '../engine/generated/yahtzee_web_engine';
import { damagedLink } from '../lib/texts';

export type Wish = Pick<Ask, 'goal' | 'objective' | 'rounds' | 'earlier'>;
export type Ties = 'win' | 'half' | 'lose';

/** The number in a parameter, or 0 if it is absent. Throws if it is no number. */
function whole(text: string | null): number {
  if (text !== null && !/^\d{1,7}$/.test(text)) {
    throw new Error(damagedLink());
  }
  return Number(text ?? 0);
}

/** The text of an opponent who has not begun. */
export const NEW = 'new';
/** Whether the text of an opponent is a final score. */
export const isScore = (text: string): boolean => /^\d+$/.test(text);

/** The numbers in a text like `231, 198`. */
export const numbers = (text: string): number[] => text.split(/[^\d]+/).filter(Boolean).map(Number);

/** A wish as parameters of the address. */
export function toParams({ goal, objective, rounds, earlier }: Wish): Record<string, string> {
  const said: Record<string, string> = {};
  if (objective?.kind === 'target' || objective?.kind === 'exactly') {
    said[objective.kind] = String(objective.score);
  } else if (objective?.kind === 'against') {
    said.against = (objective.opponents ?? []).join('|');
    if (objective.field) {
      said.field = String(objective.field);
    }
    if (objective.ties && objective.ties !== 'half') {
      said.ties = objective.ties;
    }
    if (objective.reacting) {
      said.reacting = '1';
    }
  } else if (objective?.kind === 'turn' || objective?.kind === 'fewest') {
    said[objective.kind] = '1';
  } else if (objective?.kind === 'utility') {
    said.utility = String(objective.steps);
  }
  if (goal) {
    said.goal = goal;
  }
  if (rounds !== undefined && rounds > 1) {
    said.rounds = String(rounds);
    if (earlier?.length) {
      said.earlier = earlier.join(',');
    }
  }
  return said;
}

/** The wish in the parameters of an address. Throws if a part of it is damaged. */
export function ofParams(said: URLSearchParams): Wish {
  const wish: Wish = {};
  const [target = 0, exactly = 0, field = 0, rounds = 0] = ['target', 'exactly', 'field', 'rounds'].map((name) => whole(said.get(name)));
  const opponents = said.get('against')?.split('|').filter((text) => text !== '') ?? [];
  const [ties, utility, goal] = [said.get('ties'), said.get('utility'), said.get('goal')];
  if (said.get('turn') === '1') {
    wish.objective = { kind: 'turn' };
  } else if (said.get('fewest') === '1') {
    wish.objective = { kind: 'fewest' };
  } else if (said.has('exactly')) {
    wish.objective = { kind: 'exactly', score: exactly };
  } else if (target > 0) {
    wish.objective = { kind: 'target', score: target };
  } else if (opponents.length > 0 || field > 0) {
    const reacting = said.get('reacting') === '1';
    wish.objective = { kind: 'against', opponents, field, ties: ties === 'win' || ties === 'lose' ? ties : 'half', reacting };
  } else if (utility) {
    wish.objective = { kind: 'utility', steps: utility };
  }
  if (goal) {
    wish.goal = goal;
  }
  if (rounds > 1) {
    [wish.rounds, wish.earlier] = [rounds, numbers(said.get('earlier') ?? '')];
  }
  return wish;
}

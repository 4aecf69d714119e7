import type { CardView, RulesView } from '../engine/generated/yahtzee_web_engine';

/** Whether these rules are custom: TOML text instead of a name. */
export const isOwn = (rules: string): boolean => /[\n=]/.test(rules);

/** The same rules without their language: `kniffel` for `kniffel@de`. Custom rules have none. */
export const ofNoLanguage = (rules: string): string => (isOwn(rules) ? rules : rules.split('@', 1)[0]!);

/** The steps of the bonus that the card is on its way to, each with the upper total that it needs: those ahead, or else the last one. Empty without a bonus. */
export function bonusAhead({ bonus }: RulesView, card: CardView): [at: number, points: number][] {
  const ahead = bonus.filter(([at]) => card.upper_total < at);
  return ahead.length > 0 ? ahead : bonus.slice(-1);
}

/** The best known games: the others are variants of them, or seldom played. */
export const MAIN = ['hasbro', 'kniffel', 'yatzy'];

/** The games with which the page begins where another one is better known. */
const FIRST: Record<string, string> = { de: 'kniffel', sv: 'yatzy' };

/** The game with which a page in this language begins. */
export const firstRules = (language: string): string => FIRST[language] ?? 'hasbro';

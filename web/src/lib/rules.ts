import type { JsonScorecard, RulesView } from '../engine/generated/yahtzee_web_engine';

/** Whether these rules are custom: TOML text instead of a name. */
export const isOwn = (rules: string): boolean => /[\n=]/.test(rules);

/** The same rules without their language: `kniffel` for `kniffel@de`. Custom rules have none. */
export const ofNoLanguage = (rules: string): string => (isOwn(rules) ? rules : rules.split('@', 1)[0]!);

/** The upper total that the card is on its way to, and the bonus from there on: the next step, or the last. Undefined without a bonus. */
export const bonusOf = ({ bonus }: RulesView, card: JsonScorecard): [at: number, points: number] | undefined =>
  bonus.find(([at]) => card.upper_total < at) ?? bonus.at(-1);

/** The games with which the page begins where another one is better known. */
const FIRST: Record<string, string> = { de: 'kniffel', sv: 'yatzy' };

/** The game with which a page in this language begins. */
export const firstRules = (language: string): string => FIRST[language] ?? 'hasbro';

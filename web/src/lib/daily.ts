// The puzzles of the days: each is the same for everyone, made from its date. The streak and the answers are kept on this device.
import { readJson, write } from './store';

/** What was answered on a day: the first try counts. No reply means that it was given up. */
export type Answer = { right: boolean; reply: string | null };
/** The days in a row on which the puzzle was solved, the last of them, and the last day on which it was tried; the answers by their days. */
export type Daily = { days: number; last: number; tried: number; answers: Record<string, Answer> };
/** What is kept. Older versions kept the answer of one day. */
type Kept = Omit<Daily, 'answers'> & { answers?: Record<string, Answer>; right?: boolean; reply?: string | null };

/** The most days whose answers are kept. */
const MOST = 1000;

/** A date as a number: 20260131. */
export const numberOf = (date: Date): number => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
/** The date of such a number, at noon, so that it is this day whatever the clocks do. */
export const dateOf = (day: number): Date => new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100, 12);
/** Today, which is the seed of today's puzzle. */
export const today = (): number => numberOf(new Date());
/** Whether this is a day that has been. */
export const isDay = (day: number): boolean => day >= 19_700_101 && day <= today() && numberOf(dateOf(day)) === day;

function yesterday(): number {
  const date = dateOf(today());
  date.setDate(date.getDate() - 1);
  return numberOf(date);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isAnswer = (value: unknown): boolean => isObject(value) && typeof value.right === 'boolean';
const fits = (value: unknown): value is Kept =>
  isObject(value) &&
  ['days', 'last', 'tried'].every((key) => typeof value[key] === 'number') &&
  (value.answers === undefined || (isObject(value.answers) && Object.values(value.answers).every(isAnswer)));

export function streak(): Daily {
  const { days, last, tried, answers, right, reply } = readJson<Kept>('daily', fits, { days: 0, last: 0, tried: 0 });
  const older = tried > 0 ? { [tried]: { right: right ?? last === tried, reply: reply ?? null } } : {};
  return { days: last === today() || last === yesterday() ? days : 0, last, tried, answers: { ...older, ...answers } };
}

/** What was answered to the puzzle of a day; null if nothing was. */
export const answerOf = (day: number): Answer | null => streak().answers[day] ?? null;

/** Keeps the answer to the puzzle of a day. Only the first one counts, and only today's for the streak. */
export function mark(day: number, right: boolean, reply: string | undefined): Daily {
  const before = streak();
  if (before.answers[day]) {
    return before;
  }
  const answers: Record<string, Answer> = Object.fromEntries(Object.entries<Answer>({ ...before.answers, [day]: { right, reply: reply ?? null } }).slice(-MOST));
  const counted = day === today() ? { days: right ? before.days + 1 : 0, last: right ? day : before.last, tried: day } : {};
  const after = { ...before, ...counted, answers };
  write('daily', JSON.stringify(after));
  return after;
}

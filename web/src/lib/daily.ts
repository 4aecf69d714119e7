// The daily puzzle: the same for everyone, made from the date. The streak and the answer of the day are kept on this device.
import { readJson, write } from './store';

/** The days in a row on which the puzzle was solved, the last of them, the last day on which it was tried, and what was answered then. */
export type Daily = { days: number; last: number; tried: number; right?: boolean; reply?: string | null };

const DAY = 86_400_000;

/** A date as a number: 20260131. */
const number = (date: Date): number => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

/** The seed of today's puzzle. */
export const today = (): number => number(new Date());
const yesterday = (): number => number(new Date(Date.now() - DAY));

const fits = (value: unknown): value is Daily =>
  typeof value === 'object' && value !== null && ['days', 'last', 'tried'].every((key) => typeof (value as Record<string, unknown>)[key] === 'number');

export function streak(): Daily {
  const kept = readJson('daily', fits, { days: 0, last: 0, tried: 0 });
  return kept.last === today() || kept.last === yesterday() ? kept : { ...kept, days: 0 };
}

/** What was answered today; null if nothing was. */
export function daily(): { right: boolean; days: number; reply: string | undefined } | null {
  const { tried, right, reply, days, last } = streak();
  return tried === today() ? { right: right ?? last === today(), days, reply: reply ?? undefined } : null;
}

/** Counts today's answer. Only the first try of a day counts. */
export function mark(right: boolean, reply: string | undefined): Daily {
  const before = streak();
  if (before.tried === today()) {
    return before;
  }
  const answer = { tried: today(), right, reply: reply ?? null };
  const after = right ? { days: before.days + 1, last: today(), ...answer } : { days: 0, last: before.last, ...answer };
  write('daily', JSON.stringify(after));
  return after;
}

// Number formats in the language of the page.
import { page } from './words.svelte';

const formats = new Map<string, Intl.NumberFormat>();

function format(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = page.locale + JSON.stringify(options);
  const known = formats.get(key) ?? new Intl.NumberFormat(page.locale, options);
  formats.set(key, known);
  return known;
}

/** A number with this many decimals. */
export const fixed = (number: number, decimals: number): string => format({ minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(number);

/** A number with its sign; 0 has none. */
export const signed = (number: number, decimals: number): string =>
  format({ minimumFractionDigits: decimals, maximumFractionDigits: decimals, signDisplay: 'exceptZero' }).format(number);

/** A loss in points; one that would be 0.00 is shown as below 0.01. */
export const lost = (points: number): string => (points < 0.005 ? `<${fixed(0.01, 2)}` : fixed(points, 2));

/** A loss in points, as exactly as anybody needs it at the table. */
export const roughly = (points: number): string => (points < 0.05 ? `<${fixed(0.1, 1)}` : fixed(points, 1));

/** A share in per cent. */
export const percent = (share: number): string => format({ style: 'percent', maximumFractionDigits: 0 }).format(share);

/** The mark before the decimals of a number. */
export const decimalMark = (): string => format({ minimumFractionDigits: 1 }).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.';

/** A time in seconds, in words: `12 seconds`, `3 minutes`. */
export function duration(seconds: number): string {
  const [amount, unit] = seconds < 90 ? [Math.max(1, Math.round(seconds)), 'second'] : [Math.round(seconds / 60), 'minute'];
  return format({ style: 'unit', unit, unitDisplay: 'long' }).format(amount as number);
}

/** A day. */
export const day = (date: Date): string => new Intl.DateTimeFormat(page.locale, { dateStyle: 'long' }).format(date);
/** A day, short. */
export const shortDay = (date: Date): string => new Intl.DateTimeFormat(page.locale, { day: 'numeric', month: 'short' }).format(date);
/** A month and its year. */
export const month = (date: Date): string => new Intl.DateTimeFormat(page.locale, { month: 'long', year: 'numeric' }).format(date);
/** The days of the week, from Monday: short, and in full. */
export const weekdays = (): { short: string; full: string }[] =>
  [...Array(7).keys()].map((day) => {
    const named = (weekday: 'short' | 'long'): string => new Intl.DateTimeFormat(page.locale, { weekday }).format(new Date(2026, 5, 1 + day));
    return { short: named('short').slice(0, 2), full: named('long') };
  });
/** A day and a time, short. */
export const moment = (date: Date): string => new Intl.DateTimeFormat(page.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(date);

// Days as numbers. The ten of a day are the same for everyone, made from its number by the engine.

/** A date as a number: 20260131. */
export const numberOf = (date: Date): number => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
/** The date of such a number, at noon, so that it is this day whatever the clocks do. */
export const dateOf = (day: number): Date => new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100, 12);
/** Today, by the clock of this place. */
export const today = (): number => numberOf(new Date());
/** Whether this is a day that has been. */
export const isDay = (day: number): boolean => day >= 19_700_101 && day <= today() && numberOf(dateOf(day)) === day;

/** The positions of a day. */
export const TEN = 10;

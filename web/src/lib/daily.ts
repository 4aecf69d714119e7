// Days as numbers. The ten of a day are the same for everyone; the engine derives them from the number.

/** A date as a number: 20260131. */
export const numberOf = (date: Date): number => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();
/** The date of such a number, at noon, so that clock changes do not move it to another day. */
export const dateOf = (day: number): Date => new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100, 12);
/** Today's number, in local time. */
export const today = (): number => numberOf(new Date());
/** Whether this is the number of a day. */
export const isDay = (day: number): boolean => day >= 19_700_101 && numberOf(dateOf(day)) === day;

/** The positions of a day. */
export const TEN = 10;

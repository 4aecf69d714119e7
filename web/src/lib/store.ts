// What the page keeps on this device. Nothing leaves it.

const PREFIX = 'yahtzee:';

/** Reads a text; null if there is none, or the browser keeps nothing. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Keeps a text. False if the browser refuses. */
export function write(key: string, text: string): boolean {
  try {
    localStorage.setItem(PREFIX + key, text);
    return true;
  } catch {
    return false;
  }
}

export function remove(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // There is nothing to remove where nothing is kept.
  }
}

/** A text that was damaged and is set aside. */
export type Damaged = { key: string; text: string; why: string };

/** Sets a damaged text aside, so that it is not lost and not read again. */
export function setAside(key: string, why: string): void {
  const text = read(key);
  if (text !== null) {
    write('damaged', JSON.stringify({ key, text, why } satisfies Damaged));
    remove(key);
  }
}

export function damaged(): Damaged | null {
  try {
    const kept: unknown = JSON.parse(read('damaged') ?? 'null');
    return kept && typeof kept === 'object' && 'text' in kept ? (kept as Damaged) : null;
  } catch {
    return null;
  }
}

/** Reads a value that was kept as JSON, if it has the right form. A damaged one is set aside. */
export function readJson<T>(key: string, fits: (value: unknown) => value is T, otherwise: T): T {
  const text = read(key);
  if (text === null) {
    return otherwise;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (fits(value)) {
      return value;
    }
    setAside(key, 'it has another form');
  } catch (error) {
    setAside(key, String(error));
  }
  return otherwise;
}

// What the page keeps on this device besides its games. Nothing leaves it.

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

/** Reads a value that was kept as JSON, if it has the right form. A damaged one is set aside under a name of its own, so that it is not lost. */
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
  } catch {
    // It is set aside below.
  }
  write(`damaged:${key}:${Date.now()}`, text);
  remove(key);
  return otherwise;
}

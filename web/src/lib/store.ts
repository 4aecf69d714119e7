// Small values stored on this device besides games. Nothing leaves it.

const PREFIX = 'yahtzee:';

/** Reads a text; null if there is none, or the browser stores nothing. */
export function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** Stores a text. False if the browser refuses. */
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
    // Without storage there is nothing to remove.
  }
}

/** Reads a value stored as JSON, if it has the right form. A damaged one is moved to a separate name, so that it is not lost. */
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
    // It is moved below.
  }
  write(`damaged:${key}:${Date.now()}`, text);
  remove(key);
  return otherwise;
}

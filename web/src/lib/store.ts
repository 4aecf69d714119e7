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

/** Stores a text, unless the browser refuses. */
export function write(key: string, text: string): void {
  try {
    localStorage.setItem(PREFIX + key, text);
  } catch {}
}

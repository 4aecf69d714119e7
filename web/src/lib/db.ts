// The browser's database: games, and the values that were solved.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Game } from './games';

interface Kept extends DBSchema {
  games: { key: string; value: Game };
  /** The bytes of table files. */
  solved: { key: string; value: Uint8Array };
}

let opened: Promise<IDBPDatabase<Kept>> | undefined;

/** Rejects where the browser keeps nothing. */
export function db(): Promise<IDBPDatabase<Kept>> {
  opened ??= openDB<Kept>('yahtzee', 1, {
    upgrade(database) {
      database.createObjectStore('games', { keyPath: 'id' });
      database.createObjectStore('solved');
    },
    // A page of a newer version wants to change the database: this one lets it.
    blocking: () => void opened?.then((database) => database.close()),
    terminated: () => (opened = undefined),
  });
  return opened;
}

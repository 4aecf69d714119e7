// The browser's database: games, and the values that were solved.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A game that is kept. */
export type Game = {
  id: string;
  /** Counts the changes: whoever changes a game must have seen the last one. */
  revision: number;
  /** The game in the notation of the program. */
  saved: string;
  /** The title of its rules. */
  title: string;
  players: { name: string; score: number; computer: boolean }[];
  turn: number;
  turns: number;
  over: boolean;
  /** When it was changed last, in milliseconds. */
  changed: number;
  /** When it was deleted; it can be brought back for a while. */
  deleted?: number;
  /** Why it cannot be read. */
  damaged?: string;
};

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

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

/** A line of the history: a finished game of a player, or an answer. The engine makes and reads it. */
export type Line = {
  /** What makes it this one: the same is kept once. */
  key: string;
  line: string;
  /** The day of a daily ten. */
  daily?: number;
  /** The game of this device that it comes from. */
  game?: string;
};

interface Kept extends DBSchema {
  games: { key: string; value: Game };
  /** In the order in which they were recorded. */
  history: { key: number; value: Line; indexes: { key: string; daily: number; game: string } };
  /** The bytes of table files. */
  solved: { key: string; value: Uint8Array };
}

let opened: Promise<IDBPDatabase<Kept>> | undefined;

/** Rejects where the browser keeps nothing. */
export function db(): Promise<IDBPDatabase<Kept>> {
  opened ??= openDB<Kept>('yahtzee', 2, {
    upgrade(database, before) {
      if (before < 1) {
        database.createObjectStore('games', { keyPath: 'id' });
        database.createObjectStore('solved');
      }
      const history = database.createObjectStore('history', { autoIncrement: true });
      history.createIndex('key', 'key', { unique: true });
      history.createIndex('daily', 'daily');
      history.createIndex('game', 'game');
    },
    // A page of a newer version wants to change the database: this one lets it.
    blocking: () => void opened?.then((database) => database.close()),
    terminated: () => (opened = undefined),
  });
  return opened;
}

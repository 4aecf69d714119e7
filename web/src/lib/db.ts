// The browser's database: games, and solved values.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A stored game. */
export type Game = {
  id: string;
  /** Counts the changes: a writer must have seen the last one. */
  revision: number;
  /** The game in the notation of the program. */
  saved: string;
  /** The title of its rules. */
  title: string;
  players: { name: string; score: number; computer: boolean }[];
  turn: number;
  turns: number;
  over: boolean;
  /** The time of the last change, in milliseconds. */
  changed: number;
  /** The time of deletion; the game can be restored for a while. */
  deleted?: number;
  /** Whether it was only started: nothing was played, so the list leaves it out. */
  fresh?: boolean;
  /** The turn whose first throw was seen. */
  thrown?: string;
  /** Why it cannot be read. */
  damaged?: string;
};

/** A line of the history: a finished game of a player, or an answer. The engine writes and reads it. */
export type RecordLine = {
  /** The key that identifies it: the same line is stored once. */
  key: string;
  line: string;
  /** The day of a daily ten. */
  daily?: number;
  /** The game of this device that it belongs to. */
  game?: string;
};

interface Stored extends DBSchema {
  games: { key: string; value: Game };
  /** In the order of recording. */
  history: { key: number; value: RecordLine; indexes: { key: string; daily: number; game: string } };
  /** Table files, with the time of storing. Not arrays: browsers may refuse one of 235 MB, as of Maxi Yatzy. */
  solved: { key: string; value: File };
}

let opened: Promise<IDBPDatabase<Stored>> | undefined;

/** Rejects if the browser stores nothing. */
export function db(): Promise<IDBPDatabase<Stored>> {
  opened ??= openDB<Stored>('yahtzee', 2, {
    upgrade(database) {
      database.createObjectStore('games', { keyPath: 'id' });
      database.createObjectStore('solved');
      const history = database.createObjectStore('history', { autoIncrement: true });
      history.createIndex('key', 'key', { unique: true });
      history.createIndex('daily', 'daily');
      history.createIndex('game', 'game');
    },
    // A page of a newer version wants to change the database: let it.
    blocking: () => void opened?.then((database) => database.close()),
    terminated: () => (opened = undefined),
  });
  return opened;
}

// Solved values in the browser's database, so that a later visit need not solve again. The engine checks their checksum and rules when it reads them.
import { db } from '../lib/db';
import { ofNoLanguage } from '../lib/rules';

/** The engine that solves. Another version may number states differently. */
const ENGINE = __ENGINE__;
/** The most stored rule sets. */
const MOST = 12;

/** The rules without the language of their names, which changes no value. */
const keyOf = (rules: string): string => `${ENGINE} ${ofNoLanguage(rules)}`;

/** The values of these rules, if they were solved before; `undefined` also if the browser stores nothing. */
export async function stored(rules: string): Promise<Uint8Array | undefined> {
  try {
    const table = await (await db()).get('solved', keyOf(rules));
    return table && new Uint8Array(await table.arrayBuffer());
  } catch {
    return undefined;
  }
}

/** The names or texts of the rules with stored values. */
export async function storedRules(): Promise<string[]> {
  try {
    const keys = await (await db()).getAllKeys('solved');
    return keys.filter((key) => key.startsWith(ENGINE)).map((key) => key.slice(ENGINE.length + 1));
  } catch {
    return [];
  }
}

/** Stores values, and removes values of other versions and the oldest ones above the limit. False if there is no room, or no database. */
export async function store(rules: string, table: Uint8Array): Promise<boolean> {
  try {
    const transaction = (await db()).transaction('solved', 'readwrite');
    const others = (await transaction.store.getAllKeys()).filter((key) => key !== keyOf(rules));
    const ours = others.filter((key) => key.startsWith(ENGINE));
    const ages = await Promise.all(ours.map(async (key) => ({ key, since: (await transaction.store.get(key))!.lastModified })));
    const oldest = ages.sort((a, b) => a.since - b.since).slice(0, Math.max(0, ours.length - MOST + 1));
    const gone = [...others.filter((key) => !key.startsWith(ENGINE)), ...oldest.map(({ key }) => key)];
    const file = new File([table as Uint8Array<ArrayBuffer>], rules);
    await Promise.all([...gone.map((key) => transaction.store.delete(key)), transaction.store.put(file, keyOf(rules)), transaction.done]);
    return true;
  } catch {
    return false;
  }
}

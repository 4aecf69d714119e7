// The engines of the page: a quick one that answers taps, and one for long work, so that taps never wait for it.
import { Client } from './client';
import type { RulesView } from './generated/yahtzee_web_engine';
import type { Callable } from './protocol';

/** What the whole page knows of its engines. */
export const engines = $state({
  /** The rules that are solved; null while they are being solved. */
  rules: null as RulesView | null,
  /** What they were solved from: the name of a built-in rule set, or TOML. */
  source: '',
  /** The share that is done of the solving, from 0 to 1. */
  solving: 0,
  /** The share that is done of other long work, and null while there is none. */
  working: null as number | null,
  /** Why the rules could not be solved. */
  failed: '',
});

/** The engine for long work. */
type Deep = {
  client: Client;
  /** Its part in solving the game together with the quick engine. It gives nothing if a large game is solved by one alone. */
  part: Promise<RulesView | undefined>;
  solved?: Promise<unknown>;
  spread?: Promise<unknown>;
};

const unsolved = (): Deep => ({ client: new Client(), part: Promise.resolve(undefined) });

let quick = new Client();
let deep = unsolved();
let started: Promise<void> = Promise.resolve();
let used = false;
/** The number of times that rules were chosen: what was begun for others is out of date. */
let chosen = 0;

/** Solves a rule set for the whole page. Does nothing if it is solved already. */
export function use(source: string): Promise<void> {
  if (source === engines.source) {
    return started;
  }
  Object.assign(engines, { source, rules: null, solving: 0, failed: '' });
  chosen += 1;
  started = solve(source);
  return started;
}

/** New engines, which know nothing of the game that the old ones solve. */
function renew(): void {
  quick.end();
  deep.client.end();
  quick = new Client();
  deep = unsolved();
  engines.working = null;
}

async function solve(source: string): Promise<void> {
  if (used) {
    renew();
  }
  used = true;
  const mine = chosen;
  const progress = (share: number): void => {
    if (mine === chosen) {
      engines.solving = share;
    }
  };
  try {
    const rules = await solveTogether(source, progress).catch((error) => {
      if (mine !== chosen) {
        throw error;
      }
      return solveAlone(source, progress);
    });
    if (mine === chosen) {
      engines.rules = rules;
    }
  } catch (error) {
    // Other rules may have been chosen in the meantime, which ended these engines.
    if (mine === chosen) {
      engines.failed = message(error);
      throw error;
    }
  }
}

/** Each engine works out one half of every layer of the game, and gets the other half from the other one. */
function solveTogether(source: string, progress: (share: number) => void): Promise<RulesView> {
  const { port1, port2 } = new MessageChannel();
  quick.onprogress = progress;
  deep.part = deep.client.solve(source, { share: 1, port: port2 });
  const failed = deep.part.then(() => new Promise<never>(() => {}));
  return Promise.race([quick.solve(source, { share: 0, port: port1 }) as Promise<RulesView>, failed]);
}

/** An engine failed, perhaps for lack of memory: solves with one, which needs half as much. If the rules are wrong, it says so once more. */
function solveAlone(source: string, progress: (share: number) => void): Promise<RulesView> {
  renew();
  quick.onprogress = progress;
  return quick.solve(source) as Promise<RulesView>;
}

/** Waits until the rules that were chosen last are solved. */
async function ready(): Promise<void> {
  let last: Promise<void>;
  do {
    last = started;
    await last;
  } while (last !== started);
}

/** Asks the quick engine, once the rules are solved. */
export async function ask<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
  await ready();
  return quick.call(name, ...args);
}

/** Asks something that needs no solved game. */
export async function askFirst<K extends 'listRules' | 'rulesText' | 'checkRules' | 'rulesOfGame'>(
  name: K,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  const asked = quick;
  try {
    return await asked.call(name, ...args);
  } catch (error) {
    if (asked === quick) {
      throw error;
    }
    // A new engine has taken its place.
    return quick.call(name, ...args);
  }
}

/** Asks the engine for long work. `spread` says that it needs to know how final scores spread. */
export async function askDeep<K extends keyof Callable>(
  name: K,
  spread: boolean,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  await ready();
  const mine = deep;
  const { client, part } = mine;
  let solved = false;
  client.onprogress = (share) => (engines.working = share);
  try {
    await (mine.solved ??= part.then((rules) => rules ?? client.solve(engines.source)));
    solved = true;
    if (spread) {
      await (mine.spread ??= client.call('findSpread'));
    }
    return await client.call(name, ...args);
  } catch (error) {
    if (mine === deep && (!solved || client.broken)) {
      // The next question has a new engine.
      client.end();
      deep = unsolved();
    }
    throw error;
  } finally {
    engines.working = null;
  }
}

/** The message of an error. */
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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

let quick = new Client();
let deep: { client: Client; solved: Promise<unknown>; spread?: Promise<unknown> } | undefined;
let started: Promise<void> = Promise.resolve();
let used = false;

/** Solves a rule set for the whole page. Does nothing if it is solved already. */
export function use(source: string): Promise<void> {
  if (source === engines.source) {
    return started;
  }
  Object.assign(engines, { source, rules: null, solving: 0, failed: '' });
  started = solve(source);
  return started;
}

async function solve(source: string): Promise<void> {
  if (used) {
    quick.end();
    quick = new Client();
    deep?.client.end();
    deep = undefined;
    engines.working = null;
  }
  used = true;
  const client = quick;
  client.onprogress = (share) => {
    if (engines.source === source) {
      engines.solving = share;
    }
  };
  try {
    const rules = await client.solve(source);
    if (engines.source === source) {
      engines.rules = rules;
    }
  } catch (error) {
    // Other rules may have been chosen in the meantime, which ended this engine.
    if (engines.source === source) {
      engines.failed = message(error);
      throw error;
    }
  }
}

/** Asks the quick engine, once the rules are solved. */
export async function ask<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
  await started;
  return quick.call(name, ...args);
}

/** Asks something that needs no solved game. */
export function askFirst<K extends 'listRules' | 'rulesText' | 'checkRules' | 'rulesOfGame'>(
  name: K,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  return quick.call(name, ...args);
}

/** Asks the engine for long work. `spread` says that it needs to know how final scores spread. */
export async function askDeep<K extends keyof Callable>(
  name: K,
  spread: boolean,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  await started;
  if (!deep) {
    const client = new Client();
    client.onprogress = (share) => (engines.working = share);
    deep = { client, solved: client.solve(engines.source) };
  }
  const { client, solved } = deep;
  await solved;
  if (spread) {
    deep.spread ??= client.call('findSpread');
    await deep.spread;
  }
  try {
    return await client.call(name, ...args);
  } finally {
    engines.working = null;
  }
}

/** The message of an error. */
export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

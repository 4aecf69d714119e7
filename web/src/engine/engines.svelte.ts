// The engines of the page: a quick one that solves the game and answers taps, and one for long work, so that taps never wait for it.
import { read, write } from '../lib/store';
import { Client, Refusal } from './client';
import type { RulesAbout, RulesView } from './generated/yahtzee_web_engine';
import type { Callable } from './protocol';
import { keep, kept } from './solved';

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
  /** Why the engine does not work. */
  failed: '',
  /** The rules that take long to solve, before somebody has agreed to that. */
  asks: null as { rules: RulesAbout; seconds: number; answer: (yes: boolean) => void } | null,
  /** How long the rules that are being solved will take, in seconds. */
  seconds: 0,
});

/** The seconds of solving from which on another worker is asked. */
const BUSY = 2;
/** The seconds from which on somebody is asked first. */
const LONG = 10;
/** The work that a usual device does in a second, until this one is known. */
const USUAL = 6e9;

/** How long it takes to solve rules on this device, in seconds. */
export const secondsFor = ({ work }: Pick<RulesAbout, 'work'>): number => work / (Number(read('speed')) || USUAL);

/** An engine for long work. It begins with its first question. */
type Deep = { client: Client; opened: Promise<unknown>; open: boolean; spread?: Promise<unknown> };

let quick = new Client();
let deep: Deep | undefined;
/** The solving of the rules that were begun last. */
let started: Promise<void> = Promise.resolve();
/** The rules that were asked for last. */
let wanted = { source: '', done: started };

/** Rules that cannot be played: the page goes on with those that it has. */
class Refused extends Refusal {}
/** The rules that were solved last. */
let solved = '';

/** Whether somebody wants to wait for the values of these rules, if they are not here yet. */
async function agreed(rules: RulesAbout, values: Uint8Array | undefined): Promise<boolean> {
  const seconds = secondsFor(rules);
  if (values || seconds < LONG) {
    return true;
  }
  engines.asks?.answer(false);
  const yes = await new Promise<boolean>((answer) => (engines.asks = { rules, seconds, answer }));
  engines.asks = null;
  return yes;
}

/** Whether these rules are those that were asked for last. */
export const isWanted = (source: string): boolean => wanted.source === source;

/** Ends the solving that goes on, and takes the rules before. */
export const cancel = (): Promise<void> => use(solved || 'hasbro');

/** Ends the long work that goes on. Whoever waits for it gets an error without a message. */
export const stop = (): void => endDeep();

/** Solves a rule set for the whole page: the name of a built-in one, or TOML. Does nothing if it is solved already. It rejects what is no rule set. */
export function use(source: string): Promise<void> {
  if (source !== wanted.source) {
    const before = wanted;
    const failed = (error: unknown): never => {
      if (wanted.source === source) {
        wanted = error instanceof Refused ? before : { source: '', done: Promise.resolve() };
        engines.failed = error instanceof Refused ? '' : (error as Error).message;
      }
      throw error;
    };
    engines.failed = '';
    wanted = { source, done: begin(source).catch(failed) };
  }
  return wanted.done;
}

async function begin(source: string): Promise<void> {
  const checked = await askFirst('checkRules', source);
  if (wanted.source !== source) {
    return wanted.done;
  }
  if (checked.kind === 'wrong') {
    throw new Refused(checked.message);
  }
  const values = await kept(source);
  if (!(await agreed(checked.rules, values))) {
    throw new Refused('');
  }
  if (wanted.source !== source) {
    return wanted.done;
  }
  if (engines.source) {
    renew();
  }
  Object.assign(engines, { source, rules: null, solving: 0, seconds: values ? 0 : secondsFor(checked.rules) });
  started = solve(source, values).catch((error) => {
    if (!quick.broken || engines.source !== source) {
      throw error;
    }
    // The browser may have ended the worker for lack of memory: once more.
    renew();
    return solve(source);
  });
  return started;
}

/** New engines, which know nothing of the game that the old ones solved. */
function renew(): void {
  quick.end();
  quick = new Client();
  endDeep();
}

function endDeep(): void {
  deep?.client.end();
  deep = undefined;
  engines.working = null;
}

/** The rules that a worker plays by: from the values that are kept, or else solved. What is kept may be damaged. */
async function rulesOf(client: Client, source: string, values: Uint8Array | undefined): Promise<RulesView> {
  const opened = values && (await client.call('open', source, values).catch(() => undefined));
  if (opened) {
    return opened;
  }
  const began = performance.now();
  const rules = await client.call('solve', source);
  write('speed', String((rules.work / (performance.now() - began)) * 1000));
  void client.call('table').then(
    (table) => keep(source, table),
    () => {},
  );
  return rules;
}

async function solve(source: string, values?: Uint8Array): Promise<void> {
  const mine = quick;
  mine.onprogress = (share) => (engines.solving = share);
  try {
    const rules = await rulesOf(mine, source, values);
    if (mine === quick) {
      engines.rules = rules;
      solved = source;
      // The next visit begins with them.
      write('rules', source);
    }
  } catch (error) {
    // Other rules may have been chosen in the meantime, which ended this engine.
    if (mine === quick) {
      throw error;
    }
  }
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
  if (engines.seconds > BUSY && engines.source && !engines.rules) {
    // The quick engine solves and hears nothing for long.
    const other = new Client();
    return other.call(name, ...args).finally(() => other.end());
  }
  if (quick.broken) {
    renew();
  }
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

/** An engine for long work, with the values that the quick one has worked out. */
function begun(): Deep {
  const client = new Client();
  client.onprogress = (share) => (engines.working = share);
  const opened = quick.call('table').then((table) => client.call('open', engines.source, table));
  return { client, opened, open: false };
}

/** Asks an engine for long work. `spread` says that it needs to know how final scores spread. */
export async function askDeep<K extends keyof Callable>(
  name: K,
  spread: boolean,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  await ready();
  const mine = (deep ??= begun());
  try {
    await mine.opened;
    mine.open = true;
    if (spread) {
      await (mine.spread ??= mine.client.call('findSpread'));
    }
    return await mine.client.call(name, ...args);
  } catch (error) {
    if (mine === deep && (!mine.open || mine.client.broken)) {
      // The next question has a new engine.
      endDeep();
    }
    throw error;
  } finally {
    engines.working = null;
  }
}

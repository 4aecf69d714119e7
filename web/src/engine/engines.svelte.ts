// The engines of the page: a fast one that answers taps, and one for long work, so that taps never wait for it. The fast one also solves the game, unless that
// takes long: then another one does, and takes its place.
import { read, write } from '../lib/store';
import { tr } from '../lib/words.svelte';
import { Client, Refusal } from './client';
import type { Ask, Answer, RulesAbout, RulesView } from './generated/yahtzee_web_engine';
import type { Callable } from './protocol';
import { store, stored } from './solved';
import { crewFor, solveTogether } from './together';

/** The state of the engines for the whole page. */
export const engines = $state({
  /** The rules that are solved; null while they are being solved. */
  rules: null as RulesView | null,
  /** The rules of a game that takes long, while it is being solved. Meanwhile Ask answers about cards that are solved sooner. */
  early: null as RulesView | null,
  /** Their source: the name of a built-in rule set, or TOML. */
  source: '',
  /** The progress of solving, from 0 to 1. */
  solving: 0,
  /** The progress of other long work; null while there is none. */
  working: null as number | null,
  /** Why the engine does not work. */
  failed: '',
  /** Rules that take long to solve and wait for the user's consent. */
  asks: null as { rules: RulesAbout; seconds: number; answer: (yes: boolean) => void } | null,
  /** The expected duration of the current solving, in seconds. */
  seconds: 0,
  /** Whether the device did not store values that took long. */
  lost: false,
});

/** The rules that the page shows, solved or not. */
export const shownRules = (): RulesView | null => engines.rules ?? engines.early;

/** From this many seconds of solving, others solve while the fast engine answers. */
const BUSY = 2;
/** From this many seconds, the user is asked first. */
const LONG = 10;
/** A worker that reads rules for so many seconds is stuck. Where the network is slow, it may have to load the rest of the engine first. */
const STUCK = 10;
/** From this share on, the time so far tells how long solving takes. */
const TELLS = 0.1;
/** The work that a typical device does in a second, until this one is measured. */
const USUAL = 6e9;

/** The work that a worker does in a second. */
const speed = (): number => Number(read(SPEED)) || USUAL;

/** How many workers solve rules. A short work is not worth the start of another worker. */
const workersFor = (rules: RulesAbout): number => (rules.work / speed() > BUSY ? crewFor(rules) : 1);

/** The time to solve rules on this device, in seconds. */
export const secondsFor = (rules: RulesAbout): number => rules.work / speed() / workersFor(rules);

/** An engine for long work. It starts with its first question. */
type Deep = { client: Client; opened: Promise<unknown>; open: boolean; spread?: Promise<unknown> };

let quick = new Client();
/** The engine that solves a game that takes long. Then it becomes the fast one. */
let solver: Client | undefined;
let deep: Deep | undefined;
/** The workers that solve it. */
let crew = 1;
/** The most recent question about a card while it is being solved. Meanwhile they rest. */
let asking: Promise<unknown> = Promise.resolve();
/** The solving of the most recently started rules. */
let started: Promise<void> = Promise.resolve();
/** The most recently requested rules. */
let wanted = { source: '', done: started };

/** Rules that cannot be played: the page keeps its current rules. */
export class Refused extends Refusal {
  /** The line of their error. */
  constructor(message: string, readonly line: number | null = null) {
    super(message);
  }
}
/** The most recently solved rules. */
let solved = '';

/** Whether the user agrees to wait for the values of these rules, if they are not stored yet. */
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

/** Whether these are the most recently requested rules. */
export const isWanted = (source: string): boolean => wanted.source === source;

/** Stops the current solving, and returns to the previous rules. */
export const cancel = (): Promise<void> => use(solved || 'hasbro');

/** Solves a rule set for the whole page: the name of a built-in one, or TOML. Does nothing if it is solved already. Rejects an invalid rule set. */
export function use(source: string): Promise<void> {
  if (source !== wanted.source) {
    const before = wanted;
    const failed = (error: unknown): never => {
      if (wanted.source === source) {
        wanted = error instanceof Refused ? before : { source: '', done: Promise.resolve() };
        Object.assign(engines, error instanceof Refused ? { failed: '' } : { failed: (error as Error).message, early: null });
      }
      throw error;
    };
    engines.failed = '';
    wanted = { source, done: begin(source).catch(failed) };
  }
  return wanted.done;
}

async function begin(source: string): Promise<void> {
  const checked = await askFirst('checkRules', source).catch((error) => {
    throw (error as Error).message === '' ? new Refused(tr("Reading these rules takes too long.")) : error;
  });
  if (wanted.source !== source) {
    return wanted.done;
  }
  if (checked.kind === 'wrong') {
    throw new Refused(checked.message, checked.line);
  }
  const values = await stored(source);
  if (!(await agreed(checked.rules, values))) {
    throw new Refused('');
  }
  if (wanted.source !== source) {
    return wanted.done;
  }
  if (engines.source) {
    renew();
  }
  crew = workersFor(checked.rules);
  Object.assign(engines, { source, rules: null, early: null, solving: 0, lost: false, seconds: values ? 0 : secondsFor(checked.rules) });
  started = solve(source, values, crew).catch((error) => {
    if (!(solver ?? quick).broken || engines.source !== source) {
      throw error;
    }
    // The browser may have ended the worker for lack of memory: try once more.
    renew();
    return solve(source);
  });
  return started;
}

/** New engines, without the solved game of the old ones. */
function renew(): void {
  solver?.end();
  solver = undefined;
  quick.end();
  quick = new Client();
  stop();
}

/** Stops the current long work. Its pending calls fail without a message. */
export function stop(): void {
  deep?.client.end();
  deep = undefined;
  engines.working = null;
}

/** The name of the stored speed. Older versions stored one of any solve as `speed`, which may be absurd. */
const SPEED = 'solving-speed';

/** A solve that usually takes at least so many seconds tells the speed of the device. A smaller one is mostly the start of the engine. */
const TELLING = 0.25;

/** The rules of a worker: from stored values, which may be damaged, or else solved, by so many workers. */
async function rulesOf(client: Client, source: string, values: Uint8Array | undefined, workers: number): Promise<RulesView> {
  const opened = values && (await client.call('open', source, values).catch(() => undefined));
  if (opened) {
    return opened;
  }
  const [began, before, long] = [performance.now(), asking, engines.seconds >= LONG];
  const alone = (): Promise<RulesView> => client.call('solve', source);
  let solving = workers;
  // If another worker gets no memory, this one may have enough.
  const afterAll = (): Promise<RulesView> => {
    solving = 1;
    return alone();
  };
  const rules = await (workers > 1 ? solveTogether(client, { source, card: '', workers, rest: () => asking }).catch(afterAll) : alone());
  const took = performance.now() - began;
  // Who rests meanwhile tells no speed.
  if (rules.work >= TELLING * USUAL && asking === before) {
    write(SPEED, String((rules.work / took / solving) * 1000));
  }
  const keep = async (): Promise<void> => {
    const isStored = await store(source, await client.call('table'));
    if (engines.source === source) {
      engines.lost = long && !isStored;
    }
  };
  // The first answers do not wait for it.
  setTimeout(() => keep().catch(() => {}), 500);
  return rules;
}

async function solve(source: string, values?: Uint8Array, workers = 1): Promise<void> {
  if (!values && engines.seconds > BUSY) {
    solver = new Client();
    void openEarly(source);
  }
  const mine = solver ?? quick;
  const began = performance.now();
  mine.onprogress = (share) => {
    engines.solving = share;
    if (share > TELLS) {
      engines.seconds = (performance.now() - began) / 1000 / share;
    }
  };
  try {
    const rules = await rulesOf(mine, source, values, workers);
    if (mine === (solver ?? quick)) {
      if (solver) {
        quick.end();
        [quick, solver] = [solver, undefined];
        stop();
      }
      Object.assign(engines, { rules, early: null });
      solved = source;
      // The next visit begins with them.
      write('rules', source);
    }
  } catch (error) {
    // Other rules may have been chosen in the meantime, which ended this engine.
    if (mine === (solver ?? quick)) {
      throw error;
    }
  }
}

/** Opens the rules in the fast engine, without values. */
async function openEarly(source: string): Promise<void> {
  const mine = quick;
  const rules = await mine.call('unsolved', source).catch(() => null);
  if (mine === quick && solver) {
    engines.early = rules;
  }
}

/** Another engine in place of one that has stopped or is stuck, with the rules that it had solved. */
function mend(): void {
  quick.endIfStuck(STUCK, 'checkRules', 'rulesOfGame');
  if (!quick.broken) {
    return;
  }
  if (solver) {
    // It will take this place.
    quick = new Client();
    engines.early = null;
    return;
  }
  renew();
  const { source, rules } = engines;
  if (rules) {
    started = stored(source)
      .then((values) => solve(source, values))
      .catch((error) => {
        wanted = { source: '', done: Promise.resolve() };
        engines.failed = (error as Error).message;
        throw error;
      });
    // Who asks hears of it.
    started.catch(() => {});
  }
}

/** Waits until the most recently chosen rules are solved. */
async function ready(): Promise<void> {
  let last: Promise<void>;
  do {
    last = started;
    await last;
    mend();
  } while (last !== started);
}

/** Questions that need the rules, but no values. */
const OF_CARDS: (keyof Callable)[] = ['card', 'columns', 'position', 'withPoints'];

/** Asks the fast engine, once the rules are solved. */
export async function ask<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
  if (engines.early && OF_CARDS.includes(name)) {
    return askQuick(name, ...args);
  }
  await ready();
  return quick.call(name, ...args);
}

/** Asks a question that needs no solved game. */
export async function askFirst<K extends 'listRules' | 'checkRules' | 'rulesOfGame' | 'invited' | 'houseRules'>(
  name: K,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  mend();
  return askQuick(name, ...args);
}

/** Asks the fast engine now. If another one takes its place, it asks that one. */
async function askQuick<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
  const asked = quick;
  try {
    return await asked.call(name, ...args);
  } catch (error) {
    if (asked === quick || error instanceof Refusal) {
      throw error;
    }
    return quick.call(name, ...args);
  }
}

/** An engine for long work, with the values computed by the fast one. Before there are any, it has the rules alone. */
function begun(): Deep {
  const client = new Client();
  client.onprogress = (share) => (engines.working = share);
  const { source, early } = engines;
  const opened = early ? client.call('unsolved', source) : quick.call('table').then((table) => client.call('open', source, table));
  return { client, opened, open: false };
}

/** Asks an engine for long work. With `spread` it first gets the spread of final scores. */
export async function askDeep<K extends keyof Callable>(
  name: K,
  spread: boolean,
  ...args: Parameters<Callable[K]>
): Promise<ReturnType<Callable[K]>> {
  await ready();
  return onDeep(async (mine) => {
    if (spread) {
      await (mine.spread ??= mine.client.call('findSpread'));
    }
    return mine.client.call(name, ...args);
  });
}

/**
 * Answers a question about a card while the game is being solved: the workers first solve what may follow the card. Null if the rest of the game
 * takes less time.
 */
export function askEarly(question: Ask & { card: string }): Promise<Answer | null> {
  const answer = onDeep(async ({ client }) => {
    const work = await client.call('workFrom', question.card);
    if (work / speed() / crew >= engines.seconds * (1 - engines.solving)) {
      return null;
    }
    if (work > 0) {
      const from = { source: engines.source, card: question.card, workers: crew, rest: async () => {} };
      await solveTogether(client, from).catch(() => solveTogether(client, { ...from, workers: 1 }));
    }
    return client.call('advise', question);
  });
  asking = answer.catch(() => {});
  return answer;
}

/** Does long work with the engine for it. */
async function onDeep<T>(work: (mine: Deep) => Promise<T>): Promise<T> {
  const mine = (deep ??= begun());
  try {
    await mine.opened;
    mine.open = true;
    return await work(mine);
  } catch (error) {
    if (mine === deep && (!mine.open || mine.client.broken)) {
      // The next question gets a new engine.
      stop();
    }
    throw error;
  } finally {
    engines.working = null;
  }
}

// What the page and its workers say to each other.
import type * as generated from './generated/yahtzee_web_engine';
import type { Engine } from './generated/yahtzee_web_engine';

/** The methods of an engine. */
export type Methods = {
  [K in Exclude<keyof Engine, 'free' | typeof Symbol.dispose>]: Engine[K] extends (...args: never[]) => unknown ? Engine[K] : never;
};

/** The part that a worker has in solving a game together with another one, to which the port leads. */
export type Part = { share: 0 | 1; port: MessagePort };

/** The functions that need no solved game. */
export type Functions = Pick<typeof generated, 'listRules' | 'rulesText' | 'checkRules' | 'rulesOfGame'>;

export type Callable = Methods & Functions;

export type Request =
  | { kind: 'load'; module: WebAssembly.Module }
  | { kind: 'solve'; id: number; rules: string; part?: Part }
  | { kind: 'call'; id: number; name: keyof Callable; args: unknown[] };

export type Reply =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string }
  | { kind: 'progress'; done: number; all: number };

// The messages between the page and its workers.
import type * as generated from './generated/yahtzee_web_engine';
import type { Engine, RulesView } from './generated/yahtzee_web_engine';

/** The methods of an engine. */
type Methods = {
  [K in Exclude<keyof Engine, 'free' | typeof Symbol.dispose>]: Engine[K] extends (...args: never[]) => unknown ? Engine[K] : never;
};

/** Functions that need no solved game, and functions that give the worker one. */
export type Functions = Pick<typeof generated, 'listRules' | 'checkRules' | 'rulesOfGame' | 'invited' | 'houseRules'> & {
  /** Solves a rule set: the name of a built-in one, or TOML. */
  solve: (rules: string) => RulesView;
  /** Takes rules, without values. It reads cards. */
  unsolved: (rules: string) => RulesView;
  /** Takes values computed by another worker. */
  open: (rules: string, table: Uint8Array) => RulesView;
  /** Begins to solve what may follow a card, in layers of so many parts, together with other workers. */
  beginParts: (rules: string, card: string, parts: number) => void;
  /** Computes a part of the layer; undefined if there is no layer left. */
  computePart: (part: number) => Float64Array | undefined;
  /** Takes a part of the layer from another worker. */
  takePart: (part: number, values: Float64Array) => void;
  /** Ends the solving: the worker has the values of all layers. */
  endParts: () => RulesView;
};

export type Callable = Methods & Functions;

export type Request =
  | { kind: 'load'; module: WebAssembly.Module }
  /** The file of the language, which is English without one, and its decimal mark. */
  | { kind: 'setLanguage'; file: string | undefined; decimal: string }
  | { kind: 'call'; id: number; name: keyof Callable; args: unknown[] };

export type Reply =
  | { kind: 'done'; id: number; value: unknown }
  | { kind: 'failed'; id: number; message: string }
  /** The worker has no whole engine and will not answer any more; the status of the request for what is missing, 0 without a network. */
  | { kind: 'incomplete'; status: number }
  | { kind: 'progress'; done: number; all: number };

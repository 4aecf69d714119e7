// The work of a worker: it loads the engine, solves the game and answers.
import type * as generated from './generated/yahtzee_web_engine';
import type { Callable, Functions, Reply, Request } from './protocol';
import { NotLoaded, type Rest } from './rest';

/** The JavaScript around an engine. */
type Glue = Pick<typeof generated, 'checkRules' | 'Engine' | 'houseRules' | 'invited' | 'listRules' | 'rulesOfGame' | 'Solving' | 'speak' | 'default'>;

/** `rest` is the second part of an engine that was split. */
export function serve({ default: init, checkRules, Engine, houseRules, invited, listRules, rulesOfGame, Solving, speak }: Glue, rest?: Rest): void {
  let loaded: Promise<unknown> = Promise.resolve();
  let engine: generated.Engine | undefined;
  let solving: generated.Solving | undefined;
  let told = 0;

  /** What has failed in parts makes room. */
  function drop(): void {
    solving?.free();
    solving = undefined;
  }

  const functions: Functions = {
    checkRules,
    houseRules,
    invited,
    listRules,
    rulesOfGame,
    solve(rules) {
      drop();
      engine = Engine.solve(rules);
      return engine.rules();
    },
    unsolved(rules) {
      engine = Engine.unsolved(rules);
      return engine.rules();
    },
    open(rules, table) {
      engine = Engine.open(rules, table);
      return engine.rules();
    },
    beginParts(rules, card, parts) {
      drop();
      solving = Solving.begin(rules, card, parts);
    },
    computePart: (part) => solving!.compute(part),
    takePart(part, values) {
      solving!.take(part, values);
    },
    endParts() {
      engine = solving!.engine();
      solving = undefined;
      return engine.rules();
    },
  };

  const reply = (message: Reply): void => self.postMessage(message);

  /** The engine calls this during long work. */
  function engineProgress(done: number, all: number): void {
    const now = performance.now();
    if (now - told > 50) {
      told = now;
      reply({ kind: 'progress', done, all });
    }
  }
  Object.assign(self, { engineProgress, enginePlaceholder: rest?.placeholder });

  function call(name: keyof Callable, args: unknown[]): unknown {
    const called = name in functions ? functions[name as keyof Functions] : engine?.[name as keyof generated.Engine];
    if (!called) {
      throw new Error('no game is solved');
    }
    return (called as (...args: unknown[]) => unknown).apply(engine, args);
  }

  self.onmessage = async ({ data }: MessageEvent<Request>) => {
    if (data.kind === 'load') {
      loaded = init({ module_or_path: data.module }).then((first) => void rest?.follow(first as unknown as WebAssembly.Exports));
      return;
    }
    if (data.kind === 'setLanguage') {
      const { file, decimal } = data;
      loaded = loaded.then(() => speak(file, decimal));
      return;
    }
    const { id, name, args } = data;
    try {
      await loaded;
      reply({ kind: 'done', id, value: call(name, args) });
    } catch (error) {
      if (error instanceof NotLoaded) {
        reply({ kind: 'incomplete', status: error.status });
        return;
      }
      reply({ kind: 'failed', id, message: error instanceof Error ? error.message : (error as string) });
    }
  };
}

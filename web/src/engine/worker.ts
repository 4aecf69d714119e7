// A worker: it loads the engine, solves the game and answers.
import init, { checkRules, type Engine, listRules, rulesOfGame, rulesText, Solving } from './generated/yahtzee_web_engine';
import type { Callable, Functions, Part, Reply, Request } from './protocol';

const functions: Functions = { checkRules, listRules, rulesOfGame, rulesText };
let loaded: Promise<unknown> = Promise.resolve();
let engine: Engine | undefined;
let told = 0;

const reply = (message: Reply): void => self.postMessage(message);

/** The engine calls this during long work. */
function engineProgress(done: number, all: number): void {
  const now = performance.now();
  if (now - told > 50) {
    told = now;
    reply({ kind: 'progress', done, all });
  }
}
Object.assign(self, { engineProgress });

function call(name: keyof Callable, args: unknown[]): unknown {
  if (name in functions) {
    return (functions[name as keyof Functions] as (...args: unknown[]) => unknown)(...args);
  }
  if (!engine) {
    throw new Error('no game is solved');
  }
  return (engine[name as keyof Engine] as (...args: unknown[]) => unknown).apply(engine, args);
}

/** What comes through a port, one by one. */
async function* arriving(port: MessagePort): AsyncGenerator<Float64Array> {
  const waiting: Float64Array[] = [];
  let wake = (): void => {};
  port.onmessage = ({ data }: MessageEvent<Float64Array>) => {
    waiting.push(data);
    wake();
  };
  for (;;) {
    while (waiting.length > 0) {
      yield waiting.shift()!;
    }
    await new Promise<void>((resolve) => (wake = resolve));
  }
}

/** Solves a game, alone or together with another worker. Undefined if the other one solves it alone, because it is large. */
async function solve(rules: string, part?: Part): Promise<Engine | undefined> {
  const solving = new Solving(rules, part?.share ?? 0, part ? 2 : 1);
  if (!part || solving.isAlone()) {
    part?.port.close();
    if (part?.share === 1) {
      solving.free();
      return undefined;
    }
    for (let left = solving.layers(); left > 0; left -= 1) {
      solving.work();
    }
    return solving.finish();
  }
  const theirs = arriving(part.port);
  for (let left = solving.layers(); left > 0; left -= 1) {
    const own = solving.work();
    part.port.postMessage(own, [own.buffer]);
    solving.take(1 - part.share, (await theirs.next()).value as Float64Array);
  }
  // The port stays open: the other worker may not have read the last values yet.
  return solving.finish();
}

async function serve(request: Exclude<Request, { kind: 'load' }>): Promise<void> {
  const { id } = request;
  try {
    await loaded;
    if (request.kind === 'solve') {
      engine = await solve(request.rules, request.part);
      reply({ kind: 'done', id, value: engine?.rules() });
    } else {
      reply({ kind: 'done', id, value: call(request.name, request.args) });
    }
  } catch (error) {
    reply({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) });
  }
}

self.onmessage = ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'load') {
    loaded = init({ module_or_path: data.module });
  } else {
    void serve(data);
  }
};

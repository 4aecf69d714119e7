// A worker: it loads the engine, solves the game and answers.
import init, { checkRules, Engine, listRules, rulesOfGame, rulesText } from './generated/yahtzee_web_engine';
import type { Callable, Functions, Reply, Request } from './protocol';

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

async function serve(request: Exclude<Request, { kind: 'load' }>): Promise<void> {
  const { id } = request;
  try {
    await loaded;
    if (request.kind === 'solve') {
      engine = new Engine(request.rules);
      reply({ kind: 'done', id, value: engine.rules() });
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

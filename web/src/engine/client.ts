// Calls to an engine in a worker.
import { load, spawn } from '#spawn';
import type { RulesView } from './generated/yahtzee_web_engine';
import type { Callable, Part, Reply, Request } from './protocol';

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void };

let module: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once for all workers. If it cannot be loaded, the next one who asks tries again. */
function compiled(): Promise<WebAssembly.Module> {
  module ??= load().catch((error) => {
    module = undefined;
    throw error;
  });
  return module;
}

/** A worker with an engine for one rule set. */
export class Client {
  #worker = spawn();
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #ready: Promise<void>;
  /** Why it answers no more. */
  #broken?: Error;
  onprogress: (share: number) => void = () => {};

  constructor() {
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message || 'the engine stopped'));
    this.#ready = compiled().then((module) => this.#worker.postMessage({ kind: 'load', module } satisfies Request));
    this.#ready.catch((error) => this.#fail(error));
  }

  /** Solves a rule set: the name of a built-in one, or TOML. Undefined if it has a part in it, but the other worker solves it alone. */
  solve(rules: string, part?: Part): Promise<RulesView | undefined> {
    return this.#send((id) => ({ kind: 'solve', id, rules, part }), part ? [part.port] : []);
  }

  /** Calls a function of the engine. */
  call<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
    return this.#send((id) => ({ kind: 'call', id, name, args }));
  }

  /** Whether it answers no more. */
  get broken(): boolean {
    return this.#broken !== undefined;
  }

  /** Ends the worker and frees its memory. */
  end(): void {
    this.#worker.terminate();
    this.#fail(new Error('ended'));
  }

  async #send<T>(request: (id: number) => Request, given: Transferable[] = []): Promise<T> {
    if (this.#broken) {
      throw this.#broken;
    }
    const id = this.#next++;
    const answer = new Promise<T>((resolve, reject) => this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject }));
    const post = (): void => {
      if (this.#waiting.has(id)) {
        this.#worker.postMessage(request(id), given);
      }
    };
    this.#ready.then(post, () => {});
    return answer;
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'progress') {
      this.onprogress(reply.all > 0 ? reply.done / reply.all : 0);
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') {
      waiting?.resolve(reply.value as never);
    } else {
      waiting?.reject(new Error(reply.message));
    }
  }

  #fail(error: Error): void {
    this.#broken ??= error;
    this.#waiting.forEach(({ reject }) => reject(error));
    this.#waiting.clear();
  }
}

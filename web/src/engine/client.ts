// Calls to an engine in a worker.
import { load, spawn } from '#spawn';
import { decimalMark } from '../lib/numbers';
import { loaded, page, tr } from '../lib/words.svelte';
import type { Callable, Reply, Request } from './protocol';

type Waiting = { name: keyof Callable; resolve: (value: never) => void; reject: (error: Error) => void };

/** An error of the engine about a question that it cannot answer. */
export class Refusal extends Error {}

/** A function with one vector instruction. */
const SIMD = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11]);

let module: Promise<WebAssembly.Module> | undefined;

/** The engine, compiled once for all workers. If it cannot be loaded, the next request tries again. */
async function compiled(): Promise<WebAssembly.Module> {
  if (!WebAssembly.validate(SIMD)) {
    throw new Error(tr("This browser is too old, or the device too weak, for this page: it needs Chrome 91, Firefox 89, Safari 16.4 or later."));
  }
  module ??= load();
  return module.catch((error) => {
    module = undefined;
    throw error;
  });
}

/**
 * A worker with an engine for one rule set. It keeps the pending calls, because they must fail when the worker ends: with Comlink
 * they would wait for ever (https://github.com/GoogleChromeLabs/comlink/issues/601).
 */
export class Client {
  #worker: Worker;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  /** When it began with the first of them. */
  #since = 0;
  #ready: Promise<void>;
  /** Why it no longer answers. */
  #broken?: Error;
  #setLanguage = (): void => this.#send({ kind: 'setLanguage', file: page.file, decimal: decimalMark() });
  onprogress: (share: number) => void = () => {};

  constructor() {
    this.#worker = spawn();
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    this.#worker.onerror = (event) => this.#fail(new Error(event.message || tr("The engine has stopped.")));
    this.#ready = Promise.all([compiled(), loaded]).then(([module]) => {
      this.#send({ kind: 'load', module });
      this.#setLanguage();
      if (!this.#broken) {
        page.onlanguage.add(this.#setLanguage);
      }
    });
    this.#ready.catch((error) => this.#fail(error));
  }

  /** Calls a function of the engine. */
  async call<K extends keyof Callable>(name: K, ...args: Parameters<Callable[K]>): Promise<ReturnType<Callable[K]>> {
    await this.#ready;
    if (this.#broken) {
      throw this.#broken;
    }
    const id = this.#next++;
    if (this.#waiting.size === 0) {
      this.#since = performance.now();
    }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { name, resolve: resolve as Waiting['resolve'], reject });
      this.#send({ kind: 'call', id, name, args });
    });
  }

  /** Whether it no longer answers. */
  get broken(): boolean {
    return this.#broken !== undefined;
  }

  /** Ends the worker if it has been at the first pending call, of one of these functions, for so many seconds. That call is refused without a message. */
  endIfStuck(seconds: number, ...names: (keyof Callable)[]): void {
    const [first] = this.#waiting.values();
    if (first && names.includes(first.name) && performance.now() - this.#since > seconds * 1000) {
      first.reject(new Refusal(''));
      this.end();
    }
  }

  /** Ends the worker and frees its memory. Pending calls fail with this message. */
  end(message = ''): void {
    this.#worker.terminate();
    this.#fail(new Error(message));
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #hear(reply: Reply): void {
    if (reply.kind === 'progress') {
      this.onprogress(reply.all > 0 ? reply.done / reply.all : 0);
      return;
    }
    if (reply.kind === 'incomplete') {
      this.end(tr("The engine could not be loaded (status {}).", reply.status));
      return;
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    this.#since = performance.now();
    if (reply.kind === 'done') {
      waiting?.resolve(reply.value as never);
    } else {
      waiting?.reject(new Refusal(reply.message));
    }
  }

  #fail(error: Error): void {
    page.onlanguage.delete(this.#setLanguage);
    this.#broken ??= error;
    this.#waiting.forEach(({ reject }) => reject(error));
    this.#waiting.clear();
  }
}

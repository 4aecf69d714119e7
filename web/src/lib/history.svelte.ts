// A sequence of states with undo.

export class History<T> {
  #states = $state.raw() as T[];
  now = $derived(this.#states.at(-1)!);
  canUndo = $derived(this.#states.length > 1);

  constructor(first: T) {
    this.reset(first);
  }

  /** Goes on to the next state. */
  push(next: T): void {
    this.#states = [...this.#states.slice(-200), next];
  }

  undo(): void {
    if (this.canUndo) {
      this.#states = this.#states.slice(0, -1);
    }
  }

  /** Starts again, with nothing to undo. */
  reset(first: T): void {
    this.#states = [first];
  }
}

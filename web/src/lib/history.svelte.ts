// A sequence of states with undo.

export class History<T> {
  #states: T[] = $state.raw([]);
  now: T = $state.raw() as T;

  constructor(first: T) {
    this.now = first;
  }

  get canUndo(): boolean {
    return this.#states.length > 0;
  }

  /** Goes on to the next state. */
  push(next: T): void {
    this.#states = [...this.#states.slice(-199), this.now];
    this.now = next;
  }

  undo(): void {
    const before = this.#states.at(-1);
    if (before !== undefined) {
      this.#states = this.#states.slice(0, -1);
      this.now = before;
    }
  }

  /** Starts again, with nothing to undo. */
  reset(first: T): void {
    this.#states = [];
    this.now = first;
  }
}

// The second part of an engine that was split (scripts/split.mjs). The first part imports a placeholder for each function of the second part that it may
// call. Linking the second part puts its functions into the places of the placeholders.

/** The second part could not be loaded when it was needed. The call is not finished, and the engine is of no use after it. */
export class NotLoaded extends Error {
  constructor(readonly status: number) {
    super('the rest of the engine could not be loaded');
  }
}

/** Loads a file at once. A call to a placeholder cannot wait for a promise. */
function fetchNow(address: string): ArrayBuffer {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    // There is no network.
  }
  if (request.status !== 200) {
    throw new NotLoaded(request.status);
  }
  return request.response as ArrayBuffer;
}

export class Rest {
  #address: string;
  #first: WebAssembly.Exports | undefined;
  #linked = false;
  /** The imports of the first part: for each number of a place, a function that links the second part and calls what is there then. */
  placeholder = new Proxy({}, { get: (_, place) => (...args: unknown[]) => this.#called(Number(place), args) });

  constructor(address: string) {
    this.#address = address;
  }

  /** Loads and links the second part beside other work. If that fails, the first call that needs it tries again. */
  async follow(first: WebAssembly.Exports): Promise<void> {
    this.#first = first;
    try {
      const response = await fetch(this.#address);
      if (response.ok && !this.#linked) {
        this.#link(await WebAssembly.compile(await response.arrayBuffer()));
      }
    } catch {
      // There is no network now.
    }
  }

  #link(second: WebAssembly.Module): void {
    if (!this.#linked) {
      new WebAssembly.Instance(second, { primary: this.#first! });
      this.#linked = true;
    }
  }

  #called(place: number, args: unknown[]): unknown {
    if (!this.#linked) {
      this.#link(new WebAssembly.Module(fetchNow(this.#address)));
    }
    return ((this.#first!['%table'] as WebAssembly.Table).get(place) as (...args: unknown[]) => unknown)(...args);
  }
}

// The address after the `#`: the open view, and its content. A link so shows a friend the same question.

import { isOwn } from './rules';
import { damagedLink } from './texts';
import { tr } from './words.svelte';

const VIEWS = ['home', 'play', 'advise', 'review', 'quiz', 'rules', 'cards', 'progress'] as const;
export type View = (typeof VIEWS)[number];

function parse(): { view: View; params: URLSearchParams } {
  const [name = '', query = ''] = location.hash.slice(1).split('?', 2);
  return { view: VIEWS.find((view) => view === name) ?? 'home', params: new URLSearchParams(query) };
}

/** The address opened last. `visits` counts the openings, by a link, by the browser's buttons or by hand. */
export const address = $state({ ...parse(), visits: 0 });

/** The address that the view shows. */
let shown = location.href;

addEventListener('hashchange', () => {
  if (!passing && location.href !== shown) {
    shown = location.href;
    Object.assign(address, parse(), { visits: address.visits + 1 });
  }
});

/** An entry of the browser's history at which a sheet was opened. There are two of it, so that the Back button can close the sheet: it goes to the lower one. */
type Entry = { sheet: number; upper: boolean } | null;
let entry = history.state as Entry;
/** Whether the Back button passes a lower entry. */
let passing = false;

/** The Back button closes a sheet that has opened. */
export function closedByBack(): void {
  if (!entry?.upper) {
    const sheet = Date.now();
    history.replaceState({ sheet, upper: false }, '');
    history.pushState((entry = { sheet, upper: true }), '');
  }
}

addEventListener('popstate', () => {
  const left = entry;
  entry = history.state as Entry;
  passing = false;
  // A link to the view that is open fires this too, at the same entry.
  if (left?.upper && entry?.sheet === left.sheet && !entry.upper) {
    // The page itself says which are open: a browser tells later that one was closed, with the next frame.
    const sheets = document.querySelectorAll<HTMLDialogElement>('dialog[open]');
    if (sheets.length > 0) {
      history.pushState((entry = left), '', shown);
      sheets.forEach((sheet) => sheet.close());
    } else {
      passing = true;
      history.back();
    }
  }
});

const hash = (view: View, params: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString();
  return `#${view}${query ? `?${query}` : ''}`;
};

/** Opens a view. */
export function open(view: View, params: Record<string, string> = {}): void {
  location.hash = hash(view, params);
}

/** Writes the content of the view to the address, without a new entry in the history. */
export function setAddress(view: View, params: Record<string, string>): void {
  const next = hash(view, params);
  if (address.view === view && location.hash !== next) {
    history.replaceState(entry, '', next);
    shown = location.href;
  }
}

/** Whether others can open the address of the page: a file on a disk is here alone. */
export const hasAddress = location.protocol !== 'file:';

/** The whole address of a view, for a friend. */
export const link = (view: View, params: Record<string, string>): string => location.href.split('#', 1)[0] + hash(view, params);

type Bytes = Uint8Array<ArrayBuffer>;

const through = async (bytes: Bytes, ...streams: (CompressionStream | DecompressionStream | TransformStream<Bytes, Bytes>)[]): Promise<Bytes> => {
  const body = streams.reduce((body, stream) => body.pipeThrough(stream as ReadableWritablePair<Bytes, Bytes>), new Blob([bytes]).stream());
  return new Uint8Array(await new Response(body).arrayBuffer());
};

/** A text made short enough for an address. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The most bytes of rules, and of a game, in an address. */
export const MOST_RULES = 1e6;
export const MOST_GAME = 16e6;

/** The text of an address, of at most so many bytes. Throws if it is damaged or longer. */
export async function unpack(packed: string, most: number): Promise<string> {
  let size = 0;
  try {
    const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const limit = new TransformStream<Bytes, Bytes>({
      transform(part, out) {
        size += part.length;
        if (size > most) {
          throw new Error();
        }
        out.enqueue(part);
      },
    });
    const plain = await through(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)), new DecompressionStream('deflate-raw'), limit);
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new Error(size > most ? tr("This link holds more than {} MB, the most that is read.", most / 1e6) : damagedLink());
  }
}

/** The parameter of the address that names the rules of the question. */
export async function rulesParam(source: string): Promise<Record<string, string>> {
  return isOwn(source) ? { toml: await pack(source) } : { rules: source };
}

// The address after the `#`: the open view, and its content. A link so shows a friend the same question.

import { isOwn } from './rules';
import { page } from './words.svelte';

export const VIEWS = ['home', 'play', 'advise', 'review', 'quiz', 'rules', 'cards', 'progress'] as const;
export type View = (typeof VIEWS)[number];

function parse(): { view: View; params: URLSearchParams } {
  const [name = '', query = ''] = location.hash.slice(1).split('?', 2);
  return { view: VIEWS.find((view) => view === name) ?? 'home', params: new URLSearchParams(query) };
}

/** The address opened last. `visits` counts the openings, by a link, by the browser's buttons or by hand. */
export const address = $state({ ...parse(), visits: 0 });

addEventListener('hashchange', () => Object.assign(address, parse(), { visits: address.visits + 1 }));

const hash = (view: View, params: Record<string, string>): string => {
  const query = new URLSearchParams(params).toString();
  return `#${view}${query ? `?${query}` : ''}`;
};

/** Opens a view. */
export function open(view: View, params: Record<string, string> = {}): void {
  location.hash = hash(view, params);
}

/** Writes the content of the view to the address, without a new entry in the history. */
export function say(view: View, params: Record<string, string>): void {
  const next = hash(view, params);
  if (address.view === view && location.hash !== next) {
    history.replaceState(null, '', next);
  }
}

/** Whether others can open the address of the page: a file on a disk is here alone. */
export const hasAddress = location.protocol !== 'file:';

/** The whole address of a view, for a friend. */
export const link = (view: View, params: Record<string, string>): string => location.href.split('#', 1)[0] + hash(view, params);

const through = async (bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> => {
  const body = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(body).arrayBuffer());
};

/** A text made short enough for an address. */
export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The text of an address. Throws if it is damaged. */
export async function unpack(packed: string): Promise<string> {
  try {
    const bytes = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    const plain = await through(Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw new Error(page.w.damagedLink);
  }
}

/** The parameter of the address that names the rules of the question. */
export async function rulesParam(source: string): Promise<Record<string, string>> {
  return isOwn(source) ? { toml: await pack(source) } : { rules: source };
}

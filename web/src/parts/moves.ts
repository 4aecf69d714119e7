// Texts of the engine, in the language of the page.
import { Refusal } from '../engine/client';
import { engines } from '../engine/engines.svelte';
import type { CategoryView, TextView } from '../engine/generated/yahtzee_web_engine';
import type { Fault, Phrase } from '../words/phrases';
import { local } from '../lib/numbers';
import { page } from '../lib/words.svelte';

/** The name of a box: from the rules if they have names in the language of the page, or else a common name of the page. */
export function titleOf(category: CategoryView): string {
  const { rules } = engines;
  const known = rules?.builtIn && rules.language !== page.language ? page.w.boxes[category.name] : undefined;
  return known ?? category.title;
}

/** The name of a game. Built-in games with an English name are translated. */
export const gameTitle = ({ name, title, builtIn }: { name: string; title: string; builtIn: boolean }): string => (builtIn ? (page.w.titles[name] ?? title) : title);

/** The name of a box by its number. */
export const boxTitle = (index: number): string => {
  const category = engines.rules?.categories[index];
  return category ? titleOf(category) : '';
};

/** A text of the engine. A phrase is named by its English, with `{}` for each part. */
export function inWords(text: TextView): string {
  if (typeof text === 'string') {
    return local(text);
  }
  if (Array.isArray(text)) {
    return text.map(inWords).join('');
  }
  if ('category' in text) {
    return boxTitle(text.category);
  }
  const parts = text.of.map(inWords);
  return (page.w.said[text.say as Phrase] ?? text.say).replace(/\{\}/g, () => parts.shift() ?? '');
}

/** Possible points or names: `0, 5 to 30` and `Fours or Fives`. */
const inList = (english: string): string =>
  (['{} to {}', '{} or {}'] satisfies Phrase[]).reduce((list, name) => list.replaceAll(name.replaceAll('{}', ''), page.w.said[name].replaceAll('{}', '')), english);

/** An error of the engine about unreadable text, in the language of the page; it is identified by its English. */
export function inFault(english: string): string | undefined {
  const words = (name: string): number => name.replaceAll('{}', '').length;
  // The name with the most words is the most specific. A long text is not searched: its parts can be anywhere.
  const names = english.length > 1000 ? [] : (Object.keys(page.w.faults) as Fault[]).sort((one, other) => words(other) - words(one));
  for (const name of names) {
    const pieces = name.split('{}').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = new RegExp(`^${pieces.join('(.*?)')}$`, 's').exec(english);
    if (found) {
      const parts = found.slice(1);
      // Quoted parts are user text. Each part is read once: a text can have many colons.
      const known = parts.map((part, index) => (pieces[index]?.endsWith("'") ? part : inFault(part)));
      // The part after a final colon is an error too. If it is unknown, the whole text stays English.
      if (name.endsWith(': {}') && known.at(-1) === undefined) {
        return undefined;
      }
      const said = parts.map((part, index) => known[index] ?? inList(part));
      return page.w.faults[name].replaceAll('{}', () => said.shift() ?? '');
    }
  }
  return undefined;
}

/** The message of a refusal by the engine. */
export const refusal = (said: TextView): string => (typeof said === 'string' && said !== '' ? (inFault(said) ?? page.w.unreadable(said)) : inWords(said));

/** The message of an error; empty if it need not be shown, because the user stopped the work or did not want to wait. */
export const message = (error: unknown): string => (error instanceof Refusal ? refusal(error.said) : error instanceof Error ? error.message : String(error));

/** A move in words. */
export const moveWords = (move: { words: TextView }): string => inWords(move.words);

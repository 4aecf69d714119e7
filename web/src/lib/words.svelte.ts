// The language of the page. English is built in; the others are loaded on demand.
import { read, write } from './store';

export const LANGUAGES = { en: 'English', de: 'Deutsch', sv: 'Svenska' } as const;
export type Language = keyof typeof LANGUAGES;

/** The file of each language. English has none. */
const FILES: Record<Language, () => Promise<string | undefined>> = {
  en: async () => undefined,
  de: async () => (await import('../../../dialogue/languages/de.toml?raw')).default,
  sv: async () => (await import('../../../dialogue/languages/sv.toml?raw')).default,
};

/** A line of a language's file: a text, and the text in its place. Their quotes and escapes are those of JSON. */
const TEXT = /^("(?:[^"\\]|\\.)*") = ("(?:[^"\\]|\\.)*")$/gm;

const isLanguage = (name: string): name is Language => name in LANGUAGES;

/** The chosen language, or else the first of the browser's languages that the page has. */
function wanted(): Language {
  const chosen = read('language');
  const names = [...(chosen ? [chosen] : []), ...navigator.languages.map((name) => name.split('-', 1)[0]!.toLowerCase())];
  return names.find(isLanguage) ?? 'en';
}

class Speech {
  language = $state<Language>('en');
  /** Its texts by their English. */
  texts = $state.raw(new Map<string, string>());
  /** The file of the language, for the engines; English has none. */
  file: string | undefined;
  /** Called when the page has another language. */
  onlanguage = new Set<() => void>();
  /** The locale for numbers. A browser in the same language knows its country. */
  locale = $derived(navigator.languages.find((name) => name.startsWith(this.language)) ?? this.language);

  async setLanguage(language: Language): Promise<void> {
    const file = await FILES[language]();
    const texts = Array.from((file ?? '').matchAll(TEXT), ([, english, other]) => [JSON.parse(english!), JSON.parse(other!)] as const);
    [this.texts, this.file, this.language] = [new Map(texts), file, language];
    this.onlanguage.forEach((tell) => tell());
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.setLanguage(language);
    write('language', language);
  }
}

export const page = new Speech();

type Part = string | number;
/** A part for each `{}` of a text. */
type Parts<Text extends string> = Text extends `${string}{}${infer Rest}` ? [Part, ...Parts<Rest>] : [];
type Others<All extends Part[]> = All extends [Part, ...infer Rest extends Part[]] ? Rest : never;

const fill = (english: string, parts: Part[]): string => {
  let next = 0;
  // `{}` stands for the next part, `{1}` for the first.
  return (page.texts.get(english) ?? english).replace(/\{(\d*)\}/g, (_, number: string) => String(parts[number ? Number(number) - 1 : next++]));
};

/**
 * A text in the language of the page, by its English. A test of the dialogue names what a language lacks: for it the texts stand in double quotes, in calls of
 * this function and of `counted`.
 */
export const tr = <Text extends string>(english: Text, ...parts: Parts<Text>): string => fill(english, parts);

/** The text for a number of things, which is its first part. Where there is one of something, its number may stand in the text. */
export const counted = <Many extends string>(count: number, one: string, many: Many, ...others: Others<Parts<Many>>): string =>
  fill(count === 1 ? one : many, [count, ...others]);

/** Loads the words before the page is drawn. Without them the page is in English. */
export const loaded: Promise<void> = page.setLanguage(wanted()).catch(() => page.setLanguage('en'));

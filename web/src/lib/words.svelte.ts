// The language of the page. English is built in; the others are loaded on demand.
import { words, type Words } from './texts';
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

/** The words of the page in the language of a file. `{}` stands for the next part, `{1}` for the first. */
function wordsOf(file = ''): Words {
  const texts = new Map(Array.from(file.matchAll(TEXT), ([, english, other]) => [JSON.parse(english!) as string, JSON.parse(other!) as string]));
  return words((english, ...parts) => {
    let next = 0;
    return (texts.get(english) ?? english).replace(/\{(\d*)\}/g, (_, number: string) => String(parts[number ? Number(number) - 1 : next++]));
  });
}

const isLanguage = (name: string): name is Language => name in LANGUAGES;

/** The chosen language, or else the first of the browser's languages that the page has. */
function wanted(): Language {
  const chosen = read('language');
  const names = [...(chosen ? [chosen] : []), ...navigator.languages.map((name) => name.split('-', 1)[0]!.toLowerCase())];
  return names.find(isLanguage) ?? 'en';
}

class Speech {
  language = $state<Language>('en');
  /** The words of the page. */
  w = $state.raw(wordsOf());
  /** The file of the language, for the engines; English has none. */
  file: string | undefined;
  /** Called when the page has another language. */
  onlanguage = new Set<() => void>();
  /** The locale for numbers. A browser in the same language knows its country. */
  locale = $derived(navigator.languages.find((name) => name.startsWith(this.language)) ?? this.language);

  async setLanguage(language: Language): Promise<void> {
    const file = await FILES[language]();
    [this.w, this.file, this.language] = [wordsOf(file), file, language];
    this.onlanguage.forEach((tell) => tell());
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.setLanguage(language);
    write('language', language);
  }
}

export const page = new Speech();

/** Loads the words before the page is drawn. Without them the page is in English. */
export const loaded: Promise<void> = page.setLanguage(wanted()).catch(() => page.setLanguage('en'));

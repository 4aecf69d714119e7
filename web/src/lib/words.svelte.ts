// The language of the page. English is built in; the others are loaded on demand.
import { en, type Words } from '../words/en';
import { read, write } from './store';

export const LANGUAGES = { en: 'English', de: 'Deutsch', sv: 'Svenska' } as const;
export type Language = keyof typeof LANGUAGES;

const loaders: Record<Language, () => Promise<Words>> = {
  en: async () => en,
  de: async () => (await import('../words/de')).de,
  sv: async () => (await import('../words/sv')).sv,
};

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
  w = $state.raw<Words>(en);
  /** The locale for numbers. A browser in the same language knows its country. */
  locale = $derived(navigator.languages.find((name) => name.startsWith(this.language)) ?? this.language);

  async speak(language: Language): Promise<void> {
    this.w = await loaders[language]();
    this.language = language;
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.speak(language);
    write('language', language);
  }
}

export const page = new Speech();

/** Loads the words before the page is drawn. Without them the page is in English. */
export const spoken = (): Promise<void> => page.speak(wanted()).catch(() => page.speak('en'));

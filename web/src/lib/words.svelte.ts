// The language of the page. English is built in; the others are loaded on demand.
import { en, type Words } from '../words/en';
import { read, write } from './store';

export const LANGUAGES = { en: 'English', de: 'Deutsch', sv: 'Svenska' } as const;
export type Language = keyof typeof LANGUAGES;

/** The words of the page, and the file of the language with the texts of the engine. */
const loaders: Record<Language, () => Promise<{ w: Words; file: string | undefined }>> = {
  en: async () => ({ w: en, file: undefined }),
  de: async () => ({ w: (await import('../words/de')).de, file: (await import('../../../dialogue/languages/de.toml?raw')).default }),
  sv: async () => ({ w: (await import('../words/sv')).sv, file: (await import('../../../dialogue/languages/sv.toml?raw')).default }),
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
  /** The file of the language, for the engines; English has none. */
  file: string | undefined;
  /** Called when the page speaks another language. */
  onspeak = new Set<() => void>();
  /** The locale for numbers. A browser in the same language knows its country. */
  locale = $derived(navigator.languages.find((name) => name.startsWith(this.language)) ?? this.language);

  async speak(language: Language): Promise<void> {
    const { w, file } = await loaders[language]();
    [this.w, this.file, this.language] = [w, file, language];
    this.onspeak.forEach((tell) => tell());
    document.documentElement.lang = language;
  }

  async choose(language: Language): Promise<void> {
    await this.speak(language);
    write('language', language);
  }
}

export const page = new Speech();

/** Loads the words before the page is drawn. Without them the page is in English. */
export const spoken: Promise<void> = page.speak(wanted()).catch(() => page.speak('en'));

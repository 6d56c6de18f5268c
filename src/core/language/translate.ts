import { IntlMessageFormat } from 'intl-messageformat';
import { type Catalog, english, type TextKey } from './texts/english.ts';
import { german } from './texts/german.ts';

/** Texts of the service by language. To add a language, add a catalog file and a line here. */
export const catalogs = { en: english, de: german } as const satisfies Record<string, Catalog>;

/** A language of pages and mails. */
export type Language = keyof typeof catalogs;

/** Values of the placeholders in a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A function that returns the texts of one language. */
export interface Translate {
  /**
   * Returns the text with this key after inserting the values. The result is plain text, so page templates must escape it. Throws if a value is
   * missing.
   */
  (key: TextKey, values?: TextValues): string;
  readonly language: Language;
}

function createTranslator(language: Language): Translate {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  const getMessage = (key: TextKey): IntlMessageFormat => {
    let message = parsed.get(key);
    // texts contain no markup, so anything that looks like a tag is text
    if (!message) parsed.set(key, (message = new IntlMessageFormat(catalogs[language][key], language, undefined, { ignoreTag: true })));
    return message;
  };
  return Object.assign((key: TextKey, values?: TextValues) => String(getMessage(key).format(values)), { language });
}

/** Creates a value for each language, by language. */
export function createForLanguages<Value>(create: (language: Language) => Value): Readonly<Record<Language, Value>> {
  const languages = Object.keys(catalogs) as Language[];
  return Object.fromEntries(languages.map((language) => [language, create(language)])) as Record<Language, Value>;
}

const translateByLanguage = createForLanguages(createTranslator);

/** Returns the function that translates keys to texts of a language: `const translate = getTexts('de'); translate('offers.left', { left: 3 })`. */
export function getTexts(language: Language): Translate {
  return translateByLanguage[language];
}

/** Returns the supported language of a language tag such as `de` or `de-AT`, or null if it is not supported. */
export function findLanguage(tag: string): Language | null {
  const [language = ''] = tag.toLowerCase().split(/[-_]/);
  return Object.hasOwn(catalogs, language) ? (language as Language) : null;
}

/** Returns the supported language that an `Accept-Language` header prefers, or English if it contains no supported language. */
export function choosePreferredLanguage(header: string): Language {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { language: findLanguage(tag.trim()), quality: quality === undefined ? 1 : Number(quality) };
    });
  // sorting is stable, so the first of several languages with the same quality is chosen
  const [best] = ranges.filter(({ language, quality }) => language !== null && quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.language ?? 'en';
}

import { IntlMessageFormat } from 'intl-messageformat';
import { type Catalog, english, type TextKey } from './texts/english.ts';
import { german } from './texts/german.ts';

/** The languages of the service with their catalogs. To add a language, add a catalog file and a line here. */
export const catalogs = { en: english, de: german } as const satisfies Record<string, Catalog>;

/** A language of pages and mails. */
export type Language = keyof typeof catalogs;

/** Values of the placeholders in a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns texts in one language. */
export interface Say {
  /** Returns the text with its placeholders replaced, as plain text that page templates must escape. Throws if a value is missing. */
  (key: TextKey, values?: TextValues): string;
  readonly language: Language;
}

function createSay(language: Language): Say {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  const getMessage = (key: TextKey): IntlMessageFormat => {
    let message = parsed.get(key);
    // texts contain no markup; anything like a tag is text
    if (!message) parsed.set(key, (message = new IntlMessageFormat(catalogs[language][key], language, undefined, { ignoreTag: true })));
    return message;
  };
  return Object.assign((key: TextKey, values?: TextValues) => String(getMessage(key).format(values)), { language });
}

/** Creates a value for each language. */
export function createForLanguages<Value>(create: (language: Language) => Value): Readonly<Record<Language, Value>> {
  const languages = Object.keys(catalogs) as Language[];
  return Object.fromEntries(languages.map((language) => [language, create(language)])) as Record<Language, Value>;
}

const says = createForLanguages(createSay);

/** Returns the texts of a language: `const say = textsFor('de'); say('offers.left', { left: 3 })`. */
export function getTexts(language: Language): Say {
  return says[language];
}

/** Returns the supported language of a tag, which may have a region such as `de-AT`; null if it is not supported. */
export function findLanguage(tag: string): Language | null {
  const [language = ''] = tag.toLowerCase().split(/[-_]/);
  return Object.hasOwn(catalogs, language) ? (language as Language) : null;
}

/** Returns the supported language that an `Accept-Language` header prefers; English if it contains none. */
export function choosePreferredLanguage(header: string): Language {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { language: findLanguage(tag.trim()), quality: quality === undefined ? 1 : Number(quality) };
    });
  // sorting is stable, so the first of several languages with the same quality wins
  const [best] = ranges.filter(({ language, quality }) => language !== null && quality > 0).sort((a, b) => b.quality - a.quality);
  return best?.language ?? 'en';
}

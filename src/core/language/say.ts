import { IntlMessageFormat } from 'intl-messageformat';
import { type Catalog, english, type TextKey } from './texts/english.ts';
import { german } from './texts/german.ts';

/** The languages that all texts exist in, by their catalogs. A further language is a file with a catalog, and its line here. */
export const catalogs = { en: english, de: german } as const satisfies Record<string, Catalog>;

/** A language that pages and mails can speak. */
export type Language = keyof typeof catalogs;

/** What stands in the places of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Says texts in one language. */
export interface Say {
  /** The text with these values in its places, plain: templates of pages escape it. Throws for a place that got no value. */
  (key: TextKey, values?: TextValues): string;
  readonly language: Language;
}

function speaker(language: Language): Say {
  const parsed = new Map<TextKey, IntlMessageFormat>();
  const messageOf = (key: TextKey): IntlMessageFormat => {
    let message = parsed.get(key);
    // texts hold no markup: what looks like a tag is a text as well
    if (!message) parsed.set(key, (message = new IntlMessageFormat(catalogs[language][key], language, undefined, { ignoreTag: true })));
    return message;
  };
  return Object.assign((key: TextKey, values?: TextValues) => String(messageOf(key).format(values)), { language });
}

/** Makes something for each language. */
export function ofLanguages<Value>(make: (language: Language) => Value): Readonly<Record<Language, Value>> {
  const languages = Object.keys(catalogs) as Language[];
  return Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<Language, Value>;
}

const speakers = ofLanguages(speaker);

/** The texts of a language: `const say = textsFor('de'); say('offers.left', { left: 3 })`. */
export function textsFor(language: Language): Say {
  return speakers[language];
}

/** Whether there are texts in the language, which may name a variety such as `de-AT`. Null where none exist. */
export function languageKnown(tag: string): Language | null {
  const [language = ''] = tag.toLowerCase().split(/[-_]/);
  return Object.hasOwn(catalogs, language) ? (language as Language) : null;
}

/** The language with texts that an `Accept-Language` header likes best; English where it names none of them. */
export function languageAccepted(header: string): Language {
  const ranges = header
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().split(';');
      const quality = parameters.map((one) => /^\s*q=([\d.]+)\s*$/.exec(one)?.[1]).find((one) => one !== undefined);
      return { language: languageKnown(tag.trim()), quality: quality === undefined ? 1 : Number(quality) };
    });
  // sorting is stable: of equals the first one wins
  const [best] = ranges
    .filter(({ language, quality }) => language !== null && quality > 0)
    .sort((one, other) => other.quality - one.quality);
  return best?.language ?? 'en';
}

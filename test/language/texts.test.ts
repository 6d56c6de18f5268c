import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { catalogs, choosePreferredLanguage, findLanguage, getTexts } from '../../src/core/language/translate.ts';
import { english, type TextKey } from '../../src/core/language/texts/english.ts';
import { findBareWords, findSentences, sources, findTemplates } from './source-texts.ts';

const keys = Object.keys(english) as TextKey[];

/** Texts that are the same in several languages. */
const identicalTexts = new Set<string>([
  'branding.logo',
  'area.marketing',
  'event.website',
  'content.in',
  'offers.title',
  'ticket.title',
  'ticket.name',
  'form.name',
  'checkout.guest',
  'checkout.line',
  'order.tickets',
  'ticket.ticket',
  'ticket.code',
  'pay.iban',
  'pay.bic',
  'factors.code',
  'factors.passkeys',
  'map.one.pointLabels',
  'door.ticket',
  'figures.tickets',
  'format.standard',
  'format.link',
  'format.video',
  'format.audio',
]);

/** Files with English-only texts, with the reason. */
const englishOnly: Readonly<Record<string, string>> = {
  'src/web/docs/': 'for developers, beside an English reference',
  'src/domains/content/pages/relation.page.ts': 'part of the published interface',
  'src/domains/content/pages/discovery.ts': 'names of formats',
};

/** Returns the names of the placeholders in a message, at any depth. */
function placeholdersOf(message: string): string[] {
  const placeholders = new Set<string>();
  JSON.stringify(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst(), (_key, node: unknown) => {
    const { type, value } = (node ?? {}) as { type?: number; value?: unknown };
    // every node except plain text (0) and the `#` of plurals (7) names a placeholder
    if (type !== undefined && type !== 0 && type !== 7 && typeof value === 'string') placeholders.add(value);
    return node;
  });
  return [...placeholders].sort();
}

describe('The texts', () => {
  it.each(Object.entries(catalogs))('are complete in %s, with the same placeholders as in English', (language, catalog) => {
    expect(Object.keys(catalog).sort()).toEqual([...keys].sort());
    for (const key of keys) {
      expect([key, placeholdersOf(catalog[key])]).toEqual([key, placeholdersOf(english[key])]);
      if (language !== 'en' && !identicalTexts.has(key)) expect([key, catalog[key]]).not.toEqual([key, english[key]]);
    }
  });

  it('are all used', () => {
    const source = sources.map(({ text }) => text).join('\n');
    // keys with a computed end: `ticket.${state}`
    const beginnings = [...source.matchAll(/`([a-z]+(?:\.[a-zA-Z]+)*)\.\$\{/g)].map(([, beginning]) => `${beginning}.`);
    expect(keys.filter((key) => !source.includes(`'${key}'`) && !beginnings.some((beginning) => key.startsWith(beginning)))).toEqual([]);
  });

  it('are the only source of words: no page has literal words or sentences', () => {
    const wordsOf = (text: string) => [...findTemplates(text).flatMap(findBareWords), ...findSentences(text)];
    const exempted = Object.keys(englishOnly);
    const exemptionsOf = (file: string) => exempted.filter((path) => file === path || (path.endsWith('/') && file.startsWith(path)));
    expect(
      sources
        .filter(
          ({ file, text }) =>
            (/\/pages\/|\.(?:page|view)\.ts$/.test(file) || /\btranslate(?:\('|Marked)/.test(text)) && exemptionsOf(file).length === 0,
        )
        .flatMap(({ file, text }) => wordsOf(text).map((word) => `${file}: ${word}`)),
    ).toEqual([]);
    // each exempted file contains words
    const needed = new Set(sources.flatMap(({ file, text }) => (wordsOf(text).length > 0 ? exemptionsOf(file) : [])));
    expect(exempted.filter((path) => !needed.has(path))).toEqual([]);
    expect(findSentences("const a = { title: 'Data requests' };\nthrow notFound('x', 'No such thing.');")).toEqual(['Data requests']);
    expect(findBareWords('<p title="Say">\u0001 it</p>')).toEqual(['it', 'Say']);
    expect(findTemplates("html`<p>${a && html`in`}${x({ y: '}' })} out</p>`")).toEqual(['in', '<p>\u0001\u0001 out</p>']);
  });

  it('use plural forms of the language', () => {
    const offerIn = (places: number) => ['en', 'de'].map((language) => getTexts(language as 'en' | 'de')('mail.offerFree', { places }));
    expect(offerIn(1)[0]).toBe('A place has become available, and it is held for you.');
    expect(offerIn(2)[1]).toBe('Plätze sind frei geworden und werden für Sie freigehalten.');
  });

  it('are chosen by the preferred available language of the reader', () => {
    expect(['de-AT', 'de_DE_formal', 'en_US', 'nds', '', 'constructor'].map(findLanguage)).toEqual(['de', 'de', 'en', null, null, null]);
    for (const [header, language] of [
      ['de', 'de'],
      ['fr, de;q=0.4, en;q=0.5', 'en'],
      ['fr;q=1, de-CH;q=0.9', 'de'],
      ['en;q=0, de;q=0.1', 'de'],
      ['*', 'en'],
      ['', 'en'],
      [';;q=,,;q=x'.repeat(500), 'en'],
    ] as const)
      expect([header.slice(0, 30), choosePreferredLanguage(header)]).toEqual([header.slice(0, 30), language]);
  });
});

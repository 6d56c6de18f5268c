import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reservedSlugs, sanitizeSlug, appendSuffix } from '../../src/core/text/slug.ts';

describe('Slugs', () => {
  test.each([
    ['Same title', 'same-title'],
    ['  Big   <b>News</b>!  ', 'big-news'],
    ['Größe', 'grose'],
    ['Ærø & Øst', 'aero-ost'],
    ['ŒUVRE Łódź İstanbul Þór', 'oeuvre-lodz-istanbul-thor'],
    ['ÁÀÂÄÃÅ áàâäãå ç ñ ő', 'aaaaaa-aaaaaa-c-n-o'],
    ['e\u0301te\u0301', 'ete'],
    ['Rock &amp; Roll &#8211; live&nbsp;now', 'rock-roll-live-now'],
    ['Rock & Roll', 'rock-roll'],
    ["don't", 'dont'],
    ['a.b/c–d—e', 'a-b-c-d-e'],
    ['6×7', '6x7'],
    ['snake_case-and--dash---', 'snake_case-and-dash'],
    ['100% sure, (really)?', '100-sure-really'],
    ['“Curly” ‘quotes’ … © ™ • « »', 'curly-quotes'],
    ['5 €', '5-e'],
    ['Привет', '%d0%bf%d1%80%d0%b8%d0%b2%d0%b5%d1%82'],
    ['ЙОД', '%d0%b9%d0%be%d0%b4'],
    ['東京 2026', '%e6%9d%b1%e4%ba%ac-2026'],
    ['%E6%9D%B1', '%e6%9d%b1'],
    ['fran%C3%A7ais', 'fran%c3%a7ais'],
    ['a%20b%2Fc', 'a-b-c'],
    ['bad %ff escape %zz', 'bad-escape-zz'],
    ['zero\u200bwidth', 'zerowidth'],
    ['half \ud83d pair', 'half-pair'],
    ['', ''],
    ['---', ''],
    ['?!', ''],
  ])('%j become %j', (text, slug) => {
    expect(sanitizeSlug(text)).toBe(slug);
  });

  test('have at most 200 bytes and end with a complete character', () => {
    expect(sanitizeSlug('a'.repeat(300))).toBe('a'.repeat(200));
    expect(sanitizeSlug('日'.repeat(40))).toBe('%e6%97%a5'.repeat(22));
    expect(sanitizeSlug(`${'a'.repeat(199)} b`)).toBe('a'.repeat(199));
  });

  const title = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('a', 'É', '日', '%', 'e', '9', '-', ' ', '&', ';', '<', '🎉', '.', '\u0301', 'ß') }),
    fc.string({ unit: fc.constantFrom('日', 'a'), minLength: 60, maxLength: 300 }),
  );

  test('contain only letters, digits, _, - and escapes of complete characters, for any text', () => {
    fc.assert(
      fc.property(title, (text) => {
        const slug = sanitizeSlug(text);
        expect(slug).toMatch(/^(?:[a-z0-9_]|%[89a-f][0-9a-f]|-(?!-|$))*$/);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(() => decodeURIComponent(slug)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });

  test('stay the same when sanitized again', () => {
    fc.assert(
      fc.property(title, (text) => {
        expect(sanitizeSlug(sanitizeSlug(text))).toBe(sanitizeSlug(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('get suffixes within the 200 bytes', () => {
    expect(appendSuffix('same-title', 2)).toBe('same-title-2');
    expect(appendSuffix('a'.repeat(200), 12)).toBe(`${'a'.repeat(197)}-12`);
    expect(appendSuffix('%e6%97%a5'.repeat(22), 100)).toBe(`${'%e6%97%a5'.repeat(21)}-100`);
    fc.assert(
      fc.property(title, fc.integer({ min: 2, max: 99_999 }), (text, n) => {
        const slug = appendSuffix(sanitizeSlug(text), n);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slug.endsWith(`-${n}`)).toBe(true);
        expect(() => decodeURIComponent(slug)).not.toThrow();
      }),
    );
  });

  test('that conflict with other URLs are reserved', () => {
    expect([...reservedSlugs]).toEqual(['embed', 'feed', 'rdf', 'rss', 'rss2', 'atom']);
  });
});

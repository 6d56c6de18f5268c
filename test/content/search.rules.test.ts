import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLikePattern, buildSearchText, buildSortTitle, splitSearch } from '../../src/domains/content/search.rules.ts';

describe('Search text', () => {
  it.each([
    ['Jazz Night', ['jazz', 'night'], []],
    ['jazz,night+out', ['jazz', 'night', 'out'], []],
    ['"jazz night" out', ['jazz night', 'out'], []],
    ['jazz -night', ['jazz'], ['night']],
    ['the jazz of a night', ['jazz', 'night'], []],
    ['the of', ['the of'], []],
    ['a', ['a'], []],
    ['"open', ['open'], []],
    ['a1 b2 c3 d4 e5 f6 g7 h8 i9', ['a1', 'b2', 'c3', 'd4', 'e5', 'f6', 'g7', 'h8', 'i9'], []],
    ['a1 b2 c3 d4 e5 f6 g7 h8 i9 j10', ['a1 b2 c3 d4 e5 f6 g7 h8 i9 j10'], []],
  ])('%s includes %j and excludes %j', (text, required, excluded) => {
    expect(splitSearch(text)).toMatchObject({ required, excluded });
  });

  it('always has one to nine terms', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => text.trim() !== ''),
        (text) => {
          const { required, excluded } = splitSearch(text);
          expect(required.length + excluded.length).toBeGreaterThan(0);
          expect(required.length + excluded.length).toBeLessThanOrEqual(9);
        },
      ),
    );
  });
});

describe('Stored search text', () => {
  it('escapes the wildcards of LIKE', () => {
    expect(toLikePattern('50%_\\')).toBe('%50\\%\\_\\\\%');
  });

  it('separates title, excerpt and text', () => {
    expect(buildSearchText({ title: 'A\u0001B', excerpt: 'C', content: 'D' })).toBe('a b\u0001c\u0001d');
  });

  it('sorts titles without case and accents', () => {
    expect(buildSortTitle('Élan Über')).toBe('elan uber');
  });
});

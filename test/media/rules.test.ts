import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getExtension, cleanStem } from '../../src/domains/media/file-name.rules.ts';
import { isKey } from '../../src/domains/media/stores/file-store.ts';
import { limitConcurrency } from '../../src/core/async/limit-concurrency.ts';
import { parseFileName } from '../../src/rest/parameters/uploads.ts';

describe('safeStem', () => {
  it('returns a valid key for any file name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string()), (name) => isKey(`2026/11/${cleanStem(name)}-0a1b2c3d.jpg`)),
      { numRuns: 2000 },
    );
  });

  it('leaves a safe name unchanged', () => {
    for (const name of ['photo', 'Photo_2-b', 'a1']) expect(cleanStem(`${name}.jpg`)).toBe(name);
  });
});

describe('isKey', () => {
  it.each([
    '',
    '2026/11/a.jpg/..',
    '../2026/11/a.jpg',
    '2026/11/../a.jpg',
    '2026/11/.a.jpg',
    '2026/11/a',
    '2026/11/a.b.jpg',
    '/2026/11/a.jpg',
    '2026/11/a.jpg\n',
    `2026/11/${'a'.repeat(300)}.jpg`,
  ])('rejects %j', (text) => expect(isKey(text)).toBe(false));
});

describe('extensionOf', () => {
  it.each([
    ['a.jpg', 'jpg'],
    ['a.tar.gz', 'gz'],
    ['a', ''],
    ['.htaccess', ''],
    ['x/y.z/a', ''],
    ['a.', ''],
    ['C:\\a.PNG', 'PNG'],
  ])('returns the ending of %s: "%s"', (name, ending) => expect(getExtension(name)).toBe(ending));
});

describe('parseFileName', () => {
  it.each([
    ['attachment; filename="a \\"b\\".jpg"', 'a "b".jpg'],
    ['attachment;filename=a.jpg', 'a.jpg'],
    ['inline; filename = "a.jpg" ; size=4', 'a.jpg'],
    ['attachment; filename*=utf-8\'en\'%E2%82%AC.jpg; filename="x.jpg"', '€.jpg'],
    [`attachment; filename="${Buffer.from('ü.jpg').toString('latin1')}"`, 'ü.jpg'],
  ])('reads %s as %s', (header, name) => expect(parseFileName(header)).toBe(name));

  it.each(['attachment', 'filename', 'attachment; filename=', 'attachment; filename=""', 'attachment; name="a.jpg"', ''])(
    'finds no name in %j',
    (header) => expect(parseFileName(header)).toBe(null),
  );

  it('accepts any text without an error', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        parseFileName(header);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('limitConcurrency', () => {
  it('runs at most n tasks at a time and all of them, even if some fail', async () => {
    const limited = limitConcurrency(2);
    let running = 0;
    let maxRunning = 0;
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, (_, i) =>
        limited(async () => {
          maxRunning = Math.max(maxRunning, (running += 1));
          await new Promise((resolve) => void setTimeout(resolve, 5));
          running -= 1;
          if (i % 3 === 0) throw new Error('no');
          return i;
        }),
      ),
    );
    expect([maxRunning, running, results.filter(({ status }) => status === 'fulfilled').length, results.length]).toEqual([2, 0, 6, 9]);
  });
});

import fc from 'fast-check';
import { stringify } from 'qs';
import { describe, expect, it } from 'vitest';
import { decodeForm, pairsOf } from '../../../src/rest/parameters/decode.ts';

describe('A query string or form body', () => {
  it.each<[why: string, text: string, value: Record<string, unknown>]>([
    ['nothing is nothing', '', {}],
    ['the last of equal names wins', 'a=1&a=2', { a: '2' }],
    ['empty brackets make a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['encoded brackets too', 'a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
    ['positions in order make a list', 'a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['positions with gaps stay visible until the list is asked for', 'a[0]=1&a[7]=2', { a: { 0: '1', 7: '2' } }],
    ['empty brackets continue after the highest position', 'a[5]=1&a[]=2', { a: { 5: '1', 6: '2' } }],
    ['names make a map', 'a[x]=1', { a: { x: '1' } }],
    ['nested brackets nest', 'a[x][y]=1&a[x][]=2', { a: { x: { y: '1', 0: '2' } } }],
    ['lists of maps', 'r[0][m]=PUT&r[1][m]=POST', { r: [{ m: 'PUT' }, { m: 'POST' }] }],
    ['a mixture is a map', 'a[]=1&a[x]=2', { a: { 0: '1', x: '2' } }],
    ['a later list replaces a value', 'a=1&a[]=2', { a: ['2'] }],
    ['a later value replaces a list', 'a[]=1&a=2', { a: '2' }],
    ['a later map replaces a value inside', 'a[b]=1&a[b][c]=2', { a: { b: { c: '2' } } }],
    ['a name alone is present and empty', 'a', { a: '' }],
    ['so is a name with nothing after the sign', 'a=&b', { a: '', b: '' }],
    ['later equals signs belong to the value', 'a=b=c', { a: 'b=c' }],
    ['dots and blanks in names become underscores', 'a.b=1&c%20d=2&e+f=3', { a_b: '1', c_d: '2', e_f: '3' }],
    ['but not inside brackets', 'a[b.c d]=1', { a: { 'b.c d': '1' } }],
    ['blanks before a name are dropped', '+%20a=1', { a: '1' }],
    ['plus and %20 are blanks', 'a=x+y%20z%2B', { a: 'x y z+' }],
    ['UTF-8 is decoded', 'a=%C3%A4%F0%9F%8E%AB', { a: 'ä🎫' }],
    ['an escape that is none stays as it is', 'a=%zz%4&b=100%&c=%C3%A4%zz', { a: '%zz%4', b: '100%', c: 'ä%zz' }],
    ['invalid UTF-8 becomes a replacement character', 'a=x%FFy', { a: 'x\uFFFDy' }],
    ['an opening bracket that is never closed is an underscore', 'a[b=1', { a_b: '1' }],
    ['deeper it is ignored', 'a[b][c=1', { a: { b: '1' } }],
    ['what follows a bracket is ignored', 'a[b]c=1&d[e]f[g]=2', { a: { b: '1' }, d: { e: '2' } }],
    ['a closing bracket alone is a letter', 'a]=1', { 'a]': '1' }],
    ['names that are empty or begin with a bracket name nothing', '=1&[a]=2&&+=3', {}],
    ['NUL ends a name', 'a%00b=1', { a: '1' }],
  ])('%s: %s', (_why, text, value) => {
    expect(decodeForm(text)).toEqual(value);
  });

  it('cannot change any prototype', () => {
    const decoded = decodeForm(
      '__proto__[x]=1&a[__proto__][x]=2&__proto__=3&constructor[prototype][x]=4&b[constructor]=5&toString=6&hasOwnProperty[x]=7',
    );
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.keys(decoded).sort()).toEqual(['b', 'constructor', 'hasOwnProperty', 'toString']);
    expect(decoded.constructor).toEqual({ prototype: { x: '4' } });
    expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
  });

  it('drops names nested deeper than 32 levels and pairs after the thousandth', () => {
    expect(Object.keys(decodeForm(`deep${'[a]'.repeat(33)}=1&b=2`))).toEqual(['b']);
    expect(Object.keys(decodeForm(`deep${'[a]'.repeat(32)}=1`))).toEqual(['deep']);
    const many = Array.from({ length: 1500 }, (_, index) => `n${index}=1`).join('&');
    expect(Object.keys(decodeForm(many))).toHaveLength(1000);
  });

  it('is decoded in linear time for any input', () => {
    const hostile = ['&'.repeat(1e6), '='.repeat(1e6), `a${'['.repeat(1e6)}`, `a${'[]'.repeat(5e5)}`, '%'.repeat(1e6), '+'.repeat(1e6)];
    const begun = performance.now();
    for (const text of hostile) decodeForm(text);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  it('never causes an error', () => {
    const letters = fc.constantFrom('a', 'b', '[', ']', '=', '&', '%', '+', '.', ' ', '0', '7', '%5B', '%00', '__proto__', 'ä');
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(letters, { maxLength: 40 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const decoded = decodeForm(text);
        expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
        expect(JSON.parse(JSON.stringify(decoded))).toEqual(decoded);
      }),
    );
  });

  it('is decoded to the values that were encoded', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/).filter((text) => !(text in Object.prototype));
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: 'grapheme' }),
        fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
        fc.dictionary(name, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.dictionary(name, value as fc.Arbitrary<unknown>, { noNullPrototype: true }), (original) => {
        expect(decodeForm(stringify(original))).toEqual(original);
        expect(decodeForm(stringify(original, { format: 'RFC1738' }))).toEqual(original);
      }),
    );
  });
});

describe('Multipart fields', () => {
  it('nest like form fields and keep files intact', () => {
    const file = new File(['x'], 'x.txt');
    const fields: [string, unknown][] = [
      ['a[]', '1'],
      ['a[]', '2'],
      ['meta[x.y]', '3'],
      ['up.load', file],
    ];
    const decoded = pairsOf(fields);
    expect(decoded).toEqual({ a: ['1', '2'], meta: { 'x.y': '3' }, up_load: file });
    expect(decoded.up_load).toBe(file);
  });

  it('have literal names without unescaping', () => {
    expect(pairsOf([['a%5B%5D', '%41+']])).toEqual({ 'a%5B%5D': '%41+' });
  });

  it('are cut off after a thousand', () => {
    const endless = (function* () {
      for (let index = 0; ; index++) yield [`n${index}`, ''] as const;
    })();
    expect(Object.keys(pairsOf(endless))).toHaveLength(1000);
  });
});

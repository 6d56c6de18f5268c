import fc from 'fast-check';
import { stringify } from 'qs';
import { describe, expect, it } from 'vitest';
import { decodeForm, decodePairs } from '../../../src/rest/parameters/decode.ts';

describe('A query string or form body', () => {
  it.each<[why: string, text: string, value: Record<string, unknown>]>([
    ['may be empty', '', {}],
    ['keeps the last value of a repeated name', 'a=1&a=2', { a: '2' }],
    ['reads empty brackets as a list', 'a[]=1&a[]=2', { a: ['1', '2'] }],
    ['reads encoded brackets as well', 'a%5B%5D=1&a%5b%5d=2', { a: ['1', '2'] }],
    ['reads consecutive indexes as a list', 'a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['keeps indexes with gaps as a map', 'a[0]=1&a[7]=2', { a: { 0: '1', 7: '2' } }],
    ['continues after the highest index for empty brackets', 'a[5]=1&a[]=2', { a: { 5: '1', 6: '2' } }],
    ['reads names in brackets as a map', 'a[x]=1', { a: { x: '1' } }],
    ['reads nested brackets as nested values', 'a[x][y]=1&a[x][]=2', { a: { x: { y: '1', 0: '2' } } }],
    ['reads lists of maps', 'r[0][m]=PUT&r[1][m]=POST', { r: [{ m: 'PUT' }, { m: 'POST' }] }],
    ['reads mixed brackets as a map', 'a[]=1&a[x]=2', { a: { 0: '1', x: '2' } }],
    ['replaces a value by a later list', 'a=1&a[]=2', { a: ['2'] }],
    ['replaces a list by a later value', 'a[]=1&a=2', { a: '2' }],
    ['replaces a nested value by a later map', 'a[b]=1&a[b][c]=2', { a: { b: { c: '2' } } }],
    ['reads a name without a sign as an empty string', 'a', { a: '' }],
    ['reads a missing value as an empty string', 'a=&b', { a: '', b: '' }],
    ['includes further equals signs in the value', 'a=b=c', { a: 'b=c' }],
    ['converts dots and spaces in names to underscores', 'a.b=1&c%20d=2&e+f=3', { a_b: '1', c_d: '2', e_f: '3' }],
    ['keeps dots and spaces within brackets', 'a[b.c d]=1', { a: { 'b.c d': '1' } }],
    ['drops spaces before a name', '+%20a=1', { a: '1' }],
    ['decodes plus and %20 as spaces', 'a=x+y%20z%2B', { a: 'x y z+' }],
    ['decodes UTF-8', 'a=%C3%A4%F0%9F%8E%AB', { a: 'ä🎫' }],
    ['keeps invalid escapes', 'a=%zz%4&b=100%&c=%C3%A4%zz', { a: '%zz%4', b: '100%', c: 'ä%zz' }],
    ['decodes invalid UTF-8 as a replacement character', 'a=x%FFy', { a: 'x\uFFFDy' }],
    ['converts an unclosed bracket to an underscore', 'a[b=1', { a_b: '1' }],
    ['ignores a nested unclosed bracket', 'a[b][c=1', { a: { b: '1' } }],
    ['ignores text after a closing bracket', 'a[b]c=1&d[e]f[g]=2', { a: { b: '1' }, d: { e: '2' } }],
    ['keeps a closing bracket without an opening one', 'a]=1', { 'a]': '1' }],
    ['ignores names that are empty or start with a bracket', '=1&[a]=2&&+=3', {}],
    ['ends a name at NUL', 'a%00b=1', { a: '1' }],
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
    const startedAt = performance.now();
    for (const text of hostile) decodeForm(text);
    expect(performance.now() - startedAt).toBeLessThan(2000);
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
    const decoded = decodePairs(fields);
    expect(decoded).toEqual({ a: ['1', '2'], meta: { 'x.y': '3' }, up_load: file });
    expect(decoded.up_load).toBe(file);
  });

  it('have literal names without unescaping', () => {
    expect(decodePairs([['a%5B%5D', '%41+']])).toEqual({ 'a%5B%5D': '%41+' });
  });

  it('are cut off after a thousand', () => {
    const endless = (function* () {
      for (let index = 0; ; index++) yield [`n${index}`, ''] as const;
    })();
    expect(Object.keys(decodePairs(endless))).toHaveLength(1000);
  });
});

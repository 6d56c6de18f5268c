import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitMarkup } from '../../src/core/text/markup.ts';
import { cleanText, cleanTextarea, escapeHtml, splitWords, stripTags } from '../../src/core/text/plain-text.ts';

describe('Stripping tags', () => {
  test.each([
    ['<p>One <b>two</b></p>', 'One two'],
    ['a < b, I <3 you, 2 > 1', 'a < b, I <3 you, 2 > 1'],
    ['<a title="x > y">l</a>', 'l'],
    ["<a title='it\"s'>l</a>", 'l'],
    ['<a title="unclosed>l</a>', 'l'],
    ['a<!-- <b> c -->d', 'ad'],
    ['a<script>if (a < b) x("</b>")</script>b<style>p {}</style>c', 'abc'],
    ['a <img src=x onerror=alert(1)', 'a'],
    ['  plain  ', 'plain'],
    ['&lt;b&gt; &amp;', '&lt;b&gt; &amp;'],
  ])('of %j returns %j', (html, text) => {
    expect(stripTags(html)).toBe(text);
  });

  test('loses no character outside of tags', () => {
    const html = fc.string({ unit: fc.constantFrom('<', '>', 'a', '/', '!', '-', '"', "'", ' ', '=') });
    fc.assert(
      fc.property(html, (text) => {
        const pieces = splitMarkup(text);
        expect(pieces.join('')).toBe(text);
        expect(pieces.length % 2).toBe(1);
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves nothing that a browser would parse as a tag', () => {
    const html = fc.string({ unit: fc.constantFrom('<', '>', 'a', '<b>', '</script>', '<script>', '<!--', '-->', '"', ' ') });
    fc.assert(
      fc.property(html, (text) => {
        expect(cleanText(text)).not.toMatch(/</);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('Words', () => {
  test('are split at spaces, after tags are removed', () => {
    expect(splitWords(stripTags('<p>One two\n\tthree</p> <script>four</script>'))).toEqual(['One', 'two', 'three']);
    expect(splitWords(stripTags(' <p></p> '))).toEqual([]);
    expect(splitWords(' a  b\n')).toEqual(['a', 'b']);
  });
});

describe('Plain text fields', () => {
  test.each([
    [' a  b\t\nc ', 'a b c', 'a  b\t\nc'],
    ['<b>a</b> <script>x</script>c', 'a c', 'a c'],
    ['one < two', 'one &lt; two', 'one &lt; two'],
    ['I <3 "it" & more', 'I &lt;3 "it" & more', 'I &lt;3 "it" & more'],
    ['a <img src=x', 'a &lt;img src=x', 'a &lt;img src=x'],
    ['50%AB off %zz', '50 off %zz', '50 off %zz'],
    ['%%%ABABAB x', 'x', 'x'],
    ['a\r\nb', 'a b', 'a\nb'],
    ['Grüße 東京', 'Grüße 東京', 'Grüße 東京'],
    ['', '', ''],
  ])('with %j are cleaned to one line %j and to lines %j', (raw, line, lines) => {
    expect(cleanText(raw)).toBe(line);
    expect(cleanTextarea(raw)).toBe(lines);
  });

  test('contain no percent-encoded octets, no tags and no outer spaces, and cleaning is idempotent', () => {
    const raw = fc.string({ unit: fc.constantFrom('%', 'a', 'B', '1', '<', '>', ' ', '\n', 'x') });
    fc.assert(
      fc.property(raw, (text) => {
        for (const clean of [cleanText, cleanTextarea]) {
          const once = clean(text);
          expect(once).not.toMatch(/%[a-f0-9]{2}|<|^\s|\s$/i);
          expect(clean(once)).toBe(once);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('with deeply nested octets are cleaned in linear time', () => {
    const start = performance.now();
    expect(cleanText('%A'.repeat(30_000) + 'B'.repeat(30_000))).toBe('');
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

test('Texts in HTML are escaped for elements and attributes', () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe('&lt;a href=&quot;x&quot; title=&#039;y&#039;&gt;&amp;amp;&lt;/a&gt;');
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addParagraphs } from '../../src/core/text/paragraphs.ts';

describe('addParagraphs', () => {
  test.each([
    ['One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>\n'],
    ['One.\r\n\r\nTwo.', '<p>One.</p>\n<p>Two.</p>\n'],
    ['\n\nOne.\n \t\n\n\nTwo.\n', '<p>One.</p>\n<p>Two.</p>\n'],
    ['One\ntwo  \nthree', '<p>One<br />\ntwo<br />\nthree</p>\n'],
    ['One<br>two', '<p>One<br />two</p>\n'],
    ['One<br/>\ntwo', '<p>One<br />\ntwo</p>\n'],
    ['One<br><br />two', '<p>One</p>\n<p>two</p>\n'],
    ['', ''],
    [' \n\t\n', ''],
    ['<em>One</em> two', '<p><em>One</em> two</p>\n'],
    ['<img src="a.png">', '<p><img src="a.png"></p>\n'],
    ['<p>One</p>\n\n<p>Two</p>', '<p>One</p>\n<p>Two</p>\n'],
    ['<h2>Title</h2>\nText', '<h2>Title</h2>\n<p>Text</p>\n'],
    ['Text <div>block</div>more', '<p>Text </p>\n<div>block</div>\n<p>more</p>\n'],
    ['<div>\n\nOne\n\n</div>', '<div>\n<p>One</p>\n</div>\n'],
    ['<ul>\n\t<li>a</li>\n\t<li>b\nc</li>\n</ul>', '<ul>\n<li>a</li>\n<li>b<br />\nc</li>\n</ul>\n'],
    ['<table><tr><td>a</td></tr></table>', '<table>\n<tr>\n<td>a</td>\n</tr>\n</table>\n'],
    ['<blockquote>Said\n\nso</blockquote>', '<blockquote><p>Said</p>\n<p>so</p></blockquote>\n'],
    ['<blockquote><p>Said</p></blockquote>', '<blockquote>\n<p>Said</p>\n</blockquote>\n'],
    ['One<hr />Two', '<p>One</p>\n<hr />\n<p>Two</p>\n'],
    ['a\n<pre>b\n\n<br>c</pre>\nd', '<p>a</p>\n<pre>b\n\n<br>c</pre>\n<p>d</p>\n'],
    ['<script>a\n\nb</script>', '<p><script>a\n\nb</script></p>\n'],
    ['<a\nhref="x">l</a>', '<p><a\nhref="x">l</a></p>\n'],
    ['One\n\n<!--more-->\n\nTwo', '<p>One</p>\n<p><!--more--></p>\n<p>Two</p>\n'],
    ['<figure>\n<img src="a">\n<figcaption>c</figcaption>\n</figure>', '<figure>\n<img src="a"><figcaption>c</figcaption></figure>\n'],
    ['<video controls>\n<source src="a">\n\n<track src="b">\n</video>', '<p><video controls><source src="a"><track src="b"></video></p>\n'],
    ['<select>\n<option>a</option>\n</select>', '<p><select><option>a</option></select></p>\n'],
    ['<p></p><div></div>', '<p></p>\n<div></div>\n'],
    ['a < b\n\nI <3 c', '<p>a < b</p>\n<p>I <3 c</p>\n'],
  ])('converts %j', (text, html) => {
    expect(addParagraphs(text)).toBe(html);
  });

  const word = fc.constantFrom(
    'a',
    'b c',
    '\n',
    '\n\n',
    ' ',
    '<b>',
    '</b>',
    '<br>',
    '<p>',
    '</p>',
    '<ul>',
    '<li>',
    '</li>',
    '</ul>',
    '<pre>',
    '</pre>',
    '<',
    '>',
  );
  const html = fc.array(word).map((words) => words.join(''));
  const removeBreaks = (text: string) => text.replace(/<\/?p>|<br *\/?>|\s/g, '');

  test('keeps all text and all tags except paragraphs and line breaks', () => {
    fc.assert(
      fc.property(html, (text) => {
        expect(removeBreaks(addParagraphs(text))).toBe(removeBreaks(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('creates one paragraph for each block of plain text, for any number of blank lines', () => {
    const passages = fc.array(fc.stringMatching(/^[a-z.,]([a-z., ]*[a-z.,])?$/), { minLength: 1 });
    fc.assert(
      fc.property(passages, fc.constantFrom('\n\n', '\n \n', '\r\n\r\n', '\n\n\n\n'), (texts, gap) => {
        expect(addParagraphs(texts.join(gap))).toBe(texts.map((text) => `<p>${text}</p>\n`).join(''));
      }),
    );
  });

  test('is idempotent', () => {
    const passages = fc.array(fc.stringMatching(/^[a-z]+(\n[a-z]+)*$/), { minLength: 1 });
    fc.assert(
      fc.property(passages, (texts) => {
        const once = addParagraphs(texts.join('\n\n'));
        expect(addParagraphs(once)).toBe(once);
      }),
    );
  });
});

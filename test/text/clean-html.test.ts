import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanHtml, cleanTitle } from '../../src/core/text/clean-html.ts';
import { cleanStyle } from '../../src/core/text/clean-style.ts';

const anyone = { unfiltered: false };
const editor = { unfiltered: true };

describe('Texts of users who may not write any HTML', () => {
  test.each([
    'Plain text, "quotes", it\'s {brackets} and 100%',
    'entities &amp; &nbsp; &copy; &#8217; &#x2019; &lt;b&gt; stay',
    '<p class="a b" id="c" style="color: red; margin: 0 auto;">Text<br />more</p>',
    '<h2>Title</h2><blockquote cite="https://example.org"><p>x</p></blockquote><hr />',
    '<ul><li>a</li><li>b</li></ul><ol start="3"><li value="4">c</li></ol>',
    '<table class="t"><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    '<img src="https://example.org/a.png" alt="" width="10" loading="lazy" />',
    '<video controls poster="/p.jpg" src="a.mp4"></video><audio controls src="a.mp3"></audio>',
    '<a href="/a?b=1&amp;c=2" target="_blank" rel="noopener">x</a>',
    '<a href="mailto:a@example.org">x</a> <a href="#top">y</a>',
    '<figure class="wp-block-image"><img src="a.png" alt="a" /><figcaption>c</figcaption></figure>',
    '<div data-id="5" aria-label="x" role="note" lang="no">x</div>',
    '<details open><summary>s</summary>x</details>',
    '<!-- wp:paragraph -->\n<p>x</p>\n<!-- /wp:paragraph -->',
    '<!-- wp:vendor/box {"a":{"b":[1,2]},"c":"d --\\u003e e & f"} /-->',
    '<!-- wp:group --><div class="g"><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
    'a<!--more-->b<!--more Read on-->c<!--nextpage-->d',
    '[gallery ids="1,2"]',
    'line\n\nline  two',
  ])('keep %s exactly', (html) => {
    expect(cleanHtml(html, anyone)).toBe(html);
  });

  test.each([
    ['AT&T & I <3 you, 1 < 2 > 0', 'AT&amp;T &amp; I &lt;3 you, 1 &lt; 2 &gt; 0'],
    ['<script>alert("x")</script>after', 'alert("x")after'],
    ['<script><img src=x onerror=alert(1)></script>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<style>p{color:red}</style>x', 'p{color:red}x'],
    ['<iframe src="x">in <b onclick="1">b</b></iframe>', 'in <b>b</b>'],
    ['<form action="x"><input name="a">in</form>', 'in'],
    ['<object data="x"><embed src="y">in</object>', 'in'],
    ['<p onclick="x()" ONLOAD=y>t</p>', '<p>t</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="JAVA&#x09;SCRIPT:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="javascript&colon;alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&amp;#115;cript:alert(1)">x</a>', '<a href="java&amp;#115;cript:alert(1)">x</a>'],
    ['<img src="data:image/svg+xml,x" alt="a">', '<img alt="a" />'],
    ['<img srcset="a.png 1x, javascript:x 2x">', '<img srcset="a.png 1x" />'],
    ['<a href="/?a=1&b=2&copy=3">x</a>', '<a href="/?a=1&amp;b=2&amp;copy=3">x</a>'],
    ['<p style="color:red;position:fixed;background:url(javascript:x)">t</p>', '<p style="color:red">t</p>'],
    ['<p style="behavior:url(x)">t</p>', '<p>t</p>'],
    ['<!-- secret --><p>t</p><!--[if IE]><b>x</b><![endif]-->', '<p>t</p>'],
    ['<!-- wp:x {"a":"<img src=x onerror=alert(1)>"} -->', '<!-- wp:x {"a":"\\u003cimg src=\\"x\\" /\\u003e"} -->'],
    ['<a title="<!-- wp:x {} -->">y</a>', '<a title="&lt;!-- wp:x {} --&gt;">y</a>'],
    ['<b>open', '<b>open</b>'],
    ['<script><!-- wp:a --></script>x', 'x'],
    ['<a href="} <title><!-- wp:a-->', ''],
    ['<svg><script>1</script></svg><math href="javascript:x">m</math>', '1m'],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>',
    ],
    ['<b>a\ufdd0lt;b</b><place\ufdd1 n="0">', '<b>alt;b</b>'],
  ])('are cleaned from %s to %s', (html, clean) => {
    expect(cleanHtml(html, anyone)).toBe(clean);
  });

  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    ';',
    'a',
    ' ',
    '<p',
    '<b>',
    '</b>',
    '<script>',
    '</script>',
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<!-- wp:a',
    ' {"x":"',
    '"} ',
    '<textarea>',
    '</textarea>',
    '<iframe>',
    '</iframe>',
    '<svg>',
    '<math>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '<a href=',
    'javascript:',
    '&#106;',
    '&colon;',
    ' onerror=',
    'alert(1)',
    '<img src=x',
    '/>',
    '<place\ufdd1 n="0">',
    '\ufdd0',
    '<table>',
    '<td>',
    '<plaintext>',
    '<title>',
  );
  const soup = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(''));
  const tags = (html: string) => html.replace(/<!--[^]*?-->/g, '').match(/<[^>]*>/g) ?? [];

  test('contain no harmful tag, attribute or URL for any input', () => {
    fc.assert(
      fc.property(soup, (html) => {
        const clean = cleanHtml(html, anyone);
        for (const tag of tags(clean)) {
          expect(tag).toMatch(/^<\/?(?:p|b|a|img|table|td)(?: [a-z]+(?:="[^"<>]*")?)*(?: \/)?>$/);
          expect(tag).not.toMatch(/(?:href|src)="\s*javascript:/i);
          // attribute values may contain any text
          expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/ on\w+/i);
        }
        for (const comment of clean.match(/<!--[^]*?(?:-->|$)/g) ?? []) expect(comment).toMatch(/^<!--\s+wp:a[^<>]*-->$/);
        expect(clean).not.toMatch(/[\ufdd0\ufdd1]/);
      }),
      { numRuns: 3000 },
    );
  });

  test('keep their words and tags when cleaned again, except that unclosed tags may be closed elsewhere', () => {
    const parts = (html: string) => ({ words: html.replace(/<[^>]*>/g, ''), tags: tags(html).sort() });
    fc.assert(
      fc.property(soup, (html) => {
        const clean = cleanHtml(html, anyone);
        expect(parts(cleanHtml(clean, anyone))).toEqual(parts(clean));
      }),
      { numRuns: 2000 },
    );
  });
});

test('Texts remain unchanged if the user may write any HTML', () => {
  const html = '<script>a && b</script><p onclick="x">t & u</p>';
  expect(cleanHtml(html, editor)).toBe(html);
});

describe('Titles', () => {
  test.each([
    [' Rock & Roll ', 'Rock &amp; Roll', 'Rock & Roll'],
    ['<b>B</b> <em>e</em> <p>p</p>', '<b>B</b> <em>e</em> p', '<b>B</b> <em>e</em> <p>p</p>'],
    ['<a href="/x" class="c" onclick="y">l</a>', '<a href="/x">l</a>', '<a href="/x" class="c" onclick="y">l</a>'],
    ['<script>x</script>1 < 2', 'x1 &lt; 2', '<script>x</script>1 < 2'],
    ['"Quotes" &amp; it\'s', '"Quotes" &amp; it\'s', '"Quotes" &amp; it\'s'],
    ['<!-- wp:x -->t', 't', '<!-- wp:x -->t'],
  ])('%j are stored as %j, or as %j for an editor', (raw, clean, unfiltered) => {
    expect(cleanTitle(raw, anyone)).toBe(clean);
    expect(cleanTitle(raw, editor)).toBe(unfiltered);
  });
});

describe('Style attributes', () => {
  test.each([
    ['color: red; margin:0;', 'color: red; margin:0;'],
    ['--wp--x: 1px; grid-template-columns: repeat(2, 1fr)', '--wp--x: 1px; grid-template-columns: repeat(2, 1fr)'],
    ['background: url("https://example.org/a.png")', 'background: url("https://example.org/a.png")'],
    ['background:url(/a.png);color:red', 'background:url(/a.png);color:red'],
    ['background:url(data:x);color:red', 'color:red'],
    ['color:expression(alert(1))', ''],
    ['-moz-binding:url(x);position:fixed;color:r\\65 d', ''],
    ['position:sticky', 'position:sticky'],
  ])('%s become %s', (style, clean) => {
    expect(cleanStyle(style)).toBe(clean);
  });
});

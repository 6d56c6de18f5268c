import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasBlocks, renderContent, renderExcerpt, renderPlainTitle, renderTitle } from '../../src/core/text/render.ts';

const numberedWords = (count: number) => Array.from({ length: count }, (_, i) => `w${i + 1}`).join(' ');

describe('Titles', () => {
  test('get typographic characters and lose outer spaces', () => {
    expect(renderTitle(' "Rock & roll" - it\'s ')).toBe('&#8220;Rock &#038; roll&#8221; &#8211; it&#8217;s');
    expect(renderTitle('Annual meeting')).toBe('Annual meeting');
    expect(renderTitle('')).toBe('');
  });

  test('of events get only escaped ampersands', () => {
    expect(renderPlainTitle('"Rock & roll" - AT&T &amp; it\'s')).toBe('"Rock &#038; roll" - AT&#038;T &amp; it\'s');
    expect(renderPlainTitle(' plain ')).toBe('plain');
  });
});

describe('Content', () => {
  test.each([
    ['One.\n\nTwo.', '<p>One.</p>\n<p>Two.</p>\n'],
    ['An event content', '<p>An event content</p>\n'],
    ['"Hi"\nthere', '<p>&#8220;Hi&#8221;<br />\nthere</p>\n'],
    ['', ''],
    [' \n ', ''],
    ['a\n\n[gallery ids="1,2"]\n\nb', '<p>a</p>\n[gallery ids="1,2"]\n<p>b</p>\n'],
    [
      "<!-- wp:paragraph -->\n<p>It's</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:separator -->\n<hr/>\n<!-- /wp:separator -->",
      '\n<p>It&#8217;s</p>\n\n\n\n<hr/>\n',
    ],
    ['<!-- wp:image {"id":5,"alt":"a --\\u003e b"} --><img src="a"/><!-- /wp:image -->\n\ntail', '<img src="a"/>\n\ntail'],
    ['<!-- wp:vendor/box /-->\nOne\n\nTwo', '\nOne\n\nTwo'],
    ['<!-- wp:more -->\n<!--more-->\n<!-- /wp:more -->', '\n<!--more-->\n'],
  ])('is rendered from %j', (raw, html) => {
    expect(renderContent(raw)).toBe(html);
  });

  test('in blocks is distinguished from other content', () => {
    expect(hasBlocks('<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->')).toBe(true);
    expect(hasBlocks('<!-- a comment --><p>x</p>')).toBe(false);
  });

  test('is rendered the same when repeated, for short and long texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '"', "'", '<b>', '<p>', '-', '&'), maxLength: 400 }), (raw) => {
        expect(renderContent(`${raw} `.slice(0, -1))).toBe(renderContent(raw));
      }),
    );
    expect(renderContent('a "b" '.repeat(20_000))).toContain('a &#8220;b&#8221; a');
  });
});

describe('Excerpts', () => {
  test('that were written are shown as paragraphs for any content', () => {
    expect(renderExcerpt('Short', numberedWords(99))).toBe('<p>Short</p>\n');
    expect(renderExcerpt('It\'s\n\n"so"', '')).toBe('<p>It&#8217;s</p>\n<p>&#8220;so&#8221;</p>\n');
  });

  test('are otherwise the first 55 words of the content, marked if shortened', () => {
    expect(renderExcerpt('', numberedWords(70))).toBe(`<p>${numberedWords(55)} [&hellip;]</p>\n`);
    expect(renderExcerpt(' \n', numberedWords(56))).toBe(`<p>${numberedWords(55)} [&hellip;]</p>\n`);
    expect(renderExcerpt('', numberedWords(55))).toBe(`<p>${numberedWords(55)}</p>\n`);
  });

  test('have the requested number of words; zero leaves only the mark', () => {
    expect(renderExcerpt('', numberedWords(9), 3)).toBe('<p>w1 w2 w3 [&hellip;]</p>\n');
    expect(renderExcerpt('', numberedWords(3), 3)).toBe('<p>w1 w2 w3</p>\n');
    expect(renderExcerpt('', numberedWords(3), 0)).toBe('<p> [&hellip;]</p>\n');
    expect(renderExcerpt('', numberedWords(3), -5)).toBe('<p> [&hellip;]</p>\n');
  });

  test('of empty content are empty for any length', () => {
    expect(renderExcerpt('', '')).toBe('');
    expect(renderExcerpt('', ' <p> </p>')).toBe('');
    expect(renderExcerpt('', '', 0)).toBe('');
  });

  test('end at the more marker and at the first page break', () => {
    expect(renderExcerpt('', `One two<!--more-->${numberedWords(99)}`)).toBe('<p>One two</p>\n');
    expect(renderExcerpt('', 'One<!--more Read on-->two')).toBe('<p>One</p>\n');
    expect(renderExcerpt('', 'One<!--nextpage-->two')).toBe('<p>One</p>\n');
  });

  test('contain no tags, scripts or shortcodes', () => {
    expect(renderExcerpt('', '<h2>Title</h2>Text <b>bold</b><script>var a;</script> [gallery ids="1"]end')).toBe(
      '<p>Title Text bold end</p>\n',
    );
    expect(renderExcerpt('', '[caption width="5"]<img src="a"> Under[/caption] Text [note]')).toBe('<p>Text [note]</p>\n');
    expect(renderExcerpt('', `<script>${numberedWords(99)}</script>${numberedWords(2)}`)).toBe('<p>w1 w2</p>\n');
  });

  test('of blocks contain only their words', () => {
    const block = (text: string) => `<!-- wp:paragraph {"dropCap":true} -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;
    expect(renderExcerpt('', `${block('One')}\n\n${block("It's two")}`)).toBe('<p>One It&#8217;s two</p>\n');
  });

  test('have exactly the requested number of words if the content is long enough', () => {
    const piece = fc.constantFrom('word ', 'two words ', '<b>', '</b>', '\n\n', '<p>', '</p>', '<a title="not a word">', "it's ");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 1, max: 20 }), (pieces, length) => {
        const content = pieces.join('');
        const words = content
          .replace(/<[^>]*>/g, ' ')
          .trim()
          .split(/\s+/)
          .filter(Boolean);
        const excerptWords = renderExcerpt('', content, length)
          .replace(/<\/?p>|\[&hellip;\]/g, '')
          .trim()
          .split(/\s+/)
          .filter(Boolean);
        expect(excerptWords).toEqual(words.slice(0, length).map((word) => word.replace("'", '&#8217;')));
      }),
    );
  });
});

describe('Hostile texts', () => {
  test.each([
    ['<', 50_000],
    ['<pre>', 10_000],
    ['<p>', 10_000],
    ['<!-- wp:a ', 5_000],
    ['<!--', 10_000],
    ['[gallery ', 5_000],
    ['[a b=', 10_000],
    ['"', 50_000],
    ['1"', 25_000],
    ['1.', 25_000],
    ['<a "', 10_000],
    ['\n \n', 20_000],
    ['<br>', 10_000],
  ])('with %j repeated many times are rendered in linear time', (piece, count) => {
    const time = (text: string) => {
      const start = performance.now();
      renderContent(text);
      renderExcerpt('', text);
      return performance.now() - start;
    };
    expect(time(`${piece.repeat(count)}x`)).toBeLessThan(1_000);
  });
});

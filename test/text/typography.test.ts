import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { texturize } from '../../src/core/text/typography.ts';

describe('Typography of published texts', () => {
  test.each([
    ['"Hello," she said.', '&#8220;Hello,&#8221; she said.'],
    ["'Well', he said", '&#8216;Well&#8217;, he said'],
    ['(see "here")', '(see &#8220;here&#8221;)'],
    ['an en-"quoted" word', 'an en-&#8220;quoted&#8221; word'],
    ["he said \"it's 'done' now\"", 'he said &#8220;it&#8217;s &#8216;done&#8217; now&#8221;'],
    ["it's Tom's, the dogs' bone", 'it&#8217;s Tom&#8217;s, the dogs&#8217; bone'],
    ["the summer of '69 and the '90s", 'the summer of &#8217;69 and the &#8217;90s'],
    ["'back in '69'", '&#8216;back in &#8217;69&#8217;'],
    ['"back in \'69"', '&#8220;back in &#8217;69&#8221;'],
    ["'twas 'til 'em", '&#8217;twas &#8217;til &#8217;em'],
    ["'empty'", '&#8216;empty&#8217;'],
    ['a 6" pipe, 5\' long', 'a 6&#8243; pipe, 5&#8242; long'],
    ['"chapter 12"', '&#8220;chapter 12&#8221;'],
    ["'between 5' and 6' tall'", '&#8216;between 5&#8242; and 6&#8242; tall&#8217;'],
    ['"a 6" pipe and a 9" pipe".', '&#8220;a 6&#8243; pipe and a 9&#8243; pipe&#8221;.'],
    ['"1,234.50" and \'42.0\'', '&#8220;1,234.50&#8221; and &#8216;42.0&#8217;'],
    ['&nbsp;"x"&nbsp;', '&nbsp;&#8220;x&#8221;&nbsp;'],
    ['wait... what', 'wait&#8230; what'],
    ['now - then', 'now &#8211; then'],
    ['- first', '&#8211; first'],
    ['well-known', 'well-known'],
    ['now -- then', 'now &#8212; then'],
    ['pages 1--9', 'pages 1&#8211;9'],
    ['now---then', 'now&#8212;then'],
    ['xn--80ak6aa92e', 'xn--80ak6aa92e'],
    ['4x4 and 1,920x1,080', '4&#215;4 and 1,920&#215;1,080'],
    ['0x7f, 3x2x1, 4 x 4', '0x7f, 3x2x1, 4 x 4'],
    ['rock & roll, AT&T', 'rock &#038; roll, AT&#038;T'],
    ['&amp; &#38; &#x26; &copy; &;', '&amp; &#38; &#x26; &copy; &#038;;'],
    ["``quoted''", '&#8220;quoted&#8221;'],
    ['Marquee (tm) tickets', 'Marquee &#8482; tickets'],
    ['already “curly” – fine', 'already “curly” – fine'],
  ])('converts %s', (text, html) => {
    expect(texturize(text)).toBe(html);
  });

  test.each([
    '<a title="it\'s - 5">',
    '<img alt="a > b - c">',
    '<pre>"x" -- y</pre>',
    '<code>a && "b"</code>',
    '<script>if (a && b) c("d");</script>',
    '<style>a { content: "x" }</style>',
    '<code>"x" <b>"y"</b> "z"</code>',
    '<!-- "x" & y -->',
    '[gallery ids="1,2" title=\'x\']',
    '[any-thing a="x - y"]',
    '',
  ])('leaves %s unchanged', (html) => {
    expect(texturize(html)).toBe(html);
  });

  test('continues after literal text and around tags', () => {
    expect(texturize('"a <code>"b"</code> c"')).toBe('&#8220;a <code>"b"</code> c&#8221;');
    expect(texturize('<p>"It\'s"</p>')).toBe('<p>&#8220;It&#8217;s&#8221;</p>');
    expect(texturize('<a href="/?a=1&b=2">x</a>')).toBe('<a href="/?a=1&#038;b=2">x</a>');
    expect(texturize('"I <3 it"')).toBe('&#8220;I <3 it&#8221;');
  });

  test('changes only quotes, dashes, dots, crosses and ampersands', () => {
    const removeTypography = (html: string) =>
      html.replace(/&#(?:821[1267]|822[0-1]|8230|8242|8243|215|038|8482);/g, '').replace(/['"`&.x-]|\(tm\)/g, '');
    const text = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '-', '.', '5', 'x', '&', '(', ')', ',', '\n', '`') });
    fc.assert(
      fc.property(text, (value) => {
        expect(removeTypography(texturize(value))).toBe(removeTypography(value));
      }),
    );
  });

  test('leaves no straight double quote and no bare ampersand in a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '-', '5', '&', ';', '(', '.') }), (value) => {
        expect(texturize(value)).not.toMatch(/"|&(?!#\d+;|[a-z1-4]{1,8};)/i);
      }),
    );
  });

  test('never changes tags', () => {
    const tag = fc.constantFrom('<b>', '</b>', '<a href="x">', "<i title='-'>", '<br />', '<!-- - -->');
    const word = fc.constantFrom('a', '"', "'", ' - ', '...', '2x2', ' ');
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, word)), (pieces) => {
        const tags = (html: string) => html.match(/<[^>]*>/g);
        expect(tags(texturize(pieces.join('')))).toEqual(tags(pieces.join('')));
      }),
    );
  });
});

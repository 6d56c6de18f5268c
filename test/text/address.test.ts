import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { urlSchemes, cleanUrl } from '../../src/core/text/clean-url.ts';

describe('URLs', () => {
  test.each([
    ['https://example.org/a?b=1&c=2#d', 'https://example.org/a?b=1&c=2#d'],
    ['https://user:pass@example.org:8080/a;b', 'https://user:pass@example.org:8080/a;b'],
    [' http://example.org/a b ', 'http://example.org/a%20b'],
    ['HTTP://Example.org', 'http://Example.org'],
    ['example.org', 'http://example.org'],
    ['example.org/a?b', 'http://example.org/a?b'],
    ['bücher.example', 'http://bücher.example'],
    ['/path', '/path'],
    ['//example.org/a:b', '//example.org/a:b'],
    ['#part', '#part'],
    ['?a=b', '?a=b'],
    ['index.php?a=b', 'index.php?a=b'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['mailto:?body=a%0Ab', 'mailto:?body=a%0Ab'],
    ['tel:+4712345678', 'tel:+4712345678'],
    ['http://example.org/a[]=1', 'http://example.org/a%5B%5D=1'],
    ['http://[::1]/a[b]', 'http://[::1]/a%5Bb%5D'],
    ['http://example.org/%0%0DAbreak', 'http://example.org/break'],
    ['http;//example.org', 'http://example.org'],
    ['http://example.org/<"b">', 'http://example.org/b'],
    ['javascript:alert(1)', ''],
    ['JaVaScRiPt:alert(1)', ''],
    ['java\nscript:alert(1)', ''],
    ['\u0001javascript:alert(1)', ''],
    ['javascript&#58;alert(1)', ''],
    ['javascript&colon;alert(1)', ''],
    ['&#106;avascript:alert(1)', ''],
    ['vbscript:x', ''],
    ['data:text/html,x', ''],
    ['feed:javascript:alert(1)', ''],
    ['feed:https://example.org/feed', 'feed:https://example.org/feed'],
    ['nasty://example.org', ''],
    ['', ''],
    ['"<>', ''],
  ])('%j becomes %j', (uri, address) => {
    expect(cleanUrl(uri)).toBe(address);
  });

  test('never have a scheme outside the list, as browsers parse them', () => {
    const part = fc.constantFrom(
      'javascript',
      'data',
      'feed',
      'http',
      ':',
      '//',
      'a',
      '&#58;',
      '&colon;',
      '&#x3a;',
      '\n',
      '\t',
      ' ',
      '%0a',
      '/',
      '?',
      '#',
      ';',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const address = cleanUrl(parts.join(''));
        const decoded = address.replace(/&#58;|&colon;|&#x3a;/g, ':');
        const scheme = URL.canParse(decoded) ? new URL(decoded).protocol.slice(0, -1) : 'http';
        expect(urlSchemes).toContain(scheme);
      }),
      { numRuns: 2000 },
    );
  });
});

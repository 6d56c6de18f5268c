import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { discoverEmbed } from '#app/domains/embeds/discovery.rules.ts';
import { readForeignResponse } from '#app/domains/embeds/foreign-response.rules.ts';
import { reduceHtml, sanitizeEmbed } from '#app/domains/embeds/foreign-html.rules.ts';
import { renderFrame, createFrameSecret } from '#app/domains/embeds/frame.ts';
import { buildMediaEmbed } from '#app/domains/embeds/media.rules.ts';
import { type EmbedProvider, embedProviders, findEndpoint } from '#app/domains/embeds/providers.ts';
import { computeEmbedSize } from '#app/domains/embeds/size.rules.ts';
import { toCount } from '#app/rest/parameters/counts.ts';

describe('Sizes', () => {
  test.each([
    [600, 600, 338],
    [400, 400, 225],
    [9999, 600, 338],
    [0, 200, 200],
    [1, 200, 200],
    [355, 355, 200],
    [356, 356, 201],
  ])('at most %i wide gives %i x %i', (maxWidth, width, height) => {
    expect(computeEmbedSize(maxWidth)).toEqual({ width, height });
  });

  test('have a width between 200 and 600, and a height of 16:9 but at least 200', () => {
    fc.assert(
      fc.property(fc.nat(), (maxWidth) => {
        const { width, height } = computeEmbedSize(maxWidth);
        return width >= 200 && width <= 600 && height >= 200 && (height === 200 || Math.abs(height - (width * 9) / 16) < 1);
      }),
    );
  });

  test.each([
    ['abc', 0],
    ['-400', 400],
    ['400', 400],
    [' 12abc', 12],
    ['1.9', 1],
    ['1e2', 100],
    ['', 0],
    [-3.7, 3],
    [true, 1],
    [false, 0],
    [null, 0],
    [['1'], 0],
    [{}, 0],
    [Number.NaN, 0],
    ['99999999999999', 2_147_483_647],
  ])('%j is read as %i', (value, count) => {
    expect(toCount(value)).toBe(count);
  });

  test("are integers within GraphQL's range for any value", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (value) => {
        const count = toCount(value);
        return Number.isInteger(count) && count >= 0 && count <= 2_147_483_647;
      }),
    );
  });
});

describe('Frames', () => {
  test('have a random secret of ten letters and digits', () => {
    expect(createFrameSecret()).toMatch(/^[A-Za-z0-9]{10}$/);
    expect(createFrameSecret()).not.toBe(createFrameSecret());
  });

  test('are sandboxed, without border, and escape their attributes', () => {
    const html = renderFrame(
      { src: 'https://a.example/x/embed/', width: 600, height: 338, title: '<em>He said</em> "no" &#8212; x' },
      'abc',
    );
    expect(html).toContain('sandbox="allow-scripts" src="https://a.example/x/embed/#?secret=abc" width="600" height="338"');
    expect(html).toContain('title="He said &quot;no&quot; &#8212; x"');
    expect(html).toContain('data-secret="abc"');
  });
});

describe('Providers', () => {
  const providers: EmbedProvider[] = [
    {
      provider_name: 'Video',
      endpoints: [
        { schemes: ['https://*.video.example/watch*', 'http://video.example/v/*'], url: 'https://video.example/oembed.{format}' },
      ],
    },
    { provider_name: 'All', endpoints: [{ url: 'https://all.example/oembed' }] },
  ];

  test.each([
    ['https://www.video.example/watch?v=1', true],
    ['http://www.video.example/watch', true],
    ['https://video.example/v/1', true],
    ['https://video.example/watch', false],
    ['https://evil.example/www.video.example/watch', false],
    ['https://evil.example/?.video.example/watch', false],
    ['https://wwwXvideo.example/watch', false],
    ['https://all.example/x', false],
    ['ftp://video.example/v/1', false],
  ])('%s is listed: %s', (address, listed) => {
    expect(findEndpoint(providers, address)).toBe(listed ? 'https://video.example/oembed.json' : null);
  });

  test('are empty by default and have the format of providers.json', () => {
    expect(embedProviders.default).toEqual([]);
    expect(embedProviders.schema.safeParse(providers).success).toBe(true);
    expect(embedProviders.schema.safeParse([{ provider_name: 'x', endpoints: [{ url: 'javascript:alert(1)' }] }]).success).toBe(false);
  });
});

describe('Discovery', () => {
  const page = (head: string, body = '') => `<!DOCTYPE html><html><head><title>x</title>${head}</head><body>${body}</body></html>`;
  const json = '<link rel="alternate" type="application/json+oembed" href="/oembed?format=json&amp;url=x">';
  const xml = '<link rel=alternate type="text/xml+oembed" href="https://b.example/oembed.xml">';

  test('prefers JSON to XML, and resolves relative URLs', () => {
    expect(discoverEmbed(page(xml + json), 'https://a.example/p/q')).toEqual({
      href: 'https://a.example/oembed?format=json&url=x',
      format: 'json',
    });
    expect(discoverEmbed(page(xml), 'https://a.example/')).toEqual({ href: 'https://b.example/oembed.xml', format: 'xml' });
    expect(
      discoverEmbed(page(`<base href="https://c.example/d/"><LINK TYPE='Application/JSON+oembed' HREF='e'>`), 'https://a.example/'),
    ).toEqual({ href: 'https://c.example/d/e', format: 'json' });
  });

  test('ignores links after the head, in comments, or to other schemes', () => {
    for (const html of [
      page('', json),
      page(`<!-- ${json} -->`),
      page(`<script>"${json}"</script>`),
      `<html><body>${json}</body>`,
      page('<link type="application/json+oembed" href="javascript:alert(1)">'),
      page('<link type="application/json+oembed">'),
      page('<link type="application/rss+xml" href="/feed">'),
      '',
      'no markup',
    ])
      expect([html, discoverEmbed(html, 'https://a.example/')]).toEqual([html, null]);
  });

  test('accepts a page truncated within a tag', () => {
    const html = page(json);
    fc.assert(
      fc.property(fc.nat(html.length), (length) => {
        const embed = discoverEmbed(html.slice(0, length), 'https://a.example/');
        return embed === null || embed.format === 'json';
      }),
    );
  });
});

describe('Responses of other sites', () => {
  test('are read as JSON or XML, and otherwise ignored', async () => {
    expect(await readForeignResponse('{"type":"rich","html":"<b>"}', 'json')).toEqual({ type: 'rich', html: '<b>' });
    expect(
      await readForeignResponse('<?xml version="1.0"?><oembed><type>rich</type><width>5</width><html>&lt;b&gt;</html></oembed>', 'xml'),
    ).toEqual({ type: 'rich', width: '5', html: '<b>' });
    for (const text of ['', 'null', '[]', '"x"', '{"html":"x"}', '{', '<oembed/>'])
      expect([text, await readForeignResponse(text, 'json')]).toEqual([text, null]);
    for (const text of ['', '<', '<oembed/>', '<oembed>x</oembed>', '<!DOCTYPE x [<!ENTITY a "b">]><oembed><type>&a;</type></oembed>'])
      expect([text, await readForeignResponse(text, 'xml')]).toEqual([text, null]);
  });

  test('of an unlisted site are reduced to the quote and a sandboxed frame', () => {
    const html = reduceHtml(
      '<script>alert(1)</script><blockquote onclick="x()" class="q"><p>Text <b>bold</b> <a href="https://a.example/x?y=1&amp;z" onclick="evil()">link</a><a href="javascript:evil()">bad</a></p></blockquote>' +
        '<iframe src="https://a.example/embed/" width="500" height="50%" onload="evil()" title="A &quot;title&quot;" sandbox="allow-same-origin" srcdoc="<script>"></iframe><img src=x onerror=evil()>',
    );
    const secret = /data-secret="(\w{10})"/.exec(String(html))?.[1];
    expect(html).toBe(
      `<blockquote data-secret="${secret}">Text bold <a href="https://a.example/x?y=1&amp;z">link</a>bad</blockquote>` +
        `<iframe sandbox="allow-scripts" src="https://a.example/embed/#?secret=${secret}" width="500" height="50%" title="A &quot;title&quot;" data-secret="${secret}" frameborder="0"></iframe>`,
    );
  });

  test('without a frame with an HTTP URL have no HTML', () => {
    for (const html of [
      '<blockquote>x</blockquote>',
      '<iframe></iframe>',
      '<iframe src="javascript:alert(1)"></iframe>',
      '<iframe src="data:text/html,x"></iframe>',
      'text',
      '',
    ]) {
      expect([html, reduceHtml(html)]).toEqual([html, false]);
    }
  });

  test('are always reduced to quote, link and one sandboxed frame, all closed', () => {
    const piece = fc.constantFrom(
      '<blockquote>',
      '</blockquote>',
      '<a href="https://x.example/">',
      '</a>',
      '<iframe src="https://f.example/">',
      '</iframe>',
      '<script>',
      '</script>',
      '<b onx=1>',
      'text',
      '"',
      '<',
      '&lt;script&gt;',
      '<iframe src="https://f.example/"></iframe>',
      '<style>',
      '<!--',
      '-->',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const html = reduceHtml(pieces.join(''));
        if (html === false) return;
        const tags = [...html.matchAll(/<(\/?)(\w+)/g)].map(([, close, name]) => `${close}${name}`);
        expect(tags.filter((tag) => !['blockquote', '/blockquote', 'a', '/a', 'iframe', '/iframe'].includes(tag))).toEqual([]);
        for (const name of ['blockquote', 'a', 'iframe'])
          expect(tags.filter((tag) => tag === name).length).toBe(tags.filter((tag) => tag === `/${name}`).length);
        expect(html.match(/<iframe sandbox="allow-scripts" /g)).toHaveLength(1);
      }),
      { numRuns: 500 },
    );
  });

  test('of a listed provider keep their HTML; photos and links are rendered by this site', () => {
    const page = 'https://a.example/p?x=1&y="';
    expect(sanitizeEmbed({ type: 'video', html: '<video onplay="x()">' }, page, true)).toEqual({
      type: 'video',
      html: '<video onplay="x()">',
    });
    expect(sanitizeEmbed({ type: 'video', html: '<video>' }, page, false)).toEqual({ type: 'video', html: false });
    const photo = { type: 'photo', url: 'https://a.example/i.png', width: '10', height: 20, title: '"><script>' };
    expect(sanitizeEmbed(photo, page, false)['html']).toBe(
      '<a href="https://a.example/p?x=1&amp;y=%22"><img src="https://a.example/i.png" alt="&quot;&gt;&lt;script&gt;" width="10" height="20"></a>',
    );
    expect(sanitizeEmbed({ ...photo, url: 'javascript:x' }, page, true)['html']).toBe(false);
    expect(sanitizeEmbed({ ...photo, width: 'x' }, page, true)['html']).toBe(false);
    expect(sanitizeEmbed({ type: 'link', title: 'A <b>' }, page, false)['html']).toBe(
      '<a href="https://a.example/p?x=1&amp;y=%22">A &lt;b&gt;</a>',
    );
    expect(sanitizeEmbed({ type: 'link', html: '<script>' }, page, true)['html']).toBe(false);
    expect(sanitizeEmbed({ type: 'other', html: '<script>' }, page, true)['html']).toBe(false);
  });
});

describe('Media files', () => {
  test('get an audio or video player', () => {
    expect(buildMediaEmbed('https://a.example/x.mp3?a=1&b="', 400)).toEqual({
      provider_name: 'Embed Handler',
      html: '<audio controls preload="none" src="https://a.example/x.mp3?a=1&amp;b=%22"></audio>',
      scripts: [],
    });
    expect(buildMediaEmbed('https://a.example/x.MP4', 400)).toMatchObject({
      html: '<video controls preload="metadata" width="400" src="https://a.example/x.MP4"></video>',
    });
  });

  test('are recognized only by valid URLs', () => {
    for (const address of [
      'https://a.example/x.png',
      'https://a.example/?f=x.mp3',
      'javascript:alert(1)//x.mp3',
      'https://me:pw@a.example/x.mp3',
      'x.mp3',
      '',
    ]) {
      expect([address, buildMediaEmbed(address, 400)]).toEqual([address, null]);
    }
  });
});

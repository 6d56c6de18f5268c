import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteName } from '#app/core/settings/site.settings.ts';
import { buildPermalink } from '#app/domains/content/permalinks.ts';
import type { ContentRecord } from '#app/domains/content/record.ts';
import { makePost } from '../support/factories.ts';
import { type EmbedApp, openEmbedApp } from './embed-app.ts';

let app: EmbedApp;
let post: ContentRecord;
let link: string;
let author: string;
let subscriber: string;

beforeAll(async () => {
  app = await openEmbedApp();
  const signedIn = await app.signIn('contributor');
  author = signedIn.authorization;
  subscriber = (await app.signIn('subscriber')).authorization;
  post = await makePost(app.site, (await app.signIn('editor')).viewer, { title: 'Tom & "Jerry" <em>live</em>' });
  link = buildPermalink(app.site, post);
});
afterAll(() => app.close());

async function get(path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ method: 'GET', url: `/rest/oembed/1.0${path}`, query, headers });
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    headers: response.headers,
    text: response.body,
    json: () => response.json() as Record<string, unknown>,
  };
}

describe('GET /oembed/1.0/embed', () => {
  test('returns the fields of the format to anyone', async () => {
    const response = await get('/embed', { url: link });
    expect([response.status, response.type]).toEqual([200, 'application/json; charset=UTF-8']);
    expect(Object.keys(response.json())).toEqual([
      'version',
      'provider_name',
      'provider_url',
      'author_name',
      'author_url',
      'title',
      'type',
      'width',
      'height',
      'html',
    ]);
    expect(response.json()).toMatchObject({ version: '1.0', type: 'rich', width: 600, height: 338 });
  });

  test.each([
    ['400', 400, 225],
    ['-400', 400, 225],
    ['abc', 200, 200],
    ['', 200, 200],
    ['5000', 600, 338],
    ['99999999999', 600, 338],
    ['300.9', 300, 200],
  ])('maxwidth=%s gives %i x %i and is never refused', async (maxwidth, width, height) => {
    expect((await get('/embed', { url: link, maxwidth })).json()).toMatchObject({ width, height });
  });

  test('returns JSON for a format other than json and xml', async () => {
    expect((await get('/embed', { url: link, format: 'yaml' })).type).toBe('application/json; charset=UTF-8');
  });

  test('escapes names as HTML', async () => {
    await app.site.settings.set(siteName, 'Lantern & "Hall"');
    const name = 'Lantern &amp; &quot;Hall&quot;';
    expect((await get('/embed', { url: link })).json()).toMatchObject({ provider_name: name });
    expect((await get('/proxy', { url: link }, { authorization: author })).json()).toMatchObject({ provider_name: name });
  });

  test('returns the same fields in the same order in XML', async () => {
    const xml = await get('/embed', { url: link, format: 'xml', maxwidth: '400' });
    expect([xml.status, xml.type]).toEqual([200, 'text/xml; charset=UTF-8']);
    expect(xml.text).toMatch(/^<\?xml version="1\.0"\?>\s*<oembed><version>1\.0<\/version>/);
    const parsed = new XMLParser({ parseTagValue: false }).parse(xml.text) as { oembed: Record<string, string> };
    const json = (await get('/embed', { url: link, maxwidth: '400' })).json();
    expect(Object.keys(parsed.oembed)).toEqual(Object.keys(json));
    expect(parsed.oembed).toMatchObject({ width: '400', title: json['title'], provider_url: 'http://site.test' });
    expect(parsed.oembed['html']?.replace(/secret="?\w+"?|secret=\w+/g, '')).toBe(
      String(json['html']).replace(/secret="?\w+"?|secret=\w+/g, ''),
    );
  });

  test('returns 404 for a missing post, also in XML', async () => {
    const json = await get('/embed', { url: 'http://site.test/nothing/' });
    expect([json.status, json.json()]).toMatchObject([404, { code: 'oembed_invalid_url', data: { status: 404 } }]);
    const xml = await get('/embed', { url: 'http://site.test/nothing/', format: 'xml' });
    expect([xml.status, xml.type]).toEqual([404, 'text/xml; charset=UTF-8']);
    expect(xml.text).toMatch(
      /<oembed><code>oembed_invalid_url<\/code><message>[^<]+<\/message><data><status>404<\/status><\/data><\/oembed>/,
    );
  });

  test('returns 400 without a URL, also in XML', async () => {
    expect([(await get('/embed')).status, (await get('/embed')).json()]).toEqual([
      400,
      { code: 'rest_missing_callback_param', message: 'Missing parameter(s): url', data: { status: 400, params: ['url'] } },
    ]);
    const xml = await get('/embed', { format: 'xml' });
    expect([xml.status, xml.type]).toEqual([400, 'text/xml; charset=UTF-8']);
    expect(xml.text).toContain('<params><oembed>url</oembed></params>');
  });

  test('returns the headers of the requested format for HEAD', async () => {
    const head = await app.http.inject({ method: 'HEAD', url: '/rest/oembed/1.0/embed', query: { url: link, format: 'xml' } });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'text/xml; charset=UTF-8', '']);
  });

  test('supports _envelope, _jsonp and _fields together with XML', async () => {
    expect((await get('/embed', { url: link, format: 'xml', _envelope: '1' })).json()).toMatchObject({
      status: 200,
      body: { version: '1.0' },
    });
    expect((await get('/embed', { url: link, format: 'xml', _jsonp: 'cb' })).text).toMatch(/^\/\*\*\/cb\(\{"version":"1\.0"/);
    expect((await get('/embed', { url: link, format: 'xml', _fields: 'version,type', _pretty: '1' })).text).toBe(
      '<?xml version="1.0"?>\n<oembed><version>1.0</version><type>rich</type></oembed>\n',
    );
  });
});

describe('GET /oembed/1.0/proxy', () => {
  test('requires the permission to write posts', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [{ authorization: subscriber }, 403],
    ] as const) {
      const response = await get('/proxy', { url: link }, headers);
      expect([response.status, response.json()['code']]).toEqual([status, 'rest_forbidden']);
    }
    expect((await get('/proxy', { url: link }, { authorization: author })).json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 600,
    });
  });

  test('checks its arguments before the permission, but never refuses sizes', async () => {
    expect((await get('/proxy')).json()).toMatchObject({ code: 'rest_missing_callback_param' });
    expect((await get('/proxy', { url: link, format: 'yaml' })).json()).toMatchObject({
      code: 'rest_invalid_param',
      data: { details: { format: { code: 'rest_not_in_enum' } } },
    });
    expect((await get('/proxy', { url: link, discover: 'perhaps' })).json()).toMatchObject({ code: 'rest_invalid_param' });
    expect((await get('/proxy', { url: link, maxwidth: '-400', maxheight: 'x' }, { authorization: author })).json()).toMatchObject({
      width: 400,
      height: 225,
    });
  });

  test('returns JSON even if XML is requested', async () => {
    const response = await get('/proxy', { url: link, format: 'xml' }, { authorization: author });
    expect([response.status, response.type]).toEqual([200, 'application/json; charset=UTF-8']);
    expect(response.json()).toMatchObject({ version: '1.0' });
  });

  test('refuses internal URLs as not found', async () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://169.254.169.254/latest/',
      'http://[::1]/',
      'ftp://example.org/',
      'http://user:pw@10.0.0.1/',
    ]) {
      const response = await get('/proxy', { url }, { authorization: author });
      expect([url, response.status, response.json()['code']]).toEqual([url, 404, 'oembed_invalid_url']);
    }
  });

  test('supports _fields for any result', async () => {
    expect((await get('/proxy', { url: link, _fields: 'type,width' }, { authorization: author })).json()).toEqual({
      type: 'rich',
      width: 600,
    });
  });
});

describe('GraphQL', () => {
  const runQuery = async (query: string, headers: Record<string, string> = {}) =>
    (
      await app.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', ...headers },
        payload: { query },
      })
    ).json() as { data: Record<string, unknown> | null; errors?: { extensions: { code: string } }[] };

  test('embed returns typed fields to everyone', async () => {
    const { data } = await runQuery(`{ embed(url: "${link}", maxWidth: 400) { version type width height title thumbnailUrl } }`);
    expect(data?.['embed']).toEqual({
      version: '1.0',
      type: 'rich',
      width: 400,
      height: 225,
      title: 'Tom &#038; &#8220;Jerry&#8221; <em>live</em>',
      thumbnailUrl: null,
    });
  });

  test('externalEmbed requires the permission to write posts', async () => {
    const query = `{ externalEmbed(url: "${link}") }`;
    expect((await runQuery(query)).errors?.[0]?.extensions.code).toBe('forbidden');
    expect((await runQuery(query, { authorization: author })).data?.['externalEmbed']).toMatchObject({ type: 'rich' });
  });
});

describe('Public pages', () => {
  const status = async (method: 'GET' | 'POST', url: string) => (await app.http.inject({ method, url })).statusCode;

  test('do not hide other paths of the service', async () => {
    expect(await status('GET', '/')).toBe(200);
    expect(await status('GET', '/sign-in')).toBe(200);
    expect(await status('GET', '/health/live')).toBe(200);
    expect((await app.http.inject({ url: '/rest/' })).json()).toHaveProperty('namespaces');
    expect((await app.http.inject({ url: '/?rest_route=/oembed/1.0' })).json()).toMatchObject({ namespace: 'oembed/1.0' });
    expect((await app.http.inject({ url: '/rest/nothing' })).json()).toMatchObject({ code: 'rest_no_route' });
  });

  test('serve the frame and the document of an embed', async () => {
    const page = await app.http.inject({ url: new URL(link).pathname });
    const document = /type="application\/json\+oembed" href="([^"]+)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const embed = (await app.http.inject({ url: document.replace('http://site.test', '') })).json() as { html: string };
    const frame = /<iframe [^>]*src="([^"#]+)#/.exec(embed.html)?.[1] ?? '';
    expect(frame).toBe(`${link}embed/`);
    expect(await status('GET', new URL(frame).pathname)).toBe(200);
  });
});

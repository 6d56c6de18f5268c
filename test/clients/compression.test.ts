import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  for (let n = 0; n < 5; n += 1)
    await site.rest('POST', '/core/v2/posts', {
      as: 'administrator',
      body: { title: `Post ${n}`, content: 'word '.repeat(200), status: 'publish' },
    });
});
afterAll(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) => site.http.inject({ url, headers });

describe('Compressed responses', () => {
  it.each([
    '/rest/core/v2/posts',
    `/graphql?query=${encodeURIComponent('{ posts(first: 5) { nodes { body { rendered } } } }')}`,
    '/',
    '/graphql',
  ])('of %s are smaller and have the same content', async (url) => {
    const accept: Record<string, string> = url === '/graphql' || url === '/' ? { accept: 'text/html' } : {};
    const plain = await get(url, accept);
    expect(plain.headers['content-encoding']).toBeUndefined();
    for (const [encoding, decompress] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const compressed = await get(url, { ...accept, 'accept-encoding': encoding });
      expect([compressed.headers['content-encoding'], decompress(compressed.rawPayload).toString()]).toEqual([encoding, plain.payload]);
      expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
      expect(compressed.headers['vary']).toContain('accept-encoding');
      expect(compressed.headers['etag']).toBe(plain.headers['etag']);
    }
  });

  it('exclude pages of signed-in users, short responses and partial content', async () => {
    const { id } = await site.user('administrator');
    const { token } = await startSession(site.site, id, { ip: '127.0.0.1', userAgent: 'test' });
    const acceptGzip = { 'accept-encoding': 'gzip' };
    for (const response of [
      await get('/account', { ...acceptGzip, accept: 'text/html', cookie: `${SESSION_COOKIE}=${token}` }),
      await get('/graphql?query=%7B__typename%7D', acceptGzip),
      await get('/rest/core/v2/posts', { ...acceptGzip, range: 'bytes=0-99' }),
    ]) {
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-encoding']).toBeUndefined();
    }
  });

  it('are 304 without a body if unchanged', async () => {
    const etag = String((await get('/rest/core/v2/posts', { 'accept-encoding': 'br' })).headers['etag']);
    const unchanged = await get('/rest/core/v2/posts', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([unchanged.statusCode, unchanged.payload, unchanged.headers['content-encoding']]).toEqual([304, '', undefined]);
  });
});

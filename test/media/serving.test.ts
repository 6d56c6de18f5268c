import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
let url: string;
let content: Buffer;
beforeAll(async () => {
  site = await openMediaSite();
  const { body } = await site.sendForm({ content: await createPicture('jpeg'), fileName: 'photo.jpg' });
  url = body.source_url;
  content = (await site.fetchFile(url)).content;
});
afterAll(() => site.close());

describe('A file of the library', () => {
  it('is served cacheable, with headers that prevent sniffing and scripts', async () => {
    const { status, headers } = await site.fetchFile(url);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(content.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
    expect(headers['etag']).toBeTruthy();
    expect(headers['last-modified']).toBeTruthy();
  });

  it('responds to HEAD with the same headers and no body', async () => {
    const reply = await site.fetchFile(url, {}, 'HEAD');
    expect([reply.status, reply.headers['content-length'], reply.headers['content-type'], reply.content.length]).toEqual([
      200,
      String(content.length),
      'image/jpeg',
      0,
    ]);
  });

  it.each([
    ['bytes=0-9', 0, 10],
    ['bytes=10-', 10, undefined],
    ['bytes=-20', -20, undefined],
    ['bytes=5-999999999', 5, undefined],
  ])('serves the range %s', async (range, start, end) => {
    const part = await site.fetchFile(url, { range });
    const expectedContent = content.subarray(start, end);
    const first = start < 0 ? content.length + start : start;
    expect(part.status).toBe(206);
    expect(part.content.equals(expectedContent)).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes ${first}-${first + expectedContent.length - 1}/${content.length}`);
  });

  it('refuses an unsatisfiable range', async () => {
    const { status, headers } = await site.fetchFile(url, { range: `bytes=${content.length}-` });
    expect([status, headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await site.fetchFile(url);
    for (const [name, value] of [
      ['if-none-match', headers['etag']],
      ['if-modified-since', headers['last-modified']],
    ]) {
      const revalidated = await site.fetchFile(url, { [String(name)]: String(value) });
      expect([revalidated.status, revalidated.content.length]).toEqual([304, 0]);
    }
    expect((await site.fetchFile(url, { 'if-match': '"other"' })).status).toBe(412);
  });

  it.each([
    '/uploads/',
    '/uploads/2026',
    '/uploads/2026/11/',
    '/uploads/2026/11/none-00000000.jpg',
    '/uploads/../secret-key',
    '/uploads/%2e%2e/secret-key',
    '/uploads/..%2f..%2fsecret-key',
    '/uploads/2026/11/..%2f..%2f..%2fsecret-key',
    '/uploads/2026/11/%00.jpg',
    '/uploads//etc/passwd',
    '/uploads/2026/11/x.php',
    '/uploads/2026/11/x.jpg.part',
    '/uploads/.git/config',
  ])('exists only at its own URL: %s is not found', async (address) => {
    const reply = await site.fetchFile(address);
    expect(reply.status).toBe(404);
    expect(reply.content.length).toBeLessThan(200);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: { id: number; link: string };

beforeAll(async () => {
  site = await openWholeSite({ SITE_URL: 'http://127.0.0.1:4000' });
  post = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'By number', status: 'publish' } })).body;
});
afterAll(() => site.close());

it.each(['', 'www.', 'WWW.'])('A numeric host accepts the prefix %j', async (www) => {
  for (const url of [post.link, `http://127.0.0.1:4000/?p=${post.id}`, post.link.replace('http:', 'https:')]) {
    const { status, body } = await site.rest('GET', '/oembed/1.0/embed', { query: { url: url.replace('//', `//${www}`) } });
    expect([url, status, body.title]).toEqual([url, 200, 'By number']);
  }
});

it('Another host or port is refused', async () => {
  for (const host of ['127.0.0.2:4000', '127.0.0.1:4001', 'www.127.0.0.2:4000', 'www.www.127.0.0.1:4000']) {
    const { status, body } = await site.rest('GET', '/oembed/1.0/embed', { query: { url: `http://${host}/?p=${post.id}` } });
    expect([host, status, body.code]).toEqual([host, 404, 'oembed_invalid_url']);
  }
});

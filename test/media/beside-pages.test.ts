import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mountUploads } from '../../src/domains/media/uploads.route.ts';
import { createPagesPlugin } from '../../src/web/pages/plugin.ts';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await openMediaSite();
});
afterAll(() => site.close());

it('Uploaded files are served next to the public pages, which handle every other URL', async () => {
  const { body } = await site.sendForm({ content: await createPicture('png', 40, 30), fileName: 'beside.png' });
  const http = fastify();
  await http.register(cookie);
  mountUploads(http, site.site);
  await http.register(createPagesPlugin(site.site));
  const request = async (url: string) => {
    const { statusCode, headers } = await http.inject(url);
    return [statusCode, headers['content-type']];
  };
  expect(await request(body.source_url.replace('http://site.test', ''))).toEqual([200, 'image/png']);
  expect(await request('/uploads/2026/11/none-00000000.png')).toEqual([404, 'text/plain; charset=utf-8']);
  expect(await request('/nowhere/')).toEqual([404, 'text/html; charset=utf-8']);
  await http.close();
});

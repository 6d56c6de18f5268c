import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await openMediaSite();
});
afterAll(() => site.close());

it('A list of files counts those that the viewer may see, while REST counts all (docs/behaviour/core-rest.md 4.8)', async () => {
  const content = await createPicture('png', 40, 30);
  const headers = (name: string) => ({ 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` });
  const draft = (await site.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'Not yet' } })).body.id;
  await site.sendRaw(content, headers('free.png'));
  expect((await site.sendRaw(content, headers('hidden.png'), 'author', `?post=${draft}`)).body.post).toBe(draft);
  const listAs = async (as?: 'author' | 'editor' | 'subscriber') => {
    const { headers: replyHeaders, body } = await site.rest('GET', '/core/v2/media', { as, query: 'per_page=2' });
    const { data } = await site.graphql('{ mediaPage(perPage: 1) { total totalPages } }', {}, as);
    return [replyHeaders['x-wp-total'], replyHeaders['x-wp-totalpages'], body.length, data.mediaPage];
  };
  const onlyFree = ['2', '1', 1, { total: 1, totalPages: 1 }];
  const both = ['2', '1', 2, { total: 2, totalPages: 2 }];
  expect(await listAs()).toEqual(onlyFree);
  expect(await listAs('subscriber')).toEqual(onlyFree);
  expect(await listAs('author')).toEqual(both);
  expect(await listAs('editor')).toEqual(both);
});

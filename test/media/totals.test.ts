import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';

let library: MediaSite;
beforeAll(async () => {
  library = await openMediaSite();
});
afterAll(() => library.close());

it('A list of files counts those that the viewer may see, but all of them over REST (core-rest.md 4.8)', async () => {
  const content = await picture('png', 40, 30);
  const headers = (name: string) => ({ 'content-type': 'image/png', 'content-disposition': `attachment; filename="${name}"` });
  const draft = (await library.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'Not yet' } })).body.id;
  await library.sendRaw(content, headers('free.png'));
  expect((await library.sendRaw(content, headers('hidden.png'), 'author', `?post=${draft}`)).body.post).toBe(draft);
  const listAs = async (as?: 'author' | 'editor' | 'subscriber') => {
    const { headers: told, body } = await library.rest('GET', '/core/v2/media', { as, query: 'per_page=2' });
    const { data } = await library.graphql('{ mediaPage(perPage: 1) { total totalPages } }', {}, as);
    return [told['x-wp-total'], told['x-wp-totalpages'], body.length, data.mediaPage];
  };
  const one = ['2', '1', 1, { total: 1, totalPages: 1 }];
  const two = ['2', '1', 2, { total: 2, totalPages: 2 }];
  expect(await listAs()).toEqual(one);
  expect(await listAs('subscriber')).toEqual(one);
  expect(await listAs('author')).toEqual(two);
  expect(await listAs('editor')).toEqual(two);
});

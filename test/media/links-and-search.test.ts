import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, picture } from './media-site.ts';

let library: MediaSite;
let content: Buffer;
beforeAll(async () => {
  library = await openMediaSite();
  content = await picture('png', 40, 30);
});
afterAll(() => library.close());

const as = 'editor' as const;
const make = async (collection: string) =>
  (await library.rest('POST', `/core/v2/${collection}`, { as, body: { title: 'Owner', status: 'publish' } })).body.id as number;

it.each([
  ['posts', 'post'],
  ['pages', 'page'],
])('A file links to its parent in %s', async (collection, type) => {
  const id = await make(collection);
  const { body } = await library.sendForm({ content, fileName: `of-${type}.png` }, { as, fields: { post: String(id) } });
  const link = { href: `http://site.test/rest/core/v2/${collection}/${id}`, embeddable: true, post_type: type, id };
  expect(body._links['core:attached-to']).toEqual([link]);
  const shown = (await library.rest('GET', `/core/v2/media/${body.id}`, { query: '_embed=core:attached-to' })).body;
  expect(shown._embedded['core:attached-to']).toMatchObject([{ id, type }]);
  const freed = await library.rest('POST', `/core/v2/media/${body.id}`, { as, body: { post: 0 } });
  expect(freed.body._links).not.toHaveProperty('core:attached-to');
});

it('The guid of a file is its URL', async () => {
  const { body } = await library.sendForm({ content, fileName: 'known.png' }, { as });
  expect(body.guid).toEqual({ rendered: body.source_url, raw: body.source_url });
});

it('Lists by media type contain all files of that type, including imported ones of types that users may not upload', async () => {
  const { body } = await library.sendForm({ content, fileName: 'drawn.png' }, { as });
  const listed = async (query: string) =>
    (await library.rest('GET', '/core/v2/media', { query })).body.some(({ id }: { id: number }) => id === body.id);
  const all = async () => [
    await listed('media_type=image'),
    await listed('media_type=text'),
    await listed('media_type=text&mime_type=image/bmp'),
  ];
  expect(await all()).toEqual([true, false, false]);
  const become = (type: string) => library.site.db.sql('UPDATE media SET mime_type = $2 WHERE content_id = $1', [body.id, type]);
  await become('image/bmp');
  expect(await all()).toEqual([true, false, true]);
  await become('text/csv');
  expect(await all()).toEqual([false, true, true]);
});

it('The search finds files by file name', async () => {
  const { body } = await library.sendForm({ content, fileName: 'Late_Sunset 04.png' }, { as, fields: { title: 'Evening' } });
  const found = async (query: string) => (await library.rest('GET', '/core/v2/media', { query })).body.map(({ id }: { id: number }) => id);
  for (const query of ['search=sunset', 'search=late_sunset', 'search=evening+sunset', 'search=evening'])
    expect(await found(query), query).toEqual([body.id]);
  for (const query of ['search=sunset+noon', 'search=evening+-sunset', 'search=lateXsunset', 'search=sunset&search_semantics=exact'])
    expect(await found(query), query).toEqual([]);
  const { data } = await library.graphql('{ media(filter: { search: "sunset" }) { nodes { databaseId } } }');
  expect(data.media.nodes).toEqual([{ databaseId: body.id }]);
});

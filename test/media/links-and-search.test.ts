import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MediaSite, openMediaSite, createPicture } from './media-site.ts';

let site: MediaSite;
let content: Buffer;
beforeAll(async () => {
  site = await openMediaSite();
  content = await createPicture('png', 40, 30);
});
afterAll(() => site.close());

const as = 'editor' as const;
const createOwner = async (collection: string) =>
  (await site.rest('POST', `/core/v2/${collection}`, { as, body: { title: 'Owner', status: 'publish' } })).body.id as number;

it.each([
  ['posts', 'post'],
  ['pages', 'page'],
])('A file links to its parent in %s', async (collection, type) => {
  const id = await createOwner(collection);
  const { body } = await site.sendForm({ content, fileName: `of-${type}.png` }, { as, fields: { post: String(id) } });
  const link = { href: `http://site.test/rest/core/v2/${collection}/${id}`, embeddable: true, post_type: type, id };
  expect(body._links['core:attached-to']).toEqual([link]);
  const withEmbeds = (await site.rest('GET', `/core/v2/media/${body.id}`, { query: '_embed=core:attached-to' })).body;
  expect(withEmbeds._embedded['core:attached-to']).toMatchObject([{ id, type }]);
  const detached = await site.rest('POST', `/core/v2/media/${body.id}`, { as, body: { post: 0 } });
  expect(detached.body._links).not.toHaveProperty('core:attached-to');
});

it('The guid of a file is its URL', async () => {
  const { body } = await site.sendForm({ content, fileName: 'known.png' }, { as });
  expect(body.guid).toEqual({ rendered: body.source_url, raw: body.source_url });
});

it('Lists by media type contain all files of that type, including imported ones of types that users may not upload', async () => {
  const { body } = await site.sendForm({ content, fileName: 'drawn.png' }, { as });
  const isListed = async (query: string) =>
    (await site.rest('GET', '/core/v2/media', { query })).body.some(({ id }: { id: number }) => id === body.id);
  const checkLists = async () => [
    await isListed('media_type=image'),
    await isListed('media_type=text'),
    await isListed('media_type=text&mime_type=image/bmp'),
  ];
  expect(await checkLists()).toEqual([true, false, false]);
  const setMimeType = (type: string) => site.site.db.sql('UPDATE media SET mime_type = $2 WHERE content_id = $1', [body.id, type]);
  await setMimeType('image/bmp');
  expect(await checkLists()).toEqual([true, false, true]);
  await setMimeType('text/csv');
  expect(await checkLists()).toEqual([false, true, true]);
});

it('The search finds files by file name', async () => {
  const { body } = await site.sendForm({ content, fileName: 'Late_Sunset 04.png' }, { as, fields: { title: 'Evening' } });
  const search = async (query: string) => (await site.rest('GET', '/core/v2/media', { query })).body.map(({ id }: { id: number }) => id);
  for (const query of ['search=sunset', 'search=late_sunset', 'search=evening+sunset', 'search=evening'])
    expect(await search(query), query).toEqual([body.id]);
  for (const query of ['search=sunset+noon', 'search=evening+-sunset', 'search=lateXsunset', 'search=sunset&search_semantics=exact'])
    expect(await search(query), query).toEqual([]);
  const { data } = await site.graphql('{ media(filter: { search: "sunset" }) { nodes { databaseId } } }');
  expect(data.media.nodes).toEqual([{ databaseId: body.id }]);
});

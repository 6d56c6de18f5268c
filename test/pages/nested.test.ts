import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let ids: { about: number; people: number; anna: number };
beforeAll(async () => {
  site = await openWholeSite();
  const about = await createPage({ title: 'About us' });
  const people = await createPage({ title: 'People', parent: about });
  ids = { about, people, anna: await createPage({ title: 'Änna', parent: people }) };
});
afterAll(() => site.close());

const SITE_URL = 'http://site.test';
async function createPage(body: object): Promise<number> {
  const page = { content: '<p>Text.</p>', status: 'publish', ...body };
  return (await site.rest('POST', '/core/v2/pages', { as: 'editor', body: page })).body.id;
}
const readPage = async (id: number, query = '') => (await site.rest('GET', `/core/v2/pages/${id}`, { as: 'editor', query })).body;
async function visit(url: string): Promise<[number, string | undefined]> {
  const { statusCode, headers } = await site.http.inject(url);
  return [statusCode, headers.location?.replace(SITE_URL, '')];
}
const change = (id: number, body: object) => site.rest('POST', `/core/v2/pages/${id}`, { as: 'editor', body });

it('A child page has a URL below its parent everywhere', async () => {
  const link = `${SITE_URL}/about-us/people/anna/`;
  const { permalink_template: pattern, link: pageLink } = await readPage(ids.anna, 'context=edit');
  expect([pageLink, pattern]).toEqual([link, `${SITE_URL}/about-us/people/%pagename%/`]);
  const list = await site.rest('GET', '/core/v2/pages', { query: { _fields: 'link', orderby: 'id', order: 'asc' } });
  expect(list.body.slice(-3)).toEqual([{ link: `${SITE_URL}/about-us/` }, { link: `${SITE_URL}/about-us/people/` }, { link }]);
  const results = await site.rest('GET', '/core/v2/search', { query: { search: 'änna', subtype: 'page' } });
  expect(results.body.map(({ url }: { url: string }) => url)).toEqual([link]);
  const { data } = await site.graphql('query ($url: String!) { contentByUrl(url: $url) { databaseId link } }', { url: link });
  expect(data.contentByUrl).toEqual({ databaseId: ids.anna, link });
  expect((await site.http.inject('/sitemap-0.xml')).payload).toContain(`<loc>${link}</loc>`);
});

it('A child page is served at its full path, its slug alone redirects there, and paths with other parents return 404', async () => {
  expect(await visit('/about-us/people/anna/')).toEqual([200, undefined]);
  expect(await visit('/about-us/people/anna')).toEqual([301, '/about-us/people/anna/']);
  expect(await visit('/about-us/people/anna/embed/')).toEqual([200, undefined]);
  expect(await visit('/anna/')).toEqual([301, '/about-us/people/anna/']);
  // a page of the service is found with a trailing slash as well
  expect(await visit('/door/?q=1')).toEqual([301, '/door?q=1']);
  expect((await visit('/nowhere/'))[0]).toBe(404);
  expect(await visit('/people/anna/')).toEqual([404, undefined]);
  expect(await visit('/about-us/anna/')).toEqual([404, undefined]);
  const embedded = await site.rest('GET', '/oembed/1.0/embed', { query: { url: `${SITE_URL}/about-us/people/anna/` } });
  expect([embedded.status, embedded.body.title]).toEqual([200, 'Änna']);
});

it('A child page moves with its ancestors at once', async () => {
  await change(ids.people, { slug: 'crew' });
  expect((await readPage(ids.anna)).link).toBe(`${SITE_URL}/about-us/crew/anna/`);
  const moved = await change(ids.anna, { parent: ids.about });
  expect(moved.body.link).toBe(`${SITE_URL}/about-us/anna/`);
  expect(await visit('/about-us/anna/')).toEqual([200, undefined]);
  expect((await change(ids.anna, { parent: 0 })).body.link).toBe(`${SITE_URL}/anna/`);
});

it('An unpublished parent adds no slug to the URL of its children until it has one', async () => {
  const draft = await createPage({ title: 'Unnamed', status: 'draft' });
  const child = await createPage({ title: 'Below a draft', parent: draft });
  expect((await readPage(child)).link).toBe(`${SITE_URL}/below-a-draft/`);
  expect(await visit('/below-a-draft/')).toEqual([200, undefined]);
});

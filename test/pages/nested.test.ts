import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let ids: { about: number; people: number; anna: number };
beforeAll(async () => {
  site = await openWholeSite();
  const about = await make({ title: 'About us' });
  const people = await make({ title: 'People', parent: about });
  ids = { about, people, anna: await make({ title: 'Änna', parent: people }) };
});
afterAll(() => site.close());

const AT = 'http://site.test';
async function make(body: object): Promise<number> {
  const written = { content: '<p>Text.</p>', status: 'publish', ...body };
  return (await site.rest('POST', '/core/v2/pages', { as: 'editor', body: written })).body.id;
}
const page = async (id: number, query = '') => (await site.rest('GET', `/core/v2/pages/${id}`, { as: 'editor', query })).body;
async function visit(url: string): Promise<[number, string | undefined]> {
  const { statusCode, headers } = await site.http.inject(url);
  return [statusCode, headers.location?.replace(AT, '')];
}
const change = (id: number, body: object) => site.rest('POST', `/core/v2/pages/${id}`, { as: 'editor', body });

it('A child page has a URL below its parent everywhere', async () => {
  const link = `${AT}/about-us/people/anna/`;
  const { permalink_template: pattern, ...told } = await page(ids.anna, 'context=edit');
  expect([told.link, pattern]).toEqual([link, `${AT}/about-us/people/%pagename%/`]);
  const list = await site.rest('GET', '/core/v2/pages', { query: { _fields: 'link', orderby: 'id', order: 'asc' } });
  expect(list.body.slice(-3)).toEqual([{ link: `${AT}/about-us/` }, { link: `${AT}/about-us/people/` }, { link }]);
  const found = await site.rest('GET', '/core/v2/search', { query: { search: 'änna', subtype: 'page' } });
  expect(found.body.map((one: { url: string }) => one.url)).toEqual([link]);
  const { data } = await site.graphql('query ($url: String!) { contentByUrl(url: $url) { databaseId link } }', { url: link });
  expect(data.contentByUrl).toEqual({ databaseId: ids.anna, link });
  expect((await site.http.inject('/sitemap-0.xml')).payload).toContain(`<loc>${link}</loc>`);
});

it('A child page is served at its full path; its slug alone redirects there, and other parents give 404', async () => {
  expect(await visit('/about-us/people/anna/')).toEqual([200, undefined]);
  expect(await visit('/about-us/people/anna')).toEqual([301, '/about-us/people/anna/']);
  expect(await visit('/about-us/people/anna/embed/')).toEqual([200, undefined]);
  expect(await visit('/anna/')).toEqual([301, '/about-us/people/anna/']);
  // a page of the service is found with a trailing slash as well
  expect(await visit('/door/?q=1')).toEqual([301, '/door?q=1']);
  expect((await visit('/nowhere/'))[0]).toBe(404);
  expect(await visit('/people/anna/')).toEqual([404, undefined]);
  expect(await visit('/about-us/anna/')).toEqual([404, undefined]);
  const embedded = await site.rest('GET', '/oembed/1.0/embed', { query: { url: `${AT}/about-us/people/anna/` } });
  expect([embedded.status, embedded.body.title]).toEqual([200, 'Änna']);
});

it('A child page moves with its ancestors at once', async () => {
  await change(ids.people, { slug: 'crew' });
  expect((await page(ids.anna)).link).toBe(`${AT}/about-us/crew/anna/`);
  const moved = await change(ids.anna, { parent: ids.about });
  expect(moved.body.link).toBe(`${AT}/about-us/anna/`);
  expect(await visit('/about-us/anna/')).toEqual([200, undefined]);
  expect((await change(ids.anna, { parent: 0 })).body.link).toBe(`${AT}/anna/`);
});

it('An unpublished parent adds no slug to the URL of its children until it has one', async () => {
  const draft = await make({ title: 'Unnamed', status: 'draft' });
  const below = await make({ title: 'Below a draft', parent: draft });
  expect((await page(below)).link).toBe(`${AT}/below-a-draft/`);
  expect(await visit('/below-a-draft/')).toEqual([200, undefined]);
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const createTerm = async (
  body: object,
  as: 'administrator' | 'editor' | 'author' | 'contributor' = 'administrator',
  collection = 'categories',
) => site.legacy('POST', `/${collection}`, { as, body });

describe('Categories and tags of events (docs/behaviour/events.md 2.8)', () => {
  it('are created with their URL in Location', async () => {
    const { status, body, headers } = await createTerm({ name: 'Folk', description: 'Fiddles' });
    expect(status).toBe(201);
    expect(headers['location']).toBe(body.urls.self);
    expect(body).toEqual({
      id: expect.any(Number),
      count: 0,
      description: 'Fiddles',
      url: 'http://site.test/events/category/folk/',
      name: 'Folk',
      slug: 'folk',
      taxonomy: 'tribe_events_cat',
      parent: 0,
      meta: [],
      urls: {
        self: `http://site.test/rest/vendor/events/v1/categories/${body.id}`,
        collection: 'http://site.test/rest/vendor/events/v1/categories',
      },
    });
    const child = await createTerm({ name: 'Polka', parent: body.id });
    expect(child.body.urls.up).toBe(body.urls.self);
    const tag = await createTerm({ name: 'loud' }, 'editor', 'tags');
    expect(tag.body).toMatchObject({ taxonomy: 'post_tag', url: 'http://site.test/tag/loud/' });
    expect(tag.body).not.toHaveProperty('parent');
  });

  it.each([
    ['contributor', 'categories', 403],
    ['author', 'categories', 201],
    ['author', 'tags', 403],
    ['editor', 'tags', 201],
  ] as const)('require more than the permission to write events: %s, %s', async (as, collection, status) => {
    expect((await createTerm({ name: `By ${as}` }, as, collection)).status).toBe(status);
  });

  it.each<[string, unknown]>([
    ['name', ''],
    ['slug', ''],
    ['description', ''],
    ['parent', ''],
    ['parent', 0],
    ['parent', 99999999],
    ['parent', 'Folk'],
  ])('refuse %s = %j', async (name, value) => {
    expect(await createTerm({ name: 'Odd', [name]: value })).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { [name]: expect.any(String) } } },
    });
  });

  it('have unique names at each level', async () => {
    const { body } = await createTerm({ name: 'Once' });
    expect(await createTerm({ name: 'once' })).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id: body.id } } });
    expect((await createTerm({ name: 'Once', parent: body.id })).body.slug).toBe('once-once');
    expect(await createTerm({ name: 'Other', slug: 'once' })).toMatchObject({ status: 400, body: { code: 'term_exists' } });
    const { body: renamed } = await createTerm({ name: 'Twice' });
    const rename = (changes: object) => site.legacy('PUT', `/categories/${renamed.id}`, { as: 'editor', body: changes });
    expect(await rename({ name: 'once' })).toMatchObject({ status: 400, body: { code: 'term_exists', data: { term_id: body.id } } });
    expect(await rename({ name: 'TWICE' })).toMatchObject({ status: 200, body: { name: 'TWICE', slug: 'twice' } });
  });

  it('keep omitted fields, and break cycles', async () => {
    const top = (await createTerm({ name: 'Top', description: 'Stays' })).body;
    const child = (await createTerm({ name: 'Below', parent: top.id })).body;
    const edit = async (id: number, body: object) => (await site.legacy('PATCH', `/categories/${id}`, { as: 'editor', body })).body;
    expect(await edit(top.id, {})).toMatchObject({ name: 'Top', description: 'Stays', slug: 'top' });
    expect(await edit(top.id, { parent: child.id })).toMatchObject({ parent: 0 });
  });

  it('are deleted permanently, their children move up, and a second deletion is refused', async () => {
    const top = (await createTerm({ name: 'Deleted top' })).body;
    const middle = (await createTerm({ name: 'Deleted middle', parent: top.id })).body;
    const child = (await createTerm({ name: 'Child', parent: middle.id })).body;
    const event = await site.makeEvent({ categories: [middle.id] });
    expect((await site.legacy('DELETE', `/categories/${middle.id}`, { as: 'editor' })).body).toMatchObject({
      id: middle.id,
      parent: top.id,
      count: 1,
    });
    expect((await site.legacy('GET', `/categories/${child.id}`)).body.parent).toBe(top.id);
    expect((await site.legacy('GET', `/events/${event.id}`)).body.categories).toEqual([]);
    expect(await site.legacy('DELETE', `/categories/${middle.id}`, { as: 'editor' })).toMatchObject({
      status: 400,
      body: { data: { params: { id: expect.any(String) } } },
    });
    expect((await site.legacy('GET', `/tags/${top.id}`)).status).toBe(400);
  });

  it('are listed by name, by default only the terms of published events', async () => {
    const event = await site.makeEvent({ categories: 'Used b,Used a' });
    const list = async (query: Record<string, string | number> = {}) => (await site.legacy('GET', '/categories', { query })).body;
    expect((await list({ search: 'used' })).categories.map(({ name }: { name: string }) => name)).toEqual(['Used a', 'Used b']);
    expect((await list({ search: 'polka' })).total).toBe(0);
    expect((await list({ search: 'polka', hide_empty: 'false' })).total).toBe(1);
    expect((await list({ event: event.id, post: 99999999 })).code).toBe('rest_invalid_param');
    expect(
      (await list({ event: event.id, order: 'DESC', orderby: 'whatever' })).categories.map(({ name }: { name: string }) => name),
    ).toEqual(['Used b', 'Used a']);
    expect(await list({ slug: 'used-a' })).toMatchObject({
      total: 1,
      rest_url: 'http://site.test/rest/vendor/events/v1/categories/?slug=used-a',
    });
    for (const query of [
      { include: 99999999 },
      { exclude: 99999999 },
      { parent: 0 },
      { parent: 99999999 },
      { hide_empty: 'x' },
      { order: '' },
      { orderby: '' },
      { slug: '' },
    ]) {
      expect((await list(query as unknown as Record<string, string>)).data.status).toBe(400);
    }
  });
});

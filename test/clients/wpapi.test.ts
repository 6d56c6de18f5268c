import WPAPI from 'wpapi';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import type { SiteUser } from '../support/open-site.ts';

let site: ListeningSite;
let editor: SiteUser;
beforeAll(async () => {
  site = await openListeningSite({ environment: { REST_NAMESPACE_ALIASES: 'wordpress' } });
  editor = await site.user('editor');
});
afterAll(() => site.close());

/** Returns the rejection of the client: the error body of the service, or a transport error. */
const refusal = (work: PromiseLike<unknown>): Promise<Record<string, unknown>> =>
  Promise.resolve(work).then(
    () => expect.fail('was not refused'),
    (error: Record<string, unknown>) => error,
  );

describe('Discovery of the API', () => {
  it.each([
    ['the front page', ''],
    ['the root of the API', '/rest'],
  ])('works from %s', async (_name, path) => {
    const client = await WPAPI.discover(site.url + path);
    expect(await client.root('').get()).toMatchObject({ url: site.url, namespaces: expect.arrayContaining(['core/v2']) });
    expect(await client.posts().get()).toEqual([]);
  });

  it('sends the link to the API even with a 404 response', async () => {
    const response = await fetch(`${site.url}/nothing-here/`, { method: 'HEAD' });
    expect(response.status).toBe(404);
    expect(response.headers.get('link')).toContain(`<${site.rest}/>; rel="https://api.w.org/"`);
  });

  it('gives the client methods for every namespace, including the alias', async () => {
    const client = await WPAPI.discover(site.rest);
    const { namespaces } = (await client.root('').get()) as { namespaces: string[] };
    expect(namespaces).toContain('core/v2');
    expect(await client.namespace('core/v2').posts().get()).toEqual([]);
    expect(
      await client
        .namespace('oembed/1.0')
        .embed()
        .param('url', 'nowhere')
        .get()
        .catch((error: { code: string }) => error.code),
    ).toBe('oembed_invalid_url');
  });
});

const namespaces: [string, (client: WPAPI) => WPAPI][] = [
  ['with the default namespace', (client) => client],
  ['with the namespace core/v2', (client) => client.namespace('core/v2')],
];

describe.each(namespaces)('Client %s', (_name, selectNamespace) => {
  let signedIn: WPAPI;
  let visitor: WPAPI;
  const tag = `t${Math.random().toString(36).slice(2, 8)}`;
  beforeAll(async () => {
    const index = await (await fetch(`${site.rest}/`)).json();
    const options = { endpoint: site.rest, routes: index.routes };
    signedIn = selectNamespace(new WPAPI({ ...options, username: editor.login, password: editor.applicationPassword }));
    visitor = selectNamespace(new WPAPI(options));
  });

  it('creates, reads, updates, trashes and deletes a post', async () => {
    const created = await signedIn.posts().create({ title: `Opening night ${tag}`, content: 'Doors at seven.', status: 'publish' });
    expect(created).toMatchObject({ status: 'publish', author: editor.id, title: { raw: `Opening night ${tag}` } });

    expect(await visitor.posts().id(created.id).get()).toMatchObject({ id: created.id, title: { rendered: `Opening night ${tag}` } });
    expect((await visitor.posts().slug(created.slug).get()).map(idOf)).toEqual([created.id]);

    const changed = await signedIn
      .posts()
      .id(created.id)
      .update({ title: `Second night ${tag}` });
    expect(changed).toMatchObject({ id: created.id, title: { raw: `Second night ${tag}` }, slug: created.slug });
    expect(await signedIn.posts().id(created.id).edit().get()).toMatchObject({
      title: { raw: `Second night ${tag}` },
      content: { raw: 'Doors at seven.' },
    });

    expect(await signedIn.posts().id(created.id).delete()).toMatchObject({ id: created.id, status: 'trash' });
    expect(await signedIn.posts().id(created.id).delete({ force: true })).toMatchObject({ deleted: true, previous: { id: created.id } });
    expect(await refusal(visitor.posts().id(created.id).get())).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  });

  it('pages through a list to its end and back', async () => {
    const category = await signedIn.categories().create({ name: `Season ${tag}` });
    for (let n = 1; n <= 5; n += 1)
      await signedIn.posts().create({ title: `Evening ${n} ${tag}`, status: 'publish', categories: [category.id] });

    const first = await visitor.posts().categories(category.id).perPage(2).order('asc').orderby('title').get();
    expect(first._paging).toMatchObject({ total: 5, totalPages: 3 });
    expect(first._paging.prev).toBeUndefined();
    const second = await first._paging.next.get();
    const third = await second._paging.next.get();
    expect(third._paging.next).toBeUndefined();
    const titles = [...first, ...second, ...third].map(({ title }: { title: { rendered: string } }) => title.rendered);
    expect(titles).toEqual([1, 2, 3, 4, 5].map((n) => `Evening ${n} ${tag}`));
    expect((await third._paging.prev.get()).map(idOf)).toEqual(second.map(idOf));
  });

  it('filters lists', async () => {
    const first = await signedIn.tags().create({ name: `One ${tag}` });
    const second = await signedIn.tags().create({ name: `Two ${tag}` });
    const withBothTags = await signedIn.posts().create({ title: `Both ${tag}`, status: 'publish', tags: [first.id, second.id] });
    const single = await signedIn.posts().create({ title: `Single ${tag}`, status: 'publish', tags: [second.id] });

    expect(new Set((await visitor.posts().tags([first.id, second.id]).get()).map(idOf))).toEqual(new Set([withBothTags.id, single.id]));
    expect((await visitor.posts().tags(second.id).excludeTags([first.id]).get()).map(idOf)).toEqual([single.id]);
    expect((await visitor.posts().search(`single ${tag}`).get()).map(idOf)).toEqual([single.id]);
    // the client sorts its parameters, so it sends the order as a separate parameter
    expect((await visitor.posts().param('include', `${single.id},${withBothTags.id}`).orderby('include').get()).map(idOf)).toEqual([
      single.id,
      withBothTags.id,
    ]);
    expect((await visitor.posts().include([single.id, withBothTags.id]).orderby('id').order('asc').get()).map(idOf)).toEqual([
      withBothTags.id,
      single.id,
    ]);
    expect((await visitor.posts().exclude([withBothTags.id]).tags(second.id).author(editor.id).get()).map(idOf)).toEqual([single.id]);
    expect((await visitor.posts().tags(first.id).before(new Date('2001-01-01')).get()).map(idOf)).toEqual([]);
    expect([...(await visitor.posts().param('tags', first.id).param('_fields', 'id,slug').get())]).toEqual([
      { id: withBothTags.id, slug: withBothTags.slug },
    ]);
  });

  it('embeds author and terms', async () => {
    const created = await signedIn.posts().create({ title: `Embedded ${tag}`, status: 'publish' });
    const read = await visitor.posts().id(created.id).embed().get();
    expect(read._embedded.author).toEqual([expect.objectContaining({ id: editor.id, name: editor.login })]);
    const terms = Object.entries(read._embedded).find(([relation]) => relation.endsWith(':term'))?.[1] as { slug: string }[][];
    expect(terms[0]).toEqual([expect.objectContaining({ slug: 'uncategorized' })]);
  });

  it('reads only headers', async () => {
    expect(await visitor.posts().perPage(1).headers()).toMatchObject({ 'x-wp-total': expect.stringMatching(/^\d+$/), allow: 'GET' });
  });

  it('rejects with the errors of the service', async () => {
    expect(await refusal(visitor.posts().create({ title: 'No' }))).toMatchObject({ code: 'rest_cannot_create', data: { status: 401 } });
    expect(await refusal(visitor.posts().param('per_page', 0).get())).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { per_page: expect.any(String) } },
    });
    expect(await refusal(visitor.posts().page(9999).get())).toMatchObject({ code: 'rest_post_invalid_page_number' });
  });
});

describe('Sign-in', () => {
  const connectAs = (login: string, password: string) => new WPAPI({ endpoint: site.rest, username: login, password });

  it('accepts login name or email address, and the application password with spaces', async () => {
    const spaced = editor.applicationPassword.replace(/(.{4})/g, '$1 ').trim();
    for (const client of [connectAs(editor.login, spaced), connectAs(editor.email, editor.applicationPassword)]) {
      expect(await client.users().me().auth().get()).toMatchObject({ id: editor.id });
    }
  });

  it('refuses wrong credentials on public routes as well', async () => {
    expect(await refusal(connectAs(editor.login, 'wrong').posts().auth().get())).toMatchObject({
      code: 'incorrect_password',
      data: { status: 401 },
    });
    expect(await refusal(connectAs('nobody', 'wrong').posts().auth().get())).toMatchObject({ code: 'invalid_username' });
  });

  it('refuses the account password', async () => {
    expect(await refusal(connectAs(editor.login, editor.password).posts().auth().get())).toMatchObject({ code: 'incorrect_password' });
  });
});

describe('Site without namespace alias', () => {
  let siteWithoutAlias: ListeningSite;
  beforeAll(async () => {
    siteWithoutAlias = await openListeningSite();
  });
  afterAll(() => siteWithoutAlias.close());

  it('works with the routes of its own index', async () => {
    const { routes } = await (await fetch(`${siteWithoutAlias.rest}/`)).json();
    const author = await siteWithoutAlias.user('author');
    const client = new WPAPI({ endpoint: siteWithoutAlias.rest, routes, username: author.login, password: author.applicationPassword });
    const created = await client.namespace('core/v2').posts().create({ title: 'Plain', status: 'publish' });
    expect(created._links['core:term'][0].href).toBe(`${siteWithoutAlias.rest}/core/v2/categories?post=${created.id}`);
    expect((await client.namespace('core/v2').posts().get()).map(idOf)).toEqual([created.id]);
    expect(await refusal(new WPAPI({ endpoint: siteWithoutAlias.rest }).posts().get())).toMatchObject({ code: 'rest_no_route' });
  });

  it('is not discovered under the relation of another project', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await expect(WPAPI.discover(siteWithoutAlias.rest)).rejects.toThrow('Autodiscovery failed');
    consoleError.mockRestore();
  });
});

const idOf = ({ id }: { id: number }) => id;

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkUrls } from '../../src/core/text/link-urls.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

// Compares with the responses of the upstream WordPress version.

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const send = async (as: TestUserName, path: string, body: object) => await site.rest('POST', `/core/v2${path}`, { as, body });

describe('Names are HTML-escaped', () => {
  it('for categories and tags, which also accept the escaped form', async () => {
    const { body } = await send('editor', '/categories', { name: 'Music & "Dance"' });
    expect(body.name).toBe('Music &amp; "Dance"');
    expect((await send('editor', `/categories/${body.id}`, { name: body.name })).body.name).toBe('Music &amp; "Dance"');
    const { data } = await site.graphql('query ($id: Int!) { term(taxonomy: CATEGORY, id: $id) { name } }', { id: body.id });
    expect(data.term).toEqual({ name: 'Music & "Dance"' });
    expect((await send('editor', '/tags', { name: 'This & that' })).body.name).toBe('This &amp; that');
  });

  it('for users, whose description allows basic HTML', async () => {
    const description = 'I write <a href="http://x.example">here</a> & <script>there</script>.';
    const { body } = await send('author', '/users/me', { name: 'Anna & "Co"', description, url: 'http://anna.example' });
    expect(body).toMatchObject({
      name: 'Anna &amp; "Co"',
      description: 'I write <a href="http://x.example">here</a> &amp; there.',
      url: 'http://anna.example',
    });
    await send('author', '/posts', { title: 'Mine', content: 'Text', status: 'publish' });
    const page = (await site.http.inject(body.link.replace('http://site.test', ''))).payload;
    expect(page).toContain('I write here &amp; there.');
  });
});

describe('Changing a user', () => {
  it.each([
    [{ username: 'another' }, 400, 'rest_user_invalid_argument'],
    [{ roles: ['administrator'] }, 403, 'rest_cannot_edit_roles'],
  ])('refuses %j for the own account', async (body, status, code) => {
    const { body: me } = await site.rest('GET', '/core/v2/users/me', { as: 'author', query: 'context=edit' });
    for (const path of ['/users/me', `/users/${me.id}`]) {
      const refused = await send('author', path, body);
      expect([refused.status, refused.body.code]).toEqual([status, code]);
    }
    expect((await send('author', '/users/me', { username: me.username, first_name: 'Anna' })).body.first_name).toBe('Anna');
  });

  it('refuses the slug of another user', async () => {
    const { body: other } = await site.rest('GET', '/core/v2/users/me', { as: 'editor' });
    const refused = await send('author', '/users/me', { slug: other.slug });
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_user_invalid_slug']);
    expect((await send('editor', '/users/me', { slug: other.slug })).status).toBe(200);
  });
});

describe('Media lists', () => {
  const list = (query: string, as?: TestUserName) => site.rest('GET', '/core/v2/media', { as, query });

  it('refuse other statuses to visitors, and are empty for them', async () => {
    const refused = await list('status=private');
    expect([refused.status, refused.body.data.details.status.code]).toEqual([400, 'rest_forbidden_status']);
    expect((await list('status=inherit')).status).toBe(200);
    const { status, body, headers } = await list('status=private', 'administrator');
    expect([status, body, headers['x-wp-total']]).toEqual([200, [], '0']);
  });

  it('allow the edit context for contributors', async () => {
    expect((await list('context=edit', 'contributor')).status).toBe(200);
    expect((await list('context=edit', 'subscriber')).body.code).toBe('rest_forbidden_context');
  });
});

it('Content types have an empty template', async () => {
  expect((await site.rest('GET', '/core/v2/types/post')).body).toMatchObject({ template: [], template_lock: false });
});

describe('URLs and email addresses in comments become links', () => {
  const link = (address: string) => `<a href="${address}" rel="nofollow ugc">${address}</a>`;
  it.each([
    ['See http://example.org/x, and (www.example.com).', `See ${link('http://example.org/x')}, and (${link('http://www.example.com')}).`],
    ['me@example.org', '<a href="mailto:me@example.org">me@example.org</a>'],
    [
      'http://a.example/?b=1&amp;c=2 &#8220;http://d.example/&#8221;',
      `${link('http://a.example/?b=1&amp;c=2')} &#8220;${link('http://d.example/')}&#8221;`,
    ],
    ['<a href="http://a.example">http://a.example</a>', '<a href="http://a.example">http://a.example</a>'],
    ['<code>http://a.example</code> <b>http://b.example</b>', `<code>http://a.example</code> <b>${link('http://b.example')}</b>`],
    ['javascript:alert(1) xhttp://a.example a.b@c', 'javascript:alert(1) xhttp://a.example a.b@c'],
  ])('%s', (html, expected) => {
    expect(linkUrls(html)).toBe(expected);
  });

  it('in REST responses', async () => {
    const { body: post } = await send('editor', '/posts', { title: 'Talk', content: 'Text', status: 'publish' });
    const { body } = await send('editor', '/comments', { post: post.id, content: 'See http://example.org/x' });
    expect(body.content.rendered).toBe(`<p>See ${link('http://example.org/x')}</p>\n`);
  });
});

describe('Types, statuses and taxonomies', () => {
  const get = (path: string, as?: TestUserName) => site.rest('GET', `/core/v2/${path}`, { as });

  it('allow GET, also for unknown names and anonymous callers', async () => {
    const paths = ['types/nothing', 'taxonomies/nothing', 'types/post?context=edit', 'users/me'];
    const replies = await Promise.all(paths.map((path) => get(path)));
    expect(replies.map(({ status, headers }) => [status, headers['allow']])).toEqual([
      [404, 'GET'],
      [404, 'GET'],
      [401, 'GET'],
      [401, 'GET'],
    ]);
  });

  it('link to the list of their content', async () => {
    const { body } = await get('statuses', 'editor');
    const pathsOf = (status: string) =>
      body[status]._links.archives.map(({ href }: { href: string }) => href.replace('http://site.test/rest', ''));
    expect([pathsOf('publish'), pathsOf('draft')]).toEqual([['/core/v2/posts'], ['/core/v2/posts?status=draft']]);
  });
});

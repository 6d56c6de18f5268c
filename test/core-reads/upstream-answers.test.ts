import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// What clients of core/v2 got from an upstream that was asked the same beside this service.
let site: WholeSite;
let postId: number;
beforeAll(async () => {
  site = await openWholeSite();
  postId = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Opening', status: 'publish' } })).body.id;
});
afterAll(() => site.close());

describe('a search for terms', () => {
  it('names the taxonomy as type, and no subtype', async () => {
    await site.rest('POST', '/core/v2/categories', { as: 'editor', body: { name: 'Rhubarb cakes' } });
    await site.rest('POST', '/core/v2/tags', { as: 'editor', body: { name: 'Rhubarb wine' } });
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'type=term&search=rhubarb' });
    const found = body.map(({ title, type }: { title: string; type: string }) => [title, type]);
    expect(found).toEqual(
      expect.arrayContaining([
        ['Rhubarb cakes', 'category'],
        ['Rhubarb wine', 'post_tag'],
      ]),
    );
    for (const one of body) expect(one).not.toHaveProperty('subtype');
  });

  it('gives their names as HTML', async () => {
    await site.rest('POST', '/core/v2/tags', { as: 'editor', body: { name: 'Pears & "plums"' } });
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'type=term&search=pears' });
    expect(body).toMatchObject([{ title: 'Pears &amp; "plums"' }]);
    const { data } = await site.graphql('{ search(type: TERM, text: "pears") { nodes { title } } }');
    expect(data.search.nodes).toEqual([{ title: 'Pears &amp; "plums"' }]);
  });
});

describe('a search for content', () => {
  it('gives what has no title an empty one', async () => {
    const { id } = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { content: 'Nameless rhubarb', status: 'publish' } }))
      .body;
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'search=nameless' });
    expect(body).toMatchObject([{ id, title: '' }]);
  });
});

describe('the terms of a content', () => {
  const told = async (query: string) => {
    const { status, body, headers } = await site.rest('GET', '/core/v2/categories', { query });
    return [status, body.code ?? Number(headers['x-wp-total'])];
  };

  it('are those of a taxonomy that it carries, and all terms without one', async () => {
    const page = (await site.rest('POST', '/core/v2/pages', { as: 'editor', body: { title: 'No terms', status: 'publish' } })).body;
    expect(await told(`post=${page.id}`)).toEqual([401, 'rest_forbidden_context']);
    expect(await told(`post=${postId}`)).toEqual([200, 1]);
    expect(await told('post=0')).toEqual(await told(''));
    const { errors } = await site.graphql(`{ terms(taxonomy: CATEGORY, filter: { post: ${page.id} }) { nodes { name } } }`);
    expect(errors[0]?.extensions['code']).toBe('cannot_view_for_edit');
  });
});

describe('a revision', () => {
  it('has the members of every content: when it changed, slug and identifier', async () => {
    await site.rest('POST', `/core/v2/posts/${postId}`, { as: 'editor', body: { title: 'Opened' } });
    const [revision] = (await site.rest('GET', `/core/v2/posts/${postId}/revisions`, { as: 'editor', query: 'context=edit' })).body;
    expect(revision).toMatchObject({
      modified: revision.date,
      modified_gmt: revision.date_gmt,
      slug: `${postId}-revision-v1`,
      guid: { rendered: `http://site.test/?p=${revision.id}`, raw: `http://site.test/?p=${revision.id}` },
    });
    const [embedded] = (await site.rest('GET', `/core/v2/posts/${postId}/revisions`, { as: 'editor', query: 'context=embed' })).body;
    expect(Object.keys(embedded)).toEqual(['author', 'date', 'id', 'parent', 'slug', 'title', 'excerpt', '_links']);
  });
});

describe('new content that does not say whether it takes comments', () => {
  it.each([
    ['posts', 'open', 'open'],
    ['pages', 'closed', 'closed'],
  ])('takes them below %s as the kind does: %s, pings %s', async (collection, comments, pings) => {
    const { body } = await site.rest('POST', `/core/v2/${collection}`, { as: 'editor', body: { title: 'New' } });
    expect([body.comment_status, body.ping_status]).toEqual([comments, pings]);
  });

  it('takes them if it says so', async () => {
    const open = { comment_status: 'open', ping_status: 'open' };
    const { body } = await site.rest('POST', '/core/v2/pages', { as: 'editor', body: { title: 'New', ...open } });
    expect(body).toMatchObject(open);
  });
});

describe('a status of which nobody need know', () => {
  it.each([
    ['inherit', undefined, 401, 'rest_cannot_read_status'],
    ['inherit', 'editor', 403, 'rest_cannot_read_status'],
    ['auto-draft', 'editor', 403, 'rest_cannot_read_status'],
    ['unheard-of', 'editor', 404, 'rest_status_invalid'],
  ] as const)('%s is, as %s, %i %s', async (slug, as, status, code) => {
    const reply = await site.rest('GET', `/core/v2/statuses/${slug}`, { as });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe('null', () => {
  it('is what an empty value is, but a name must be there', async () => {
    const send = async (method: string, path: string, body: object) =>
      (await site.rest(method, `/core/v2${path}`, { as: 'editor', body })).body;
    const page = await send('POST', '/pages', { title: 'Placed', menu_order: 4, status: 'publish' });
    expect(await send('PUT', `/pages/${page.id}`, { menu_order: null, title: null })).toMatchObject({
      menu_order: 0,
      title: { raw: 'Placed' },
    });
    const above = await send('POST', '/categories', { name: 'Above' });
    const term = await send('POST', '/categories', { name: 'Named', slug: 'other', description: 'Said', parent: above.id });
    expect(await send('PUT', `/categories/${term.id}`, { name: null })).toMatchObject({ code: 'empty_term_name' });
    expect(await send('PUT', `/categories/${term.id}`, { description: null, slug: null, parent: null })).toMatchObject({
      name: 'Named',
      slug: 'named',
      description: '',
      parent: 0,
    });
    expect(await send('POST', '/categories', { name: null })).toMatchObject({ code: 'rest_missing_callback_param' });
    const file = await makeMedia(site.site, await makeUser(site.site, 'editor'));
    await send('PUT', `/media/${file.id}`, { alt_text: 'Seen', caption: 'Below', post: postId });
    expect(await send('PUT', `/media/${file.id}`, { alt_text: null, caption: null, post: null })).toMatchObject({
      alt_text: '',
      caption: { raw: 'Below' },
      post: null,
    });
  });
});

describe('Allow', () => {
  it.each([
    ['GET', { query: 'status=draft' }, 'GET'],
    ['GET', { query: 'status=bogus', as: 'editor' }, 'GET, POST'],
    ['POST', { body: { title: 't', template: 'none.php' }, as: 'editor' }, 'GET, POST'],
  ] as const)('names the methods whose arguments are wrong, not forbidden: %s %o', async (method, given, allow) => {
    const { status, headers } = await site.rest(method, '/core/v2/posts', given as never);
    expect([status, headers['allow']]).toEqual([400, allow]);
  });
});

describe('a comment on content that the reader may not read', () => {
  it('is refused as a comment, unless it is the reader’s own', async () => {
    const { body: said } = await site.rest('POST', '/core/v2/comments', { as: 'subscriber', body: { post: postId, content: 'Mine.' } });
    await site.rest('POST', `/core/v2/comments/${said.id}`, { as: 'editor', body: { status: 'approved' } });
    await site.rest('POST', `/core/v2/posts/${postId}`, { as: 'editor', body: { status: 'private' } });
    const read = async (as?: 'author' | 'subscriber') =>
      (await site.rest('GET', `/core/v2/comments/${said.id}`, as ? { as } : {})).body.code;
    expect([await read(), await read('author'), await read('subscriber')]).toEqual([
      'rest_cannot_read',
      'rest_cannot_read',
      'rest_cannot_read_post',
    ]);
  });
});

describe('a file of the library', () => {
  it('names its page in Link, and takes comments but no pings at first', async () => {
    const { authorization } = await site.user('editor');
    const headers = { authorization, 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="notes.pdf"' };
    const payload = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
    const made = (await site.http.inject({ method: 'POST', url: '/rest/core/v2/media', headers, payload })).json();
    const { body, headers: answered } = await site.rest('GET', `/core/v2/media/${made.id}`);
    expect([answered['link'], body.comment_status, body.ping_status]).toEqual([
      `<${body.link}>; rel="alternate"; type=text/html`,
      'open',
      'closed',
    ]);
  });
});

describe('the settings', () => {
  it('name the address of notices also where it is that of the first administrator', async () => {
    const { email } = await site.user('administrator');
    const read = async () => (await site.rest('GET', '/core/v2/settings', { as: 'administrator' })).body.email;
    const first = await read();
    expect(first).toMatch(/@/);
    const change = (address: string) => site.rest('POST', '/core/v2/settings', { as: 'administrator', body: { email: address } });
    expect((await change(email)).body.email).toBe(email);
    expect(await read()).toBe(email);
  });

  it.each([
    ['Asia/Kathmandu', { gmt_offset: 5.75, timezone_string: 'Asia/Kathmandu' }],
    ['UTC+5.5', { gmt_offset: 5.5, timezone_string: '' }],
    ['UTC-3:30', { gmt_offset: -3.5, timezone_string: '' }],
    ['UTC', { gmt_offset: 0, timezone_string: 'UTC' }],
  ])('name the zone %s in the index only where it has a name, not where it is an offset', async (timezone, shown) => {
    await site.rest('POST', '/core/v2/settings', { as: 'administrator', body: { timezone } });
    expect((await site.rest('GET', '/?_fields=gmt_offset,timezone_string')).body).toEqual(shown);
  });
});

describe('a list', () => {
  it.each(['posts', 'pages'])('of %s opens what the password of the request opens, and only that', async (collection) => {
    const make = async (password: string) => {
      const body = { title: 'Locked', content: `Text of ${password}`, status: 'publish', password };
      return (await site.rest('POST', `/core/v2/${collection}`, { as: 'editor', body })).body.id;
    };
    const [sesame, other] = [await make('sesame'), await make('other')];
    const read = async (query: string) => {
      const { body } = await site.rest('GET', `/core/v2/${collection}`, {
        query: `include=${sesame},${other}&orderby=id&order=asc&${query}`,
      });
      return body.map(({ content }: { content: { rendered: string } }) => content.rendered);
    };
    expect(await read('password=sesame')).toEqual(['<p>Text of sesame</p>\n', '']);
    expect(await read('password=wrong')).toEqual(['', '']);
  });

  it('of users takes an empty include or slug for none', async () => {
    const total = async (query: string) => (await site.rest('GET', '/core/v2/users', { as: 'administrator', query })).headers['x-wp-total'];
    const all = await total('');
    expect([await total('include='), await total('slug=')]).toEqual([all, all]);
  });
});

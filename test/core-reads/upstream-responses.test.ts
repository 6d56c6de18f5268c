import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// The expected values are those of the upstream software after the same requests.
let site: WholeSite;
let postId: number;
beforeAll(async () => {
  site = await openWholeSite();
  postId = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Opening', status: 'publish' } })).body.id;
});
afterAll(() => site.close());

describe('Search for terms', () => {
  it('returns the taxonomy as type, and no subtype', async () => {
    await site.rest('POST', '/core/v2/categories', { as: 'editor', body: { name: 'Rhubarb cakes' } });
    await site.rest('POST', '/core/v2/tags', { as: 'editor', body: { name: 'Rhubarb wine' } });
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'type=term&search=rhubarb' });
    expect(body.map(({ title, type }: { title: string; type: string }) => [title, type])).toEqual(
      expect.arrayContaining([
        ['Rhubarb cakes', 'category'],
        ['Rhubarb wine', 'post_tag'],
      ]),
    );
    for (const result of body) expect(result).not.toHaveProperty('subtype');
  });

  it('returns names HTML-escaped', async () => {
    await site.rest('POST', '/core/v2/tags', { as: 'editor', body: { name: 'Pears & "plums"' } });
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'type=term&search=pears' });
    expect(body).toMatchObject([{ title: 'Pears &amp; "plums"' }]);
    const { data } = await site.graphql('{ search(type: TERM, text: "pears") { nodes { title } } }');
    expect(data.search.nodes).toEqual([{ title: 'Pears &amp; "plums"' }]);
  });
});

describe('Search for content', () => {
  it('returns an empty title for untitled content', async () => {
    const { id } = (await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { content: 'Nameless rhubarb', status: 'publish' } }))
      .body;
    const { body } = await site.rest('GET', '/core/v2/search', { query: 'search=nameless' });
    expect(body).toMatchObject([{ id, title: '' }]);
  });
});

describe('Terms of a post', () => {
  const statusOf = async (query: string) => {
    const { status, body, headers } = await site.rest('GET', '/core/v2/categories', { query });
    return [status, body.code ?? Number(headers['x-wp-total'])];
  };

  it('exist only for the taxonomies of its type, and post=0 returns all terms', async () => {
    const page = (await site.rest('POST', '/core/v2/pages', { as: 'editor', body: { title: 'No terms', status: 'publish' } })).body;
    expect(await statusOf(`post=${page.id}`)).toEqual([401, 'rest_forbidden_context']);
    expect(await statusOf(`post=${postId}`)).toEqual([200, 1]);
    expect(await statusOf('post=0')).toEqual(await statusOf(''));
    const { errors } = await site.graphql(`{ terms(taxonomy: CATEGORY, filter: { post: ${page.id} }) { nodes { name } } }`);
    expect(errors[0]?.extensions['code']).toBe('cannot_view_for_edit');
  });
});

describe('Revision', () => {
  it('has modification dates, slug and GUID like other content', async () => {
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

describe('New content without comment settings', () => {
  it.each([
    ['posts', 'open', 'open'],
    ['pages', 'closed', 'closed'],
  ])('for %s has the defaults of its type: comments %s, pings %s', async (collection, comments, pings) => {
    const { body } = await site.rest('POST', `/core/v2/${collection}`, { as: 'editor', body: { title: 'New' } });
    expect([body.comment_status, body.ping_status]).toEqual([comments, pings]);
  });

  it('uses the comment settings if given', async () => {
    const open = { comment_status: 'open', ping_status: 'open' };
    const { body } = await site.rest('POST', '/core/v2/pages', { as: 'editor', body: { title: 'New', ...open } });
    expect(body).toMatchObject(open);
  });
});

describe('Non-public status', () => {
  it.each([
    ['inherit', undefined, 401, 'rest_cannot_read_status'],
    ['inherit', 'editor', 403, 'rest_cannot_read_status'],
    ['auto-draft', 'editor', 403, 'rest_cannot_read_status'],
    ['unheard-of', 'editor', 404, 'rest_status_invalid'],
  ] as const)('%s for %s returns %i %s', async (slug, as, status, code) => {
    const reply = await site.rest('GET', `/core/v2/statuses/${slug}`, { as });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});

describe('null', () => {
  it('is an empty value, except for names', async () => {
    const send = async (method: string, path: string, body: object) =>
      (await site.rest(method, `/core/v2${path}`, { as: 'editor', body })).body;
    const page = await send('POST', '/pages', { title: 'Placed', menu_order: 4, status: 'publish' });
    expect(await send('PUT', `/pages/${page.id}`, { menu_order: null, title: null })).toMatchObject({
      menu_order: 0,
      title: { raw: 'Placed' },
    });
    const parent = await send('POST', '/categories', { name: 'Above' });
    const term = await send('POST', '/categories', { name: 'Named', slug: 'other', description: 'Described', parent: parent.id });
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

describe('Allow header', () => {
  it.each([
    ['GET', { query: 'status=draft' }, 'GET'],
    ['GET', { query: 'status=bogus', as: 'editor' }, 'GET, POST'],
    ['POST', { body: { title: 't', template: 'none.php' }, as: 'editor' }, 'GET, POST'],
  ] as const)('lists methods with invalid arguments, unlike forbidden ones: %s %o', async (method, options, allow) => {
    const { status, headers } = await site.rest(method, '/core/v2/posts', options as never);
    expect([status, headers['allow']]).toEqual([400, allow]);
  });
});

describe('Comment on unreadable content', () => {
  it('is refused, unless the reader wrote it', async () => {
    const { body: comment } = await site.rest('POST', '/core/v2/comments', { as: 'subscriber', body: { post: postId, content: 'Mine.' } });
    await site.rest('POST', `/core/v2/comments/${comment.id}`, { as: 'editor', body: { status: 'approved' } });
    await site.rest('POST', `/core/v2/posts/${postId}`, { as: 'editor', body: { status: 'private' } });
    const read = async (as?: 'author' | 'subscriber') =>
      (await site.rest('GET', `/core/v2/comments/${comment.id}`, as ? { as } : {})).body.code;
    expect([await read(), await read('author'), await read('subscriber')]).toEqual([
      'rest_cannot_read',
      'rest_cannot_read',
      'rest_cannot_read_post',
    ]);
  });
});

describe('Media item', () => {
  it('links its page, and initially allows comments but no pings', async () => {
    const { authorization } = await site.user('editor');
    const headers = { authorization, 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="notes.pdf"' };
    const payload = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF');
    const created = (await site.http.inject({ method: 'POST', url: '/rest/core/v2/media', headers, payload })).json();
    const { body, headers: replyHeaders } = await site.rest('GET', `/core/v2/media/${created.id}`);
    expect([replyHeaders['link'], body.comment_status, body.ping_status]).toEqual([
      `<${body.link}>; rel="alternate"; type=text/html`,
      'open',
      'closed',
    ]);
  });
});

describe('Settings', () => {
  it('return the email for notices even if the first administrator has it', async () => {
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
  ])('with the zone %s have a zone name in the index only if it is not an offset', async (timezone, expected) => {
    await site.rest('POST', '/core/v2/settings', { as: 'administrator', body: { timezone } });
    expect((await site.rest('GET', '/?_fields=gmt_offset,timezone_string')).body).toEqual(expected);
  });
});

describe('List', () => {
  it.each(['posts', 'pages'])('of %s unlocks exactly the posts with the password of the request', async (collection) => {
    const createLocked = async (password: string) => {
      const body = { title: 'Locked', content: `Text of ${password}`, status: 'publish', password };
      return (await site.rest('POST', `/core/v2/${collection}`, { as: 'editor', body })).body.id;
    };
    const [sesame, other] = [await createLocked('sesame'), await createLocked('other')];
    const read = async (query: string) => {
      const { body } = await site.rest('GET', `/core/v2/${collection}`, {
        query: `include=${sesame},${other}&orderby=id&order=asc&${query}`,
      });
      return body.map(({ content }: { content: { rendered: string } }) => content.rendered);
    };
    expect(await read('password=sesame')).toEqual(['<p>Text of sesame</p>\n', '']);
    expect(await read('password=wrong')).toEqual(['', '']);
  });

  it('of users ignores an empty include or slug', async () => {
    const total = async (query: string) => (await site.rest('GET', '/core/v2/users', { as: 'administrator', query })).headers['x-wp-total'];
    const all = await total('');
    expect([await total('include='), await total('slug=')]).toEqual([all, all]);
  });
});

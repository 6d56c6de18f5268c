import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// Requests of @wordpress/core-data 8.1.0, recorded while its resolvers and actions ran against this service.
// The package itself is not used, because it requires 300 others and a browser document.

let site: WholeSite;
let postId: number;
let link: string;
beforeAll(async () => {
  site = await openWholeSite({ REST_NAMESPACE_ALIASES: 'wordpress' });
  for (const title of ['Hall one', 'Hall two', 'Hall three']) {
    const { body } = await site.rest('POST', '/wp/v2/posts', {
      as: 'administrator',
      body: { title, content: 'In the hall', status: 'publish' },
    });
    [postId, link] = [body.id, body.link];
  }
  await site.rest('POST', `/wp/v2/posts/${postId}`, { as: 'administrator', body: { title: 'Hall four' } });
  await site.rest('POST', '/wp/v2/pages', { as: 'administrator', body: { title: 'About', status: 'publish' } });
  await site.rest('POST', '/wp/v2/comments', { as: 'administrator', body: { post: postId, content: 'Nice' } });
});
afterAll(() => site.close());

const get = (path: string) => site.rest('GET', `${path}${path.includes('?') ? '&' : '?'}_locale=user`, { as: 'administrator' });

describe('@wordpress/core-data', () => {
  it.each<[entity: string, path: string, member: string]>([
    ['content types', '/wp/v2/types?context=edit&per_page=100', 'post.rest_base'],
    ['content types in the view context', '/wp/v2/types?context=view', 'page.rest_namespace'],
    ['one content type', '/wp/v2/types/post?context=edit', 'supports'],
    ['taxonomies', '/wp/v2/taxonomies?context=edit&per_page=100', 'category.capabilities.edit_terms'],
    ['taxonomies of a type', '/wp/v2/taxonomies?context=view&type=post&per_page=100', 'post_tag.rest_base'],
    ['posts', '/core/v2/posts?context=edit&per_page=3&_embed=wp%3Afeaturedmedia', '0.content.raw'],
    ['posts by search', '/core/v2/posts?context=edit&per_page=2&_fields=id%2Ctitle&search=hall&orderby=relevance', '1.title.raw'],
    [
      'hierarchical pages',
      '/core/v2/pages?context=edit&per_page=100&parent=0&orderby=menu_order&order=asc&_fields=id%2Ctitle%2Cparent',
      '0.parent',
    ],
    ['categories in use', '/core/v2/categories?context=view&per_page=100&hide_empty=true', '0.name'],
    ['users', '/wp/v2/users?context=view&who=authors&per_page=50', '0.avatar_urls'],
    ['users with the older parameter', '/wp/v2/users/?who=authors&per_page=50', '0.slug'],
    ['a user', '/wp/v2/users/1?context=edit', 'roles.0'],
    ['the caller', '/wp/v2/users/me', 'id'],
    ['the settings', '/wp/v2/settings', 'posts_per_page'],
    [
      'the site',
      '/?_fields=description%2Cgmt_offset%2Chome%2Cimage_sizes%2Cname%2Csite_icon%2Csite_icon_url%2Csite_logo%2Ctimezone_string%2Curl%2Cpage_for_posts%2Cpage_on_front%2Cshow_on_front',
      'show_on_front',
    ],
    ['comments', '/wp/v2/comments?context=embed&post={post}&status=approve&order=asc&parent=0', '0.content.rendered'],
    ['statuses', '/wp/v2/statuses?context=edit', 'draft.name'],
    ['revisions', '/core/v2/posts/{post}/revisions?per_page=10&context=edit&orderby=date&order=desc', '0.title.raw'],
    ['links to content', '/wp/v2/search?search=hall&per_page=20&type=post', '0.url'],
    ['an embed preview of an own address', '/oembed/1.0/proxy?url={link}', 'html'],
  ])('reads %s', async (_entity, path, member) => {
    const { status, body } = await get(path.replace('{post}', String(postId)).replace('{link}', encodeURIComponent(link)));
    expect(status).toBe(200);
    expect(body).toHaveProperty(member.split('.'));
  });

  it.each([
    '/core/v2/media?context=edit&per_page=5',
    '/wp/v2/media?context=edit&per_page=5&orderby=date',
    '/wp/v2/media?search=hall&per_page=20',
    '/core/v2/tags?context=edit&per_page=100&_fields=id%2Cname&search=',
    '/wp/v2/search?search=hall&per_page=20&type=term',
    '/wp/v2/search?search=hall&per_page=20&type=post-format',
  ])('reads an empty list: %s', async (path) => {
    const { status, body, headers } = await get(path);
    expect([status, body, headers['x-wp-total']]).toEqual([200, [], '0']);
  });

  it.each([
    ['/wp/v2/posts', 'GET, POST'],
    ['/core/v2/pages', 'GET, POST'],
    ['/core/v2/media', 'GET, POST'],
    ['/wp/v2/settings', 'GET, POST, PUT, PATCH'],
    ['/core/v2/posts/{post}', 'GET, POST, PUT, PATCH, DELETE'],
  ])('reads the permissions on %s', async (path, allowed) => {
    const { headers } = await site.rest('OPTIONS', `${path.replace('{post}', String(postId))}?_locale=user`, { as: 'administrator' });
    expect(headers['allow']).toBe(allowed);
  });

  it('finds the permissions in every item and list item', async () => {
    for (const path of ['/core/v2/posts?context=edit', `/core/v2/posts/${postId}?context=edit`]) {
      const [item] = [(await get(path)).body].flat();
      expect(item._links.self[0].targetHints.allow).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    }
  });

  it('creates, changes and deletes by POST with a method override', async () => {
    const send = (path: string, body: unknown, method?: string) =>
      site.rest('POST', `${path}?_locale=user`, { as: 'administrator', body, headers: method ? { 'x-http-method-override': method } : {} });
    const created = await send('/core/v2/posts', { title: 'By core-data', content: '<p>Hi</p>', status: 'draft' });
    expect([created.status, created.body.title.raw]).toEqual([201, 'By core-data']);
    const path = `/core/v2/posts/${created.body.id}`;
    const saved = await send(path, { id: created.body.id, title: 'Edited', status: 'publish', sticky: true }, 'PUT');
    expect([saved.status, saved.body.title.raw, saved.body.sticky]).toEqual([200, 'Edited', true]);
    const deleted = await site.rest('POST', `${path}?force=true&_locale=user`, {
      as: 'administrator',
      headers: { 'x-http-method-override': 'DELETE' },
    });
    expect([deleted.status, deleted.body.deleted]).toEqual([200, true]);
    expect((await send('/core/v2/categories', { name: 'New' })).status).toBe(201);
    expect((await send('/wp/v2/settings', { title: 'Lantern' })).body.title).toBe('Lantern');
  });
});

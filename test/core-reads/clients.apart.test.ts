import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import WPAPI from 'wpapi';
import client from '@wordpress/api-fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { createPicture } from '../media/media-site.ts';

// the package declares CommonJS types
const apiFetch = client as unknown as typeof client.default;

let site: ListeningSite;
let wp: WPAPI;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'marquee-clients-'));
  site = await openListeningSite({ environment: { REST_NAMESPACE_ALIASES: 'wordpress', DATA_DIRECTORY: directory } });
  const { login: username, applicationPassword: password, authorization } = await site.user('administrator');
  wp = new WPAPI({ endpoint: site.rest, username, password });
  apiFetch.use((options, next) => next({ ...options, headers: { authorization, ...options.headers } }));
  apiFetch.use(apiFetch.createRootURLMiddleware(`${site.rest}/`));
});
afterAll(async () => {
  await site.close();
  await rm(directory, { recursive: true, force: true });
});

describe('Unmodified wpapi client', () => {
  it('uploads a file, changes its description, reads and deletes it', async () => {
    const file = path.join(directory, 'stage.png');
    await writeFile(file, await createPicture('png', 200, 100));
    const item = await wp.media().file(file).create({ title: 'Stage', alt_text: 'A stage' });
    expect(item).toMatchObject({
      title: { raw: 'Stage' },
      alt_text: 'A stage',
      mime_type: 'image/png',
      media_details: { width: 200, height: 100 },
    });
    expect(await wp.media().id(item.id).update({ caption: 'Empty' })).toMatchObject({ caption: { raw: 'Empty' } });
    expect(await wp.media().param('media_type', 'image').get()).toHaveLength(1);
    expect(await wp.media().id(item.id).delete({ force: true })).toMatchObject({ deleted: true });
  });

  it('creates pages and comments, and reads the other collections', async () => {
    const page = await wp.pages().create({ title: 'About', status: 'publish', comment_status: 'open' });
    const child = await wp.pages().create({ title: 'Below', status: 'publish', parent: page.id });
    expect((await wp.pages().parent(page.id).get())[0]).toMatchObject({ id: child.id });
    const comment = await wp.comments().create({ post: page.id, content: 'Nice' });
    expect((await wp.comments().forPost(page.id).get())[0]).toMatchObject({ id: comment.id, content: { rendered: '<p>Nice</p>\n' } });
    expect(await wp.comments().id(comment.id).delete({ force: true })).toMatchObject({ deleted: true });
    expect(await wp.types().type('page').get()).toMatchObject({ slug: 'page' });
    expect(await wp.statuses().get()).toHaveProperty('publish.slug', 'publish');
    expect(await wp.taxonomies().taxonomy('category').get()).toMatchObject({ slug: 'category' });
    expect(await wp.settings().get()).toMatchObject({ posts_per_page: 10 });
    expect(await wp.users().get()).toHaveLength(1);
    expect(await wp.users().me()).toMatchObject({ name: 'administrator' });
  });
});

describe('Requests of @wordpress/core-data through api-fetch', () => {
  it('load types, taxonomies, site and permissions', async () => {
    const types = await apiFetch<Record<string, { rest_base: string; rest_namespace: string }>>({
      path: '/wp/v2/types?context=view&per_page=-1',
    });
    for (const { rest_base: base, rest_namespace: namespace } of Object.values(types))
      expect(await apiFetch({ path: `/${namespace}/${base}?context=edit&per_page=100&_fields=id` })).toBeInstanceOf(Array);
    expect(Object.keys(await apiFetch<object>({ path: '/wp/v2/taxonomies?context=edit&per_page=100' }))).toEqual(['category', 'post_tag']);
    expect(await apiFetch({ path: '/wp/v2/settings' })).toHaveProperty('site_logo', 0);
    expect(await apiFetch({ path: '/wp/v2/statuses?context=edit&per_page=100' })).toHaveProperty('draft.slug', 'draft');
    const readAllow = async (address: string) =>
      ((await apiFetch<unknown, false>({ path: address, method: 'OPTIONS', parse: false })) as Response).headers.get('allow');
    expect([
      await readAllow('/wp/v2/media'),
      await readAllow('/wp/v2/pages'),
      await readAllow('/wp/v2/settings'),
      await readAllow('/wp/v2/comments'),
    ]).toEqual(['GET, POST', 'GET, POST', 'GET, POST, PUT, PATCH', 'GET, POST']);
  });

  it('upload with a form, and save settings and pages with the override header', async () => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(await createPicture('jpeg', 90, 60))], 'drop.jpg', { type: 'image/jpeg' }));
    form.append('title', 'Dropped');
    const item = await apiFetch<{ id: number; title: { raw: string }; source_url: string }>({
      path: '/wp/v2/media',
      method: 'POST',
      body: form,
    });
    expect(item.title.raw).toBe('Dropped');
    expect(await apiFetch({ path: '/wp/v2/settings', method: 'PUT', data: { site_icon: item.id } })).toMatchObject({ site_icon: item.id });
    const index = await apiFetch<Record<string, unknown>>({ path: '/' });
    expect(index).toMatchObject({ site_icon: item.id, site_icon_url: item.source_url });
    const page = await apiFetch<{ id: number }>({ path: '/wp/v2/pages', method: 'POST', data: { title: 'P', status: 'draft' } });
    expect(
      await apiFetch({ path: `/wp/v2/pages/${page.id}`, method: 'PUT', data: { featured_media: item.id, status: 'publish' } }),
    ).toMatchObject({ featured_media: item.id, status: 'publish' });
    expect(await apiFetch({ path: `/wp/v2/media/${item.id}?force=true`, method: 'DELETE' })).toMatchObject({ deleted: true });
    expect(await apiFetch({ path: '/wp/v2/settings' })).toHaveProperty('site_icon', 0);
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { page, post } from '#app/domains/content/kinds.ts';
import { buildPermalink } from '#app/domains/content/permalinks.ts';
import { toOembed, getEmbed } from '#app/domains/embeds/embed.service.ts';
import { pageOnFront, showOnFront, siteName } from '#app/core/settings/site.settings.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { makeContent, makeMedia, makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let author: Viewer;

beforeAll(async () => {
  site = await openTestSite();
  author = await makeUser(site, 'editor', 'ada');
  await site.settings.set(siteName, 'Lantern & Hall');
});
afterAll(() => site.close());

const refusal = { code: 'oembed_invalid_url', status: 404 };

describe('Embed of a published post', () => {
  test('contains provider, author, a quote and a frame', async () => {
    const content = await makePost(site, author, { title: 'It\'s "open"' });
    const link = buildPermalink(site, content);
    const embed = await getEmbed(site, link, 400);
    const secret = /data-secret="([A-Za-z0-9]{10})"/.exec(embed.html)?.[1] as string;
    expect(embed).toMatchObject({
      version: '1.0',
      providerName: 'Lantern & Hall',
      providerUrl: 'http://site.test',
      authorName: 'ada',
      authorUrl: 'http://site.test/author/ada/',
      title: 'It&#8217;s &#8220;open&#8221;',
      type: 'rich',
      width: 400,
      height: 225,
      thumbnail: null,
    });
    expect(embed.html).toContain(`<blockquote data-secret="${secret}"><a href="${link}">It&#8217;s &#8220;open&#8221;</a></blockquote>`);
    expect(embed.html).toContain(`<iframe sandbox="allow-scripts" src="${link}embed/#?secret=${secret}" width="400" height="225"`);
    expect(embed.html).toContain('title="&#8220;It&#8217;s &#8220;open&#8221;&#8221; &#8212; Lantern &amp; Hall"');
    expect((await getEmbed(site, link, 400)).html).not.toContain(secret);
  });

  test('is found by every URL of the post', async () => {
    const content = await makePost(site, author, { title: 'Addresses' });
    const link = buildPermalink(site, content);
    const path = new URL(link).pathname;
    for (const address of [
      link,
      link.slice(0, -1),
      `${link}?utm=1#x`,
      `${link}?from=/2026/13/45/x/`,
      link.replace('http:', 'https:'),
      link.replace('//', '//www.'),
      path,
      `http://site.test/?p=${content.id}`,
      `/?p=${content.id}`,
    ]) {
      expect([address, (await getEmbed(site, address, 600)).title]).toEqual([address, 'Addresses']);
    }
  });

  test('has the fields in the specified order, with thumbnail fields only if an image exists', async () => {
    const media = await makeMedia(site, author);
    const withoutImage = toOembed(await getEmbed(site, buildPermalink(site, await makePost(site, author)), 600));
    const withImage = toOembed(
      await getEmbed(site, buildPermalink(site, await makePost(site, author, { featuredMediaId: media.id })), 600),
    );
    const names = ['version', 'provider_name', 'provider_url', 'author_name', 'author_url', 'title', 'type', 'width', 'height', 'html'];
    expect(Object.keys(withoutImage)).toEqual(names);
    expect(Object.keys(withImage)).toEqual([...names, 'thumbnail_url', 'thumbnail_width', 'thumbnail_height']);
    expect(withImage).toMatchObject({
      thumbnail_width: 4,
      thumbnail_height: 3,
      thumbnail_url: expect.stringMatching(/^http:\/\/site\.test\/uploads\/2026\/01\/image-\d+\.png$/),
    });
  });

  test('marks protected posts, and names the site if the author is deleted', async () => {
    const content = await makePost(site, author, { title: 'Secret', password: 'pw', content: 'hidden words' });
    const embed = await getEmbed(site, buildPermalink(site, content), 600);
    expect(embed.title).toBe('Protected: Secret');
    expect(JSON.stringify(embed)).not.toContain('hidden');
    await site.db.prisma.content.update({ where: { id: content.id }, data: { authorId: null } });
    expect(await getEmbed(site, buildPermalink(site, content), 600)).toMatchObject({
      authorName: 'Lantern & Hall',
      authorUrl: 'http://site.test',
    });
  });
});

describe('Not embeddable', () => {
  test.each(['draft', 'pending', 'private', 'future'])('a %s post, even by its numeric address', async (status) => {
    const content = await makePost(site, author, { status, date: status === 'future' ? '2099-01-01T00:00:00' : undefined });
    await expect(getEmbed(site, `http://site.test/?p=${content.id}`, 600)).rejects.toMatchObject(refusal);
    await expect(getEmbed(site, buildPermalink(site, content), 600)).rejects.toMatchObject(refusal);
  });

  test('media items, missing items and other sites', async () => {
    const content = await makePost(site, author);
    const media = await makeMedia(site, author);
    for (const address of [
      `http://site.test/?p=${media.id}`,
      'http://site.test/?p=999999',
      'http://site.test/2026/01/01/nothing/',
      'http://site.test/2026/13/45/x/',
      '/2026/02/30/x',
      '/0000/01/01/x/',
      '/\0/',
      '',
      'http://',
      buildPermalink(site, content).replace('site.test', 'other.test'),
      buildPermalink(site, content).replace('site.test', 'site.test:81'),
      `ftp://site.test/?p=${content.id}`,
    ]) {
      await expect(getEmbed(site, address, 600), address).rejects.toMatchObject(refusal);
    }
  });

  test('the front page, unless it is a static page', async () => {
    await expect(getEmbed(site, 'http://site.test/', 600)).rejects.toMatchObject(refusal);
    const front = await makeContent(site, author, page, { title: 'Welcome' });
    await site.settings.set(showOnFront, 'page');
    await site.settings.set(pageOnFront, front.id);
    for (const address of ['http://site.test', 'http://site.test/', '/', 'http://www.site.test/?x=1'])
      expect((await getEmbed(site, address, 600)).title).toBe('Welcome');
    await site.settings.set(showOnFront, 'posts');
    expect(post.hasPage).toBe(true);
  });
});

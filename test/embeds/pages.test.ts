import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { updateContent } from '#app/domains/content/content.service.ts';
import { page, post } from '#app/domains/content/kinds.ts';
import { buildPermalink } from '#app/domains/content/permalinks.ts';
import { setClock, createShiftedClock } from '#app/core/time/clock.ts';
import { pageForPosts, pageOnFront, postsPerPage, showOnFront } from '#app/core/settings/site.settings.ts';
import { tag } from '#app/domains/content/terms/taxonomies.ts';
import { createTerm } from '#app/domains/content/terms/terms.service.ts';
import { makeContent, makeMedia, makePost } from '../support/factories.ts';
import { openPagesApp, type PagesApp } from './pages-app.ts';

let app: PagesApp;
let author: Viewer;
let cookie: string;

beforeAll(async () => {
  app = await openPagesApp();
  ({ viewer: author, cookie } = await app.signIn('editor', 'ada'));
});
afterAll(() => app.close());
afterEach(() => setClock());

const REST_LINK = '<http://site.test/rest/>; rel="http://site.test/rel/"';

describe('Page of a published post', () => {
  test('has its permalink, shows the text, and links to the API and the embed documents', async () => {
    const content = await makePost(app.site, author, { title: 'Tom & "Jerry"', content: 'First lines.\n\n<strong>Second</strong> lines.' });
    const link = buildPermalink(app.site, content);
    const response = await app.get(link);
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(response.text).toContain('<h1>Tom &#038; &#8220;Jerry&#8221;</h1>');
    expect(response.text).toContain('<title>Tom &amp; “Jerry” – Marquee</title>');
    expect(response.text).toContain('<p><strong>Second</strong> lines.</p>');
    expect(response.text).toContain('<a rel="author" href="/author/ada/">ada</a>');
    expect(response.text).toContain(`<link rel="canonical" href="${link}">`);
    const embed = `http://site.test/rest/oembed/1.0/embed?url=${encodeURIComponent(link)}`;
    expect(response.text).toContain(`type="application/json+oembed" href="${embed}"`);
    expect(response.text).toContain(`type="text/xml+oembed" href="${embed}&amp;format=xml"`);
    expect(response.headers['link']).toBe(
      `${REST_LINK}, <http://site.test/rest/core/v2/posts/${content.id}>; rel="alternate"; title="JSON"; type="application/json"`,
    );
    expect(response.headers['x-frame-options']).toBe('DENY');
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.text).not.toMatch(/<script|noindex/);
  });

  test('is sent with 304 until it changes', async () => {
    const content = await makePost(app.site, author);
    const first = await app.get(buildPermalink(app.site, content));
    const etag = String(first.headers['etag']);
    expect(first.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Cookie',
      'last-modified': new Date(`${content.modifiedUtc}Z`).toUTCString(),
    });
    const repeated = await app.get(buildPermalink(app.site, content), { 'if-none-match': `"x", W/${etag}` });
    expect([repeated.status, repeated.text, repeated.headers['etag']]).toEqual([304, '', etag]);
    expect((await app.get(buildPermalink(app.site, content), { 'if-modified-since': String(first.headers['last-modified']) })).status).toBe(
      304,
    );
    expect((await app.get(buildPermalink(app.site, content), { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
    await updateContent(app.site, author, post, content.id, { content: 'Changed.' });
    const changed = await app.get(buildPermalink(app.site, content), { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers['etag']).not.toBe(etag);
  });

  test('is the target of permanent redirects from its other URLs', async () => {
    const content = await makePost(app.site, author, { title: 'Moved' });
    const path = new URL(buildPermalink(app.site, content)).pathname;
    for (const address of [`/?p=${content.id}`, path.slice(0, -1), `${path}?utm=1`.replace('/?', '?')]) {
      const response = await app.get(address);
      expect([address, response.status, response.headers['location']]).toEqual([address, 301, path]);
    }
    expect((await app.get(`${path}?utm=1`)).status).toBe(200);
  });

  test('accepts escapes of other scripts in upper and lower case', async () => {
    const content = await makePost(app.site, author, { title: 'Концерт' });
    const path = new URL(buildPermalink(app.site, content)).pathname;
    expect(path).toMatch(/%d0/);
    expect((await app.get(path)).status).toBe(200);
    expect((await app.get(path.replace(/%\w\w/g, (escape) => escape.toUpperCase()))).status).toBe(200);
  });

  test('returns only headers for HEAD', async () => {
    const content = await makePost(app.site, author);
    const head = await app.http.inject({ method: 'HEAD', url: new URL(buildPermalink(app.site, content)).pathname });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers['etag']).toMatch(/^"[\w-]{27}"$/);
  });

  test('shows its image and its terms', async () => {
    const media = await makeMedia(app.site, author);
    const term = await createTerm(app.site, tag, { name: 'Jazz & Blues' });
    const content = await makePost(app.site, author, { featuredMediaId: media.id, terms: { post_tag: [term.id] } });
    const { text } = await app.get(buildPermalink(app.site, content));
    expect(text).toMatch(/<img src="\/uploads\/2026\/01\/image-\d+\.png" alt="" width="4" height="3" fetchpriority="high">/);
    expect(text).toContain(`<a href="/tag/${term.slug}/">Jazz &amp; Blues</a>`);
  });
});

describe('Unpublished content', () => {
  test.each(['draft', 'pending', 'private', 'future'])('a %s post is visible only to users who may read it', async (status) => {
    const content = await makePost(app.site, author, {
      title: `Hush ${status}`,
      status,
      slug: `hush-${status}`,
      ...(status === 'future' && { date: '2099-01-01T00:00:00' }),
    });
    const link = buildPermalink(app.site, content);
    const reader = await app.signIn('subscriber');
    for (const headers of [{}, { cookie: reader.cookie }] as Record<string, string>[]) {
      const response = await app.get(link, headers);
      expect(response.status).toBe(404);
      expect(response.text).not.toContain('Hush');
    }
    const editorView = await app.get(link, { cookie });
    expect([editorView.status, editorView.headers['cache-control'], editorView.headers['etag']]).toEqual([
      200,
      'private, no-store',
      undefined,
    ]);
    expect(editorView.text).toContain(`Hush ${status}`);
    expect(editorView.text).toContain('not published');
    expect(editorView.text).not.toContain('oembed');
    expect((await app.get(`${link.includes('?') ? `${link}&embed=true` : `${link}embed/`}`, { cookie })).status).toBe(404);
  });

  test('unknown URLs show a 404 page', async () => {
    for (const address of [
      '/nothing/',
      '/2026/01/01/nothing/',
      '/2026/13/45/x/',
      '/2026/02/30/x/',
      '/0000/01/01/x/',
      '/nothing/embed/',
      '/embed/',
      '/post/nothing/',
      '/x/y/z/',
      '/favicon.ico',
      '/?p=999999',
      '/%00/',
      "/'--/",
    ]) {
      const response = await app.get(address);
      expect([address, response.status, response.headers['link']]).toEqual([address, 404, REST_LINK]);
    }
  });

  test('pages of signed-in readers are not cached', async () => {
    const content = await makePost(app.site, author);
    const response = await app.get(buildPermalink(app.site, content), { cookie });
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(response.text).toContain('ada');
  });
});

describe('Password-protected post', () => {
  const sendPassword = (path: string, password: string, remoteAddress = '192.0.2.1') =>
    app.http.inject({
      method: 'POST',
      url: path,
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ post_password: password }).toString(),
    });

  test('asks for the password and then shows the text for an hour', async () => {
    const content = await makePost(app.site, author, {
      title: 'Vault',
      content: 'the hidden words',
      excerpt: 'the hidden teaser',
      password: 'open sesame',
    });
    const path = new URL(buildPermalink(app.site, content)).pathname;
    const form = await app.get(path);
    expect([form.status, form.headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(form.text).toContain('<h1>Protected: Vault</h1>');
    expect(form.text).toContain('<input type="password"');
    expect(form.text).not.toContain('hidden');

    const refusal = await sendPassword(path, 'guess');
    expect([refusal.statusCode, refusal.headers['set-cookie']]).toEqual([403, undefined]);
    expect(refusal.body).toContain('role="alert"');
    expect(refusal.body).not.toContain('hidden');

    const accepted = await sendPassword(path, 'open sesame');
    expect([accepted.statusCode, accepted.headers['location']]).toEqual([303, path]);
    const setCookie = String(accepted.headers['set-cookie']);
    expect(setCookie).toMatch(new RegExp(`^marquee_post_${content.id}=[^;]+; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax$`));
    const postCookie = setCookie.split(';', 1)[0] as string;
    expect((await app.get(path, { cookie: postCookie })).text).toContain('the hidden words');

    setClock(createShiftedClock(3601_000));
    expect((await app.get(path, { cookie: postCookie })).text).not.toContain('hidden');
  });

  test('refuses the cookie of another post, a changed cookie, and a cookie from before a new password', async () => {
    const content = await makePost(app.site, author, { content: 'the hidden words', password: 'same' });
    const other = await makePost(app.site, author, { content: 'the hidden words', password: 'same' });
    const path = new URL(buildPermalink(app.site, content)).pathname;
    const [, value = ''] = /=([^;]+)/.exec(String((await sendPassword(path, 'same')).headers['set-cookie'])) ?? [];
    const [expires = '', proof = ''] = value.split('.');
    const isReadable = async (id: number, link: string, cookieValue: string) =>
      (await app.get(link, { cookie: `marquee_post_${id}=${cookieValue}` })).text.includes('hidden');
    expect(await isReadable(content.id, path, value)).toBe(true);
    expect(await isReadable(other.id, buildPermalink(app.site, other), value)).toBe(false);
    expect(await isReadable(content.id, path, `${Number(expires) + 1}.${proof}`)).toBe(false);
    for (const text of ['', '.', proof, `${expires}.`, `${expires}.${proof}0`])
      expect(await isReadable(content.id, path, text)).toBe(false);
    await updateContent(app.site, author, post, content.id, { password: 'new' });
    expect(await isReadable(content.id, path, value)).toBe(false);
  });

  test('never shows the text in lists or frames', async () => {
    const content = await makePost(app.site, author, { title: 'Vault two', content: 'the hidden words', password: 'pw' });
    const embedPage = await app.get(`${buildPermalink(app.site, content)}embed/`);
    expect([embedPage.status, embedPage.text.includes('hidden'), embedPage.text.includes('Protected: Vault two')]).toEqual([
      200,
      false,
      true,
    ]);
    expect((await app.get('/')).text).not.toContain('hidden');
  });

  test('is readable by its editors without the password', async () => {
    const content = await makePost(app.site, author, { content: 'the hidden words', password: 'pw' });
    expect((await app.get(buildPermalink(app.site, content), { cookie })).text).toContain('the hidden words');
  });

  test('limits password attempts', async () => {
    const content = await makePost(app.site, author, { password: 'pw' });
    const path = new URL(buildPermalink(app.site, content)).pathname;
    for (let i = 0; i < 10; i++) expect((await sendPassword(path, `guess ${i}`, '192.0.2.9')).statusCode).toBe(403);
    expect((await sendPassword(path, 'pw', '192.0.2.9')).statusCode).toBe(429);
    expect((await sendPassword(path, 'pw', '192.0.2.10')).statusCode).toBe(303);
  });

  test('accepts no password if none is set', async () => {
    const content = await makePost(app.site, author);
    expect((await sendPassword(new URL(buildPermalink(app.site, content)).pathname, 'x')).statusCode).toBe(404);
    expect((await sendPassword('/nothing/', 'x')).statusCode).toBe(404);
  });
});

describe('Embeddable page of a post', () => {
  test('may be framed by any site and links to the post', async () => {
    const content = await makePost(app.site, author, { title: 'Framed', content: 'Some words.' });
    const link = buildPermalink(app.site, content);
    const response = await app.get(`${link}embed/`);
    expect(response.status).toBe(200);
    expect(response.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(response.headers['x-frame-options']).toBeUndefined();
    expect(response.text).toContain(`<a href="${new URL(link).pathname}" target="_top">Framed</a>`);
    expect(response.text).toContain('Some words.');
    expect(response.text).not.toContain('<script');
    expect((await app.get(`${link}embed`)).headers['location']).toBe(`${new URL(link).pathname}embed/`);
  });
});

describe('Lists', () => {
  test('author pages and the front page list published posts, newest first, with pagination', async () => {
    await app.site.settings.set(postsPerPage, 2);
    const { viewer } = await app.signIn('author', 'grace');
    for (const n of [1, 2, 3]) await makePost(app.site, viewer, { title: `Serial ${n}`, date: `2020-01-0${n}T10:00:00` });
    await makePost(app.site, viewer, { title: 'Serial draft', status: 'draft' });
    const first = await app.get('/author/grace/');
    expect(first.text.match(/Serial \w+/g)).toEqual(['Serial 3', 'Serial 2']);
    expect(first.text).toContain('<a rel="next" href="/author/grace/page/2/">');
    const second = await app.get('/author/grace/page/2/');
    expect(second.text.match(/Serial \w+/g)).toEqual(['Serial 1']);
    expect(second.text).toContain('<a rel="prev" href="/author/grace/">');
    expect((await app.get('/author/grace/page/3/')).status).toBe(404);
    const front = await app.get('/');
    expect([front.status, front.headers['link']]).toEqual([200, REST_LINK]);
    expect(front.text).toContain('<a rel="next" href="/page/2/">');
    expect(front.text).not.toContain('oembed');
    expect((await app.get('/page/2/')).status).toBe(200);
    for (const address of ['/page/1/', '/page/0/', '/page/x/', '/page/9999/', '/page/99999999999/'])
      expect([address, (await app.get(address)).status]).toEqual([address, 404]);
    await app.site.settings.set(postsPerPage, 10);
  });

  test('a term page lists its posts', async () => {
    const term = await createTerm(app.site, tag, { name: 'Шум', description: 'Loud & <em>clear</em>.' });
    await makePost(app.site, author, { title: 'Noise', terms: { post_tag: [term.id] } });
    const path = `/tag/${term.slug}/`;
    const response = await app.get(path);
    expect(response.text).toContain('<h1 dir="auto">Шум</h1>');
    expect(response.text).toContain('>Noise</a>');
    expect(response.text).toContain('<p dir="auto">Loud &amp; clear.</p>');
    expect((await app.get(path.slice(0, -1))).headers['location']).toBe(path);
    expect((await app.get('/tag/nothing/')).status).toBe(404);
    expect((await app.get('/category/uncategorized/')).status).toBe(200);
  });

  test('the nested URL of a category redirects to its own URL', async () => {
    for (const address of ['/category/parent/uncategorized/', '/category/a/b/uncategorized/'])
      expect(await app.get(address)).toMatchObject({ status: 301, headers: { location: '/category/uncategorized/' } });
    expect((await app.get('/category/uncategorized/nothing/')).status).toBe(404);
  });

  test('an author without published posts has no page', async () => {
    await app.signIn('author', 'nobody');
    expect((await app.get('/author/nobody/')).status).toBe(404);
    expect((await app.get('/author/unknown/')).status).toBe(404);
  });
});

describe('Static pages', () => {
  test('may be the front page or the list of posts', async () => {
    const front = await makeContent(app.site, author, page, { title: 'Welcome', slug: 'welcome', content: 'Come in.' });
    const news = await makeContent(app.site, author, page, { title: 'News', slug: 'news', content: 'All of it:' });
    expect((await app.get('/welcome/')).text).toContain('Come in.');
    await app.site.settings.set(showOnFront, 'page');
    await app.site.settings.set(pageOnFront, front.id);
    await app.site.settings.set(pageForPosts, news.id);
    await app.site.settings.set(postsPerPage, 1);
    expect((await app.get('/')).text).toContain('Come in.');
    expect(await app.get('/welcome/')).toMatchObject({ status: 301, headers: { location: '/' } });
    expect((await app.get('/embed/')).text).toContain('Come in.');
    const list = await app.get('/news/');
    expect(list.text).toContain('All of it:');
    expect(list.text).toContain('<a rel="next" href="/news/page/2/">');
    expect((await app.get('/news/page/2/')).status).toBe(200);
    expect((await app.get('/page/2/')).status).toBe(404);
    await app.site.settings.set(showOnFront, 'posts');
    await app.site.settings.set(postsPerPage, 10);
  });

  test('a media page redirects to its file', async () => {
    const media = await makeMedia(app.site, author);
    expect(await app.get(`/?attachment_id=${media.id}`)).toMatchObject({
      status: 302,
      headers: { location: expect.stringContaining('/uploads/2026/01/') },
    });
  });
});

describe('Link relations', () => {
  test('are explained at their URLs', async () => {
    expect((await app.get('/rel/')).text).toContain('<code>featuredmedia</code>');
    expect((await app.get('/rel/action-sticky')).text).toContain('may make the object sticky');
    for (const name of ['nothing', 'constructor', '__proto__']) expect((await app.get(`/rel/${name}`)).status).toBe(404);
  });
});

describe('Unusual URLs', () => {
  test.each(['/*//?p=1', '/*/x/', '/embed/:x/', '/(/'])('%s is not found', async (address) => {
    expect((await app.get(address)).status).toBe(404);
  });

  test('never make a page fail', async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        'embed',
        'page',
        '2',
        'category',
        'tag',
        'author',
        'post',
        'event',
        '2026',
        '01',
        '2026/13/45',
        '..',
        '%',
        '%zz',
        '%00',
        "'",
        '?p=1',
        '?p=99999999999',
        '?p[]=1',
      ),
      fc.string({ maxLength: 8 }).map(encodeURIComponent),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(segment, { maxLength: 6 }), async (segments) => {
        const { status } = await app.get(`/${segments.join('/')}`);
        return status < 500;
      }),
      { numRuns: 200 },
    );
  });
});

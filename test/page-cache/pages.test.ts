import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ViewedPage } from '../../src/core/caching/viewed-page.ts';
import { onPageViewed } from '../../src/core/page-views/page-views.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

let site: WholeSite;
let posts: { id: number; path: string }[];
let event: { id: number; path: string };
let draft: number;

const as = 'administrator' as const;
const pathOf = (link: string) => new URL(link).pathname;
const get = (url: string, headers: Record<string, string> = {}) =>
  site.http.inject({ url, headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', accept: 'text/html', ...headers } });
const outcome = async (url: string, headers?: Record<string, string>) => (await get(url, headers)).headers['x-page-cache'];
const rest = async (method: string, url: string, body?: object) => {
  const reply = await site.rest(method, url, { as, ...(body && { body }) });
  if (reply.status >= 300) throw new Error(`${method} ${url}: ${reply.text}`);
  return reply.body;
};

beforeAll(async () => {
  site = await openWholeSite();
  await rest('POST', '/page-cache/v1/settings', { easy: true });
  const create = async (kind: string, body: object) => rest('POST', `/core/v2/${kind}`, { status: 'publish', ...body });
  posts = [];
  for (const content of ['Plain.', '[consent-area id="a" category="marketing"]A film.[/consent-area]', '[cookie-policy]']) {
    const { id, link } = await create('posts', { title: 'Post', content });
    posts.push({ id, path: pathOf(link) });
  }
  const { id } = await rest('POST', '/evt/v1/events', {
    title: 'Night',
    status: 'publish',
    start_date: '2040-05-01 19:00:00',
    end_date: '2040-05-01 23:00:00',
  });
  event = { id, path: pathOf((await rest('GET', `/vendor/events/v1/events/${id}`)).url) };
  await createTicketClient(site).ticket(id, { capacity: 10 });
  draft = (await create('posts', { title: 'Draft', content: 'x', status: 'draft' })).id;
});
afterAll(() => site.close());

describe('Public pages', () => {
  beforeEach(async () => void (await rest('POST', '/page-cache/v1/cache', { all: true })));

  it('are cached: front page, calendar, events, posts, lists and searches', async () => {
    const [category] = await rest('GET', '/core/v2/categories');
    const paths = [
      '/',
      '/events/',
      event.path,
      ...posts.map((post) => post.path),
      pathOf(category.link),
      '/search/?q=post',
      `${posts[0]!.path}embed/`,
    ];
    for (const address of paths) {
      const uncached = await get(address);
      const cached = await get(address);
      expect([address, uncached.statusCode, uncached.headers['x-page-cache'], cached.headers['x-page-cache']]).toEqual([
        address,
        200,
        'MISS',
        'HIT',
      ]);
      expect(cached.payload).toBe(uncached.payload);
      for (const name of ['etag', 'content-security-policy', 'content-type', 'link', 'content-language', 'x-frame-options'])
        expect([name, cached.headers[name]]).toEqual([name, uncached.headers[name]]);
      expect(cached.headers['set-cookie']).toBeUndefined();
      expect((await get(address, { 'if-none-match': String(cached.headers['etag']) })).statusCode).toBe(304);
    }
  });

  it('with comments and feeds are cached, and updated after a change', async () => {
    const id = posts[0]!.id;
    const comment = async (content: string) => (await rest('POST', '/core/v2/comments', { post: id, content })).id as number;
    const first = await comment('First.');
    const lists = ['/feed/', '/rest/core/v2/comments', `/rest/core/v2/comments?post=${id}`];
    const readCached = async (address: string) => {
      // the notification of a write may arrive while the first response is computed, which is then not cached
      if ((await outcome(address)) === 'BYPASS') await outcome(address);
      const { headers, payload } = await get(address);
      expect([address, headers['x-page-cache']]).toEqual([address, 'HIT']);
      return payload;
    };
    for (const address of lists) {
      const current = await get(address);
      const revalidated = await get(address, { 'if-none-match': String(current.headers['etag']) });
      expect([address, revalidated.statusCode, revalidated.headers['content-type'] ?? current.headers['content-type']]).toEqual([
        address,
        304,
        current.headers['content-type'],
      ]);
    }
    await rest('POST', `/core/v2/posts/${id}`, { title: 'Renamed' });
    expect(await readCached('/feed/')).toContain('Renamed');
    await rest('POST', `/core/v2/posts/${draft}`, { title: 'Draft again' });
    expect(await outcome('/feed/')).toBe('HIT');
    for (const address of lists.slice(1)) {
      expect(await readCached(address)).toContain('First.');
      const second = await comment(`Second at ${address}.`);
      expect(await readCached(address)).toContain(`Second at ${address}.`);
      await rest('POST', `/core/v2/comments/${second}`, { status: 'hold' });
      expect(await readCached(address)).not.toContain(`Second at ${address}.`);
    }
    await rest('DELETE', `/core/v2/comments/${first}?force=true`);
    expect(await readCached('/rest/core/v2/comments')).not.toContain('First.');
    await rest('POST', '/page-cache/v1/settings', { pages: { feed: 1 } });
    expect(await outcome('/feed/')).toBe('BYPASS');
    await rest('POST', '/page-cache/v1/settings', { pages: {} });
  });

  it('are neither cached for nor served from the cache to visitors with cookies and users', async () => {
    const { authorization } = await site.user(as);
    for (const { path: address } of posts) {
      const personal: Record<string, string>[] = [
        { cookie: 'marquee_cart=abc' },
        { cookie: 'cmp_marketing=allow' },
        { cookie: 'marquee_session=x' },
        { authorization },
      ];
      for (const headers of personal) expect(await outcome(address, headers)).toBe('BYPASS');
      expect(await outcome(address)).toBe('MISS');
    }
    const [, area] = posts;
    const allowed = await get(area!.path, { cookie: 'cmp_marketing=allow' });
    expect(allowed.payload).toContain('A film.');
    const visitor = await get(area!.path);
    expect([visitor.headers['x-page-cache'], visitor.payload.includes('A film.')]).toEqual(['HIT', false]);
  });

  it('contain no form that is only for one visitor', async () => {
    for (const address of ['/', '/events/', event.path, ...posts.map((post) => post.path)]) {
      await get(address);
      expect((await get(address)).payload).not.toContain('name="nonce"');
    }
    expect(await outcome('/legal/cookie-statement')).not.toBe('HIT');
    await get('/legal/cookie-statement');
    expect(await outcome('/legal/cookie-statement')).not.toBe('HIT');
  });

  it('count page views even if they come from the cache', async () => {
    const views: ViewedPage[] = [];
    onPageViewed(site.site, (view) => void views.push(view));
    await get(event.path);
    await get(event.path);
    expect(await outcome(event.path)).toBe('HIT');
    expect(views).toEqual(Array(3).fill({ kind: 'event', id: event.id }));
  });

  it('are removed when their content changes, but not when a draft changes', async () => {
    const paths = [
      '/',
      '/events/',
      event.path,
      posts[0]!.path,
      '/rest/core/v2/posts',
      '/rest/evt/v1/events',
      `/rest/core/v2/posts/${posts[0]!.id}`,
    ];
    const fillCache = async () => {
      for (const address of paths) await get(address);
      return await Promise.all(paths.map((address) => outcome(address)));
    };
    expect(new Set(await fillCache())).toEqual(new Set(['HIT']));
    const { id: other } = await rest('POST', '/evt/v1/events', {
      title: 'To be',
      status: 'draft',
      start_date: '2040-05-01 19:00:00',
      end_date: '2040-05-01 23:00:00',
    });
    await rest('POST', `/core/v2/posts/${draft}`, { title: 'Draft again', content: 'Other words', categories: [1], meta: {} });
    await rest('POST', `/core/v2/posts/${draft}/autosaves`, { content: 'And others' });
    await rest('POST', `/core/v2/posts/${posts[0]!.id}/autosaves`, { content: 'Not yet' });
    await rest('PUT', `/evt/v1/events/${other}`, {
      title: 'Still to be',
      start_date: '2040-06-01 19:00:00',
      end_date: '2040-06-01 23:00:00',
    });
    await rest('POST', '/core/v2/posts', { title: 'New draft', status: 'draft', content: 'x' });
    expect(await Promise.all(paths.map((address) => outcome(address)))).toEqual(paths.map(() => 'HIT'));
    await rest('PUT', `/evt/v1/events/${other}`, { status: 'publish' });
    const shown = await get('/events/');
    expect([shown.headers['x-page-cache'] === 'HIT', shown.payload.includes('Still to be')]).toEqual([false, true]);
    await rest('PUT', `/core/v2/posts/${posts[0]!.id}`, { content: 'Changed.' });
    expect((await get(posts[0]!.path)).payload).toContain('Changed.');
    expect((await get('/')).payload).toContain('Changed.');
    await rest('PUT', '/core/v2/settings', { title: 'Another name' });
    expect((await get('/')).payload).toContain('Another name');
  });

  it('are removed by ID and by URL of their content', async () => {
    const { path: address, id } = posts[0]!;
    await get(address);
    await rest('POST', '/page-cache/v1/cache', { id });
    expect(await outcome(address)).toBe('MISS');
    await rest('POST', '/page-cache/v1/cache', { url: `localhost:80${address}` });
    await rest('POST', '/page-cache/v1/cache', { url: site.config.siteUrl + address });
    const { host } = new URL(site.config.siteUrl);
    expect(await outcome(address, { host })).toBe('MISS');
  });

  it('vary by language if the site has no texts in its own language', async () => {
    await rest('PUT', '/core/v2/settings', { language: 'sw' });
    const german = { 'accept-language': 'de' };
    const english = { 'accept-language': 'en' };
    expect((await get('/', german)).payload).toContain('Zum Inhalt');
    expect((await get('/', english)).payload).not.toContain('Zum Inhalt');
    expect([await outcome('/', german), (await get('/', german)).payload.includes('Zum Inhalt')]).toEqual(['HIT', true]);
    await rest('PUT', '/core/v2/settings', { language: 'en_US' });
  });

  it('are requested by the cache test', async () => {
    const test = await site.rest('POST', '/page-cache/v1/cache/test', { as });
    expect(test.body).toMatchObject({ status: true });
    const statistics = await rest('GET', '/page-cache/v1/stats');
    expect(Object.keys(statistics.anoncache.cached_list)).toContain(new URL(site.config.siteUrl).host);
    await rest('POST', '/page-cache/v1/settings', { pages: { pages: true } });
    expect((await site.rest('POST', '/page-cache/v1/cache/test', { as })).body.code).toBe('test_error');
    await rest('POST', '/page-cache/v1/settings', { pages: {} });
  });
});

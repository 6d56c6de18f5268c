import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { notifyNow } from '../../src/core/db/notify.ts';
import { purgePageCaches } from '../../src/core/caching/page-caches.ts';
import { sealEntries } from '../../src/domains/audit/seal.ts';
import { planStart, startPreload, stopPreload } from '../../src/domains/page-cache/preload/plan.service.ts';
import { runPreload } from '../../src/domains/page-cache/preload/run.service.ts';
import { collectExpired } from '../../src/domains/page-cache/upkeep/collection.job.ts';
import { waitForNotifications } from '../support/notifications.ts';
import { openWholeSite, type RestOptions, type RestResponse, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: number;

beforeAll(async () => {
  const documents = join(inject('scratchFolder'), `documents-of-the-cache.json`);
  const names = 'query Names($first: Int) { posts(first: $first) { nodes { title { rendered } } } }';
  writeFileSync(documents, JSON.stringify({ names, broken: 'query { post(id: 999999) { title { rendered } } }' }));
  site = await openWholeSite({ GRAPHQL_DOCUMENTS: documents });
  post = (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title: 'A post', status: 'publish' } })).body.id;
});
afterAll(() => site.close());
beforeEach(async () => {
  await changeSettings({ reset: true });
  await changeSettings({ easy: true });
  await changeSettings({ cache_max_time: 3600 });
  await write('POST', '/page-cache/v1/cache', { as: 'administrator', body: { all: true } });
});
afterEach(() => setClock());

/** Writes and waits until the process has received the notification of the write, which would otherwise remove newer cache entries. */
const write = async (...request: Parameters<WholeSite['rest']>): Promise<RestResponse> => {
  const reply = await site.rest(...request);
  await waitForNotifications(site.site);
  return reply;
};
const changeSettings = async (body: object) => (await write('POST', '/page-cache/v1/settings', { as: 'administrator', body })).body;
const read = async (path: string) => (await site.rest('GET', `/page-cache/v1${path}`, { as: 'administrator' })).body;
const purge = (body: object) => write('POST', '/page-cache/v1/cache', { as: 'administrator', body });
const get = (path: string, options: RestOptions = {}) => site.rest('GET', path, options);
const outcome = async (path: string, options: RestOptions = {}) => (await get(path, options)).headers['x-page-cache'];
const postPath = () => `/core/v2/posts/${post}`;

describe('A request through the cache', () => {
  it('gets a cached response the second time, with the documented headers', async () => {
    const uncached = await get(postPath());
    const cached = await get(postPath());
    expect([uncached.headers['x-page-cache'], cached.headers['x-page-cache']]).toEqual(['MISS', 'HIT']);
    expect(cached.text).toBe(uncached.text);
    expect(cached.headers['cache-control']).toBe('max-age=3, must-revalidate');
    expect(cached.headers['vary']).toContain('Accept-Encoding, Cookie');
    expect(cached.headers['x-page-cache-date']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect({ ...cached.headers, date: '', 'x-page-cache': '' }).toMatchObject({
      'content-type': uncached.headers['content-type'],
      link: uncached.headers['link'],
      allow: 'GET',
    });
  });

  it('is cached even while the audit log is sealed and expired entries are removed', async () => {
    let isReading = true;
    const maintenance = (async () => {
      while (isReading) await Promise.all([sealEntries(site.site), collectExpired(site.site), wait(1)]);
    })();
    const outcomes = new Set<string | undefined>();
    for (let at = 0; at < 30; at++) outcomes.add(await outcome(`/core/v2/posts?search=sealed${at}`));
    isReading = false;
    await maintenance;
    expect([...outcomes]).toEqual(['MISS']);
  });

  it('gets 304 if the client has the response', async () => {
    const { etag } = (await get(postPath())).headers;
    const revalidated = await get(postPath(), { headers: { 'if-none-match': etag ?? '' } });
    expect([revalidated.status, revalidated.text, revalidated.headers['etag'], revalidated.headers['x-page-cache']]).toEqual([
      304,
      '',
      etag,
      'HIT',
    ]);
    await changeSettings({ use_304_headers: true });
    const lastModified = (await get(postPath())).headers['last-modified'] ?? '';
    expect((await get(postPath(), { headers: { 'if-modified-since': lastModified } })).status).toBe(304);
    expect((await get(postPath(), { headers: { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } })).status).toBe(200);
  });

  it('has the same cache entry for any order of its query parameters', async () => {
    await get('/core/v2/posts?per_page=2&order=asc');
    expect(await outcome('/core/v2/posts?order=asc&per_page=2')).toBe('HIT');
    await get('/core/v2/posts?order=asc&order=desc');
    expect(await outcome('/core/v2/posts?order=desc&order=asc')).toBe('MISS');
  });

  it('may come from another origin', async () => {
    await get(postPath());
    const { headers } = await get(postPath(), { headers: { origin: 'https://shop.example' } });
    expect(headers).toMatchObject({
      'x-page-cache': 'HIT',
      'access-control-allow-origin': 'https://shop.example',
      'access-control-allow-credentials': 'true',
    });
    expect((await get(postPath())).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('is not cached while the cache is off', async () => {
    await changeSettings({ easy: false });
    expect(await outcome(postPath())).toBeUndefined();
  });

  it('never gets a cached error', async () => {
    for (let attempt = 0; attempt < 2; attempt += 1) expect(await outcome('/core/v2/posts/999999')).toBe('BYPASS');
  });

  it('bypasses the cache according to the settings', async () => {
    await changeSettings({ no_cache_for_get: true });
    expect(await outcome('/core/v2/posts?per_page=2')).toBe('BYPASS');
    await changeSettings({ no_cache_for_get: false, pages: { single: true } });
    expect([await outcome(postPath()), await outcome(postPath()), await outcome('/core/v2/posts?per_page=2')]).toEqual([
      'BYPASS',
      'BYPASS',
      'MISS',
    ]);
    await changeSettings({ pages: {}, cache_rejected_uri: ['/core/v2/pages'], cache_rejected_user_agent: ['Collector'] });
    expect(await outcome('/core/v2/pages')).toBe('BYPASS');
    expect(await outcome(postPath(), { headers: { 'user-agent': 'The collector 2.0' } })).toBe('BYPASS');
    await write('POST', '/page-cache/v1/plugins', { as: 'administrator', body: { badbehaviour: true } });
    expect(await outcome(postPath(), { headers: { 'user-agent': 'somebot/1.0' } })).toBe('BYPASS');
    await write('POST', '/page-cache/v1/plugins', { as: 'administrator', body: { badbehaviour: false } });
  });

  it('has separate entries for mobile browsers and for compression', async () => {
    await get(postPath());
    const phone = { headers: { 'user-agent': 'Mozilla/5.0 (iPhone)' } };
    expect([await outcome(postPath(), phone), await outcome(postPath(), phone)]).toEqual(['MISS', 'HIT']);
    await changeSettings({ cache_compression: 1 });
    await get(postPath());
    expect((await get(postPath(), { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding']).toBe('gzip');
    expect((await get(postPath())).headers['content-encoding']).toBeUndefined();
  });

  it('gets no expired response, except while a new one is computed', async () => {
    await get('/core/v2/posts');
    setClock(createShiftedClock(4_000_000));
    const outcomes = await Promise.all([outcome('/core/v2/posts'), outcome('/core/v2/posts'), outcome('/core/v2/posts')]);
    expect(outcomes.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual(['MISS', 'STALE', 'STALE']);
    expect(await outcome('/core/v2/posts')).toBe('HIT');
  });
});

describe('A registered document requested by GET', () => {
  const request = async (query: string, headers: Record<string, string> = {}) => {
    const { headers: sent, payload } = await site.http.inject({ method: 'GET', url: `/graphql?${query}`, headers });
    return { outcome: sent['x-page-cache'], payload };
  };

  it('is cached until its data changes', async () => {
    const path = `documentId=names&variables=${encodeURIComponent('{"first":5}')}`;
    expect([(await request(path)).outcome, (await request(path)).outcome]).toEqual(['MISS', 'HIT']);
    await write('PUT', postPath(), { as: 'administrator', body: { title: 'Renamed' } });
    const { outcome: after, payload } = await request(path);
    expect([after, payload.includes('Renamed')]).toEqual(['MISS', true]);
  });

  it('is not cached for a signed-in caller, with an error, or if it is not registered', async () => {
    const { authorization } = await site.user('administrator');
    expect((await request('documentId=names', { authorization })).outcome).toBe('BYPASS');
    expect((await request('documentId=broken')).outcome).toBe('BYPASS');
    expect((await request(`query=${encodeURIComponent('{ __typename }')}`)).outcome).toBe('BYPASS');
    expect((await request(`documentId=names&variables=${encodeURIComponent('{"password":"x"}')}`)).outcome).toBe('BYPASS');
  });
});

describe('A cache entry', () => {
  const countEntries = async () => {
    const { anoncache, usercache } = await read('/stats');
    return [anoncache.cached, usercache.cached];
  };

  it('is counted and listed by location', async () => {
    await get(postPath());
    await get('/core/v2/posts?per_page=3');
    const { anoncache, usercache } = await read('/stats');
    expect([anoncache.cached, usercache.cached, anoncache.expired]).toEqual([1, 1, 0]);
    const [directory] = Object.keys(anoncache.cached_list);
    expect(directory).toMatch(new RegExp(`/rest/core/v2/posts/${post}$`));
    expect(anoncache.cached_list[directory ?? '']).toEqual({ lower_age: expect.any(Number), files: 1 });
    expect(anoncache.fsize).toBeGreaterThan(500);
    expect(await read('/cache')).toEqual({
      anoncache: { cached_list: [directory], expired_list: [] },
      usercache: { cached_list: [expect.stringMatching(/core\/v2\/posts$/)], expired_list: [] },
    });
  });

  it('can be removed by ID, by URL, by age, and with all others', async () => {
    const fill = async () => {
      await get(postPath());
      await get('/core/v2/categories');
    };
    await fill();
    await purge({ id: post });
    expect([await outcome(postPath()), await outcome('/core/v2/categories')]).toEqual(['MISS', 'HIT']);
    const [directory = ''] = (await read('/cache')).anoncache.cached_list.filter((directory: string) => directory.includes('categories'));
    await purge({ url: `https://${directory}/` });
    expect([await outcome(postPath()), await outcome('/core/v2/categories')]).toEqual(['HIT', 'MISS']);
    setClock(createShiftedClock(4_000_000));
    await get('/core/v2/tags');
    expect((await read('/stats')).anoncache.expired).toBe(2);
    await purge({ expired: 1 });
    expect((await read('/stats')).anoncache).toMatchObject({ expired: 0, cached: 1 });
    await purge({ all: true });
    expect(await countEntries()).toEqual([0, 0]);
  });

  it('is created after a purge even if the notification of that purge arrives late', async () => {
    const { db } = site.site;
    const purges: string[] = [];
    const stop = await db.listen('page_cache_purged', (rule) => purges.push(rule));
    await purge({ all: true });
    await stop();
    expect(await outcome(postPath())).toBe('MISS');
    for (const rule of purges) await notifyNow(db, 'page_cache_purged', rule);
    await waitForNotifications(site.site);
    expect([purges.length, await outcome(postPath())]).toEqual([1, 'HIT']);
  });

  it('is removed after expiry at the scheduled time', async () => {
    await get(postPath());
    setClock(createShiftedClock(4_000_000));
    expect(await collectExpired(site.site)).toBe(1);
    expect(await countEntries()).toEqual([0, 0]);
  });

  it('remains, even expired, when unrelated settings of the cache change', async () => {
    await get(postPath());
    await changeSettings({ cache_gc_email_me: 1, cache_max_time: 100 });
    expect(await outcome(postPath())).toBe('HIT');
    await changeSettings({ easy: false });
    await changeSettings({ is_cache_enabled: 1 });
    expect(await outcome(postPath())).toBe('HIT');
    setClock(createShiftedClock(4_000_000));
    await get('/core/v2/tags');
    expect(await collectExpired(site.site)).toBe(1);
    expect(await outcome('/core/v2/tags')).toBe('HIT');
    await changeSettings({ reset: true });
    expect(await countEntries()).toEqual([1, 0]);
  });

  it('is removed when another domain clears all pages', async () => {
    await get(postPath());
    expect(await purgePageCaches(site.site)).toEqual({ 'page-cache': true });
    expect(await outcome(postPath())).toBe('MISS');
  });

  it('is removed with every content change if configured so', async () => {
    await changeSettings({ clear_cache_on_post_edit: 1 });
    await get('/core/v2/types');
    await write('PUT', postPath(), { as: 'administrator', body: { title: 'Edited' } });
    expect(await outcome('/core/v2/types')).toBe('MISS');
  });

  it('remains while the cache is locked, and is removed when that ends', async () => {
    await changeSettings({ cache_lock_down: 1 });
    await get(postPath());
    await write('PUT', postPath(), { as: 'administrator', body: { title: 'Nobody sees this' } });
    expect(await outcome(postPath())).toBe('HIT');
    await changeSettings({ cache_lock_down: 0 });
    expect((await get(postPath())).body.title.rendered).toBe('Nobody sees this');
  });
});

describe('The preload', () => {
  const noPauses = { betweenPaths: 0, betweenBatches: 0 };

  it('caches lists and the newest objects before visitors request them', async () => {
    await changeSettings({ preload_posts: 'all', preload_taxonomies: 1 });
    await startPreload(site.site);
    await waitForNotifications(site.site);
    await runPreload(site.site, noPauses);
    expect(await read('/settings')).toMatchObject({ is_preloading: true, preload_status: { running: false } });
    setClock(createShiftedClock(11_000));
    await runPreload(site.site, noPauses);
    expect(await outcome(postPath(), { headers: { host: 'site.test' } })).toBe('HIT');
    const { is_preloading: isPreloading, preload_status: status } = await read('/settings');
    expect(isPreloading).toBe(false);
    expect(status).toMatchObject({ running: false, next: false, previous: expect.any(Number) });
    expect(status.history[0]).toMatchObject({ group: 'posts', url: expect.stringContaining('http://site.test/rest/core/v2/') });
  });

  it('caches the lists of all terms with current responses', async () => {
    const categories: number[] = [];
    for (const name of ['One', 'Two']) {
      const category = (await write('POST', '/core/v2/categories', { as: 'administrator', body: { name } })).body.id;
      await write('POST', '/core/v2/posts', { as: 'administrator', body: { title: name, status: 'publish', categories: [category] } });
      categories.push(category);
    }
    const visitor = { headers: { host: 'site.test' } };
    await changeSettings({ preload_posts: 0, preload_taxonomies: 1 });
    const [first] = categories;
    const before = (await get(`/core/v2/posts?categories=${first}`, visitor)).headers['x-page-cache-date'];
    await startPreload(site.site);
    setClock(createShiftedClock(11_000));
    await runPreload(site.site, noPauses);
    for (const category of categories)
      expect(await outcome(`/core/v2/posts?categories=${category}`, visitor), String(category)).toBe('HIT');
    expect((await get(`/core/v2/posts?categories=${first}`, visitor)).headers['x-page-cache-date']).not.toBe(before);
  });

  it('ends without a new schedule if it is stopped during its last pause', async () => {
    await changeSettings({ preload_on: 1, preload_posts: 1 });
    await startPreload(site.site);
    setClock(createShiftedClock(11_000));
    const run = runPreload(site.site, { betweenPaths: 0, betweenBatches: 500 });
    await expect.poll(async () => (await read('/settings')).preload_status.history.length, { interval: 20 }).toBe(1);
    await stopPreload(site.site);
    await run;
    expect(await read('/settings')).toMatchObject({ is_preloading: false, preload_status: { running: false, next: false } });
  });

  it('runs on schedule again after it was stopped', async () => {
    await stopPreload(site.site);
    await changeSettings({ preload_on: 1, preload_interval: 10, preload_posts: 'all' });
    setClock(createShiftedClock(601_000));
    await runPreload(site.site, noPauses);
    expect((await read('/settings')).preload_status).toMatchObject({ running: false, previous: expect.any(Number) });
    expect(await outcome(postPath(), { headers: { host: 'site.test' } })).toBe('HIT');
  });

  it('does nothing after it was stopped', async () => {
    await startPreload(site.site);
    await stopPreload(site.site);
    setClock(createShiftedClock(11_000));
    planStart(site.site, 0);
    await runPreload(site.site, noPauses);
    expect((await read('/settings')).preload_status).toMatchObject({ running: false, history: [] });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { now, setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { collectExpired } from '../../src/domains/page-cache/upkeep/collection.job.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(async () => {
  setClock();
  await site.close();
});

const read = async (path = '/settings') => (await site.rest('GET', `/page-cache/v1${path}`, { as: 'administrator' })).body;
const write = async (body: object, path = '/settings') => await site.rest('POST', `/page-cache/v1${path}`, { as: 'administrator', body });

beforeEach(() => write({ reset: true }));

describe('Page cache settings', () => {
  it('are accessible to administrators only', async () => {
    for (const [method, path] of [
      ['GET', '/settings'],
      ['POST', '/settings'],
      ['GET', '/status'],
      ['GET', '/stats'],
      ['GET', '/cache'],
      ['POST', '/cache'],
      ['POST', '/preload'],
      ['POST', '/cache/test'],
      ['GET', '/plugins'],
      ['POST', '/plugins'],
    ] as const) {
      const options = method === 'POST' ? { body: {} } : {};
      expect((await site.rest(method, `/page-cache/v1${path}`, options)).body.code, path).toBe('rest_forbidden');
      expect((await site.rest(method, `/page-cache/v1${path}`, { ...options, as: 'editor' })).status, path).toBe(403);
    }
  });

  it('store sent values, with booleans in any format', async () => {
    const { status, body } = await write({
      is_mobile_enabled: 1,
      cache_rebuild: '0',
      use_304_headers: true,
      no_cache_for_get: 'true',
      cache_list: null,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      is_mobile_enabled: true,
      cache_rebuild: false,
      use_304_headers: true,
      no_cache_for_get: true,
      cache_list: false,
    });
    expect(await read()).toEqual(body);
  });

  it.each([
    [{ cache_type: 'usercache' }, { is_anon_cache_enabled: false, cache_type: 'PHP' }],
    [{ cache_type: 1 }, { is_anon_cache_enabled: true, cache_type: 'mod_rewrite', cache_mod_rewrite: true }],
    [{ cache_type: 'nonsense' }, { is_anon_cache_enabled: true, cache_type: 'PHP' }],
    [{ dont_cache_logged_in: 2 }, { dont_cache_logged_in: 2 }],
    [{ dont_cache_logged_in: 1 }, { dont_cache_logged_in: true }],
    [
      { cache_schedule_type: 'whatever', cache_scheduled_time: '25:00' },
      { cache_schedule_type: 'time', cache_scheduled_time: '00:00' },
    ],
    [{ cache_schedule_interval: 'never' }, { cache_schedule_interval: 'hourly' }],
    [{ cache_time_interval: 0 }, { cache_time_interval: 600 }],
    [{ preload_interval: 5 }, { preload_interval: 600 }],
    [{ preload_posts: 'all' }, { preload_posts: 'all' }],
    [{ preload_posts: 50 }, { preload_posts: 50 }],
    [{ preload_email_volume: 'loud' }, { preload_email_volume: 'none', preload_email_me: false }],
    [{ preload_email_volume: 'many' }, { preload_email_me: true }],
    [{ cache_rejected_uri: '<b>/a</b> /b, /c' }, { cache_rejected_uri: ['/a', '/b', '/c'] }],
    [{ cache_rejected_user_agent: ['Old Browser, Robot'] }, { cache_rejected_user_agent: ['Old Browser', 'Robot'] }],
    [{ cache_direct_pages: ['/a/../b', '', '(c)'] }, { cache_direct_pages: ['/a//b', '/c'] }],
    [{ cache_debug_ip: 'nobody' }, { cache_debug_ip: '' }],
    [{ cache_front_page_text: 'Wel come <b>' }, { cache_front_page_text: 'Welcomeb' }],
    [
      { cdn_off_site_url: 'https://a.example/', cdn_off_include_dirs: '' },
      { cdn_off_site_url: 'https://a.example', cdn_off_include_dirs: 'uploads,assets' },
    ],
    [{ cache_path: 'up/../my' }, { cache_path: 'up//my' }],
    [{ pages: 'all' }, { pages: expect.objectContaining({ search: false }) }],
  ])('normalize %j', async (sent, expected) => {
    expect((await write(sent)).body).toMatchObject(expected);
  });

  it('have one additional pinned path', async () => {
    await write({ new_direct_page: `${site.config.siteUrl}/a/` });
    expect((await write({ new_direct_page: 'b' })).body.cache_direct_pages).toEqual(['/a/', '/b']);
  });

  it('are set up in one step, which takes precedence, and restored by a reset', async () => {
    const { body } = await write({ easy: true, cache_max_time: 5 });
    expect(body).toMatchObject({
      is_cache_enabled: true,
      is_anon_cache_enabled: true,
      is_mobile_enabled: true,
      dont_cache_logged_in: 2,
      cache_max_time: 1800,
    });
    expect(body.cache_next_gc - now().getTime() / 1000).toBeGreaterThan(590);
    expect((await write({ easy: false })).body).toMatchObject({ is_cache_enabled: false, cache_next_gc: false });
    const defaults = (await write({ reset: 1 })).body;
    expect(defaults).toMatchObject({
      cache_max_time: 1800,
      cache_time_interval: 600,
      cache_schedule_interval: 'hourly',
      is_cache_enabled: false,
    });
    expect(defaults.cache_page_secret).not.toBe(body.cache_page_secret);
  });

  it('schedule the next removal of expired entries, which then runs', async () => {
    await write({ easy: true });
    const { body } = await write({ cache_time_interval: 100 });
    expect(body.cache_next_gc - now().getTime() / 1000).toBeLessThanOrEqual(100);
    expect(await collectExpired(site.site)).toBeNull();
    setClock(createShiftedClock(200_000));
    expect(await collectExpired(site.site)).toBe(0);
    expect((await read()).cache_next_gc).toBeGreaterThan(now().getTime() / 1000);
    setClock();
  });
});

describe('Page cache administration', () => {
  it('lists extensions and switches those that exist', async () => {
    const plugins = (await write({ badbehaviour: true, mobile_theme: 1, unknown: true }, '/plugins')).body;
    expect(plugins.badbehaviour).toMatchObject({ key: 'badbehaviour', enabled: true });
    expect(Object.keys(plugins)).toEqual(['awaitingmoderation', 'badbehaviour', 'domain_mapping', 'mobile_theme', 'mobile_touch']);
    expect((await read()).is_mobile_enabled).toBe(true);
    expect((await write({ badbehaviour: false, mobile_theme: false }, '/plugins')).body.badbehaviour.enabled).toBe(false);
    expect(await read('/plugins')).toMatchObject({ badbehaviour: { enabled: false } });
  });

  it('returns null if the preload was neither started nor stopped', async () => {
    expect((await write({}, '/preload')).text).toBe('null');
    expect((await write({ enable: true }, '/preload')).body).toEqual({ enabled: true });
    expect((await read()).is_preloading).toBe(true);
    expect((await write({ enable: false }, '/preload')).body).toEqual({ enabled: false });
    expect(await read()).toMatchObject({ is_preloading: false, preload_status: { running: false, history: [], next: false } });
  });

  it('returns the reason of a failed test in a list', async () => {
    const { status, body } = await write({}, '/cache/test');
    expect([status, body]).toEqual([500, { code: 'test_error', message: [expect.any(String)], data: { status: 500 } }]);
  });

  it('purges nonexistent entries without an error', async () => {
    for (const body of [{ id: 999 }, { expired: true }, { url: 'nowhere.example/x' }, { all: true }, {}])
      expect((await write(body, '/cache')).body).toEqual({ 'Cache Cleared': true });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWrite } from '../../src/rest/engine/plan.ts';
import { fillPath } from '../contract/places.ts';
import { getMapEngine } from '../contract/printed.ts';
import { type RestOptions, openWholeSite, type WholeSite } from '../support/site.ts';

// Requests every GET route in all ways that make the response personal. Such a response must neither be cached nor come from the cache.

const plans = getMapEngine().plans.filter(({ methods, path }) => methods.includes('GET') && !path.includes('base64'));

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite({ DEMO_DATA: 'small' });
  await site.rest('POST', '/page-cache/v1/settings', { as: 'administrator', body: { easy: true } });
});
afterAll(() => site.close());

async function countSettledEntries(): Promise<number> {
  await site.rest('GET', '/page-cache/v1/stats', { as: 'administrator' });
  return await site.site.db.prisma.pageCacheEntry.count();
}

const personalRequests: readonly (readonly [string, RestOptions])[] = [
  ['a signed-in user', { as: 'administrator' }],
  ['wrong credentials', { headers: { authorization: 'Basic bm9ib2R5OndvcmRz' } }],
  ['a session', { headers: { cookie: 'marquee_session=whatever' } }],
  ['a cookie of someone else', { headers: { cookie: 'theirs=1' } }],
  ['a nonce', { headers: { 'x-wp-nonce': 'abc' } }],
  ['a nonce in the URL', { query: { _wpnonce: 'abc' } }],
  ['the edit context', { query: { context: 'edit' } }],
  ['the edit context, percent-encoded', { query: 'conte%78t=edit' }],
  ['another method', { query: { _method: 'DELETE' } }],
  ['another method in a header', { headers: { 'x-http-method-override': 'DELETE' } }],
  ['a password', { query: { password: 'secret' } }],
  ['a preview', { query: { preview: 'true' } }],
  ['a body', { body: { context: 'edit' } }],
];

describe('Every GET route', () => {
  it.each(plans.map((plan) => [plan.path, plan] as const))('%s caches no personal response', async (_path, plan) => {
    const path = await fillPath(site, plan.path, `Cached ${plan.path}`);
    await site.rest('POST', '/page-cache/v1/cache', { as: 'administrator', body: { all: true } });
    const before = await site.rest('GET', path);
    const isCached = before.headers['x-page-cache'] === 'MISS';
    if (isCached) expect((await site.rest('GET', path)).headers['x-page-cache'], 'second request').toBe('HIT');
    const count = await countSettledEntries();
    for (const [who, options] of personalRequests) {
      const reply = await site.rest('GET', path, options);
      expect(reply.headers['x-page-cache'], who).toBe('BYPASS');
    }
    // writes of these requests may have removed entries
    expect(await countSettledEntries()).toBeLessThanOrEqual(count);
    if (isWrite(plan) || !plan.cachesResponses) expect(isCached, 'a route that writes or disables caching').toBe(false);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { detectEventsJob } from '../../src/domains/analytics/analytics.jobs.ts';
import { type AnalyticsSite, D, M, S } from './analytics-site.ts';
import { type Provider, createRefusal } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

const RUN = 'POST /v1beta/properties/12:runReport';
/** Freezes the clock, and returns the time in seconds. */
const freezeClock = (moment: string) => {
  setClock(createFrozenClock(moment));
  return Date.parse(moment) / 1000;
};

let site: AnalyticsSite;
let provider: Provider;
beforeAll(async () => {
  ({ site, provider } = await openSiteWithProvider());
  freezeClock('2026-11-20T08:00:00Z');
  await site.post(`${M}/activation`, { slug: 'analytics-4', active: true });
  await site.connect('administrator', { expiresIn: 1_000_000 });
  await site.post(`${D('analytics-4')}/settings`, { accountID: '7', propertyID: '12', webDataStreamID: '3', measurementID: 'G-1' });
});
beforeEach(() => provider.forget());
afterAll(async () => {
  setClock();
  await site.close();
});

const counts = (events: Record<string, number>) => ({
  json: {
    rows: Object.entries(events).map(([name, count]) => ({ dimensionValues: [{ value: name }], metricValues: [{ value: String(count) }] })),
  },
});
const run = () => detectEventsJob.run(site.site);
async function storedEvents() {
  const { body } = await site.get(`${D('analytics-4')}/settings`);
  return [body.detectedEvents, body.newConversionEventsLastUpdateAt, body.lostConversionEventsLastUpdateAt];
}

describe('Detected conversion events (docs/behaviour/analytics.md 5.3)', () => {
  it('are not requested while conversion tracking is off', async () => {
    await run();
    expect(provider.requests).toEqual([]);
  });

  it('are stored with the times of the last new and the last lost event', async () => {
    await site.post(`${S}/conversion-tracking`, { settings: { enabled: true } });
    provider.respond(RUN, counts({ purchase: 3, contact: 1, generate_lead: 0, page_view: 9 }));
    await run();
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer tok-1');
    expect(provider.requests[0]?.body).toMatchObject({
      dateRanges: [{ startDate: '2026-08-22', endDate: '2026-11-19' }],
      metrics: [{ name: 'eventCount' }],
      dimensions: [{ name: 'eventName' }],
    });
    const first = Date.parse('2026-11-20T08:00:00Z') / 1000;
    expect(await storedEvents()).toEqual([['contact', 'purchase'], first, 0]);
    const second = freezeClock('2026-11-21T08:00:00Z');
    provider.respond(RUN, counts({ purchase: 3 }));
    await run();
    expect(await storedEvents()).toEqual([['purchase'], first, second]);
    freezeClock('2026-11-22T08:00:00Z');
    await run();
    expect(await storedEvents()).toEqual([['purchase'], first, second]);
  });

  it('remain unchanged when the provider fails', async () => {
    const before = await storedEvents();
    provider.respond(RUN, createRefusal(503, 'Later.', 'backendError'));
    await run();
    expect(await storedEvents()).toEqual(before);
  });
});

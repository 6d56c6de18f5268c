import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithStatistics } from './fill.ts';
import { adminHeader, openPlannedSite, type PlannedSite, findScans } from './planned.ts';

/** CI uses 60,000; `PLAN_ROWS` sets more. */
const ATTENDEES = Number(process.env['PLAN_ROWS'] ?? 60_000);

describe(`Statistics of ${ATTENDEES.toLocaleString('en')} attendees and 480,000 view counts`, () => {
  let site: PlannedSite;
  beforeAll(async () => {
    site = await openPlannedSite((url) => fillWithStatistics(url, ATTENDEES));
  }, 300_000);
  afterAll(() => site.close());

  const [from, to] = [27, 0].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
  it.each(['attendee', 'page_view_count'])('for four weeks are read without a full scan of %s', async (table) => {
    const query = `{ siteStatistics(from: "${from}", to: "${to}") { views trade { tickets checkIns } events { databaseId views } } }`;
    const planned = await site.explainRequest({ headers: adminHeader, method: 'POST', url: '/graphql', payload: { query } }, table);
    expect([planned.status, planned.plans.length]).toEqual([200, 2 * 2]);
    expect((planned.body as { data: { siteStatistics: { views: number } } }).data.siteStatistics.views).toBeGreaterThan(0);
    expect(findScans(planned, table)).toEqual([]);
  });
});

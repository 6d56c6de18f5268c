import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { timezoneString } from '../../src/core/settings/site.settings.ts';
import { documentConsent } from '../../src/domains/consent/documenting/document.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const LOG = '/consent-banner/v1/consent/all';

/** Moments around midnight in several time zones, not in chronological order. */
const moments = [
  '2026-05-10T21:59:59.999Z',
  '2026-05-10T22:00:00Z',
  '2026-05-11T00:00:00Z',
  '2026-05-11T18:14:59Z',
  '2026-05-11T18:15:00Z',
  '2026-05-12T12:00:00Z',
  '2026-05-09T23:59:59Z',
  '2026-05-13T03:59:59Z',
  '2026-05-13T04:00:00Z',
  '2026-06-01T10:00:00Z',
];
const contexts = ['', 'de', 'fr'];
const pages = [null, 'http://site.test/a', 'http://site.test/b?c=1'];

beforeAll(async () => {
  site = await openWholeSite();
  const cookies = { get: () => undefined, names: () => [], set: () => {}, clear: () => {} };
  let n = 0;
  for (const [index, moment] of moments.entries())
    for (const context of contexts)
      for (const referer of pages) {
        n += 1;
        if ((n * 7) % 11 < index % 3) continue;
        setClock(createFrozenClock(moment));
        await documentConsent(
          site.site,
          { ip: `10.${n}.0.1`, userAgent: '', doNotTrack: false, cookies: cookies as never },
          { decision: 'all', buttonClicked: 'main_all', context, referer },
        );
      }
  setClock();
}, 60_000);
afterAll(() => site.close());
afterEach(() => setClock());

const days = [undefined, '2026-05-09', '2026-05-10', '2026-05-11', '2026-05-12', '2026-05-13', '2026-06-02'];
const filters = days.flatMap((from) =>
  days.flatMap((to) =>
    [undefined, 'de', 'xx'].flatMap((context) =>
      [undefined, 'http://site.test/b', 'http://site.test/none'].map((referer) => ({ from, to, context, referer })),
    ),
  ),
);
type Filter = (typeof filters)[number];

/** Computes the expected IDs from the whole log. */
async function findExpected({ from, to, context, referer }: Filter, zone: string): Promise<number[]> {
  const rows = await site.site.db.sql<{ id: number }>(
    `SELECT c.id FROM consent c LEFT JOIN consent_text t ON t.id = c.pure_referer_id
      WHERE ($1::text IS NULL OR (c.created AT TIME ZONE $5)::date >= $1::date) AND ($2::text IS NULL OR (c.created AT TIME ZONE $5)::date <= $2::date)
        AND ($3::text IS NULL OR c.context = $3) AND ($4::text IS NULL OR t.text = $4) ORDER BY c.created DESC, c.id DESC`,
    [from ?? null, to ?? null, context ?? null, referer ?? null, zone],
  );
  return rows.map(({ id }) => id);
}

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'];

/** Compares the lists with a quarter of the filters with the log, in one time zone. The tests of the four time zones together cover all filters. */
async function compare(zone: string): Promise<void> {
  await site.site.settings.set(timezoneString, zone);
  for (const [index, filter] of filters.entries()) {
    if (index % zones.length !== zones.indexOf(zone)) continue;
    const ids = await findExpected(filter, zone);
    const offset = [0, 3, 20][index % 3] as number;
    const { status, body } = await site.rest('GET', LOG, { as: 'administrator', query: { offset, per_page: 5, ...filter } });
    expect([status, filter, body.count]).toEqual([200, filter, ids.length]);
    expect([filter, body.items.map(({ id }: { id: number }) => id)]).toEqual([filter, ids.slice(offset, offset + 5)]);
  }
}

it.each(zones)('Totals and pages of filtered lists match the log, in days of %s', compare, 60_000);

it('GraphQL returns the same total', async () => {
  await site.site.settings.set(timezoneString, 'Europe/Berlin');
  const { data } = await site.graphql('{ consents(filter: { context: "de", from: "2026-05-11" }) { totalCount } }', {}, 'administrator');
  const ids = await findExpected({ from: '2026-05-11', to: undefined, context: 'de', referer: undefined }, 'Europe/Berlin');
  expect(data.consents.totalCount).toBe(ids.length);
});

it('Deleted entries are not counted', async () => {
  const [oldest] = await site.site.db.sql<{ id: number }>(`SELECT id FROM consent WHERE context = 'de' ORDER BY id LIMIT 1`);
  const { status } = await site.rest('DELETE', `/consent-banner/v1/consent/${oldest?.id}`, { as: 'administrator' });
  expect(status).toBe(204);
  await compare('Asia/Kathmandu');
  await site.rest('DELETE', LOG, { as: 'administrator' });
  await compare('UTC');
  expect(await site.site.db.sql('SELECT * FROM consent_day_count')).toEqual([]);
}, 60_000);

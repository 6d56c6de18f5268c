import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { timezoneString } from '../../src/core/settings/site.settings.ts';
import { getChannel } from '../../src/domains/figures/views/channel.rules.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, U } from '../analytics/analytics-site.ts';
import type { TestUserName } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

const query = `query($from: String!, $to: String!, $eventId: Int) { siteStatistics(from: $from, to: $to, eventId: $eventId) {
  trade { tickets takings { currencyCode amount } checkIns } days { day trade { tickets checkIns } } events { databaseId views trade { tickets } } } }`;

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
});
afterAll(async () => {
  setClock();
  await site.close();
});

const readStatistics = (variables: Record<string, unknown>, as?: TestUserName) => site.graphql(query, variables, as);
const week = { from: '2031-10-20', to: '2031-10-27' };

describe('Sales and check-ins', () => {
  it('are counted by days in the time zone of the site, including the day of 25 hours', async () => {
    await site.site.settings.set(timezoneString, 'Europe/Berlin');
    const ticketApi = createTicketClient(site);
    const event = (
      await site.rest('POST', '/vendor/events/v1/events', {
        as: 'administrator',
        body: { title: 'Concert', start_date: '2032-01-01 20:00', end_date: '2032-01-01 22:00' },
      })
    ).body.id as number;
    const [paid, free] = [
      await ticketApi.ticket(event, { price: '12.50' }),
      await ticketApi.ticket(event, { provider: 'rsvp', price: '' }),
    ];
    // clocks in Berlin go back on 26 October 2031: the day lasts from 22:00 to 23:00 UTC
    for (const at of ['2031-10-25T21:59:59Z', '2031-10-25T22:00:00Z', '2031-10-26T22:59:59Z', '2031-10-26T23:00:00Z']) {
      setClock(createFrozenClock(at));
      const draft = {
        items: [{ ticketId: paid, quantity: 1 }],
        status: 'COMPLETED',
        purchaserName: 'Ann Guest',
        purchaserEmail: 'ann@example.org',
      };
      const order = 'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId } } }';
      expect((await site.graphql(order, { draft }, 'administrator')).errors).toEqual([]);
    }
    setClock(createFrozenClock('2031-10-26T10:00:00Z'));
    const guest = await ticketApi.attendee(free);
    const trashed = await ticketApi.attendee(paid);
    await site.site.db.sql(`UPDATE attendee SET status = 'trash' WHERE id = ${trashed}`);
    setClock(createFrozenClock('2031-10-26T22:30:00Z'));
    await ticketApi.send('PUT', `/attendees/${guest}`, { check_in: true });
    setClock();

    const { data, errors } = await readStatistics(week, 'administrator');
    expect(errors).toEqual([]);
    const { trade, days, events } = data.siteStatistics;
    expect(trade).toEqual({ tickets: 5, takings: [{ currencyCode: 'USD', amount: '50.00' }], checkIns: 1 });
    const daysWithSales = days.filter(({ trade: { tickets } }: { trade: { tickets: number } }) => tickets > 0);
    expect(daysWithSales).toEqual([
      { day: '2031-10-25', trade: { tickets: 1, checkIns: 0 } },
      { day: '2031-10-26', trade: { tickets: 3, checkIns: 1 } },
      { day: '2031-10-27', trade: { tickets: 1, checkIns: 0 } },
    ]);
    expect(events).toEqual([{ databaseId: event, views: 0, trade: { tickets: 5 } }]);
    expect((await readStatistics({ ...week, eventId: event + 1 }, 'administrator')).data.siteStatistics.trade.tickets).toBe(0);
  });
});

describe('Statistics', () => {
  it('are readable by administrators only, connected or not', async () => {
    expect((await readStatistics(week)).errors[0]?.extensions).toMatchObject({ code: 'forbidden', status: 401 });
    for (const as of ['subscriber', 'author', 'editor'] as const)
      expect((await readStatistics(week, as)).errors[0]?.extensions['code']).toBe('forbidden');
    expect((await readStatistics(week, 'administrator')).errors).toEqual([]);
  });

  it('are readable with a shared dashboard: views, but no sales', async () => {
    await site.connect();
    await site.post(`${M}/sharing-settings`, { 'pagespeed-insights': { sharedRoles: ['author'] } });
    expect((await readStatistics(week, 'author')).errors[0]?.extensions['code']).toBe('forbidden');
    await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash' }, 'author');
    const { data, errors } = await readStatistics(week, 'author');
    expect(errors).toEqual([]);
    expect(data.siteStatistics.trade).toBeNull();
    expect(data.siteStatistics.days).toHaveLength(8);
    expect(data.siteStatistics.events).toEqual([]);
    await site.reset();
  });

  it('exist only for periods of at most 366 valid days', async () => {
    const invalidPeriods = [
      { from: '2031-02-30', to: '2031-03-01' },
      { from: 'yesterday', to: '2031-03-01' },
      { from: '2031-03-02', to: '2031-03-01' },
      { from: '2031-01-01', to: '2032-01-02' },
    ];
    for (const period of invalidPeriods)
      expect([period, (await readStatistics(period, 'administrator')).errors[0]?.extensions['code']]).toEqual([
        period,
        'invalid_arguments',
      ]);
    const { data } = await readStatistics({ from: '2032-01-01', to: '2032-12-31' }, 'administrator');
    expect(data.siteStatistics.days).toHaveLength(366);
  });
});

describe("Module of the site's own statistics", () => {
  const report = (days: Record<string, string | number>, as?: TestUserName) => site.get(`${D('marquee')}/report`, as, days);
  const days = { startDate: '2031-10-25', endDate: '2031-10-26' };

  it('returns reports like modules of the provider, connected or not', async () => {
    const { status, body } = await report(days);
    expect([status, body.totals]).toEqual([200, { views: 0, tickets: 4, checkIns: 1 }]);
    expect(body.days).toEqual([
      { date: '2031-10-25', views: 0, tickets: 1, checkIns: 0 },
      { date: '2031-10-26', views: 0, tickets: 3, checkIns: 1 },
    ]);
    expect(body.channels.map(({ channel }: { channel: string }) => channel)).toContain('search');
    expect((await report({ ...days, eventID: 999_999 })).body.totals).toEqual({ views: 0, tickets: 0, checkIns: 0 });
    setClock(createFrozenClock('2031-11-01T12:00:00Z'));
    const defaultPeriod = (await report({ startDate: 'yesterday', endDate: '2031-10-26' })).body;
    setClock();
    expect([defaultPeriod.startDate, defaultPeriod.endDate, defaultPeriod.days.length]).toEqual(['2031-10-04', '2031-10-31', 28]);
    const tooLong = await report({ startDate: '2030-01-01', endDate: '2031-10-26' });
    expect([tooLong.status, tooLong.body.code]).toEqual([400, 'rest_invalid_param']);
    expect((await site.rest('GET', `${D('marquee')}/report`)).status).toBe(401);
    expect((await report(days, 'author')).status).toBe(403);
  });

  it('describes itself, is always active, and is not among the published modules', async () => {
    const { body } = await site.get(`${M}/info`, 'administrator', { slug: 'marquee' });
    expect(body).toMatchObject({ slug: 'marquee', active: true, connected: true, forceActive: true, shareable: false });
    expect(body.homepage).toBe(`${site.site.config.siteUrl}/dashboard`);
    const slugs = (await site.get(`${M}/list`)).body.map(({ slug }: { slug: string }) => slug);
    expect([slugs.length, slugs.includes('marquee')]).toEqual([9, false]);
    const permissions = Object.keys((await site.get(`${U}/permissions`)).body);
    expect(permissions.filter((key) => key.includes('marquee'))).toEqual([]);
  });
});

describe('Channel of a referrer', () => {
  it.each([
    [undefined, 'direct'],
    ['', 'direct'],
    ['no address', 'direct'],
    ['https://site.test/events/', 'site'],
    ['https://www.site.test/', 'site'],
    ['https://www.google.co.uk/', 'search'],
    ['https://de.search.yahoo.com/search?p=x', 'search'],
    ['https://duckduckgo.com/', 'search'],
    ['https://docs.google.com/document/d/1', 'referral'],
    ['https://m.facebook.com/', 'social'],
    ['https://t.co/abc', 'social'],
    ['https://mail.google.com/', 'mail'],
    ['android-app://com.google.android.gm/', 'mail'],
    ['https://next.example.org/', 'referral'],
  ])('%s: %s', (referrer, channel) => {
    expect(getChannel(referrer, ['site.test'])).toBe(channel);
  });
});

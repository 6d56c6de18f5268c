import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { deliverMail } from '../../src/domains/site/mail-delivery.ts';
import { startOfWeek, timezoneString } from '../../src/core/settings/site.settings.ts';
import { mailReports } from '../../src/domains/analytics/analytics.jobs.ts';
import { hashSlug } from '../../src/domains/analytics/dismissals/digest.ts';
import { sendDueReports } from '../../src/domains/analytics/email-reports/due-reports.ts';
import { analytics } from '../../src/domains/analytics/domain.ts';
import { storeViews } from '../../src/domains/figures/views/view-store.ts';
import { type MailServer, makeMailServer } from '../mail/mail-server.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, S, U } from './analytics-site.ts';
import { type Provider, createRefusal, startProvider } from './provider.ts';

let site: AnalyticsSite;
let server: MailServer;
let provider: Provider;
const YEARS = 10 * 365 * 24 * 3600;
const SEARCHES = `POST /webmasters/v3/sites/${encodeURIComponent('http://site.test/')}/searchAnalytics/query`;

beforeAll(async () => {
  server = await makeMailServer();
  await server.start();
  provider = await startProvider();
  setClock(createFrozenClock('2026-11-18T10:00:00Z'));
  site = await openAnalyticsSite({ SMTP_URL: server.url, ANALYTICS_PROVIDER_URL: provider.url });
});
beforeEach(async () => {
  setClock(createFrozenClock('2026-11-18T10:00:00Z'));
  await site.reset();
  await site.connect('administrator', { expiresIn: YEARS });
  await site.site.db.prisma.outgoingMail.deleteMany();
  server.delivered.length = 0;
  server.refusals.clear();
  provider.forget();
  provider.respond(SEARCHES, ({ body }, response) => {
    // the provider also omits days without a search
    const rows = body.startDate === '2026-11-16' ? [{ keys: ['2026-11-18'], clicks: 12, impressions: 340, ctr: 0.1, position: 3 }] : [];
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ rows }));
  });
});
afterEach(() => setClock());
afterAll(async () => {
  await site.close();
  await provider.close();
  await server.stop();
});

/** Runs the report job and mail delivery at a moment. */
async function runMinute(at: string): Promise<void> {
  setClock(createFrozenClock(at));
  await mailReports.run(site.site);
  await deliverMail(site.site);
}
const takeMails = () => server.delivered.splice(0).map(({ to, mail }) => ({ to: to[0], subject: mail.subject, text: mail.text ?? '' }));
const subscribe = async (as: TestUserName = 'administrator', settings: object = { subscribed: true }) => {
  const { status, body } = await site.post(`${U}/email-reporting-settings`, { settings }, as);
  expect([status, body]).toEqual([200, expect.objectContaining(settings)]);
  await deliverMail(site.site);
};
/** Shares modules with roles. The user who sets the property owns the module. */
async function shareWith(sharing: Record<string, string[]>): Promise<void> {
  for (const propertyID of ['http://site.test', 'http://site.test/']) await site.post(`${D('search-console')}/settings`, { propertyID });
  const data = Object.fromEntries(Object.entries(sharing).map(([slug, sharedRoles]) => [slug, { sharedRoles }]));
  expect((await site.post(`${M}/sharing-settings`, data)).body.settings).toMatchObject(data);
}
/** Gives a user access to a shared dashboard. */
async function share(slug: string, as: TestUserName): Promise<void> {
  await shareWith({ [slug]: [as] });
  await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash' }, as);
}
const logs = () => site.site.db.prisma.analyticsReportLog.findMany({ where: { template: 'report' }, orderBy: { id: 'asc' } });
const schedules = async () =>
  Object.fromEntries(
    (await site.site.db.prisma.analyticsReportSchedule.findMany()).map(({ frequency, nextRunAt }) => [frequency, nextRunAt.toISOString()]),
  );
const nextReport = async () => (await site.get(`${U}/email-reporting-next-report`)).body;
const errors = async () => (await site.get(`${S}/email-reporting-errors`)).body;

describe('Report schedules (docs/behaviour/analytics.md 5.4, 7.1)', () => {
  it('exist while reports are on, follow the time zone and first weekday, and are deleted with the waiting reports', async () => {
    await subscribe('administrator', { subscribed: true, frequency: 'weekly' });
    expect(await schedules()).toEqual({
      weekly: '2026-11-23T00:00:00.000Z',
      monthly: '2026-12-01T00:00:00.000Z',
      quarterly: '2027-01-01T00:00:00.000Z',
    });
    await site.site.settings.set(timezoneString, 'America/New_York');
    await site.site.settings.set(startOfWeek, 4);
    expect(await schedules()).toMatchObject({ weekly: '2026-11-19T05:00:00.000Z', quarterly: '2027-01-01T05:00:00.000Z' });
    expect(await nextReport()).toEqual({ timestamp: Date.UTC(2026, 10, 19, 5) / 1000 });
    await site.site.settings.set(timezoneString, 'UTC');
    await site.site.settings.set(startOfWeek, 1);
    await runMinute('2026-11-23T00:00:30Z');
    expect(await logs()).toHaveLength(1);
    expect((await site.post(`${S}/email-reporting`, { settings: { enabled: false } })).body).toEqual({ enabled: false });
    expect([await schedules(), await logs()]).toEqual([{}, []]);
    expect((await site.post(`${S}/email-reporting`, { settings: { enabled: true } })).body).toEqual({ enabled: true });
    expect(Object.keys(await schedules())).toHaveLength(3);
  });

  it('are restored at night if they are missing', async () => {
    await subscribe();
    await site.site.db.prisma.analyticsReportSchedule.deleteMany({ where: { frequency: 'monthly' } });
    await analytics.cleanUp?.(site.site);
    expect(Object.keys(await schedules())).toContain('monthly');
  });

  it('give the time of the next report for the stored frequency, subscribed or not', async () => {
    expect(await nextReport()).toEqual({ timestamp: Date.UTC(2026, 10, 23) / 1000 });
    await site.post(`${U}/email-reporting-settings`, { settings: { frequency: 'quarterly' } });
    expect(await nextReport()).toEqual({ timestamp: Date.UTC(2027, 0, 1) / 1000 });
  });
});

describe('Subscribing (docs/behaviour/analytics.md 7.2)', () => {
  it('sends one confirmation with the date of the first report in the time zone of the site', async () => {
    await site.site.settings.set(timezoneString, 'Europe/Berlin');
    await subscribe();
    const [{ to, subject, text } = { to: '', subject: '', text: '' }, ...more] = takeMails();
    expect([to, subject, more]).toEqual(['administrator@example.org', 'You will get statistics of site.test', []]);
    expect(text).toContain('The first one is made on November 23, 2026.');
    await subscribe('administrator', { subscribed: true });
    await subscribe('administrator', { frequency: 'monthly' });
    await subscribe('administrator', { subscribed: false });
    expect(takeMails()).toEqual([]);
    await site.site.settings.set(timezoneString, 'UTC');
  });
});

describe('Reports (docs/behaviour/analytics.md 7.5)', () => {
  it('are mailed a minute after their time, with statistics, a picture and one-click unsubscribing', async () => {
    await subscribe();
    takeMails();
    await runMinute('2026-11-23T00:00:00Z');
    expect(await logs()).toMatchObject([
      {
        status: 'scheduled',
        attempts: 0,
        startDate: '2026-11-16',
        sendDate: '2026-11-23',
        compareStartDate: '2026-11-09',
        compareEndDate: '2026-11-15',
      },
    ]);
    expect(takeMails()).toEqual([]);
    await runMinute('2026-11-23T00:01:00Z');
    const [delivered] = server.delivered;
    expect(await logs()).toMatchObject([{ status: 'sent', attempts: 1, errorCode: '' }]);
    expect(await schedules()).toMatchObject({ weekly: '2026-11-30T00:00:00.000Z' });
    const { html = '', text = '', attachments = [], headers = [] } = delivered?.mail ?? {};
    expect(delivered?.mail.subject).toBe('Your weekly statistics of site.test');
    expect(text).toContain('November 16, 2026 to November 22, 2026');
    expect(text).toContain('- Visits from searches: 12 (none before)');
    expect(html).toContain('<img src="cid:');
    expect(attachments.map(({ mimeType, disposition }) => [mimeType, disposition])).toEqual([['image/png', 'inline']]);
    const header = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    const [, address = ''] = /^<(http:\/\/site\.test[^>]+)>$/.exec(header('list-unsubscribe')) ?? [];
    expect(text).toContain(address);

    const path = address.slice('http://site.test'.length);
    const isSubscribed = async () => (await site.get(`${U}/email-reporting-settings`)).body.subscribed;
    // link scanners and invented URLs change nothing
    expect((await site.http.inject({ method: 'GET', url: path })).statusCode).toBe(200);
    expect((await site.http.inject({ method: 'POST', url: path.replace(/token=./, 'token=_') })).statusCode).toBe(404);
    expect(await isSubscribed()).toBe(true);
    const click = { method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const;
    expect((await site.http.inject({ ...click, payload: 'List-Unsubscribe=One-Click' })).statusCode).toBe(200);
    expect(await isSubscribed()).toBe(false);
    expect(await errors()).toEqual([]);
  });

  it('go once to each subscriber of the frequency who still has a dashboard', async () => {
    await share('search-console', 'author');
    await subscribe();
    await subscribe('author', { subscribed: true, frequency: 'weekly' });
    takeMails();
    await runMinute('2026-11-23T00:00:00Z');
    expect(await logs()).toHaveLength(2);
    await shareWith({ 'search-console': [] });
    await runMinute('2026-11-23T00:01:00Z');
    expect(takeMails().map(({ to }) => to)).toEqual(['administrator@example.org']);
    expect((await logs()).map(({ status, errorCode }) => [status, errorCode])).toEqual([
      ['sent', ''],
      ['failed', 'invalid_email_reporting_user'],
    ]);
    await runMinute('2026-11-23T00:02:00Z');
    expect([takeMails(), await errors()]).toEqual([[], []]);
  });

  it('contain the statistics of the site for readers without provider modules, and no sales for authors', async () => {
    const counts = [
      { day: '2026-11-20', kind: 'front', targetId: 0, channel: 'direct', views: 30 } as const,
      { day: '2026-11-12', kind: 'front', targetId: 0, channel: 'direct', views: 20 } as const,
    ];
    await storeViews(site.site, { writer: 'reports', number: 1, counts });
    await share('pagespeed-insights', 'author');
    await subscribe('author');
    takeMails();
    await runMinute('2026-11-23T00:00:00Z');
    await runMinute('2026-11-23T00:01:00Z');
    const [{ mail } = { mail: null }] = server.delivered;
    expect(mail?.text).toContain('- Pages seen: 30 (+50 %)');
    expect(mail?.text).not.toContain('Tickets');
    const [picture] = mail?.attachments ?? [];
    expect([picture?.mimeType, new Uint8Array(picture?.content as ArrayBuffer).slice(1, 4)]).toEqual([
      'image/png',
      new Uint8Array(Buffer.from('PNG')),
    ]);
    expect(provider.requests).toEqual([]);
  });

  it('are tried three times; the error of the provider is shown if nothing of the newest batch was sent (7.6)', async () => {
    await subscribe();
    provider.respond(SEARCHES, createRefusal(403, 'No permission for this site.', 'forbidden'));
    await runMinute('2026-11-23T00:00:00Z');
    for (const at of ['00:01', '00:12', '00:23']) {
      expect(await errors()).toEqual([]);
      await runMinute(`2026-11-23T${at}:00Z`);
    }
    expect(await logs()).toMatchObject([{ status: 'failed', attempts: 3 }]);
    const failures = await errors();
    const [code = ''] = Object.keys(failures.errors);
    expect(failures).toEqual({
      errors: { [code]: ['No permission for this site.'] },
      error_data: { [code]: { category_id: 'permissions_error' } },
    });
    await runMinute('2026-11-23T00:40:00Z');
    expect(await logs()).toMatchObject([{ status: 'failed', attempts: 3 }]);
    const notifications = await site.site.db.prisma.analyticsNotification.findMany({
      where: { state: 'open', id: { startsWith: 'reports-failed' } },
    });
    expect(notifications).toHaveLength(1);
  });

  it('still reach the other subscribers when one report fails unexpectedly', async () => {
    await shareWith({ 'pagespeed-insights': ['author', 'editor'] });
    for (const as of ['author', 'editor'] as const) {
      await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash' }, as);
      await subscribe(as);
    }
    takeMails();
    await runMinute('2026-11-23T00:00:00Z');
    setClock(createFrozenClock('2026-11-23T00:01:00Z'));
    let failures = 0;
    const db = {
      ...site.site.db,
      rows: async (...args: Parameters<typeof site.site.db.rows>) => {
        if (args[0].name === 'views_by_day_channel_kind' && (failures += 1) <= 2) throw new TypeError('nobody thought of this');
        return await site.site.db.rows(...args);
      },
    } as typeof site.site.db;
    expect(await sendDueReports({ ...site.site, db })).toBe(1);
    await deliverMail(site.site);
    expect(takeMails()).toHaveLength(1);
    expect((await logs()).map(({ status, errorCode, errorCategory }) => [status, errorCode, errorCategory])).toEqual([
      ['failed', 'internal_error', 'server_error'],
      ['sent', '', ''],
    ]);
    expect(site.logged.splice(0).join('')).toContain('nobody thought of this');
  });

  it('clear the previous error when an attempt succeeds', async () => {
    await subscribe();
    takeMails();
    provider.respond(SEARCHES, createRefusal(500, 'Later.', 'backendError'));
    await runMinute('2026-11-23T00:00:00Z');
    await runMinute('2026-11-23T00:01:00Z');
    expect(await logs()).toMatchObject([{ status: 'failed', attempts: 1, errorCategory: 'report_error' }]);
    provider.respond(SEARCHES, { json: { rows: [] } });
    await runMinute('2026-11-23T00:11:00Z');
    expect(takeMails()).toEqual([]);
    await runMinute('2026-11-23T00:12:00Z');
    expect(takeMails()).toHaveLength(1);
    expect(await logs()).toMatchObject([{ status: 'sent', attempts: 2, errorCode: '', errorMessage: '', errorCategory: '' }]);
  });

  it('are not retried after reports were switched off', async () => {
    await subscribe();
    provider.respond(SEARCHES, createRefusal(500, 'Later.', 'backendError'));
    await runMinute('2026-11-23T00:00:00Z');
    await runMinute('2026-11-23T00:01:00Z');
    expect(await logs()).toMatchObject([{ status: 'failed', attempts: 1 }]);
    for (const enabled of [false, true]) await site.post(`${S}/email-reporting`, { settings: { enabled } });
    await runMinute('2026-11-23T00:12:00Z');
    expect(await logs()).toEqual([]);
  });

  it('are listed under the status code of the provider when it refuses three times', async () => {
    await subscribe();
    takeMails();
    provider.respond(SEARCHES, createRefusal(403, 'Not for you.', 'forbidden'));
    for (const time of ['00:00', '00:01', '00:12', '00:23']) await runMinute(`2026-11-23T${time}:00Z`);
    expect(await errors()).toEqual({ errors: { 403: ['Not for you.'] }, error_data: { 403: { category_id: 'permissions_error' } } });
  });

  it('are listed with a sending error when the mail server refuses every recipient', async () => {
    await subscribe();
    server.refusals.set('administrator@example.org', 550);
    await runMinute('2026-11-23T00:00:00Z');
    await runMinute('2026-11-23T00:01:00Z');
    expect(await errors()).toMatchObject({ error_data: { mail_failed: { category_id: 'sending_error' } } });
  });

  it('count as not run when they waited for a day, or when all their attempts were interrupted (7.5, 7.6)', async () => {
    await subscribe();
    await runMinute('2026-11-23T00:00:00Z');
    const waiting = await logs();
    setClock(createFrozenClock('2026-11-24T00:01:00Z'));
    const schedulerError = {
      errors: { cron_scheduler_error: [expect.any(String)] },
      error_data: { cron_scheduler_error: { category_id: 'cron_scheduler_error' } },
    };
    expect(await errors()).toEqual(schedulerError);
    await site.site.db.prisma.analyticsReportLog.update({
      where: { id: waiting[0]?.id ?? 0 },
      data: { status: 'scheduled', attempts: 3, errorCode: '', dueAt: new Date('2026-11-23T00:34:00Z') },
    });
    setClock(createFrozenClock('2026-11-23T00:35:00Z'));
    expect(await errors()).toEqual(schedulerError);
  });

  it('are not caught up after downtime: one batch starts, dated today', async () => {
    await subscribe();
    takeMails();
    await runMinute('2026-12-16T08:00:00Z');
    await runMinute('2026-12-16T08:01:00Z');
    expect(await logs()).toMatchObject([{ frequency: 'weekly', sendDate: '2026-12-16', status: 'sent' }]);
    expect(await schedules()).toMatchObject({ weekly: '2026-12-21T00:00:00.000Z', monthly: '2027-01-01T00:00:00.000Z' });
  });

  it('are deleted from the log after half a year', async () => {
    await subscribe();
    await runMinute('2026-11-23T00:00:00Z');
    await runMinute('2026-11-23T00:01:00Z');
    setClock(createFrozenClock('2027-05-22T00:00:00Z'));
    expect(await analytics.cleanUp?.(site.site)).toMatchObject({ reports: 1 });
    expect(await logs()).toHaveLength(1);
    setClock(createFrozenClock('2027-05-24T00:00:00Z'));
    expect(await analytics.cleanUp?.(site.site)).toMatchObject({ reports: 1 });
    expect(await logs()).toEqual([]);
  });
});

describe('Lists of report readers (docs/behaviour/analytics.md 7.3)', () => {
  const list = async (name: 'eligible-subscribers' | 'subscribed-users', query: Record<string, string | number> = {}) =>
    (await site.get(`${S}/email-reporting-${name}`, 'administrator', query)).body;
  const names = (body: { users: { email: string }[] }) => body.users.map(({ email }) => email.replace('@example.org', ''));

  it('eligible: connected administrators by login, then viewers with data, without the caller and subscribers', async () => {
    await Promise.all((['administrator3', 'administrator2', 'administrator4', 'author', 'editor'] as const).map((name) => site.user(name)));
    for (const name of ['administrator3', 'administrator2'] as const) await site.connect(name, { expiresIn: YEARS });
    await site.connect('administrator', { expiresIn: YEARS });
    await shareWith({ 'search-console': ['author'], 'pagespeed-insights': ['editor'] });
    const body = await list('eligible-subscribers');
    expect(names(body)).toEqual(['administrator2', 'administrator3', 'author']);
    expect([body.total, body.totalPages]).toEqual([3, 1]);
    expect(body.users[0]).toEqual({
      id: expect.any(Number),
      displayName: 'administrator2',
      email: 'administrator2@example.org',
      role: 'administrator',
      roleDisplayName: 'Administrator',
      subscribed: false,
      invited: false,
    });
    expect(await list('eligible-subscribers', { page: 2, per_page: 2 })).toMatchObject({
      users: [{ role: 'author' }],
      total: 3,
      totalPages: 2,
    });
    expect(await list('eligible-subscribers', { page: 9, per_page: 2 })).toEqual({ users: [], total: 3, totalPages: 2 });
    expect(names(await list('eligible-subscribers', { search: 'TOR3@EX' }))).toEqual(['administrator3']);
    expect(names(await list('eligible-subscribers', { search: 'Autho' }))).toEqual(['author']);
    expect(await list('eligible-subscribers', { search: '100%' })).toEqual({ users: [], total: 0, totalPages: 0 });
    await subscribe('administrator2');
    expect(names(await list('eligible-subscribers'))).toEqual(['administrator3', 'author']);
    expect(names(await list('subscribed-users'))).toEqual(['administrator2']);
  });

  it('subscribed: by name, with the caller, only while they have a dashboard, in a constant number of statements', async () => {
    await share('search-console', 'author');
    await subscribe('author');
    await subscribe();
    const body = await list('subscribed-users');
    expect(names(body)).toEqual(['administrator', 'author']);
    expect(body.users[1]).toEqual({
      id: expect.any(Number),
      displayName: 'author',
      email: 'author@example.org',
      role: 'author',
      roleDisplayName: 'Author',
    });
    const count = async () => {
      site.statements.length = 0;
      await list('subscribed-users', { per_page: 100 });
      return site.statements.length;
    };
    const before = await count();
    for (let n = 2; n < 12; n += 1) {
      await site.user(`author${n}`);
      await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash' }, `author${n}`);
      await site.post(`${U}/email-reporting-settings`, { settings: { subscribed: true } }, `author${n}`);
    }
    expect(names(await list('subscribed-users'))).toHaveLength(12);
    expect(await count()).toBe(before);
    await shareWith({ 'search-console': [] });
    expect(names(await list('subscribed-users'))).toEqual(['administrator']);
  });

  it('subscribed: exactly the users who may view a dashboard, for every role, access, verification and splash', async () => {
    await shareWith({ 'pagespeed-insights': ['administrator', 'editor'] });
    const { prisma } = site.site.db;
    const expected: string[] = [];
    for (const role of ['administrator', 'editor', 'author', 'subscriber'] as const)
      for (let state = 0; state < 8; state += 1) {
        const name: TestUserName = `${role}${70 + state}`;
        const { id: userId, email } = await site.user(name);
        await prisma.analyticsUser.create({ data: { userId, isSubscribed: true, isVerified: (state & 1) > 0 } });
        if ((state & 2) > 0) {
          const scopes = { grantedScopes: ['openid'], additionalScopes: [] };
          await prisma.analyticsToken.create({
            data: { userId, accessToken: Buffer.from('x'), expiresAt: new Date('2030-01-01'), ...scopes },
          });
        }
        const slug = 'shared_dashboard_splash';
        if ((state & 4) > 0) await prisma.analyticsDismissal.create({ data: { userId, kind: 'item', slug, digest: hashSlug(slug) } });
        const { body } = await site.get(`${U}/permissions`, name);
        if (body.siteanalytics_view_dashboard === true) expected.push(email.replace('@example.org', ''));
      }
    expect(expected.length).toBeGreaterThan(4);
    expect(names(await list('subscribed-users', { per_page: 100 })).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['page', 0],
    ['per_page', 0],
    ['per_page', 101],
    ['page', 'x'],
  ])('refuses %s=%s and names the parameter', async (name, value) => {
    for (const which of ['eligible-subscribers', 'subscribed-users'] as const)
      expect(await list(which, { [name]: value })).toMatchObject({
        code: 'rest_invalid_param',
        data: { status: 400, params: { [name]: expect.any(String) } },
      });
  });
});

describe('Inviting and unsubscribing users (docs/behaviour/analytics.md 7.4)', () => {
  const write = async (action: 'invite' | 'unsubscribe', userID: unknown) => {
    const { status, body } = await site.post(`${S}/email-reporting-${action}-user`, { userID });
    return status === 200 ? body : [status, body.code, body.data];
  };
  const expectedRefusal = (status: number, code: string) => [status, code, { status, success: false }];

  it('refuses in the documented order, invites once a day and names the inviter in the mail', async () => {
    const { id } = await site.user('administrator2');
    const caller = await site.user('administrator');
    expect(await write('invite', 0)).toMatchObject([400, 'rest_invalid_param', { status: 400 }]);
    expect(await write('invite', 'x')).toMatchObject([400, 'rest_invalid_param', { status: 400 }]);
    expect(await write('invite', 999_999)).toEqual(expectedRefusal(400, 'email_reporting_invalid_user_id'));
    expect(await write('invite', id)).toEqual(expectedRefusal(400, 'email_reporting_ineligible_user'));
    expect(await write('invite', caller.id)).toEqual(expectedRefusal(400, 'email_reporting_ineligible_user'));
    await site.connect('administrator2', { expiresIn: YEARS });
    await site.connect('administrator', { expiresIn: YEARS });
    expect(await write('invite', id)).toEqual({ success: true });
    await deliverMail(site.site);
    const [{ to, subject, text } = { to: '', subject: '', text: '' }] = takeMails();
    expect([to, subject]).toEqual(['administrator2@example.org', 'Statistics of site.test by mail']);
    expect(text).toContain('administrator@example.org invites you');
    expect(text).toContain('http://site.test/dashboard');
    expect(await write('invite', id)).toEqual(expectedRefusal(429, 'email_reporting_invite_rate_limited'));
    setClock(createFrozenClock('2026-11-19T09:59:00Z'));
    expect(await write('invite', id)).toEqual(expectedRefusal(429, 'email_reporting_invite_rate_limited'));
    setClock(createFrozenClock('2026-11-19T10:00:01Z'));
    expect(await write('invite', id)).toEqual({ success: true });
    await subscribe('administrator2');
    expect(await write('invite', id)).toEqual(expectedRefusal(400, 'email_reporting_user_already_subscribed'));
  });

  it('sends one invitation for simultaneous requests', async () => {
    const { id } = await site.user('administrator2');
    await site.connect('administrator2', { expiresIn: YEARS });
    await site.connect('administrator', { expiresIn: YEARS });
    const results = await Promise.all(Array.from({ length: 8 }, () => write('invite', id)));
    expect(results.filter((result) => !Array.isArray(result))).toEqual([{ success: true }]);
    await deliverMail(site.site);
    expect(takeMails()).toHaveLength(1);
  });

  it('stops the reports of a user and keeps their frequency', async () => {
    const { id } = await site.user('administrator');
    expect(await write('unsubscribe', 0)).toMatchObject([400, 'rest_invalid_param', { status: 400 }]);
    expect(await write('unsubscribe', 999_999)).toEqual(expectedRefusal(400, 'email_reporting_invalid_user_id'));
    expect(await write('unsubscribe', id)).toEqual(expectedRefusal(400, 'email_reporting_user_not_subscribed'));
    await subscribe('administrator', { subscribed: true, frequency: 'monthly' });
    expect(await write('unsubscribe', id)).toEqual({ success: true });
    expect((await site.get(`${U}/email-reporting-settings`)).body).toEqual({ subscribed: false, frequency: 'monthly' });
  });
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, S, U } from './analytics-site.ts';

// Clauses of docs/behaviour/analytics.md 1, 4 and 5, in their order.

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
});
beforeEach(() => site.reset());
afterEach(() => setClock());
afterAll(() => site.close());

const rest = (method: string, path: string, body?: unknown) =>
  site.rest(method, path, { as: 'administrator', ...(body !== undefined && { body }) });

describe('Rules for every route (docs/behaviour/analytics.md 1)', () => {
  it('returns bare values with status 200 and without list headers', async () => {
    await site.connect();
    for (const { status, body, headers } of [await site.post(`${S}/reset-persistent`), await site.get(`${U}/dismissed-items`)]) {
      expect(status).toBe(200);
      expect(body === true || Array.isArray(body)).toBe(true);
      expect(headers['x-wp-total']).toBeUndefined();
    }
    expect((await rest('DELETE', `${M}/sharing-settings`)).body).toBe(false);
  });

  it('returns empty maps as lists, except in the responses of sharing and recovery', async () => {
    await site.connect();
    for (const path of [`${U}/expirable-items`, `${U}/dismissed-prompts`, `${S}/email-reporting-errors`])
      expect((await site.get(path)).body).toEqual([]);
    await site.post(`${M}/activation`, { slug: 'pagespeed-insights', active: false });
    expect((await site.post(`${M}/sharing-settings`, {})).body).toEqual({ settings: [], newOwnerIDs: {} });
    expect((await site.post(`${M}/recover-modules`, { slugs: ['ads'] })).body).toMatchObject({ success: { ads: false } });
    await site.post(`${M}/activation`, { slug: 'pagespeed-insights', active: true });
  });

  it('shows the routes of the namespace to everyone', async () => {
    const { status, body } = await site.rest('GET', '/site-analytics/v1');
    expect([status, body.namespace, typeof body.routes, typeof body._links]).toEqual([200, 'site-analytics/v1', 'object', 'object']);
  });

  it('returns 404 for methods that a route does not have', async () => {
    for (const path of ['get-token', 'tracking', 'key-metrics', 'dismiss-item', 'user-input-settings'].map((name) => `${U}/${name}`))
      for (const method of ['PUT', 'PATCH'])
        expect(await rest(method, path, { data: {} })).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
    expect((await rest('PUT', `${S}/admin-bar-settings`, { data: {} })).status).toBe(404);
  });

  it.each([
    ['missing', {}, 'rest_missing_callback_param', undefined],
    ['null', { data: null }, 'rest_missing_callback_param', undefined],
    ['a text', { data: 'text' }, 'rest_invalid_param', 'rest_invalid_type'],
    ['without its required member', { data: {} }, 'rest_invalid_param', 'rest_property_required'],
    ['of another type', { data: { enabled: 123 } }, 'rest_invalid_param', 'rest_invalid_type'],
  ] as const)('refuses data that is %s before it checks the permission', async (_name, body, code, detailCode) => {
    const reply = await site.rest('POST', `${U}/tracking`, { body });
    expect([reply.status, reply.body.code, reply.body.data.status]).toEqual([400, code, 400]);
    if (detailCode === undefined) expect(reply.body.data.params).toEqual(['data']);
    else {
      expect(Object.keys(reply.body.data.params)).toEqual(['data']);
      expect(reply.body.data.details.data.code).toBe(detailCode);
    }
  });

  it('accepts booleans in all forms that clients send, also as form fields', async () => {
    for (const [sent, stored] of [
      [1, true],
      ['false', false],
      ['1', true],
      [0, false],
      ['true', true],
    ])
      expect((await site.post(`${U}/tracking`, { enabled: sent })).body).toEqual({ enabled: stored });
    const form = { 'data[enabled]': '0' };
    expect((await site.rest('POST', `${U}/tracking`, { as: 'administrator', form })).body).toEqual({ enabled: false });
    const metrics = { settings: { widgetSlugs: 'a,b c', isWidgetHidden: '0' } };
    expect((await site.post(`${U}/key-metrics`, metrics)).body).toEqual({ widgetSlugs: ['a', 'b', 'c'], isWidgetHidden: false });
    expect((await site.post(`${U}/dismiss-item`, { slug: 'a', unknown: { b: 1 } })).body).toEqual(['a']);
  });
});

describe('User input answers (docs/behaviour/analytics.md 4.1)', () => {
  const writeInput = async (settings: object, as: 'administrator' | 'administrator2' = 'administrator') =>
    (await site.post(`${U}/user-input-settings`, { settings }, as)).body;
  const readInput = async (as: 'administrator' | 'administrator2' | 'editor' = 'administrator') =>
    (await site.get(`${U}/user-input-settings`, as)).body;
  const siteScope = { values: [], scope: 'site' };
  const userScope = { values: [], scope: 'user' };
  const unanswered = { purpose: siteScope, postFrequency: userScope, goals: userScope, includeConversionEvents: siteScope };

  it('lists all questions, and a write replaces all answers', async () => {
    const { id } = await site.user('administrator');
    expect(await readInput()).toEqual(unanswered);
    const purpose = { values: ['sell', '7'], scope: 'site', answeredBy: id };
    expect(await writeInput({ purpose: ['sell', { a: 1 }, 7], goals: 'one', odd: ['x'] })).toEqual({
      ...unanswered,
      purpose,
      goals: { values: ['one'], scope: 'user' },
    });
    expect(await writeInput({ questions: { postFrequency: ['daily'] } })).toEqual({
      ...unanswered,
      postFrequency: { values: ['daily'], scope: 'user' },
    });
    expect(await readInput()).toMatchObject({ purpose: siteScope });
  });

  it('records who answered for the site: adding values keeps that user, removing values replaces them', async () => {
    const [first, second] = [await site.user('administrator'), await site.user('administrator2')];
    await writeInput({ purpose: ['a', 'b'], includeConversionEvents: ['a', 'b'] });
    expect(await writeInput({ purpose: ['b', 'a', 'c'], includeConversionEvents: ['x'] }, 'administrator2')).toMatchObject({
      purpose: { answeredBy: first.id, author: { login: 'administrator', photo: expect.stringMatching(/^http/) } },
      includeConversionEvents: { answeredBy: second.id },
    });
    const { purpose } = await writeInput({ purpose: ['a'] }, 'administrator2');
    expect(purpose).toEqual({ values: ['a'], scope: 'site', answeredBy: second.id });
    expect((await readInput()).purpose.author.login).toBe('administrator2');
    await site.connect();
    await site.post(`${M}/sharing-settings`, { 'pagespeed-insights': { sharedRoles: ['editor'] } });
    expect((await readInput('editor')).purpose).toEqual({ values: ['a'], scope: 'site', answeredBy: second.id });
  });

  it('refuses a write without settings', async () => {
    const { status, body } = await site.post(`${U}/user-input-settings`, {});
    expect([status, body.code, body.data.details.data.code]).toEqual([400, 'rest_invalid_param', 'rest_property_required']);
  });
});

it('Importing a token refuses an empty access token', async () => {
  const { errors } = await site.graphql(
    'mutation { importAnalyticsToken(accessToken: "", scopes: []) { authenticated } }',
    {},
    'administrator',
  );
  expect(errors[0]?.extensions['code']).toBe('missing_required_param');
  expect((await site.get(`${U}/authentication`)).body.authenticated).toBe(false);
});

describe('Key metrics (docs/behaviour/analytics.md 4.3)', () => {
  const write = async (settings: object) => (await site.post(`${U}/key-metrics`, { settings })).body;
  it('stores one to eight slugs in the order in which they were sent', async () => {
    expect((await site.get(`${U}/key-metrics`)).body).toEqual({ widgetSlugs: [], isWidgetHidden: false });
    expect(await write({ widgetSlugs: ['b', '', 'a', 'b'], isWidgetHidden: false, odd: 1 })).toEqual({
      widgetSlugs: ['b', 'a', 'b'],
      isWidgetHidden: false,
    });
    expect(await write({ isWidgetHidden: true })).toEqual({ widgetSlugs: ['b', 'a', 'b'], isWidgetHidden: true });
    expect(await write({ widgetSlugs: [], isWidgetHidden: true })).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    const nine = Array.from({ length: 9 }, (_, index) => `m${index}`);
    expect((await write({ widgetSlugs: nine, isWidgetHidden: true })).data.details.data.code).toBe('rest_too_many_items');
    expect((await write({ widgetSlugs: ['a'] })).data.details.data.code).toBe('rest_property_required');
  });
});

describe('Dismissed items, prompts and tours (docs/behaviour/analytics.md 4.4)', () => {
  it('shows items again after they expire, but keeps prompts and timers', async () => {
    await site.connect('administrator', { expiresIn: 86_400 });
    await site.post(`${U}/dismiss-item`, { slug: 'a', expiration: 60 });
    await site.post(`${U}/dismiss-item`, { slug: 'b', expiration: -5 });
    await site.post(`${U}/dismiss-prompt`, { slug: 'p', expiration: 60 });
    const { p } = (await site.post(`${U}/dismiss-prompt`, { slug: 'p', expiration: 120 })).body;
    expect([p.count, Math.round(p.expires - Date.now() / 1000) > 110]).toEqual([2, true]);
    await site.post(`${U}/set-expirable-item-timers`, [{ slug: 't', expiration: 60 }]);
    setClock(createShiftedClock(61_000));
    expect((await site.get(`${U}/dismissed-items`)).body).toEqual(['b']);
    expect((await site.get(`${U}/dismissed-prompts`)).body).toEqual({ p });
    expect(Object.keys((await site.get(`${U}/expirable-items`)).body)).toEqual(['t']);
    expect((await site.post(`${U}/dismiss-item`, { slug: 'a' })).body).toEqual(['b', 'a']);
  });

  it('selects prompts by their slugs with _fields', async () => {
    await site.connect();
    for (const slug of ['p', 'q', 'q']) await site.post(`${U}/dismiss-prompt`, { slug });
    const prompts = async (fields: string) => (await site.get(`${U}/dismissed-prompts`, 'administrator', { _fields: fields })).body;
    expect(await prompts('q')).toEqual({ q: { expires: 0, count: 2 } });
    expect(await prompts('q.count')).toEqual({ q: { count: 2 } });
    expect(await prompts('unknown')).toEqual([]);
  });

  it('stores each tour once, in the order of dismissal', async () => {
    for (const slug of ['b', 'a', 'b']) await site.post(`${U}/dismiss-tour`, { slug });
    expect((await site.get(`${U}/dismissed-tours`)).body).toEqual(['b', 'a']);
  });

  it('removes dismissed items by slug', async () => {
    await site.post(`${U}/dismiss-item`, { slug: 'a' });
    const remove = async (data: unknown) => (await rest('DELETE', `${U}/dismissed-items`, { data })).body;
    expect(await remove({ slugs: [] })).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter: data.',
      data: expect.anything(),
    });
    expect((await remove({ slugs: ['a'], odd: 1 })).code).toBe('rest_invalid_param');
    expect(await remove({ slugs: ['nothing'] })).toEqual(['a']);
    expect(await remove({ slugs: ['a'] })).toEqual([]);
  });

  it.each([
    [[], 'items'],
    [[{ slug: '', expiration: 5 }], 'slug'],
    [[{ slug: 'a', expiration: 0 }], 'expiration'],
  ])('returns 400 for the timers %j and names %s', async (data, name) => {
    await site.connect();
    const { status, body } = await site.post(`${U}/set-expirable-item-timers`, data);
    expect([status, body.code, body.data]).toEqual([400, 'missing_required_param', { status: 400 }]);
    expect(body.message).toContain(name);
  });

  it.each([[[{ slug: 'a' }]], [[{ slug: 'a', expiration: 5, odd: 1 }]], ['text']])('returns 400 for the timers %j', async (data) => {
    await site.connect();
    expect((await site.post(`${U}/set-expirable-item-timers`, data)).body.code).toBe('rest_invalid_param');
  });
});

describe('Surveys (docs/behaviour/analytics.md 4.6)', () => {
  const session = { session_id: 's-1', session_token: 't-1' };
  const survey = { session, survey_payload: { question: ['Well?'] } };
  beforeEach(async () => {
    await site.connect('administrator', { expiresIn: 1_000_000 });
    await site.site.db.prisma.analyticsSurvey.deleteMany();
    await site.site.db.prisma.analyticsSurvey.create({ data: { id: 'survey-1', triggerId: 'opened', payload: survey } });
  });
  const trigger = async (data: object) => (await site.post(`${U}/survey-trigger`, data)).body;
  const nextSurvey = async () => (await site.get(`${U}/survey`)).body;
  const pausedTriggers = async () => (await site.get(`${U}/survey-timeouts`)).body;
  const recordEvent = async (event: object) => (await site.post(`${U}/survey-event`, { session, event })).body;

  it.each(['event', 'session'])('refuses a value that is not an object as %s in GraphQL', async (name) => {
    const { errors } = await site.graphql(
      'mutation($event: JSON!, $session: JSON!) { recordAnalyticsSurveyEvent(event: $event, session: $session) { __typename } }',
      { event: {}, session: {}, [name]: 'abc' },
      'administrator',
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'invalid_arguments', status: 400 });
  });

  it('are queued once each, and cannot be triggered again until the TTL ends', async () => {
    expect(await nextSurvey()).toEqual({ survey: null });
    expect(await trigger({ triggerID: 'unknown', ttl: 60 })).toEqual({ success: true });
    expect(await trigger({ triggerID: 'opened' })).toEqual({ success: true });
    expect(await trigger({ triggerID: 'opened', ttl: 90 })).toEqual({ success: true });
    expect(await nextSurvey()).toEqual({ survey: { ...survey, survey_id: 'survey-1' } });
    expect(await pausedTriggers()).toEqual(['unknown', 'opened']);
    setClock(createShiftedClock(61_000));
    expect(await pausedTriggers()).toEqual(['opened']);
    expect((await trigger({ triggerID: 'opened', ttl: -1 })).data.details.data.code).toBe('rest_out_of_bounds');
  });

  it('disappear when they are closed or completed, and a survey that is shown delays the others for twelve hours', async () => {
    await trigger({ triggerID: 'opened' });
    expect(await recordEvent({ survey_shown: {} })).toEqual({ success: true });
    expect(await pausedTriggers()).toEqual(['__global']);
    expect((await nextSurvey()).survey).not.toBeNull();
    expect(await recordEvent({ survey_closed: {} })).toEqual({ success: true });
    expect(await nextSurvey()).toEqual({ survey: null });
    setClock(createShiftedClock(12 * 3600_000 + 1000));
    expect(await pausedTriggers()).toEqual([]);
    await trigger({ triggerID: 'opened' });
    await recordEvent({ completion_shown: {} });
    expect(await nextSurvey()).toEqual({ survey: null });
    expect(await site.site.db.prisma.analyticsSurveyEvent.count()).toBe(3);
  });

  it('about user input disappear once the user has answered its questions', async () => {
    await site.site.db.prisma.analyticsSurvey.create({
      data: { id: 'user_input_answered_other_survey', triggerId: 'other', payload: survey },
    });
    await trigger({ triggerID: 'other' });
    await site.post(`${U}/user-input-settings`, { settings: {} });
    expect(await nextSurvey()).toEqual({ survey: null });
  });
});

describe('Settings of the site (docs/behaviour/analytics.md 5)', () => {
  beforeEach(() => site.connect());

  it('store the admin bar, conversion tracking and email reporting switches', async () => {
    expect((await site.get(`${S}/admin-bar-settings`)).body).toEqual({ enabled: true });
    expect((await site.post(`${S}/admin-bar-settings`, { enabled: false })).body).toEqual({ enabled: false });
    expect((await site.post(`${S}/admin-bar-settings`, {})).body).toEqual({ enabled: false });
    expect((await site.get(`${S}/conversion-tracking`)).body).toEqual({ enabled: false });
    expect((await site.post(`${S}/conversion-tracking`, { settings: { enabled: 1, odd: 1 } })).body).toEqual({ enabled: true });
    expect((await site.post(`${S}/conversion-tracking`, { settings: {} })).status).toBe(400);
    expect((await site.post(`${S}/email-reporting`, { settings: { enabled: false, odd: 1 } })).body.data.details.data.code).toBe(
      'rest_additional_properties_forbidden',
    );
  });

  it('store consent mode regions in upper case, without duplicates and invalid regions', async () => {
    const write = async (settings: object) => (await site.post(`${S}/consent-mode`, { settings })).body;
    const { body } = await site.get(`${S}/consent-mode`);
    expect([body.enabled, body.regions.length, body.regions[0], body.regions.at(-1)]).toEqual([false, 32, 'AT', 'SK']);
    expect(await write({ regions: ['us-ca', 'DE', 'US-CA', 'EARTH', 'U', 'de'] })).toEqual({ enabled: false, regions: ['US-CA', 'DE'] });
    expect(await write({ regions: [], enabled: true })).toEqual({ enabled: true, regions: ['US-CA', 'DE'] });
    expect(await write({ regions: ['EARTH'] })).toEqual({ enabled: true, regions: [] });
  });

  it('offer the consent API, which is activated by its URL or by the route', async () => {
    const info = async () => (await site.get(`${S}/consent-api-info`)).body;
    const { wpConsentPlugin: plugin, hasConsentAPI } = await info();
    expect([hasConsentAPI, plugin.installed, plugin.installURL]).toEqual([false, true, false]);
    expect(new URL(plugin.activateURL).searchParams.get('_wpnonce')).toBe((await site.get(`${U}/nonces`)).body.updates);
    expect((await site.post(`${S}/consent-api-activate`)).body).toEqual({ success: true });
    expect(await info()).toEqual({ hasConsentAPI: true });
    expect((await site.post(`${S}/consent-api-activate`)).body).toEqual({ success: true });
  });

  it('show the state of the developer plugin', async () => {
    const { body } = await site.get(`${S}/developer-plugin`);
    expect(body).toEqual({
      active: false,
      installed: false,
      activateURL: expect.stringContaining('analytics-dev-settings'),
      installURL: expect.stringContaining('analytics-dev-settings'),
      configureURL: false,
    });
  });

  it('list open notifications to users of the broker', async () => {
    const { prisma } = site.site.db;
    await prisma.analyticsNotification.create({ data: { id: 'n-1', title: 'Hello', createdAt: new Date() } });
    const list = async () => (await site.get(`${S}/notifications`)).body;
    const mark = async (data: object) => (await site.post(`${S}/mark-notification`, data)).body;
    expect(await list()).toEqual([
      {
        id: 'n-1',
        title: 'Hello',
        content: '',
        ctaURL: '',
        ctaLabel: '',
        ctaTarget: '',
        learnMoreURL: '',
        learnMoreLabel: '',
        dismissible: true,
        dismissLabel: 'Dismiss',
      },
    ]);
    expect((await mark({})).message).toContain('data.notificationID');
    expect((await mark({ notificationID: 'n-1' })).message).toContain('data.notificationState');
    expect(await mark({ notificationID: 'n-1', notificationState: 'odd' })).toEqual({ success: false });
    expect(await mark({ notificationID: 'n-2', notificationState: 'accepted' })).toEqual({ success: false });
    expect(await mark({ notificationID: 'n-1', notificationState: 'dismissed' })).toEqual({ success: true });
    expect(await list()).toEqual([]);
  });

  it('list a notification when the owner of a shared module has lost access', async () => {
    await site.post(`${D('search-console')}/settings`, { propertyID: 'sc-domain:site.test' });
    await site.post(`${M}/sharing-settings`, { 'search-console': { sharedRoles: ['editor'] } });
    await site.post(`${U}/disconnect`);
    const ids = ((await site.get(`${S}/notifications`)).body as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(['module-recoverable-search-console']);
  });

  it('report the result of the tag placement test', async () => {
    const description = async () => (await site.get(`${S}/site-health-tag-placement-test`)).body.description as string;
    const { body } = await site.get(`${S}/site-health-tag-placement-test`);
    expect(body).toEqual({
      label: 'Tag Placement',
      status: 'good',
      badge: { label: expect.any(String), color: 'blue' },
      actions: '',
      test: 'tag_placement',
      description: expect.stringMatching(/^<p>/),
    });
    await site.post(`${M}/activation`, { slug: 'analytics-4', active: true });
    expect(await description()).toMatch(/^<ul><li><strong>Analytics<\/strong>: /);
    await site.post(`${D('analytics-4')}/settings`, { useSnippet: false });
    expect(await description()).toContain('switched off');
  });

  it('report if ad measurement is connected', async () => {
    const connected = async () => (await site.get(`${S}/ads-measurement-status`)).body;
    expect(await connected()).toEqual({ connected: false });
    await site.post(`${M}/activation`, { slug: 'analytics-4', active: true });
    await site.post(`${D('analytics-4')}/settings`, { accountID: '1', propertyID: '2', webDataStreamID: '3', measurementID: 'G-4' });
    await site.post(`${D('analytics-4')}/settings`, { googleTagContainerDestinationIDs: ['G-4', 'aw-5'] });
    expect(await connected()).toEqual({ connected: true });
    await site.post(`${D('analytics-4')}/settings`, { googleTagContainerDestinationIDs: ['G-4'] });
    expect(await connected()).toEqual({ connected: false });
    await site.post(`${M}/activation`, { slug: 'ads', active: true });
    await site.post(`${D('ads')}/settings`, { conversionID: 'AW-1' });
    expect(await connected()).toEqual({ connected: true });
  });
});

describe('Entity search by URL or text (docs/behaviour/analytics.md 5.11)', () => {
  const find = async (query: string) =>
    (await site.get('/site-analytics/v1/core/search/data/entity-search', 'administrator', { query })).body;

  it('finds only published entities, at most ten', async () => {
    const create = async (kind: string, title: string, status = 'publish') =>
      (await rest('POST', `/core/v2/${kind}`, { title, content: 'Words', status })).body as { id: number; link: string };
    const post = await create('posts', 'Harbour lights');
    await create('posts', 'Harbour secrets', 'draft');
    expect(await find('harbour')).toEqual([{ id: post.id, title: 'Harbour lights', url: post.link, type: 'post' }]);
    expect(await find(post.link)).toEqual([{ id: post.id, title: 'Harbour lights', url: post.link, type: 'post' }]);
    expect(await find(post.link.replaceAll('%', '%25'))).toHaveLength(1);
    for (const query of ['https://elsewhere.example/', 'http://site.test/', 'http://site.test/2026/', 'nothing at all', ''])
      expect(await find(query), query).toEqual(query === '' ? expect.anything() : []);
    expect((await find('http://site.test/author/administrator/'))[0]).toMatchObject({ title: 'Author: administrator', type: 'user' });
    expect((await find('http://site.test/category/uncategorized/'))[0]).toMatchObject({ title: 'Category: Uncategorized', type: 'term' });
    for (let n = 0; n < 11; n += 1) await create('pages', `Quay ${n}`);
    expect(await find('quay')).toHaveLength(10);
  });

  it('finds a static front page by the URL of the site, with any campaign parameters', async () => {
    const { id } = (await rest('POST', '/core/v2/pages', { title: 'Welcome', status: 'publish' })).body as { id: number };
    await rest('POST', '/core/v2/settings', { show_on_front: 'page', page_on_front: id });
    try {
      const front = [{ id, title: 'Welcome', url: 'http://site.test/', type: 'post' }];
      for (const query of ['', '?utm_source=mail&utm_medium=x', '#top'])
        expect(await find(`http://site.test/${query}`), query).toEqual(front);
      for (const query of ['?s=hall', '?p=999999', '?cat=1']) expect(await find(`http://site.test/${query}`), query).toEqual([]);
    } finally {
      await rest('POST', '/core/v2/settings', { show_on_front: 'posts', page_on_front: 0 });
    }
  });
});

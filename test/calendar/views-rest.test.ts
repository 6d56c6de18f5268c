import { DomUtils, parseDocument } from 'htmlparser2';
import type { AnyNode, Element } from 'domhandler';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { defaultView, monthEventsPerDay } from '#app/domains/events/calendar/calendar.settings.ts';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { postsPerPage } from '#app/core/settings/site.settings.ts';
import { type CalendarApp, openCalendarApp } from './calendar-app.ts';

let app: CalendarApp;

beforeAll(async () => {
  app = await openCalendarApp();
  setClock(createFrozenClock('2031-05-14T12:00:00Z'));
  await app.event({ title: 'Long fair', start: '2031-05-12 10:00:00', end: '2031-05-16 18:00:00', categories: ['Music'] });
  await app.event({
    title: 'Concert & more',
    start: '2031-05-20 19:00:00',
    end: '2031-05-20 22:00:00',
    categories: ['Music'],
    isFeatured: true,
    cost: ['20$'],
  });
  await app.event({ title: 'Short talk', start: '2031-05-20 19:00:00', end: '2031-05-20 20:00:00', description: 'About <b>owls</b>.' });
  await app.event({ title: 'Day off', start: '2031-05-20', end: '2031-05-20', allDay: true });
  await app.event({
    title: 'Secret meeting',
    start: '2031-06-02 09:00:00',
    end: '2031-06-02 10:00:00',
    description: 'About owls too.',
    password: 'pw',
  });
  await app.event({ title: 'Hidden thing', start: '2031-05-21 09:00:00', end: '2031-05-21 10:00:00', isHiddenFromListings: true });
  await app.event({ title: 'Draft thing', start: '2031-05-21 09:00:00', end: '2031-05-21 10:00:00', status: 'draft' });
  await app.event({ title: 'Inner circle', start: '2031-05-22 09:00:00', end: '2031-05-22 10:00:00', status: 'private' });
  for (const [i, day] of ['03-01', '03-02', '04-01', '04-02'].entries())
    await app.event({ title: `Old ${i + 1}`, start: `2031-${day} 10:00:00`, end: `2031-${day} 11:00:00` });
});
afterAll(async () => {
  setClock();
  await app.close();
});
afterEach(async () => {
  setClock(createFrozenClock('2031-05-14T12:00:00Z'));
  await app.site.settings.set(postsPerPage, 10);
  await app.site.settings.set(monthEventsPerDay, 12);
  await app.site.settings.set(defaultView, 'list');
});

interface ViewReply {
  status: number;
  body: Record<string, unknown>;
  html: string;
  root: Element;
  data: Record<string, unknown> & { messages: { notice: Record<string, string> } };
}

const findElements = (root: AnyNode, name: string) => DomUtils.findAll((element) => element.name === name, [root]);
const texts = (root: AnyNode, name: string) =>
  findElements(root, name).map((element) => DomUtils.textContent(element).replace(/\s+/g, ' ').trim());
const block = (root: AnyNode, name: string) =>
  DomUtils.findOne((element) => element.attribs['data-js'] === name || element.attribs['type'] === name, [root]);

async function fetchView(query: Record<string, string>, headers: Record<string, string> = {}): Promise<ViewReply> {
  const response = await app.http.inject({
    method: 'GET',
    url: '/rest/vendor/views/v2/html',
    query: { tvn1: createNonce(app.site, anonymous, 'view_rest'), ...query },
    headers,
  });
  const body = response.json() as Record<string, unknown>;
  const html = typeof body['html'] === 'string' ? body['html'] : '';
  const roots = parseDocument(html).children.filter((node) => node.type === 'tag') as Element[];
  if (response.statusCode === 200 && html.startsWith('<')) expect(roots).toHaveLength(1);
  const root = roots[0] as Element;
  const data = root && block(root, 'evt-view-data');
  return { status: response.statusCode, body, html, root, data: data ? JSON.parse(DomUtils.textContent(data)) : {} };
}

const calendarUrl = (path: string) => `http://site.test/events${path}`;
const titles = (view: ViewReply) => texts(view.root, 'h3');

describe('Permission to request a view', () => {
  test('is given to everyone with their own nonce, by GET and POST', async () => {
    const fetched = await fetchView({ u: calendarUrl('/') });
    const posted = await app.http.inject({
      method: 'POST',
      url: '/rest/vendor/views/v2/html',
      payload: { u: calendarUrl('/'), tvn1: createNonce(app.site, anonymous, 'view_rest') },
    });
    expect([fetched.status, Object.keys(fetched.body)]).toEqual([200, ['html']]);
    expect(posted.json()).toEqual(fetched.body);
  });

  test("is refused without a nonce or with another user's nonce, but a visitor's nonce in tvn2 is always accepted", async () => {
    const { viewer, authorization } = await app.signIn('subscriber');
    const ownNonce = createNonce(app.site, viewer, 'view_rest');
    expect([
      (await fetchView({ u: calendarUrl('/'), tvn1: '' })).status,
      (await fetchView({ u: calendarUrl('/'), tvn1: ownNonce })).status,
    ]).toEqual([401, 401]);
    const withVisitorNonce = await fetchView({ u: calendarUrl('/') }, { authorization });
    expect([withVisitorNonce.status, withVisitorNonce.body['code']]).toEqual([403, 'rest_forbidden']);
    expect((await fetchView({ u: calendarUrl('/'), tvn1: ownNonce }, { authorization })).status).toBe(200);
    expect(
      (await fetchView({ u: calendarUrl('/'), tvn1: 'x', tvn2: createNonce(app.site, anonymous, 'view_rest') }, { authorization })).status,
    ).toBe(200);
  });

  test('is checked after the parameters', async () => {
    const response = await app.http.inject({ method: 'GET', url: '/rest/vendor/views/v2/html?view_data=x' });
    expect([response.statusCode, response.json().code]).toEqual([400, 'rest_missing_callback_param']);
    const refusal = await app.http.inject({
      method: 'POST',
      url: '/rest/vendor/views/v2/html',
      payload: { u: calendarUrl('/'), view: ['list'], view_data: 'x' },
    });
    expect([refusal.statusCode, Object.keys(refusal.json().data.params)]).toEqual([400, ['view', 'view_data']]);
  });
});

describe('Requested view', () => {
  const slugOf = async (path: string, extraQuery: Record<string, string> = {}) =>
    (await fetchView({ u: calendarUrl(path), ...extraQuery })).data['slug'];

  test('is read from the parameter, then the query, then the path, and an unknown view becomes the default view', async () => {
    expect(
      await Promise.all(
        [
          '/',
          '/list/',
          '/page/2/',
          '/month/',
          '/month/2031-05/',
          '/2031-05/',
          '/today/',
          '/2031-05-20/',
          '/?eventDisplay=past',
          '/?eventDisplay=latest-past',
          '/nonsense/',
        ].map((path) => slugOf(path)),
      ),
    ).toEqual(['list', 'list', 'list', 'month', 'month', 'month', 'day', 'day', 'list', 'latest-past', 'list']);
    expect(await slugOf('/month/', { view: 'day' })).toBe('day');
    // an unknown view becomes the default view; the view of the URL is ignored
    expect(await slugOf('/month/', { view: 'no-such-view' })).toBe('list');
    expect(await slugOf('/month/', { view: '' })).toBe('month');
    expect(await slugOf('/2031-05-20/', { view: 'past' })).toBe('list');
    await app.site.settings.set(defaultView, 'day');
    expect(await slugOf('/month/', { view: 'no-such-view' })).toBe('day');
    expect((await fetchView({ u: 'https://elsewhere.test/events/month/?x' })).status).toBe(200);
  });

  test('reflector returns the parsed request', async () => {
    const { body } = await fetchView({ u: calendarUrl('/category/music/?tribe-bar-search=owl'), view: 'reflector', smu: '0' });
    expect(JSON.parse(String(body['html']))).toMatchObject({ slug: 'reflector', bar: { keyword: 'owl' }, should_manage_url: false });
  });
});

describe('List view', () => {
  test('shows events that have not ended, by start and duration, without hidden, private and draft ones', async () => {
    const view = await fetchView({ u: calendarUrl('/') });
    expect(titles(view)).toEqual(['Long fair', 'Day off', 'Short talk', 'Concert & more', 'Protected: Secret meeting']);
    expect(view.data).toMatchObject({
      view_label: 'List',
      today: '2031-05-14',
      now: '2031-05-14 12:00:00',
      is_initial_load: false,
      should_manage_url: true,
    });
    expect(view.html).not.toContain('owls too');
    const { authorization, viewer } = await app.signIn('administrator');
    const adminView = await fetchView({ u: calendarUrl('/'), tvn1: createNonce(app.site, viewer, 'view_rest') }, { authorization });
    expect(titles(adminView)).toContain('Inner circle');
  });

  test('is paginated, and continues into the past', async () => {
    await app.site.settings.set(postsPerPage, 2);
    const first = await fetchView({ u: calendarUrl('/') });
    expect([titles(first), first.data['next_url'], first.data['prev_url']]).toEqual([
      ['Long fair', 'Day off'],
      calendarUrl('/list/page/2/'),
      calendarUrl('/list/?eventDisplay=past'),
    ]);
    const lastPage = await fetchView({ u: calendarUrl('/list/page/3/') });
    expect([titles(lastPage), lastPage.data['next_url'], lastPage.data['prev_url']]).toEqual([
      ['Protected: Secret meeting'],
      '',
      calendarUrl('/list/page/2/'),
    ]);
    expect(DomUtils.findAll((element) => element.name === 'button' && 'disabled' in element.attribs, [lastPage.root])).toHaveLength(2);
    const past = await fetchView({ u: String(first.data['prev_url']) });
    expect([titles(past), past.data['prev_url'], past.data['next_url']]).toEqual([
      ['Old 3', 'Old 4'],
      calendarUrl('/list/page/2/?eventDisplay=past'),
      calendarUrl('/list/'),
    ]);
    const older = await fetchView({ u: String(past.data['prev_url']) });
    expect([titles(older), older.data['prev_url'], older.data['next_url']]).toEqual([
      ['Old 1', 'Old 2'],
      '',
      calendarUrl('/list/?eventDisplay=past'),
    ]);
  });

  test('starts at the chosen date', async () => {
    expect(titles(await fetchView({ u: calendarUrl('/list/?tribe-bar-date=2031-04-02') }))[0]).toBe('Old 4');
    expect(titles(await fetchView({ u: calendarUrl('/list/'), 'view_data[tribe-bar-date]': '2031-06-01' }))).toEqual([
      'Protected: Secret meeting',
    ]);
  });

  test('filters by category, featured and keyword, and shows a message without results', async () => {
    expect(titles(await fetchView({ u: calendarUrl('/category/music/') }))).toEqual(['Long fair', 'Concert & more']);
    expect(titles(await fetchView({ u: calendarUrl('/category/music/featured/') }))).toEqual(['Concert & more']);
    expect(titles(await fetchView({ u: calendarUrl('/?tribe-bar-search=OWLS') }))).toEqual(['Short talk']);
    const empty = await fetchView({ u: calendarUrl('/?tribe-bar-search=%3Cscript%3Ezz') });
    expect(empty.data.messages.notice).toEqual({ no_results_found_w_keyword: 'There were no results found for “<script>zz”.' });
    expect(empty.html).toContain('“&lt;script&gt;zz”');
    expect(empty.html).not.toContain('<script>zz');
    expect((await fetchView({ u: calendarUrl('/category/unknown/') })).data.messages.notice).toHaveProperty('no_results_found');
  });

  test('shows the latest past events when none is upcoming', async () => {
    setClock(createFrozenClock('2032-01-01T12:00:00Z'));
    const view = await fetchView({ u: calendarUrl('/') });
    expect(Object.keys(view.data.messages.notice)).toEqual(['no_upcoming_events']);
    expect([texts(view.root, 'h2').includes('Latest past events'), titles(view)]).toEqual([
      true,
      ['Protected: Secret meeting', 'Concert & more', 'Short talk'],
    ]);
  });

  test('shows past events only under the default view of the current date', async () => {
    const showsPast = async (path: string) => texts((await fetchView({ u: calendarUrl(path) })).root, 'h2').includes('Latest past events');
    setClock(createFrozenClock('2032-01-01T12:00:00Z'));
    expect([
      await showsPast('/month/'),
      await showsPast('/?tribe-bar-search=zz'),
      await showsPast('/list/?tribe-bar-date=2032-03-01'),
    ]).toEqual([false, false, false]);
    await app.site.settings.set(defaultView, 'month');
    expect([await showsPast('/'), await showsPast('/month/'), await showsPast('/month/2031-05/'), await showsPast('/list/')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
    setClock(createFrozenClock('2031-05-14T12:00:00Z'));
    expect(await showsPast('/')).toBe(false);
  });

  test('restarts at page 1 when the filters differ from those of the previous page', async () => {
    await app.site.settings.set(postsPerPage, 2);
    expect((await fetchView({ u: calendarUrl('/list/page/2/?tribe-bar-search=a'), pu: calendarUrl('/list/page/2/') })).data['url']).toBe(
      calendarUrl('/list/?tribe-bar-search=a'),
    );
    expect((await fetchView({ u: calendarUrl('/list/page/2/'), pu: calendarUrl('/list/') })).data['url']).toBe(
      calendarUrl('/list/page/2/'),
    );
  });
});

describe('Month view', () => {
  test('shows whole weeks, with each event on every day on which it takes place', async () => {
    const view = await fetchView({ u: calendarUrl('/month/2031-05/') });
    const days = view.data['events'] as Record<string, number[]>;
    expect([Object.keys(days).at(0), Object.keys(days).at(-1), Object.keys(days).length]).toEqual(['2031-04-28', '2031-06-01', 35]);
    expect(['2031-05-11', '2031-05-12', '2031-05-14', '2031-05-16', '2031-05-17', '2031-05-20'].map((day) => days[day]?.length)).toEqual([
      0, 1, 1, 1, 0, 3,
    ]);
    expect([view.data['prev_url'], view.data['next_url']]).toEqual([calendarUrl('/month/2031-04/'), calendarUrl('/month/2031-06/')]);
    expect(findElements(view.root, 'th').map((element) => element.attribs['abbr'])).toEqual([
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]);
    expect(findElements(view.root, 'td')).toHaveLength(35);
  });

  test('has no links beyond the first and the last event', async () => {
    expect((await fetchView({ u: calendarUrl('/month/2031-03/') })).data['prev_url']).toBe('');
    expect((await fetchView({ u: calendarUrl('/month/2031-06/') })).data['next_url']).toBe('');
  });

  test('links to the day when it has more events than fit', async () => {
    await app.site.settings.set(monthEventsPerDay, 1);
    const view = await fetchView({ u: calendarUrl('/month/2031-05/') });
    const [moreLink] = DomUtils.findAll((element) => element.attribs['class'] === 'evt-more', [view.root]);
    expect([moreLink?.attribs['href'], moreLink && DomUtils.textContent(moreLink)]).toEqual([
      calendarUrl('/2031-05-20/'),
      '+ 2 more events on May 20, 2031',
    ]);
  });

  test('links to the next events when the month has none', async () => {
    const view = await fetchView({ u: calendarUrl('/month/2031-02/') });
    expect(Object.keys(view.data.messages.notice)).toEqual(['month_no_results_found_w_ff_link']);
    expect(view.html).toContain(`href="${calendarUrl('/month/2031-03/')}"`);
    expect(Object.keys((await fetchView({ u: calendarUrl('/month/2031-05/?tribe-bar-search=zz') })).data.messages.notice)).toEqual([
      'month_no_results_found_w_keyword',
    ]);
  });

  test('shows whether there are upcoming events if no events follow the month', async () => {
    const keysOf = async (path: string) => Object.keys((await fetchView({ u: calendarUrl(path) })).data.messages.notice);
    expect(await keysOf('/month/2031-08/')).toEqual(['no_results_found']);
    setClock(createFrozenClock('2032-01-01T12:00:00Z'));
    expect([await keysOf('/month/'), await keysOf('/month/2031-08/'), await keysOf('/category/music/month/2032-03/')]).toEqual([
      ['no_upcoming_events'],
      ['no_upcoming_events'],
      ['no_upcoming_events'],
    ]);
    expect(await keysOf('/month/2031-04/')).toEqual([]);
  });

  test('accepts any date', async () => {
    for (const path of [
      '/month/0002-01/',
      '/month/9998-12/',
      '/month/9999-12/',
      '/0001-01-01/',
      '/9998-12-31/',
      '/2031-02-30/',
      '/month/2031-13/',
    ]) {
      expect((await fetchView({ u: calendarUrl(path) })).status, path).toBe(200);
    }
  });
});

describe('Day view', () => {
  test('groups its events: all day, ongoing, and by hour', async () => {
    const view = await fetchView({ u: calendarUrl('/2031-05-20/') });
    expect(texts(view.root, 'h2')).toEqual(['May 20, 2031', 'All Day', '7:00 pm']);
    expect(titles(view)).toEqual(['Day off', 'Short talk', 'Concert & more']);
    expect(texts((await fetchView({ u: calendarUrl('/2031-05-14/') })).root, 'h2')).toContain('Ongoing');
  });

  test('has a next and a previous day only if there are events in that direction', async () => {
    expect((await fetchView({ u: calendarUrl('/2031-03-01/') })).data).toMatchObject({
      prev_url: '',
      next_url: calendarUrl('/2031-03-02/'),
    });
    expect((await fetchView({ u: calendarUrl('/2031-06-02/') })).data).toMatchObject({
      prev_url: calendarUrl('/2031-06-01/'),
      next_url: '',
    });
    expect(Object.keys((await fetchView({ u: calendarUrl('/2031-05-30/') })).data.messages.notice)).toEqual([
      'day_no_results_found_w_ff_link',
    ]);
    expect(Object.keys((await fetchView({ u: calendarUrl('/2031-07-30/') })).data.messages.notice)).toEqual(['day_no_results_found']);
  });
});

describe('View element', () => {
  test('has the attributes for scripts and the labels for screen readers', async () => {
    const { root, data, html } = await fetchView({ u: calendarUrl('/') });
    expect(root.attribs).toMatchObject({
      'data-js': 'evt-view',
      'data-view-rest-url': 'http://site.test/rest/vendor/views/v2/html',
      'data-view-rest-method': 'GET',
      'data-view-manage-url': 'true',
      'data-view-breakpoint-pointer': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    });
    expect(Object.keys(data)).toEqual([
      'slug',
      'view_label',
      'title',
      'url',
      'prev_url',
      'next_url',
      'today_url',
      'events',
      'url_event_date',
      'bar',
      'today',
      'now',
      'messages',
      'public_views',
      'start_of_week',
      'rest_url',
      'rest_method',
      'should_manage_url',
      'breakpoints',
      'is_initial_load',
    ]);
    const nonces = JSON.parse(DomUtils.textContent(block(root, 'evt-view-nonce-data') as Element));
    expect(nonces).toEqual({ tvn1: createNonce(app.site, anonymous, 'view_rest'), tvn2: '' });
    const events = JSON.parse(DomUtils.textContent(block(root, 'application/ld+json') as Element)) as { name: string }[];
    expect(events.map(({ name }) => name)).toEqual(['Long fair', 'Day off', 'Short talk', 'Concert & more']);
    expect(texts(root, 'h1')).toEqual(['Events']);
    expect(DomUtils.findAll((element) => element.attribs['role'] === 'search', [root])).toHaveLength(1);
    expect(
      findElements(root, 'a')
        .filter((element) => element.attribs['aria-current'] === 'true')
        .map((element) => DomUtils.textContent(element)),
    ).toEqual(['Show events in List view']);
    const labeledIds = new Set(findElements(root, 'label').map((element) => element.attribs['for']));
    expect(
      findElements(root, 'input')
        .filter((element) => element.attribs['type'] !== 'hidden')
        .every((element) => labeledIds.has(element.attribs['id'])),
    ).toBe(true);
    const ids = DomUtils.findAll((element) => 'id' in element.attribs, [root]).map((element) => element.attribs['id']);
    expect(ids.length).toBe(new Set(ids).size);
    expect(html).toContain('>Featured<');
    expect(html).not.toMatch(/tabindex="[1-9]|<script>/);
  });

  test('runs a constant number of statements', async () => {
    const count = async (path: string) => {
      await fetchView({ u: calendarUrl(path) });
      app.site.statements.length = 0;
      await fetchView({ u: calendarUrl(path) });
      return app.site.statements.length;
    };
    expect(await count('/list/')).toBe(4);
    expect(await count('/month/2031-05/')).toBe(4);
    expect(await count('/2031-05-20/')).toBe(4);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import { EVENTS, type OnboardingSite, openOnboarding, TICKETS } from './onboarding-site.ts';

let site: OnboardingSite;
beforeAll(async () => {
  site = await openOnboarding();
});
afterAll(() => site.close());

describe('The wizards (docs/behaviour/events.md 6)', () => {
  it('list their namespaces for every caller', async () => {
    for (const [root, route] of [
      ['/evt/v2/onboarding', EVENTS.path],
      ['/vendor/tickets/onboarding', TICKETS.path],
    ] as const) {
      const { status, body } = await site.rest('GET', root);
      expect([status, body.namespace, Object.keys(body.routes)]).toEqual([200, root.slice(1), [root, route]]);
    }
  });

  it.each([EVENTS, TICKETS])('check the nonce first and the permission second: $path', async ({ path, action }) => {
    const post = (body: object, as?: 'administrator' | 'editor') => site.rest('POST', path, { as, body });
    const missing = await post({ begun: true }, 'administrator');
    expect([missing.status, missing.body.code, missing.body.data.params]).toEqual([400, 'rest_missing_callback_param', ['action_nonce']]);
    const stale = await post({ action_nonce: '0123456789' }, 'administrator');
    expect([stale.status, stale.headers['allow']]).toEqual([400, 'POST']);
    const withoutUser = await post({ action_nonce: '0123456789', begun: true });
    expect(withoutUser.headers['allow']).toBeUndefined();
    expect([withoutUser.status, withoutUser.body.code]).toEqual([400, 'rest_invalid_param']);
    expect(withoutUser.body.data.details.action_nonce).toMatchObject({ code: 'tec_invalid_nonce', data: { status: 403 } });
    expect((await post({ action_nonce: '' }, 'administrator')).body.data.params).toHaveProperty('action_nonce');
    const { id } = await site.user('administrator');
    const otherUsersNonce = createNonce(site.site, { id, sessionToken: '' }, action);
    expect((await post({ action_nonce: otherUsersNonce }, 'editor')).status).toBe(400);
    const editor = createNonce(site.site, { id: (await site.user('editor')).id, sessionToken: '' }, action);
    const refused = await post({ action_nonce: editor, begun: true }, 'editor');
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_forbidden']);
    const visitor = createNonce(site.site, { id: 0, sessionToken: '' }, action);
    expect((await post({ action_nonce: visitor, begun: true })).status).toBe(401);
    expect(await site.read(path === EVENTS.path ? 'EVENTS' : 'TICKETS', 'begun lastSend')).toEqual({ begun: false, lastSend: {} });
  });

  it('give their nonces to administrators only, over GraphQL and /nonce', async () => {
    for (const action of [EVENTS.action, TICKETS.action]) {
      expect(await site.nonce(action, 'administrator')).toMatch(/^[0-9a-f]{10}$/);
      await expect(site.nonce(action, 'editor')).rejects.toThrow('forbidden');
      await expect(site.nonce(action)).rejects.toThrow('forbidden');
      const { authorization } = await site.user('editor');
      expect((await site.http.inject({ url: `/nonce?action=${action}`, headers: { authorization } })).statusCode).toBe(403);
    }
  });

  it('return their state to administrators only', async () => {
    const { errors } = await site.graphql('{ onboarding(wizard: EVENTS) { begun } }', {}, 'editor');
    expect(errors[0]?.extensions['code']).toBe('forbidden');
    const state = await site.read('EVENTS', 'availableViews timezones countries { key name } currencies { key code symbol }');
    expect(state['availableViews']).toEqual(expect.arrayContaining(['list', 'month', 'day']));
    expect(state['timezones']).toContain('Europe/Oslo');
    expect(state['countries']).toEqual(
      expect.arrayContaining([
        { key: 'NO', name: 'Norway' },
        { key: 'US', name: 'United States' },
      ]),
    );
    expect(state['currencies']).toEqual(expect.arrayContaining([{ key: 'eur', code: 'EUR', symbol: '€' }]));
  });

  it('store the progress and the last input', async () => {
    const reply = await site.send(EVENTS, {
      begun: 'true',
      currentTab: '0',
      completedTabs: [2, 2, '3'],
      skippedTabs: [3, 4],
      timezones: ['a'],
      odd: { nested: ['text\u0000'] },
    });
    expect([reply.status, reply.body.success, reply.body.message.length >= 2]).toEqual([200, true, true]);
    const fields = 'begun finished currentTab completedTabs skippedTabs lastSend';
    expect(await site.read('EVENTS', fields)).toEqual({
      begun: true,
      finished: false,
      currentTab: 0,
      completedTabs: [2, 3, 0],
      skippedTabs: [4],
      lastSend: { begun: 'true', currentTab: '0', completedTabs: [2, 2, '3'], skippedTabs: [3, 4], odd: { nested: ['text'] } },
    });
    await site.send(EVENTS, { finished: true, currentTab: 4, skippedTabs: [4, 5], country: 'NO' });
    const state = await site.read('EVENTS', fields);
    expect(state).toMatchObject({ begun: true, finished: true, currentTab: 4, completedTabs: [0], skippedTabs: [4, 5] });
    expect(state['lastSend']).toMatchObject({ odd: { nested: ['text'] }, country: 'NO', finished: true });
    expect(state['lastSend']).not.toHaveProperty('action_nonce');
    expect(await site.read('TICKETS', 'begun lastSend')).toEqual({ begun: false, lastSend: {} });
  });
});

describe('The events wizard (docs/behaviour/events.md 6.1)', () => {
  const settings = {
    currency: 'eur',
    date_format: 'd.m.Y',
    timezone_string: 'America/New_York',
    start_of_week: 0,
    tribeEnableViews: ['all', 'month', 'day', 'no-such-view'],
  };

  it('runs only the requested step', async () => {
    const { body } = await site.send(EVENTS, { ...settings, currentTab: 0, optin: true, organizer: { name: 'Too early' } });
    expect(body.message).toHaveLength(2);
    expect(body).not.toHaveProperty('organizer_id');
    expect(await site.read('EVENTS', 'optIn currency timezone')).toEqual({ optIn: true, currency: 'usd', timezone: 'UTC' });
  });

  it('sets currency, time zone, dates and views, which then apply to every visitor', async () => {
    expect((await site.send(EVENTS, { ...settings, currentTab: 1, optin: false })).status).toBe(200);
    expect(await site.read('EVENTS', 'optIn currency dateFormat timezone startOfWeek enabledViews')).toEqual({
      optIn: false,
      currency: 'eur',
      dateFormat: 'd.m.Y',
      timezone: 'America/New_York',
      startOfWeek: 0,
      enabledViews: ['month', 'day'],
    });
    expect((await site.rest('GET', '/')).body.timezone_string).toBe('America/New_York');
    const event = await site.rest('POST', '/vendor/events/v1/events', {
      as: 'administrator',
      body: { title: 'In the new zone', start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00', cost: '12' },
    });
    expect(event.body).toMatchObject({ timezone: 'America/New_York', utc_start_date: '2031-01-01 15:00:00', cost: '€12' });
    const page = await site.http.inject({ url: '/events/month/' });
    expect(page.payload).toContain('</span>Month<span class="evt-hidden"> view</span></a>');
    expect(page.payload).not.toContain('</span>List<span class="evt-hidden"> view</span>');
  });

  it('never stores empty values', async () => {
    const empty = { currency: '', date_format: '', timezone_string: '', start_of_week: '', tribeEnableViews: [] };
    const { status, body } = await site.send(EVENTS, { ...empty, currentTab: 1 });
    expect([status, body.success]).toEqual([200, true]);
    expect(await site.read('EVENTS', 'currency dateFormat timezone startOfWeek enabledViews')).toEqual({
      currency: 'eur',
      dateFormat: 'd.m.Y',
      timezone: 'America/New_York',
      startOfWeek: 0,
      enabledViews: ['month', 'day'],
    });
  });

  it('reports the failed step, keeps earlier steps and stores nothing of the failed one', async () => {
    const { status, body } = await site.send(EVENTS, {
      currentTab: 5,
      optin: true,
      currency: 'usd',
      timezone_string: 'Mars/Base',
      organizer: { name: 'Never made' },
    });
    expect([status, body.success, body.message.length]).toEqual([500, false, 3]);
    expect(await site.read('EVENTS', 'optIn currency currentTab')).toEqual({ optIn: true, currency: 'eur', currentTab: 5 });
    const { body: organizers } = await site.rest('GET', '/evt/v1/organizers');
    expect(organizers).toEqual([]);
  });

  it('creates an organizer and a venue, and reuses existing ones', async () => {
    const { status, body } = await site.send(EVENTS, {
      currentTab: 5,
      eventTickets: true,
      organizer: { name: 'House team', phone: '12', website: 'https://house.example/', email: 'w@example.org' },
      venue: { name: 'Lantern Hall', address: '12 Wharf Lane', city: 'Albany', state: 'NY', zip: '12084', country: 'US', phone: '1' },
    });
    expect([status, body.success]).toEqual([200, true]);
    const { organizer_id: organizerId, venue_id: venueId } = body;
    expect((await site.rest('GET', `/vendor/events/v1/organizers/${organizerId}`)).body).toMatchObject({
      organizer: 'House team',
      status: 'publish',
      email: 'w@example.org',
      website: 'https://house.example/',
    });
    expect((await site.rest('GET', `/vendor/events/v1/venues/${venueId}`)).body).toMatchObject({
      venue: 'Lantern Hall',
      status: 'publish',
      country: 'United States',
      state: 'NY',
      province: 'NY',
      stateprovince: 'NY',
    });
    const fields = 'ticketsEnabled organizer { databaseId } venue { databaseId }';
    const expected = { ticketsEnabled: true, organizer: { databaseId: organizerId }, venue: { databaseId: venueId } };
    expect(await site.read('EVENTS', fields)).toEqual(expected);
    const reply = await site.send(EVENTS, { currentTab: 5, organizer: { organizerId, name: 'House team' }, venue: { venueId } });
    expect(reply.body).not.toHaveProperty('organizer_id');
    expect(reply.body).not.toHaveProperty('venue_id');
    expect((await site.rest('GET', '/evt/v1/organizers')).body).toHaveLength(1);
  });

  it('accepts forms as well', async () => {
    const form = { action_nonce: await site.nonce(EVENTS.action, 'administrator'), currentTab: '5', 'organizer[name]': 'By form' };
    const { status, body } = await site.rest('POST', EVENTS.path, { as: 'administrator', form });
    expect([status, typeof body.organizer_id]).toEqual([200, 'number']);
  });
});

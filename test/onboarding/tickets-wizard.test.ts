import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeGateway } from '../../src/domains/site/onboarding/gateways.ts';
import { gateways } from '../../src/domains/site/onboarding/onboarding.settings.ts';
import { openSettings } from '../../src/core/settings/settings.service.ts';
import type { Site } from '../../src/site.ts';
import { type OnboardingSite, openOnboarding, TICKETS } from './onboarding-site.ts';

let site: OnboardingSite;
beforeAll(async () => {
  site = await openOnboarding();
});
afterAll(() => site.close());

const readGateway = async (name: 'STRIPE' | 'SQUARE') =>
  ((await site.read('TICKETS', 'gateways { name isEnabled isConnected account country }'))['gateways'] as { name: string }[]).find(
    (gateway) => gateway.name === name,
  );

describe('The tickets wizard (docs/behaviour/events.md 6.2)', () => {
  it('sets the shop, its currency and its payment gateway', async () => {
    await site.send(TICKETS, { currentTab: 0, optin: true, currency: 'nok', userEmail: 'early@example.org' });
    expect(await site.read('TICKETS', 'optIn commerceEnabled currency')).toEqual({ optIn: true, commerceEnabled: true, currency: 'usd' });
    await site.send(TICKETS, { currentTab: 0, optin: false });
    expect(await site.read('TICKETS', 'optIn commerceEnabled')).toEqual({ optIn: false, commerceEnabled: false });
    const { status } = await site.send(TICKETS, { currentTab: 1, paymentOption: 'stripe', connectionStatus: 'connected', currency: 'nok' });
    expect(status).toBe(200);
    expect(await site.read('TICKETS', 'commerceEnabled currency paymentOption')).toEqual({
      commerceEnabled: true,
      currency: 'nok',
      paymentOption: 'stripe',
    });
    expect(await readGateway('STRIPE')).toMatchObject({ isEnabled: true });
    await site.send(TICKETS, { currentTab: 1, paymentOption: 'stripe', connectionStatus: 'not connected' });
    expect(await readGateway('STRIPE')).toMatchObject({ isEnabled: false });
  });

  it('keeps the simultaneous changes of two processes', async () => {
    // each process has read the settings before it received the change of the other
    const processes = [1, 2].map(async () => {
      const db = { ...site.site.db, listen: async () => async () => {} };
      return { ...site.site, settings: await openSettings(db, [gateways] as never) };
    });
    const [first, second] = (await Promise.all(processes)) as [Site, Site];
    await Promise.all([changeGateway(first, 'square', { account: 'acct_1' }), changeGateway(second, 'paypal', { account: 'acct_2' })]);
    await Promise.all([changeGateway(first, 'paypal', { country: 'NO' }), changeGateway(second, 'paypal', { isConnected: true })]);
    const stored = (await openSettings(site.site.db, [gateways] as never)).get(gateways);
    expect(stored).toMatchObject({ square: { account: 'acct_1' }, paypal: { account: 'acct_2', country: 'NO', isConnected: true } });
  });

  it('makes tickets sell in the chosen currency', async () => {
    const { id } = (
      await site.rest('POST', '/vendor/events/v1/events', {
        as: 'administrator',
        body: { title: 'Sold', start_date: '2031-01-01 10:00:00', end_date: '2031-01-01 11:00:00' },
      })
    ).body;
    const nonce = await site.nonce('add_ticket_nonce', 'administrator');
    const body = { post_id: id, provider: 'tc', name: 'Seat', price: '5', add_ticket_nonce: nonce };
    const ticket = await site.rest('POST', '/vendor/tickets/v1/tickets', { as: 'administrator', body });
    expect([ticket.status, ticket.body.cost]).toEqual([202, 'kr5.00']);
  });

  it('creates the pages of the shop once', async () => {
    await Promise.all([
      site.send(TICKETS, { currentTab: 2, stripeConnected: true }),
      site.send(TICKETS, { currentTab: 2, squareConnected: '1' }),
      site.send(TICKETS, { currentTab: 2, stripeConnected: 1 }),
    ]);
    const pages = (await site.rest('GET', '/core/v2/pages')).body as { id: number }[];
    const { checkoutPageId, successPageId } = await site.read('TICKETS', 'checkoutPageId successPageId');
    expect(pages.map(({ id }) => id).sort((a, b) => a - b)).toEqual([checkoutPageId, successPageId]);
  });

  it('sets the sender of ticket mail, and reports and ignores an invalid address', async () => {
    await site.send(TICKETS, { currentTab: 3, userEmail: 'box@hall.example', userName: 'Lantern Hall' });
    const sender = { userEmail: 'box@hall.example', userName: 'Lantern Hall' };
    expect(await site.read('TICKETS', 'userEmail userName')).toEqual(sender);
    const { status, body } = await site.send(TICKETS, { currentTab: 3, userEmail: 'nobody', userName: '', currency: 'none' });
    expect([status, body.success]).toEqual([200, true]);
    expect(body.message.filter((message: string) => message.includes('not saved'))).toHaveLength(2);
    expect(await site.read('TICKETS', 'userEmail userName currency')).toEqual({ ...sender, currency: 'nok' });
  });

  it('enables the calendar on request', async () => {
    await site.send(TICKETS, { currentTab: 4, eventsCalendar: false });
    expect(await site.read('TICKETS', 'calendarEnabled')).toEqual({ calendarEnabled: false });
    await site.send(TICKETS, { currentTab: 4, eventsCalendar: true });
    expect(await site.read('TICKETS', 'calendarEnabled')).toEqual({ calendarEnabled: true });
  });

  it('refuses unknown payment gateways', async () => {
    const { status, body } = await site.send(TICKETS, { currentTab: 2, action: 'connect', gateway: 'barter', country: 'NO' });
    expect([status, body.success]).toEqual([500, false]);
    expect(body).not.toHaveProperty('signup_url');
  });

  it('links to the page that stores the payment connection', async () => {
    const { body } = await site.send(TICKETS, { currentTab: 2, action: 'connect', gateway: 'square', country: 'NO' });
    expect(body.signup_url).toBe('http://site.test/onboarding/connect/square?country=NO');
    const url = body.signup_url.replace('http://site.test', '');
    const visit = await site.http.inject({ url });
    expect([visit.statusCode, visit.headers.location]).toEqual([302, `/sign-in?redirect_to=${encodeURIComponent(url)}`]);

    const signIn = async (login: string) => {
      const form = await site.http.inject({ url: '/sign-in' });
      const nonce = /name="nonce" value="([0-9a-f]+)"/.exec(form.payload)?.[1] ?? '';
      const signedIn = await site.http.inject({
        method: 'POST',
        url: '/sign-in',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ nonce, login, password: `account password of ${login}` }).toString(),
      });
      return [signedIn.headers['set-cookie']]
        .flat()
        .map((cookie) => String(cookie).split(';')[0])
        .join('; ');
    };
    await Promise.all([site.user('administrator'), site.user('editor')]);
    const editorCookie = await signIn('editor');
    expect((await site.http.inject({ url, headers: { cookie: editorCookie } })).statusCode).toBe(403);
    const adminCookie = await signIn('administrator');
    const page = await site.http.inject({ url, headers: { cookie: adminCookie } });
    expect([page.statusCode, page.payload.includes('Connect Square')]).toEqual([200, true]);
    const nonce = /name="nonce" value="([0-9a-f]+)"><input type="hidden" name="country"/.exec(page.payload)?.[1] ?? '';
    const post = (fields: Record<string, string>) =>
      site.http.inject({
        method: 'POST',
        url,
        headers: { cookie: adminCookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(fields).toString(),
      });
    expect((await post({ nonce: '0123456789', act: 'connect', account: 'acct_1' })).statusCode).toBe(403);
    expect(await readGateway('SQUARE')).toMatchObject({ isConnected: false });
    expect((await post({ nonce, act: 'connect', account: ' ', country: 'NO' })).statusCode).toBe(400);
    expect((await post({ nonce, act: 'connect', account: 'acct_1', country: 'NO' })).statusCode).toBe(303);
    expect(await readGateway('SQUARE')).toEqual({ name: 'SQUARE', isEnabled: true, isConnected: true, account: 'acct_1', country: 'NO' });
    expect((await post({ nonce, act: 'disconnect' })).statusCode).toBe(303);
    expect(await readGateway('SQUARE')).toEqual({ name: 'SQUARE', isEnabled: false, isConnected: false, account: '', country: '' });
    expect((await site.http.inject({ url: '/onboarding/connect/barter', headers: { cookie: adminCookie } })).statusCode).toBe(404);
  });
});

describe('runOnboarding', () => {
  it('does the same in GraphQL, with credentials instead of the nonce', async () => {
    const source = `mutation($sent: JSON!) { runOnboarding(wizard: EVENTS, sent: $sent) {
      success messages organizerId onboarding { begun completedTabs organizer { title { rendered } } }
    } }`;
    const sent = { begun: true, currentTab: 5, organizer: { name: 'By GraphQL' } };
    const { data, errors } = await site.graphql(source, { sent }, 'administrator');
    expect(errors).toEqual([]);
    expect(data.runOnboarding).toMatchObject({
      success: true,
      organizerId: expect.any(Number),
      onboarding: { begun: true, completedTabs: [0, 5], organizer: { title: { rendered: 'By GraphQL' } } },
    });
    expect((await site.graphql(source, { sent }, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
  });
});

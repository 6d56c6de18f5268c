import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { readScannedCode } from '../../src/domains/tickets/door/scanned-code.ts';
import { hiddenFields } from '../pages/open-pages.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createCheckoutClient } from '../checkout/support.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let event: number;
let rsvp: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  // less than a day ahead: scans further from the event check nobody in
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  event = (await makeEvent(site, { title: 'Gala & ball', start_date: inHours(12), end_date: inHours(16), timezone: 'UTC' })).id;
  rsvp = await t.ticket(event, { provider: 'rsvp', name: 'Balcony' });
});
afterAll(() => site.close());

const sessions = new Map<string, Promise<string>>();

async function cookiesFor(as: TestUserName | undefined): Promise<Record<string, string>> {
  if (!as) return {};
  const client = { ip: '127.0.0.1', userAgent: 'test', remember: false };
  const token = sessions.get(as) ?? site.user(as).then(async ({ id }) => (await startSession(site.site, id, client)).token);
  sessions.set(as, token);
  return { [SESSION_COOKIE]: await token };
}

async function open(path: string, as?: TestUserName): Promise<LightMyRequestResponse> {
  return await site.http.inject({ url: path, cookies: await cookiesFor(as) });
}

/** Submits a form of the check-in page as a browser without scripts does, and follows the redirect. */
async function submitForm(fields: Record<string, string>, as: TestUserName = 'administrator', headers: Record<string, string> = {}) {
  const page = await open(`/door/${event}`, 'administrator');
  const hidden = hiddenFields(page.payload, `/door/${event}`);
  const reply = await site.http.inject({
    method: 'POST',
    url: `/door/${event}`,
    cookies: await cookiesFor(as),
    payload: new URLSearchParams({ ...hidden, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
  return reply.statusCode === 303 ? await open(String(reply.headers.location), as) : reply;
}

const notice = (page: LightMyRequestResponse) =>
  /data-result>(.*?)<\/div>\s*<form/s.exec(page.payload)?.[1]?.replace(/<[^>]*>/g, ' ') ?? '';
const checkinUrlOf = async (id: number) =>
  (await site.graphql('query($id: Int!) { attendee(id: $id) { checkinUrl } }', { id }, 'administrator')).data.attendee.checkinUrl as string;
const isCheckedIn = async (id: number) => (await t.get(`/attendees/${id}`, {}, 'administrator')).body.checked_in as boolean;

/** Sends offline check-ins of a page, with the nonce of its list. */
async function sendScans(scans: object[], device: string, as: TestUserName = 'administrator', nonce?: string) {
  const list = (await open(`/door/${event}/list`, 'administrator')).json() as { nonce: string };
  return await site.http.inject({
    method: 'POST',
    url: `/door/${event}/scans`,
    cookies: await cookiesFor(as),
    payload: new URLSearchParams({ nonce: nonce ?? list.nonce, device, scans: JSON.stringify(scans) }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

describe('The check-in page', () => {
  it('requires the right to manage attendees', async () => {
    const redirect = await open(`/door/${event}?q=a`);
    expect([redirect.statusCode, redirect.headers.location]).toEqual([
      302,
      `/sign-in?redirect_to=${encodeURIComponent(`/door/${event}?q=a`)}`,
    ]);
    for (const as of ['editor', 'author', 'subscriber'] as const) {
      expect((await open(`/door/${event}`, as)).statusCode).toBe(403);
      for (const path of ['counts', 'live', 'list']) expect((await open(`/door/${event}/${path}`, as)).statusCode).toBe(403);
      expect((await sendScans([], 'north', as)).statusCode).toBe(403);
      const id = await t.attendee(rsvp);
      expect((await submitForm({ act: 'check-in', id: String(id) }, as)).statusCode).toBe(403);
      expect(await isCheckedIn(id)).toBe(false);
    }
    expect((await open('/door/99999999', 'administrator')).statusCode).toBe(404);
    expect((await open('/door', 'administrator')).payload).toContain(`/door/${event}">Gala &amp; ball`);
  });

  it('rejects forms of other sites', async () => {
    const id = await t.attendee(rsvp);
    for (const [fields, headers] of [
      [{ nonce: 'forged1234' }, {}],
      [{}, { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      expect((await submitForm({ act: 'check-in', id: String(id), ...fields }, 'administrator', headers)).statusCode).toBe(403);
    }
    expect(await isCheckedIn(id)).toBe(false);
  });

  it('has a strict content security policy', async () => {
    const { headers, payload } = await open(`/door/${event}`, 'administrator');
    const policy = String(headers['content-security-policy']);
    const [, nonce = ''] =
      /script-src 'nonce-([\w+/=]{24})'; connect-src 'self'; worker-src 'self'; style-src 'self'/.exec(String(policy)) ?? [];
    // no URL of the site is allowed as a script source, so that JSONP responses cannot run here
    expect(policy).not.toMatch(/script-src[^;]*('self'|http)/);
    expect(payload).toContain(`nonce="${nonce}"`);
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'permissions-policy': expect.stringContaining('camera=(self)') });
  });

  it('finds attendees of the event by part of the name without accents, by email address and by order', async () => {
    const shop = await t.ticket(event, { provider: 'tc' });
    const id = await t.attendee(shop, { full_name: 'Jürgen <b>Groß', email: 'j.gross@example.com' });
    const other = await t.attendee(await t.ticket(await t.post(), { provider: 'rsvp' }), { full_name: 'Jürgen Elsewhere' });
    const order = (await t.get(`/attendees/${id}`, {}, 'administrator')).body.order;
    for (const words of ['jurgen', 'GROSS@EXAMPLE.COM', 'ürg gro', String(order)]) {
      const { payload } = await open(`/door/${event}?q=${encodeURIComponent(words)}`, 'administrator');
      expect(payload).toContain('Jürgen &lt;b&gt;Groß');
      expect(payload).not.toContain('Elsewhere');
    }
    expect((await open(`/door/${event}?q=${encodeURIComponent('j%n')}`, 'administrator')).payload).toContain('No attendee of this event');
    expect(await isCheckedIn(other)).toBe(false);
  });

  it('checks in by name once, shows time and device of the first check-in, and undoes it', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Carla' });
    expect(notice(await submitForm({ act: 'check-in', id: String(id), at: 'North  gate' }))).toMatch(/Welcome, Carla\s+Balcony/);
    const secondNotice = notice(await submitForm({ act: 'check-in', id: String(id), at: 'South gate' }));
    expect(secondNotice).toMatch(/Already in: Carla\s+First let in \d+:\d\d\s[ap]m at North gate, manually, by administrator\./);
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.checkin_details.source).toBe('site');
    expect(notice(await submitForm({ act: 'undo', id: String(id) }))).toContain('Check-in undone: Carla');
    expect(await isCheckedIn(id)).toBe(false);
  });

  it('records the payment of an order at the door once, and checks its attendees in', async () => {
    const visitor = createCheckoutClient(site);
    const hall = await t.ticket(event, { provider: 'tc', name: 'Hall', price: '24' });
    const token = await visitor.named(hall, 2, { fullName: 'Penny Pocket', email: 'penny@example.org' });
    expect((await visitor.complete(token, 'MANUAL')).errors).toEqual([]);
    const [first, second] = (await visitor.attendees(hall)) as { databaseId: number }[];
    const id = String(first!.databaseId);
    const searchPage = async () => (await open(`/door/${event}?q=Penny`, 'administrator')).payload;
    expect(await searchPage()).toMatch(
      /To be paid for the whole order: \$48\.00.*value="paid" aria-label="\$48\.00 is paid: Penny Pocket"/s,
    );
    expect(notice(await submitForm({ act: 'check-in', id }))).toMatch(
      /\$48\.00 to pay: Penny Pocket\s+Search for order \d+ to record the payment/,
    );
    const scanned = await submitForm({ act: 'scan', code: await t.securityCode(Number(id)) });
    expect(notice(scanned)).toContain('$48.00 to pay: Penny Pocket');
    expect(scanned.payload).toContain('value="paid" aria-label="$48.00 is paid: Penny Pocket"');
    expect((await submitForm({ act: 'paid', id }, 'author')).statusCode).toBe(403);
    expect(notice(await submitForm({ act: 'paid', id: '0' }))).toContain('No such ticket');
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(notice(await submitForm({ act: 'paid', id }))).toMatch(/Paid: Penny Pocket\s+The whole order is paid/);
    expect(await searchPage()).not.toContain('To be paid');
    expect(notice(await submitForm({ act: 'check-in', id }))).toContain('Welcome, Penny Pocket');
    expect(notice(await submitForm({ act: 'check-in', id: String(second!.databaseId) }))).toContain('Welcome, Penny Pocket');
  });

  it('checks in by code, whatever the input format', async () => {
    const [first, second] = [await t.attendee(rsvp, { full_name: 'Dora' }), await t.attendee(rsvp, { full_name: 'Emil' })];
    expect(notice(await submitForm({ act: 'scan', code: ` ${await checkinUrlOf(first)}\n` }))).toContain('Welcome, Dora');
    expect(notice(await submitForm({ act: 'scan', code: await t.securityCode(second) }))).toContain('Welcome, Emil');
    expect(notice(await submitForm({ act: 'scan', code: await checkinUrlOf(first) }))).toMatch(
      /Already in: Dora\s+First let in .* by code, by administrator/,
    );
    expect((await t.get(`/attendees/${first}`, {}, 'administrator')).body.checkin_details.source).toBe('app');
  });

  it('refuses wrong codes, codes of other events, and codes of invalid tickets', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Fay' });
    const wrong = (await checkinUrlOf(id)).replace(await t.securityCode(id), 'aaaaaaaaaa');
    for (const code of ['', 'nonsense', 'aaaaaaaaaa', wrong, `https://evil.example/?ticket_id=${id}`])
      expect(notice(await submitForm({ act: 'scan', code }))).toContain('No such ticket');
    const other = await t.attendee(await t.ticket(await t.post({ title: 'Fair' }), { provider: 'rsvp' }), { full_name: 'Gus' });
    expect(notice(await submitForm({ act: 'scan', code: await checkinUrlOf(other) }))).toMatch(
      /Not for this event\s+Gus has a ticket for: Fair/,
    );
    expect(notice(await submitForm({ act: 'undo', id: String(other) }))).toContain('Not for this event');
    await t.send('PUT', `/attendees/${id}`, { attendee_status: 'no' });
    expect(notice(await submitForm({ act: 'scan', code: await checkinUrlOf(id) }))).toMatch(
      /Not valid: Fay\s+They replied that they are not coming/,
    );
    expect([await isCheckedIn(id), await isCheckedIn(other)]).toEqual([false, false]);
  });

  it('returns JSON to the script of the page', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Hal' });
    const counts = async () => (await open(`/door/${event}/counts`, 'administrator')).json() as { in: number; all: number };
    const before = await counts();
    const script = { accept: 'application/json' };
    const reply = (await submitForm({ act: 'scan', code: await checkinUrlOf(id) }, 'administrator', script)).json();
    expect(reply).toEqual({
      tone: 'good',
      title: 'Welcome, Hal',
      details: ['Balcony'],
      counts: { in: before.in + 1, all: before.all },
      letIn: id,
    });
    expect(await counts()).toEqual(reply.counts);
    expect((await submitForm({ act: 'scan', code: await checkinUrlOf(id) }, 'administrator', script)).json().title).toBe('Already in: Hal');
  });

  it.each<[string, (id: number) => Promise<unknown>]>([
    ['the door', (id) => submitForm({ act: 'undo', id: String(id) })],
    ['REST', (id) => t.send('PUT', `/attendees/${id}`, { check_in: false })],
    ['REST together with the name', (id) => t.send('PUT', `/attendees/${id}`, { check_in: false, full_name: 'Una' })],
    ['a reply of not going', (id) => t.send('PUT', `/attendees/${id}`, { attendee_status: 'no' })],
  ])('forgets the name of the door with a check-in that is undone by %s', async (_what, undo) => {
    const id = await t.attendee(rsvp, { full_name: 'Una' });
    const read = () =>
      site.site.db.prisma.attendee.findUniqueOrThrow({
        where: { id },
        select: { checkedIn: true, checkinAt: true, checkinSource: true, checkinAuthor: true, checkinDevice: true, qrMark: true },
      });
    await submitForm({ act: 'check-in', id: String(id), at: 'Gate C' });
    expect(await read()).toMatchObject({ checkedIn: true, checkinDevice: 'Gate C' });
    await undo(id);
    expect(await read()).toEqual({
      checkedIn: false,
      checkinAt: null,
      checkinSource: '',
      checkinAuthor: 0,
      checkinDevice: '',
      qrMark: false,
    });
  });

  it('accepts offline check-ins once, and reports conflicts to staff', async () => {
    const [kay, lea] = [await t.attendee(rsvp, { full_name: 'Kay' }), await t.attendee(rsvp, { full_name: 'Lea' })];
    const list = (await open(`/door/${event}/list`, 'administrator')).payload;
    expect(list).not.toMatch(/Kay|Lea|@/);
    expect(list).not.toContain(await t.securityCode(kay));
    const scannedAt = new Date(Date.now() - 60_000).toISOString();
    const scanOf = async (attendeeId: number) => ({ attendeeId, securityCode: await t.securityCode(attendeeId), scannedAt });
    const scans = [await scanOf(kay), await scanOf(lea), { attendeeId: kay, securityCode: 'wrong', scannedAt }];
    expect((await sendScans(scans, 'north', 'administrator', 'forged')).statusCode).toBe(403);
    expect((await sendScans([{ attendeeId: 'x' }], 'north')).statusCode).toBe(400);
    expect([await isCheckedIn(kay), await isCheckedIn(lea)]).toEqual([false, false]);
    await submitForm({ act: 'check-in', id: String(lea) });
    const first = (await sendScans(scans, 'north')).json();
    expect(first).toMatchObject({
      taken: 3,
      notes: [expect.stringMatching(/^Lea was in already since /), expect.stringMatching(/^Kay has a ticket that/)],
    });
    expect((await sendScans(scans, 'north')).json()).toEqual(first);
    expect((await sendScans([scans[0] ?? {}], 'south')).json().notes[0]).toMatch(/^Kay was in already since .* at north\./);
    expect(await isCheckedIn(kay)).toBe(true);
  });

  it('does not repeat the welcome when the page is reloaded', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Ivy' });
    const reply = await submitForm({ act: 'check-in', id: String(id) });
    expect(notice(reply)).toContain('Welcome, Ivy');
    const path = `/door/${event}?done=in&who=${id}`;
    setClock(createShiftedClock(180_000));
    expect(notice(await open(path, 'administrator'))).toContain('Already in: Ivy');
    setClock();
    expect(notice(await open(path, 'administrator2'))).toContain('Already in: Ivy');
  });

  it('at the public link shows staff the result of a scan', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Jon' });
    const follow = async (url: string, as: TestUserName) => {
      const reply = await open(url.replace('http://site.test', ''), as);
      expect(reply.statusCode).toBe(302);
      return await open(String(reply.headers.location).replace('http://site.test', ''), as);
    };
    const url = await checkinUrlOf(id);
    expect(notice(await follow(url.replace(/security_code=\w+/, 'security_code=wrong'), 'administrator'))).toContain('No such ticket');
    const first = await follow(url, 'author');
    expect([first.statusCode, first.payload.includes('Checked in'), first.payload.includes('Jon')]).toEqual([200, true, false]);
    expect((await follow(url, 'author')).payload).toContain('Already in');
    expect(notice(await follow(url, 'administrator'))).toMatch(/Already in: Jon\s+First let in .* by code, by author/);
  });

  it('has exactly one winner among simultaneous check-ins by door, app and form', async () => {
    await t.setting('qr_api_key', 'doorkey1');
    const id = await t.attendee(rsvp, { full_name: 'Kim' });
    const [code, url] = [await t.securityCode(id), await checkinUrlOf(id)];
    const script = { accept: 'application/json' };
    const outcomes = await Promise.all([
      ...Array.from(
        { length: 8 },
        async () => (await submitForm({ act: 'scan', code: url }, 'administrator', script)).json().tone === 'good',
      ),
      ...Array.from(
        { length: 8 },
        async () => (await t.get('/qr', { api_key: 'doorkey1', ticket_id: id, security_code: code })).status === 201,
      ),
      ...Array.from({ length: 4 }, async () => (await t.send('PUT', `/attendees/${id}`, { check_in: true })).status === 201),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });
});

describe('A scanned code', () => {
  it('may be the URL of a QR code of any site, or a security code', () => {
    expect(readScannedCode('https://x.example/?event_qr_code=1&ticket_id=12&security_code=abc')).toEqual({
      attendeeId: 12,
      securityCode: 'abc',
    });
    expect(readScannedCode(' Ab3dEfGh1J ')).toEqual({ attendeeId: null, securityCode: 'Ab3dEfGh1J' });
    for (const other of ['', 'https://x.example/', 'https://x.example/?ticket_id=-1&security_code=a', 'short', 'Ab3dEfGh1J2'])
      expect(readScannedCode(other)).toBeNull();
  });
});

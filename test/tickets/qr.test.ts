import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
let rsvp: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
  rsvp = await t.ticket(post, { provider: 'rsvp' });
  await t.setting('qr_api_key', 'doorkey1');
});
afterAll(() => site.close());

const scan = (query: Record<string, string | number>) => t.get('/qr', { api_key: 'doorkey1', ...query });

describe('Scanning a ticket', () => {
  it('checks in once with the app as source, and shows the state before', async () => {
    const id = await t.attendee(rsvp, { full_name: 'Dora' });
    const code = await t.securityCode(id);
    const first = await scan({ ticket_id: id, security_code: code, event_id: post });
    expect(first.status).toBe(201);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(Object.keys(first.body)).toEqual(['msg', 'attendee']);
    expect(first.body.attendee).toMatchObject({ id, title: 'Dora', email: 'ann@example.org', checked_in: false });
    const secondScan = await scan({ ticket_id: id, security_code: code });
    expect([secondScan.status, secondScan.body.error, secondScan.body.attendee.checked_in]).toEqual([
      403,
      'attendee_already_checked_in',
      true,
    ]);
    expect((await t.get(`/attendees/${id}`, {}, 'administrator')).body.checkin_details).toMatchObject({ source: 'app', author: 0 });
    expect((await site.site.db.sql('SELECT scan_count FROM ticket_scans'))[0]).toEqual({ scan_count: 1 });
    expect(JSON.stringify(first.body)).not.toContain(code);
  });

  it('does nothing on HEAD, which must be safe', async () => {
    const id = await t.attendee(rsvp);
    const query = { api_key: 'doorkey1', ticket_id: id, security_code: await t.securityCode(id) };
    for (const path of ['/qr', '/qr?_method=HEAD']) {
      const head = await site.rest(path === '/qr' ? 'HEAD' : 'GET', `${t.ns}${path}`, { query });
      expect(head.status).toBe(404);
    }
    expect((await t.get(`/qr/${id}`)).body.checked_in).toBe('');
    expect((await site.rest('HEAD', `${t.ns}/qr/${id}`)).status).toBe(200);
  });

  it('with a wrong key returns only the sent values', async () => {
    const id = await t.attendee(rsvp);
    const reply = await t.get('/qr', { api_key: 'wrong', ticket_id: id, security_code: 'abc' });
    expect([reply.status, reply.body]).toEqual([400, { api_key: 'wrong', ticket_id: String(id), event_id: null, security_code: 'abc' }]);
  });

  it('checks errors in the published order', async () => {
    const missing = await t.get('/qr', {});
    expect([missing.status, missing.body.data.params]).toEqual([400, ['api_key', 'ticket_id', 'security_code']]);
    expect((await scan({ ticket_id: 'x1', security_code: 'a' })).body.data.params).toHaveProperty('ticket_id');
    expect((await scan({ ticket_id: 1, security_code: '' })).body.data.params).toHaveProperty('security_code');
    const absent = await t.attendee(rsvp, { attendee_status: 'no' });
    expect((await scan({ ticket_id: absent, security_code: 'other' })).body).toEqual({
      msg: expect.any(String),
      error: 'security_code_not_valid',
    });
    const reply = await scan({ ticket_id: absent, security_code: await t.securityCode(absent) });
    expect([reply.status, reply.body.error, reply.body.attendee.id]).toEqual([403, 'attendee_not_authorized', absent]);
    const removed = await t.attendee(rsvp);
    const code = await t.securityCode(removed);
    await site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { status } } }', { id: removed }, 'administrator');
    expect((await scan({ ticket_id: removed, security_code: code })).body).toEqual({
      msg: expect.any(String),
      error: 'attendee_not_found',
    });
  });

  it('works only during the event if the site is configured so', async () => {
    await t.setting('qr_only_while_event_runs', true);
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
    const event = async (start: number, end: number): Promise<number> =>
      (await makeEvent(site, { start_date: inHours(start), end_date: inHours(end), timezone: 'UTC' })).id;
    const addGuest = async (id: number) => t.attendee(await t.ticket(id, { provider: 'rsvp' }));
    const [running, later] = [await event(-1, 1), await event(2, 3)];
    const [early, late] = [await addGuest(running), await addGuest(later)];
    const scanError = async (id: number, eventId?: number) =>
      (await scan({ ticket_id: id, security_code: await t.securityCode(id), ...(eventId && { event_id: eventId }) })).body.error;
    expect(await scanError(late, later)).toBe('event_not_happening_now');
    expect(await scanError(early, running)).toBeUndefined();
    await t.setting('qr_buffer_minutes', 130);
    expect(await scanError(late, later)).toBeUndefined();
    await t.setting('qr_buffer_minutes', 0);
    const other = await addGuest(later);
    expect(await scanError(other)).toBeUndefined();
    await t.setting('qr_only_while_event_runs', false);
  });

  it('by ID returns whether the attendee is checked in', async () => {
    const id = await t.attendee(rsvp, { check_in: true });
    expect((await t.get(`/qr/${id}`)).body).toEqual({ id, checked_in: '1' });
    expect((await t.get(`/qr/${rsvp}`)).body).toEqual({ id: rsvp, checked_in: '' });
    for (const wrong of [0, post, 99_999_999]) expect((await t.get(`/qr/${wrong}`)).body.code).toBe('rest_invalid_param');
    const hidden = await t.ticket(await t.post({ status: 'draft' }));
    const reply = await t.get(`/qr/${hidden}`);
    expect([reply.status, reply.body.code]).toEqual([403, 'ticket-not-accessible']);
  });
});

describe('The API key of the app', () => {
  it('can be read and renewed by administrators only', async () => {
    const readSettings = (as: 'administrator' | 'editor') => site.graphql('{ qrSettings { apiKey bufferMinutes } }', {}, as);
    expect((await readSettings('administrator')).data.qrSettings.apiKey).toBe('doorkey1');
    expect((await readSettings('editor')).errors[0]?.extensions['code']).toBe('forbidden');
    const { data } = await site.graphql('mutation { rotateQrKey { qrSettings { apiKey } } }', {}, 'administrator');
    expect(data.rotateQrKey.qrSettings.apiKey).toMatch(/^[A-Za-z0-9]{32}$/);
    const id = await t.attendee(rsvp);
    expect((await scan({ ticket_id: id, security_code: await t.securityCode(id) })).status).toBe(400);
  });

  it('is not part of the URL in a QR code', async () => {
    const id = await t.attendee(rsvp);
    const { data } = await site.graphql('query($id: Int!) { attendee(id: $id) { securityCode checkinUrl } }', { id }, 'administrator');
    const query = new URL(data.attendee.checkinUrl).searchParams;
    expect(Object.fromEntries(query)).toEqual({
      event_qr_code: '1',
      ticket_id: String(id),
      event_id: String(post),
      security_code: data.attendee.securityCode,
      path: 'rest/vendor/tickets/v1/qr',
    });
  });
});

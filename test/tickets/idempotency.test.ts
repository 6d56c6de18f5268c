import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const MUTATION = 'mutation($draft: AttendeeDraft!) { createAttendee(draft: $draft) { attendee { databaseId } } }';
let keys = 0;
const newKey = () => `registration-${(keys += 1)}`;

/** Register an attendee over one of the APIs and return the status, the ID and the error code. */
const apis = {
  async rest(ticket: number, key: string, name = 'Ann') {
    const body = { ticket_id: ticket, full_name: name, email: 'ann@example.org' };
    const { status, body: attendee } = await t.send('POST', '/attendees', body, 'administrator', { 'idempotency-key': key });
    return { status, id: attendee.id as number | undefined, code: attendee.code as string | undefined };
  },
  async graphql(ticket: number, key: string, name = 'Ann') {
    const { authorization } = await site.user('administrator');
    const reply = await site.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, authorization },
      payload: JSON.stringify({ query: MUTATION, variables: { draft: { ticketId: ticket, fullName: name, email: 'ann@example.org' } } }),
    });
    const { data, errors = [] } = reply.json();
    return {
      status: errors.length > 0 ? Number(errors[0].extensions.status) : 201,
      id: data?.createAttendee?.attendee?.databaseId as number | undefined,
      code: errors[0]?.extensions.code,
    };
  },
};
const total = async (ticket: number) => (await t.get('/attendees', { ticket_id: ticket }, 'administrator')).body.total;
const newTicket = async (capacity = 10) => await t.ticket(await t.post(), { ticket: { mode: 'own', capacity } });

describe.each(['rest', 'graphql'] as const)('Idempotency-Key on registrations over %s', (api) => {
  const register = apis[api];

  it('creates one attendee for a repeated request', async () => {
    const ticket = await newTicket();
    const key = newKey();
    const first = await register(ticket, key);
    expect(first.status).toBe(201);
    expect(await register(ticket, key)).toEqual(first);
    expect((await register(ticket, key, 'Bob')).code).toBe('idempotency_key_reused');
    expect([await total(ticket), (await t.stock(ticket)).sold]).toEqual([1, 1]);
  });

  it('creates one attendee for simultaneous requests', async () => {
    const ticket = await newTicket();
    const key = newKey();
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(ticket, key)));
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(new Set(replies.flatMap(({ id }) => id ?? [])).size).toBe(1);
    expect([await total(ticket), (await t.stock(ticket)).sold]).toEqual([1, 1]);
  });

  it('creates one attendee even if the process died before it responded, also for the last place', async () => {
    const ticket = await newTicket(1);
    const key = newKey();
    const first = await register(ticket, key);
    // the row exists, but the response was never stored
    await site.site.db.sql('UPDATE idempotency_key SET answer = NULL');
    setClock(createShiftedClock(6 * 60_000));
    expect(await register(ticket, key)).toEqual(first);
    expect([await total(ticket), (await t.stock(ticket)).sold]).toEqual([1, 1]);
  });

  it('expires after a day, and then the same key registers again', async () => {
    const ticket = await newTicket();
    const key = newKey();
    const first = await register(ticket, key);
    setClock(createShiftedClock(25 * 3600_000));
    const second = await register(ticket, key);
    expect(second.status).toBe(201);
    expect(second.id).not.toBe(first.id);
    expect(await total(ticket)).toBe(2);
  });
});

describe('A request that registers several people', () => {
  it('creates each of them once, even with equal data', async () => {
    const ticket = await newTicket();
    const { authorization } = await site.user('administrator');
    const send = () =>
      site.http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'several', authorization },
        payload: JSON.stringify({
          query: `mutation($d: AttendeeDraft!) { a: createAttendee(draft: $d) { attendee { databaseId } } b: createAttendee(draft: $d) { attendee { databaseId } } }`,
          variables: { d: { ticketId: ticket, fullName: 'Twin', email: 'twin@example.org' } },
        }),
      });
    const first = (await send()).json().data;
    expect(first.a.attendee.databaseId).not.toBe(first.b.attendee.databaseId);
    await site.site.db.sql('UPDATE idempotency_key SET answer = NULL');
    setClock(createShiftedClock(6 * 60_000));
    expect((await send()).json().data).toEqual(first);
    expect(await total(ticket)).toBe(2);
  });
});

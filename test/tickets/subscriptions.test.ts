import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countSubscriptions } from '../../src/core/feed/feed.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let url: string;
beforeAll(async () => {
  site = await openWholeSite({ RATE_LIMIT: '0' });
  t = createTicketClient(site);
  url = `${await site.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});
afterAll(() => site.close());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function waitUntil(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isTrue(); tries += 1) await sleep(10);
  if (!isTrue()) throw new Error('The condition did not become true.');
}

/** Collects results while work runs, until `isComplete` returns true. */
async function collectResults<T>(
  query: string,
  variables: Record<string, unknown>,
  as: TestUserName | undefined,
  work: (received: T[]) => Promise<void>,
  isComplete: (received: T[]) => boolean,
): Promise<T[]> {
  const headers = as && { authorization: (await site.user(as)).authorization };
  const client = createClient({ url, ...(headers && { headers }), retryAttempts: 0 });
  const received: T[] = [];
  const reading = (async () => {
    for await (const { data, errors } of client.iterate<Record<string, T>>({ query, variables })) {
      if (errors) throw new Error(JSON.stringify(errors[0]?.extensions?.['code'] ?? errors[0]?.message));
      for (const value of Object.values(data ?? {})) received.push(value);
      if (isComplete(received)) break;
    }
  })();
  const failed = reading.then(
    () => false,
    () => true,
  );
  await Promise.race([waitUntil(() => countSubscriptions(site.site) > 0), failed]);
  await sleep(30);
  await work(received);
  await reading;
  client.dispose();
  await waitUntil(() => countSubscriptions(site.site) === 0);
  return received;
}

describe('ticketAvailability', () => {
  interface Availability {
    databaseId: number;
    placesLeft: number | null;
  }
  const QUERY = 'subscription($ids: [Int!]!) { ticketAvailability(ids: $ids) { databaseId placesLeft } }';

  it('sends the current availability at once, and then changes, including shared places', async () => {
    const post = await t.post();
    const stock = { mode: 'global', event_capacity: 9 };
    const [first, second] = [await t.ticket(post, { ticket: stock }), await t.ticket(post, { ticket: stock })];
    const received = await collectResults<Availability[]>(
      QUERY,
      { ids: [first] },
      undefined,
      async (received) => {
        await waitUntil(() => received.length === 1);
        await t.attendee(second);
        await waitUntil(() => received.length === 2);
        await Promise.all([1, 2, 3].map(() => t.attendee(first)));
      },
      (received) => received.at(-1)?.[0]?.placesLeft === 5,
    );
    expect(received[0]).toEqual([{ databaseId: first, placesLeft: 9 }]);
    expect(received[1]).toEqual([{ databaseId: first, placesLeft: 8 }]);
    const placesLeft = received.map(([ticket]) => ticket?.placesLeft ?? -1);
    expect(placesLeft).toEqual(placesLeft.toSorted((a, b) => b - a));
  });

  it('requires a readable ticket', async () => {
    const ticket = await t.ticket(await t.post({ status: 'private' }));
    const nothing = () => Promise.resolve();
    await expect(collectResults(QUERY, { ids: [ticket] }, undefined, nothing, () => true)).rejects.toThrow('ticket_not_accessible');
    await expect(collectResults(QUERY, { ids: [] }, undefined, nothing, () => true)).rejects.toThrow('invalid_arguments');
    expect(await collectResults(QUERY, { ids: [ticket] }, 'administrator', nothing, (received) => received.length === 1)).toHaveLength(1);
  });
});

describe('checkIns', () => {
  const QUERY =
    'subscription($id: Int!) { checkIns(eventId: $id) { isCheckedIn checkedIn attendee { databaseId name management { isCheckedIn } } } }';

  it('sends check-ins and undone check-ins to managers, for every API and page', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post);
    const [first, second] = [await t.attendee(ticket, { full_name: 'One' }), await t.attendee(ticket, { full_name: 'Two' })];
    const other = await t.attendee(await t.ticket(await t.post()));
    interface CheckIn {
      isCheckedIn: boolean;
      checkedIn: number;
      attendee: { databaseId: number; name: string };
    }
    const received = await collectResults<CheckIn>(
      QUERY,
      { id: post },
      'administrator',
      async (received) => {
        await t.send('PUT', `/attendees/${other}`, { check_in: true });
        await t.send('PUT', `/attendees/${first}`, { check_in: true });
        await waitUntil(() => received.length === 1);
        await site.graphql('mutation($id: Int!) { checkInAttendee(id: $id) { attendee { databaseId } } }', { id: second }, 'administrator');
        await waitUntil(() => received.length === 2);
        await t.send('PUT', `/attendees/${first}`, { check_in: false });
        await waitUntil(() => received.length === 3);
        await t.attendee(ticket, { full_name: 'Three', check_in: true });
      },
      (received) => received.length === 4,
    );
    expect(received.map(({ isCheckedIn, checkedIn, attendee }) => [attendee.name, isCheckedIn, checkedIn])).toEqual([
      ['One', true, 1],
      ['Two', true, 2],
      ['One', false, 1],
      ['Three', true, 2],
    ]);
  });

  it('requires a manager, and an existing post', async () => {
    const post = await t.post();
    const nothing = () => Promise.resolve();
    await expect(collectResults(QUERY, { id: post }, undefined, nothing, () => true)).rejects.toThrow('forbidden');
    await expect(collectResults(QUERY, { id: post }, 'editor', nothing, () => true)).rejects.toThrow('forbidden');
    await expect(collectResults(QUERY, { id: 999_999 }, 'administrator', nothing, () => true)).rejects.toThrow('post_not_found');
  });
});

describe('Writers', () => {
  it('send no notifications if there are no subscribers of the post', async () => {
    const received: string[] = [];
    const stop = await site.site.db.listen('ticket_changed', (payload) => received.push(payload));
    await site.site.db.sql('DELETE FROM ticket_watch');
    const post = await t.post();
    const ticket = await t.ticket(post);
    await t.attendee(ticket);
    await sleep(50);
    expect(received).toEqual([]);
    await site.site.db.sql(`INSERT INTO ticket_watch (post_id, until) VALUES ($1, now() + interval '1 minute')`, [post]);
    await t.attendee(ticket);
    await waitUntil(() => received.length === 1);
    expect(JSON.parse(received[0] ?? '')).toEqual({ postId: post, ticketId: ticket });
    await stop();
  });
});

import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSubscriptions } from '../../src/core/feed/feed.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { ticketing } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let url: string;
beforeAll(async () => {
  site = await openWholeSite({ RATE_LIMIT: '0' });
  t = ticketing(site);
  url = `${await site.http.listen({ host: '127.0.0.1', port: 0 })}/graphql`;
});
afterAll(() => site.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
async function until(fits: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !fits(); tries += 1) await pause(10);
  if (!fits()) throw new Error('it does not come');
}

/** Collects results while work runs, until `enough` returns true. */
async function collectResults<T>(
  query: string,
  variables: Record<string, unknown>,
  as: TestUserName | undefined,
  work: (heard: T[]) => Promise<void>,
  enough: (heard: T[]) => boolean,
): Promise<T[]> {
  const headers = as && { authorization: (await site.user(as)).authorization };
  const client = createClient({ url, ...(headers && { headers }), retryAttempts: 0 });
  const heard: T[] = [];
  const listening = (async () => {
    for await (const { data, errors } of client.iterate<Record<string, T>>({ query, variables })) {
      if (errors) throw new Error(JSON.stringify(errors[0]?.extensions?.['code'] ?? errors[0]?.message));
      for (const value of Object.values(data ?? {})) heard.push(value);
      if (enough(heard)) break;
    }
  })();
  const failed = listening.then(
    () => false,
    () => true,
  );
  await Promise.race([until(() => openSubscriptions(site.site) > 0), failed]);
  await pause(30);
  await work(heard);
  await listening;
  client.dispose();
  await until(() => openSubscriptions(site.site) === 0);
  return heard;
}

describe('ticketAvailability', () => {
  interface Report {
    databaseId: number;
    placesLeft: number | null;
  }
  const QUERY = 'subscription($ids: [Int!]!) { ticketAvailability(ids: $ids) { databaseId placesLeft } }';

  it('sends the current availability at once, and then changes, including shared places', async () => {
    const post = await t.post();
    const stock = { mode: 'global', event_capacity: 9 };
    const [one, two] = [await t.ticket(post, { ticket: stock }), await t.ticket(post, { ticket: stock })];
    const heard = await collectResults<Report[]>(
      QUERY,
      { ids: [one] },
      undefined,
      async (all) => {
        await until(() => all.length === 1);
        await t.attendee(two);
        await until(() => all.length === 2);
        await Promise.all([1, 2, 3].map(() => t.attendee(one)));
      },
      (all) => all.at(-1)?.[0]?.placesLeft === 5,
    );
    expect(heard[0]).toEqual([{ databaseId: one, placesLeft: 9 }]);
    expect(heard[1]).toEqual([{ databaseId: one, placesLeft: 8 }]);
    const left = heard.map((told) => told[0]?.placesLeft ?? -1);
    expect(left).toEqual(left.toSorted((a, b) => b - a));
  });

  it('requires a readable ticket', async () => {
    const ticket = await t.ticket(await t.post({ status: 'private' }));
    const nothing = () => Promise.resolve();
    await expect(collectResults(QUERY, { ids: [ticket] }, undefined, nothing, () => true)).rejects.toThrow('ticket_not_accessible');
    await expect(collectResults(QUERY, { ids: [] }, undefined, nothing, () => true)).rejects.toThrow('invalid_arguments');
    expect(await collectResults(QUERY, { ids: [ticket] }, 'administrator', nothing, (all) => all.length === 1)).toHaveLength(1);
  });
});

describe('checkIns', () => {
  const QUERY =
    'subscription($id: Int!) { checkIns(eventId: $id) { isCheckedIn checkedIn attendee { databaseId name management { isCheckedIn } } } }';

  it('sends check-ins and undone check-ins to managers, for every API and page', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post);
    const [one, two] = [await t.attendee(ticket, { full_name: 'One' }), await t.attendee(ticket, { full_name: 'Two' })];
    const other = await t.attendee(await t.ticket(await t.post()));
    interface News {
      isCheckedIn: boolean;
      checkedIn: number;
      attendee: { databaseId: number; name: string };
    }
    const heard = await collectResults<News>(
      QUERY,
      { id: post },
      'administrator',
      async (all) => {
        await t.send('PUT', `/attendees/${other}`, { check_in: true });
        await t.send('PUT', `/attendees/${one}`, { check_in: true });
        await until(() => all.length === 1);
        await site.graphql('mutation($id: Int!) { checkInAttendee(id: $id) { attendee { databaseId } } }', { id: two }, 'administrator');
        await until(() => all.length === 2);
        await t.send('PUT', `/attendees/${one}`, { check_in: false });
        await until(() => all.length === 3);
        await t.attendee(ticket, { full_name: 'Three', check_in: true });
      },
      (all) => all.length === 4,
    );
    expect(heard.map(({ isCheckedIn, checkedIn, attendee }) => [attendee.name, isCheckedIn, checkedIn])).toEqual([
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
    const heard: string[] = [];
    const stop = await site.site.db.listen('ticket_changed', (payload) => heard.push(payload));
    await site.site.db.sql('DELETE FROM ticket_watch');
    const post = await t.post();
    const ticket = await t.ticket(post);
    await t.attendee(ticket);
    await pause(50);
    expect(heard).toEqual([]);
    await site.site.db.sql(`INSERT INTO ticket_watch (post_id, until) VALUES ($1, now() + interval '1 minute')`, [post]);
    await t.attendee(ticket);
    await until(() => heard.length === 1);
    expect(JSON.parse(heard[0] ?? '')).toEqual({ postId: post, ticketId: ticket });
    await stop();
  });
});

import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../support/service.ts';
import { createBoxOffice } from '../tickets/load/box-office.ts';
import { type LoadedSite, startOnTestServer } from '../tickets/load/sites.ts';

/** Collects the subscription results of one process as they arrive. */
function listen<T>(service: Service, query: string, variables: Record<string, unknown> = {}) {
  const received: T[] = [];
  const client = createClient({ url: `${service.url}/graphql`, retryAttempts: 0 });
  client.subscribe<Record<string, T>>(
    { query, variables },
    { next: ({ data }) => void received.push(...(data ? Object.values(data) : [])), error: () => undefined, complete: () => undefined },
  );
  return { received, close: () => client.dispose() };
}

async function waitUntil(isDone: () => boolean, work: () => Promise<unknown> = async () => undefined): Promise<void> {
  for (let tries = 0; tries < 200 && !isDone(); tries += 1) {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('A subscriber of one process', () => {
  let loadedSite: LoadedSite;
  let reader: Service;
  let writer: Service;
  beforeAll(async () => {
    loadedSite = await startOnTestServer();
    [reader, writer] = loadedSite.services as [Service, Service];
  });
  afterAll(() => loadedSite?.close());

  it('receives changes of an event by any process, in the order of the changes', async () => {
    const draft = { title: 'Opening', status: 'publish', start_date: '2031-05-01 18:00:00', end_date: '2031-05-01 23:00:00' };
    const id = Number((await writer.rest('POST', '/evt/v1/events', { body: draft })).body.id);
    const rename = (service: Service, title: string) => service.rest('PUT', `/evt/v1/events/${id}`, { body: { title } });
    const query = 'subscription($ids: [Int!]) { eventChanged(ids: $ids) { act event { title { rendered } } } }';
    const { received, close } = listen<{ act: string; event: { title: { rendered: string } } }>(reader, query, { ids: [id] });
    try {
      // changes before the subscription started are not sent
      await waitUntil(
        () => received.length > 0,
        () => rename(writer, 'Not open yet'),
      );
      const titles = ['First', 'Second', 'Third', 'Fourth'];
      for (const [index, title] of titles.entries()) await rename(index % 2 === 0 ? writer : reader, title);
      await waitUntil(() => received.at(-1)?.event.title.rendered === 'Fourth');
      expect(received.slice(-4).map(({ event }) => event.title.rendered)).toEqual(titles);
    } finally {
      close();
    }
  });

  it('receives the number of remaining places when another process sells some', async () => {
    const office = createBoxOffice([writer]);
    const ticket = await office.ticket(await office.post(), { provider: 'rsvp', ticket: { capacity: 5 } });
    const query = 'subscription($ids: [Int!]!) { ticketAvailability(ids: $ids) { databaseId placesLeft } }';
    const { received, close } = listen<{ databaseId: number; placesLeft: number }[]>(reader, query, { ids: [ticket] });
    try {
      await waitUntil(() => received.length > 0);
      for (let guest = 0; guest < 3; guest += 1) await office.attendee(ticket);
      const placesLeft = () => received.at(-1)?.[0]?.placesLeft;
      await waitUntil(() => placesLeft() === 2);
      expect([received[0]?.[0]?.placesLeft, placesLeft()]).toEqual([5, 2]);
    } finally {
      close();
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, CURRENT, ids, LEGACY, openCalendar } from './calendar-site.ts';

const KINDS = ['events', 'venues', 'organizers'] as const;

const CREATE = `mutation {
  events: createEvent(draft: { title: "Closed evening", start: "2031-05-01 09:00", end: "2031-05-01 10:00", description: "Saffron", password: "knock" }) { event { databaseId } }
  venues: createVenue(draft: { title: "Closed cellar", address: "Saffron Street 1", description: "Saffron", password: "knock" }) { venue { databaseId } }
  organizers: createOrganizer(draft: { title: "Closed circle", phone: "Saffron 1", description: "Saffron", password: "knock" }) { organizer { databaseId } }
}`;

let site: CalendarSite;
let created: Record<(typeof KINDS)[number], Record<string, { databaseId: number }>>;
beforeAll(async () => {
  site = await openCalendar();
  created = (await site.graphql(CREATE, {}, 'administrator')).data;
});
afterAll(() => site.close());

/** Returns the IDs found by both REST lists, and by the page and the connection in GraphQL. */
async function search(kind: (typeof KINDS)[number], text: string): Promise<number[][]> {
  const query = { search: text };
  const legacy = await site.rest('GET', `${LEGACY}/${kind}`, {
    query: kind === 'events' ? { ...query, start_date: '2031-01-01', end_date: '2032-01-01' } : query,
  });
  const current = await site.rest('GET', `${CURRENT}/${kind}`, { query });
  const type = kind.slice(0, -1);
  const { data } = await site.graphql(
    `query($search: String!) { ${type}Page(filter: { search: $search }) { nodes { databaseId } } ${kind}(first: 9, filter: { search: $search }) { nodes { databaseId } } }`,
    { search: text },
  );
  const idsOf = (nodes: { databaseId: number }[]) => nodes.map(({ databaseId }) => databaseId);
  return [ids(legacy.body[kind]), ids(current.body), idsOf(data[`${type}Page`].nodes), idsOf(data[kind].nodes)];
}

describe('Password-protected text (docs/behaviour/events.md 2.9)', () => {
  it.each(KINDS)('is not searchable, so that a match cannot reveal it (%s)', async (kind) => {
    expect(await search(kind, 'saffron')).toEqual([[], [], [], []]);
    const [item] = Object.values(created[kind]);
    expect(await search(kind, 'closed')).toEqual(Array(4).fill([item?.databaseId]));
  });
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUserName } from '../support/site.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

interface Page {
  nodes: { databaseId: number }[];
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string | null; endCursor: string | null };
}
type List = 'events' | 'venues' | 'organizers' | 'eventCategories';

// oxlint-disable-next-line typescript/no-explicit-any -- tests read responses without types
async function ask(source: string, variables: Record<string, unknown> = {}, as?: TestUserName): Promise<Record<string, any>> {
  const { data, errors } = await site.graphql(source, variables, as);
  expect(errors).toEqual([]);
  return data;
}
const codeOf = async (source: string, as?: TestUserName, variables?: Record<string, unknown>) =>
  (await site.graphql(source, variables, as)).errors[0]?.extensions['code'];

const PAGE = 'nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const part = async (list: List, args: string, as?: TestUserName): Promise<Page> =>
  (await ask(`{ ${list}(${args}) { ${PAGE} } }`, {}, as))[list] as Page;

/** Reads a whole list page by page. `between` runs after every page with the IDs so far. */
async function walk(
  list: List,
  args: string,
  {
    size = 3,
    isBackward = false,
    as,
    between,
  }: { size?: number; isBackward?: boolean; as?: TestUserName; between?: (seen: number[]) => Promise<void> } = {},
): Promise<number[]> {
  const seen: number[] = [];
  let cursor: string | null = null;
  for (let parts = 0; parts < 100; parts += 1) {
    const from = cursor === null ? '' : `${isBackward ? 'before' : 'after'}: "${cursor}"`;
    const { nodes, pageInfo }: Page = await part(list, `${isBackward ? 'last' : 'first'}: ${size} ${from} ${args}`, as);
    const ids = nodes.map((node) => node.databaseId);
    if (isBackward) seen.unshift(...ids);
    else seen.push(...ids);
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return seen;
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    await between?.(seen);
  }
  throw new Error('the list does not end');
}

const makeEvent = async (draft: object): Promise<number> =>
  (
    (await ask('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }', { draft }, 'administrator'))[
      'createEvent'
    ] as { event: { databaseId: number } }
  ).event.databaseId;

const makeVenue = async (draft: object): Promise<number> =>
  (await ask('mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }', { draft }, 'administrator'))[
    'createVenue'
  ].venue.databaseId;

describe('Event connections', () => {
  let events: { id: number; start: number; end: number }[];
  let hall: number;
  let band: number;
  let night: number;

  beforeAll(async () => {
    hall = await makeVenue({ title: 'Hall', latitude: 59.91, longitude: 10.75 });
    const far = await makeVenue({ title: 'Far', latitude: 40.7, longitude: -74 });
    band = (await site.makeOrganizer({ organizer: 'Band' })).id;
    const made = await ask(
      'mutation { createCalendarTerm(taxonomy: CATEGORY, draft: { name: "Night" }) { term { databaseId } } }',
      {},
      'administrator',
    );
    night = (made['createCalendarTerm'] as { term: { databaseId: number } }).term.databaseId;
    events = [];
    for (let n = 0; n < 14; n += 1) {
      const start = Date.UTC(2031, 0, 1 + (n % 5), n % 3);
      // two hours, zero length, or three days; several start together
      const end = start + [7_200_000, 0, 3 * 86_400_000][n % 3]!;
      const text = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
      const id = await makeEvent({
        title: `Evening ${n % 4}`,
        start: text(start),
        end: text(end),
        timezone: 'UTC',
        venues: [{ id: n % 2 ? hall : far }],
        organizers: [{ id: band }],
        categoryIds: [night],
        date: `2026-02-0${1 + (n % 3)} 10:00`,
      });
      events.push({ id, start, end });
    }
  });

  it.each(
    ['EVENT_DATE', 'DATE', 'TITLE', 'MENU_ORDER', 'MODIFIED', 'DISTANCE'].flatMap((by) => ['ASC', 'DESC'].map((order) => [by, order])),
  )('sorted by %s %s equal the page field, forwards and backwards', async (by, order) => {
    const filter = `filter: { search: "evening"${by === 'DISTANCE' ? ', hasCoordinates: true, near: { latitude: 60, longitude: 11 }' : ''} } orderBy: ${by} order: ${order}`;
    const { eventPage } = await ask(`{ eventPage(perPage: 100 ${filter}) { nodes { databaseId } } }`);
    const expected = (eventPage as Page).nodes.map((node) => node.databaseId);
    expect(expected).toHaveLength(14);
    for (const size of [1, 4, 100]) {
      expect(await walk('events', filter, { size })).toEqual(expected);
      expect(await walk('events', filter, { size, isBackward: true })).toEqual(expected);
    }
  });

  it('stay consistent during writes: no duplicates and no gaps', async () => {
    const before = await walk('events', 'filter: { search: "evening" }', { size: 100 });
    const added: number[] = [];
    const seen = await walk('events', 'filter: { search: "evening" }', {
      size: 4,
      between: async (known) => {
        // adds an event before everything read so far, and deletes the last one read
        added.push(await makeEvent({ title: 'Evening, early', start: '2030-06-01 10:00', end: '2030-06-01 11:00' }));
        await ask('mutation($id: Int!) { trashEvent(id: $id) { event { status } } }', { id: known.at(-1) }, 'administrator');
      },
    });
    expect(seen).toEqual(before);
    for (const id of before)
      await site.graphql('mutation($id: Int!) { restoreEvent(id: $id) { event { status } } }', { id }, 'administrator');
    for (const id of added) await ask('mutation($id: Int!) { deleteEvent(id: $id) { event { databaseId } } }', { id }, 'administrator');
    expect(await walk('events', 'filter: { search: "evening" }', { size: 100 })).toEqual(before);
  });

  it('filtered by two times contain events in progress between them, sorted by start', async () => {
    const first = Date.UTC(2030, 11, 31);
    const hours = fc.integer({ min: 0, max: 9 * 24 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(hours, hours).filter(([a, b]) => a < b),
        async ([a, b]) => {
          const [from, until] = [first + a * 3_600_000, first + b * 3_600_000];
          const expected = events
            .filter(({ start, end }) => start < until && (end > from || (start === end && start >= from)))
            .toSorted((one, two) => one.start - two.start || one.id - two.id)
            .map(({ id }) => id);
          const window = `overlaps: { from: "${new Date(from).toISOString()}", until: "${new Date(until).toISOString()}" }`;
          const args = `first: 100, filter: { ${window}, venueIds: [${hall}] }`;
          expect((await part('events', `first: 100, filter: { ${window} }`)).nodes.map((node) => node.databaseId)).toEqual(expected);
          const { venue } = await ask(`{ venue(id: ${hall}) { events(first: 100, ${window}) { nodes { databaseId } } } }`);
          expect((await part('events', args)).nodes).toEqual((venue as { events: Page }).events.nodes);
        },
      ),
      { numRuns: 25 },
    );
    for (const window of ['from: "2031-01-02T00:00:00Z", until: "2031-01-02T00:00:00Z"', 'from: "+012026-01-01T00:00:00Z"'])
      expect(await codeOf(`{ events(filter: { overlaps: { ${window} } }) { totalCount } }`)).toBe('invalid_arguments');
  });

  it('exist on venue, organizer and category, with published events only', async () => {
    const draft = await makeEvent({
      title: 'Not yet',
      start: '2031-01-01 10:00',
      end: '2031-01-01 11:00',
      status: 'DRAFT',
      venues: [{ id: hall }],
    });
    const hidden = await makeEvent({
      title: 'Hidden',
      start: '2031-01-01 10:00',
      end: '2031-01-01 11:00',
      isHiddenFromListings: true,
      venues: [{ id: hall }],
    });
    const source = `{ venue(id: ${hall}) { events(first: 100) { totalCount nodes { databaseId } } } organizer(id: ${band}) { events(last: 2, order: DESC) { totalCount nodes { databaseId } pageInfo { hasPreviousPage } } }
      term(id: ${night}) { events(first: 1) { totalCount edges { cursor node { databaseId } } } } }`;
    const found = (await ask(source, {}, 'administrator')) as unknown as {
      venue: { events: Page & { totalCount: number } };
      organizer: { events: Page & { totalCount: number } };
      term: { events: { totalCount: number; edges: { cursor: string }[] } };
    };
    const atHall = found.venue.events.nodes.map((node) => node.databaseId);
    expect([found.venue.events.totalCount, found.organizer.events.totalCount, found.term.events.totalCount]).toEqual([7, 14, 14]);
    expect(atHall).not.toContain(draft);
    expect(atHall).not.toContain(hidden);
    expect(found.organizer.events.nodes).toHaveLength(2);
    const next = await ask(
      `{ term(id: ${night}) { events(first: 100, after: "${found.term.events.edges[0]?.cursor}") { nodes { databaseId } pageInfo { hasPreviousPage } } } }`,
    );
    expect((next['term'] as { events: Page }).events.nodes).toHaveLength(13);
    for (const list of [`venue(id: ${hall})`, `organizer(id: ${band})`, `term(id: ${night})`])
      expect(await codeOf(`{ ${list} { events(first: 101) { totalCount } } }`)).toBe('invalid_arguments');
  });

  it.each<[string, string, number]>([
    [
      'events with all relations',
      'events(first: %) { totalCount nodes { name venues { name } organizers { name } categories { name } tags { name } image { url } } pageInfo { hasNextPage } }',
      1,
    ],
    [
      'events with the events of their venues',
      'events(first: %) { nodes { venues { events(first: 2) { totalCount nodes { name } pageInfo { hasNextPage hasPreviousPage } } } } }',
      3,
    ],
    [
      'aliased lists below a list',
      'events(first: %) { nodes { organizers { a: events(first: 1) { nodes { name } } b: events(first: 2) { nodes { name } } c: events(first: 2) { edges { cursor } } d: events(first: 2, overlaps: { from: "2031-01-02T00:00:00Z" }) { nodes { name } } } } }',
      4,
    ],
    ['venues', 'venues(first: %) { totalCount nodes { name events(first: 3) { nodes { name organizers { name } } } } }', 2],
    ['organizers', 'organizers(first: %) { totalCount nodes { name events(first: 3) { totalCount nodes { venues { name } } } } }', 3],
    [
      'categories',
      'eventCategories(first: %) { totalCount nodes { name children { nodes { name } } events(first: 3) { nodes { name categories { events(first: 1) { nodes { name } } } } } } }',
      4,
    ],
  ])('take the same number of statements for any number of %s', async (_name, field, most) => {
    const statementsOf = async (count: number) => {
      const source = `{ ${field.replaceAll('%', String(count))} }`;
      await ask(source);
      site.statements.length = 0;
      await ask(source);
      return site.statements.length;
    };
    const few = await statementsOf(2);
    expect([await statementsOf(12), few <= most]).toEqual([few, true]);
  });

  it('count only if totalCount is selected', async () => {
    const countsOf = async (selection: string) => {
      site.statements.length = 0;
      await ask(`{ events(first: 2) { ${selection} } venues(first: 2) { ${selection} } organizers(first: 2) { ${selection} } }`);
      return site.statements.filter((text) => text.includes('count(*)')).length;
    };
    expect(await countsOf('nodes { name } pageInfo { hasNextPage endCursor }')).toBe(0);
    expect(await countsOf('totalCount')).toBe(3);
  });
});

describe('Connections of all types', () => {
  it.each<List>(['events', 'venues', 'organizers', 'eventCategories'])(
    '%s refuse sizes above the limit and foreign cursors',
    async (list) => {
      for (const args of ['first: 101', 'last: 101', 'first: -1', 'first: 1, last: 1', 'after: "eA"', 'before: ""'])
        expect([args, await codeOf(`{ ${list}(${args}) { nodes { databaseId } } }`)]).toEqual([args, 'invalid_arguments']);
    },
  );

  it.each<['venues' | 'organizers', string, string]>([
    ['venues', 'Venue', 'venuePage'],
    ['organizers', 'Organizer', 'organizerPage'],
  ])('%s are complete in every sort order', async (list, type, page) => {
    for (const name of ['b', 'é', 'A', 'a', 'c'])
      await ask(
        `mutation($draft: ${type}Draft!) { create${type}(draft: $draft) { ${type.toLowerCase()} { databaseId } } }`,
        { draft: { title: `${name} walk` } },
        'administrator',
      );
    const byDate = (await ask(`{ ${page}(perPage: 100, filter: { search: "walk" }) { nodes { databaseId } } }`))[page] as Page;
    const ids = byDate.nodes.map((node) => node.databaseId);
    expect(await walk(list, 'orderBy: DATE order: DESC filter: { search: "walk" }', { size: 2 })).toEqual(ids);
    for (const by of ['DATE', 'TITLE', 'MODIFIED']) {
      const forward = await walk(list, `orderBy: ${by} filter: { search: "walk" }`, { size: 2 });
      expect(forward.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
      expect(await walk(list, `orderBy: ${by} order: DESC filter: { search: "walk" }`, { size: 2 })).toEqual(forward.toReversed());
      expect(await walk(list, `orderBy: ${by} filter: { search: "walk" }`, { size: 2, isBackward: true })).toEqual(forward);
    }
  });

  it('of events with other statuses contain exactly what the viewer may read', async () => {
    const own = (await site.makeEvent({ title: 'Mine, hushed', status: 'draft' }, 'author')).id;
    const others = (await site.makeEvent({ title: 'Theirs, hushed', status: 'draft' }, 'administrator')).id;
    const all = 'filter: { statuses: [DRAFT], search: "hushed" }';
    expect(await walk('events', all, { as: 'author' })).toEqual([own]);
    expect((await walk('events', all, { as: 'editor' })).toSorted((a, b) => a - b)).toEqual([own, others]);
    expect(await codeOf(`{ events(${all}) { totalCount } }`)).toBe('invalid_arguments');
    expect(await codeOf(`{ events(${all}) { totalCount } }`, 'subscriber')).toBe('invalid_arguments');
    const counted = await ask(`{ events(${all}) { totalCount } }`, {}, 'author');
    expect(counted['events']).toEqual({ totalCount: 1 });
  });

  it('return the same objects by global ID, and null for unreadable ones', async () => {
    const venue = await site.makeVenue({ venue: 'Node' });
    const organizer = await site.makeOrganizer({ organizer: 'Node' });
    const event = await site.makeEvent({ venue: venue.id, organizer: organizer.id, categories: ['Noded'] });
    const found = await ask(`{ event(id: ${event.id}) { id venues { id } organizers { id } categories { id } } }`);
    const one = found['event'] as { id: string; venues: { id: string }[]; organizers: { id: string }[]; categories: { id: string }[] };
    const wanted = [one.id, one.venues[0]?.id, one.organizers[0]?.id, one.categories[0]?.id];
    const nodes = 'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename ... on Event { start } ... on Venue { city } } }';
    const again = (await ask(nodes, { ids: wanted }))['nodes'] as { id: string; __typename: string }[];
    expect(again.map((node) => [node.id, node.__typename])).toEqual(
      wanted.map((id, i) => [id, ['Event', 'Venue', 'Organizer', 'Term'][i]]),
    );
    await ask(`mutation { updateEvent(id: ${event.id}, changes: { status: PRIVATE }) { event { status } } }`, {}, 'administrator');
    expect((await ask('query($id: ID!) { node(id: $id) { id } }', { id: one.id }))['node']).toBeNull();
  });
});

describe('Content interface', () => {
  it('returns event fields wherever content is an event', async () => {
    const parent = await makeEvent({ title: 'Series', start: '2032-01-01 10:00', end: '2032-01-01 11:00', timezone: 'UTC' });
    await makeEvent({ title: 'Part', start: '2032-02-01 10:00', end: '2032-02-01 11:00', timezone: 'UTC', parentId: parent });
    const source = `{ event(id: ${parent}) { link children { nodes { ... on Event { start venues { name } } } edges { node { ... on Event { timezone } } } } } }`;
    const { event } = (await ask(source)) as unknown as { event: { link: string; children: object } };
    expect(event.children).toEqual({ nodes: [{ start: '2032-02-01T10:00:00', venues: [] }], edges: [{ node: { timezone: 'UTC' } }] });
    const byUrl = await ask('query($url: String!) { contentByUrl(url: $url) { ... on Event { start } } }', { url: event.link });
    expect(byUrl['contentByUrl']).toEqual({ start: '2032-01-01T10:00:00' });
  });
});

describe('Restoring from the trash', () => {
  it('restores status and slug, for users who may edit', async () => {
    const { id, slug } = await site.makeEvent({ title: 'Comes back', status: 'private' });
    const restore = `mutation { restoreEvent(id: ${id}) { event { status slug } } }`;
    expect(await codeOf(restore, 'editor')).toBe('event_is_not_in_trash');
    await ask(`mutation { trashEvent(id: ${id}) { event { status } } }`, {}, 'editor');
    expect(await codeOf(restore)).toBe('forbidden');
    expect(await codeOf(restore, 'author')).toBe('forbidden');
    const inTrash = await part('events', 'filter: { statuses: [TRASH], search: "comes back" }', 'editor');
    expect(inTrash.nodes).toEqual([{ databaseId: id }]);
    expect((await ask(restore, {}, 'editor'))['restoreEvent']).toEqual({ event: { status: 'PRIVATE', slug } });
    expect(await codeOf('mutation { restoreEvent(id: 99999999) { event { status } } }', 'editor')).toBe('event_not_found');
  });

  it.each([
    ['Venue', () => site.makeVenue({ venue: 'Back' })],
    ['Organizer', () => site.makeOrganizer({ organizer: 'Back' })],
  ])('works for %s, without its previous links', async (type, make) => {
    const { id } = await make();
    const event = await site.makeEvent({ [type.toLowerCase()]: id });
    await ask(`mutation { trash${type}(id: ${id}) { ${type.toLowerCase()} { status } } }`, {}, 'administrator');
    expect(await codeOf(`mutation { restore${type}(id: ${id}) { __typename } }`, 'contributor')).toBe('forbidden');
    const restored = await ask(`mutation { restore${type}(id: ${id}) { ${type.toLowerCase()} { status slug } } }`, {}, 'administrator');
    expect(restored[`restore${type}`]).toEqual({ [type.toLowerCase()]: { status: 'PUBLISH', slug: 'back' } });
    expect(await codeOf(`mutation { restore${type}(id: ${id}) { __typename } }`, 'administrator')).toBe(
      `${type.toLowerCase()}_is_not_in_trash`,
    );
    const links = await ask(`{ event(id: ${event.id}) { venues { name } organizers { name } } }`);
    expect(links['event']).toEqual({ venues: [], organizers: [] });
  });
});

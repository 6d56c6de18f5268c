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
async function runQuery(source: string, variables: Record<string, unknown> = {}, as?: TestUserName): Promise<Record<string, any>> {
  const { data, errors } = await site.graphql(source, variables, as);
  expect(errors).toEqual([]);
  return data;
}
const codeOf = async (source: string, as?: TestUserName, variables?: Record<string, unknown>) =>
  (await site.graphql(source, variables, as)).errors[0]?.extensions['code'];

const PAGE = 'nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';
const readPage = async (list: List, args: string, as?: TestUserName): Promise<Page> =>
  (await runQuery(`{ ${list}(${args}) { ${PAGE} } }`, {}, as))[list] as Page;

/** Reads a whole list page by page. `between` runs after every page but the last, with the IDs read so far. */
async function readAllPages(
  list: List,
  args: string,
  {
    size = 3,
    isBackward = false,
    as,
    between,
  }: { size?: number; isBackward?: boolean; as?: TestUserName; between?: (readIds: number[]) => Promise<void> } = {},
): Promise<number[]> {
  const readIds: number[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 100; pages += 1) {
    const from = cursor === null ? '' : `${isBackward ? 'before' : 'after'}: "${cursor}"`;
    const { nodes, pageInfo }: Page = await readPage(list, `${isBackward ? 'last' : 'first'}: ${size} ${from} ${args}`, as);
    const ids = nodes.map((node) => node.databaseId);
    if (isBackward) readIds.unshift(...ids);
    else readIds.push(...ids);
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return readIds;
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    await between?.(readIds);
  }
  throw new Error('The list has more than 100 pages.');
}

const makeEvent = async (draft: object): Promise<number> =>
  (
    (await runQuery('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }', { draft }, 'administrator'))[
      'createEvent'
    ] as { event: { databaseId: number } }
  ).event.databaseId;

const makeVenue = async (draft: object): Promise<number> =>
  (await runQuery('mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }', { draft }, 'administrator'))[
    'createVenue'
  ].venue.databaseId;

describe('Event connections', () => {
  let events: { id: number; start: number; end: number }[];
  let hall: number;
  let band: number;
  let night: number;

  beforeAll(async () => {
    hall = await makeVenue({ title: 'Hall', latitude: 59.91, longitude: 10.75 });
    const distantHall = await makeVenue({ title: 'Far', latitude: 40.7, longitude: -74 });
    band = (await site.makeOrganizer({ organizer: 'Band' })).id;
    const created = await runQuery(
      'mutation { createCalendarTerm(taxonomy: CATEGORY, draft: { name: "Night" }) { term { databaseId } } }',
      {},
      'administrator',
    );
    night = (created['createCalendarTerm'] as { term: { databaseId: number } }).term.databaseId;
    events = [];
    for (let n = 0; n < 14; n += 1) {
      const start = Date.UTC(2031, 0, 1 + (n % 5), n % 3);
      // the events last two hours, no time or three days; several events start at the same time
      const end = start + [7_200_000, 0, 3 * 86_400_000][n % 3]!;
      const toText = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
      const id = await makeEvent({
        title: `Evening ${n % 4}`,
        start: toText(start),
        end: toText(end),
        timezone: 'UTC',
        venues: [{ id: n % 2 ? hall : distantHall }],
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
    const { eventPage } = await runQuery(`{ eventPage(perPage: 100 ${filter}) { nodes { databaseId } } }`);
    const expected = (eventPage as Page).nodes.map((node) => node.databaseId);
    expect(expected).toHaveLength(14);
    for (const size of [1, 4, 100]) {
      expect(await readAllPages('events', filter, { size })).toEqual(expected);
      expect(await readAllPages('events', filter, { size, isBackward: true })).toEqual(expected);
    }
  });

  it('stay consistent during writes: no duplicates and no gaps', async () => {
    const before = await readAllPages('events', 'filter: { search: "evening" }', { size: 100 });
    const added: number[] = [];
    const readIds = await readAllPages('events', 'filter: { search: "evening" }', {
      size: 4,
      between: async (ids) => {
        // adds an event that sorts before all read events, and deletes the last read event
        added.push(await makeEvent({ title: 'Evening, early', start: '2030-06-01 10:00', end: '2030-06-01 11:00' }));
        await runQuery('mutation($id: Int!) { trashEvent(id: $id) { event { status } } }', { id: ids.at(-1) }, 'administrator');
      },
    });
    expect(readIds).toEqual(before);
    for (const id of before)
      await site.graphql('mutation($id: Int!) { restoreEvent(id: $id) { event { status } } }', { id }, 'administrator');
    for (const id of added)
      await runQuery('mutation($id: Int!) { deleteEvent(id: $id) { event { databaseId } } }', { id }, 'administrator');
    expect(await readAllPages('events', 'filter: { search: "evening" }', { size: 100 })).toEqual(before);
  });

  it('filtered by two times contain events in progress between them, sorted by start', async () => {
    const origin = Date.UTC(2030, 11, 31);
    const hours = fc.integer({ min: 0, max: 9 * 24 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(hours, hours).filter(([a, b]) => a < b),
        async ([a, b]) => {
          const [from, until] = [origin + a * 3_600_000, origin + b * 3_600_000];
          const expected = events
            .filter(({ start, end }) => start < until && (end > from || (start === end && start >= from)))
            .toSorted((first, second) => first.start - second.start || first.id - second.id)
            .map(({ id }) => id);
          const window = `overlaps: { from: "${new Date(from).toISOString()}", until: "${new Date(until).toISOString()}" }`;
          const args = `first: 100, filter: { ${window}, venueIds: [${hall}] }`;
          expect((await readPage('events', `first: 100, filter: { ${window} }`)).nodes.map((node) => node.databaseId)).toEqual(expected);
          const { venue } = await runQuery(`{ venue(id: ${hall}) { events(first: 100, ${window}) { nodes { databaseId } } } }`);
          expect((await readPage('events', args)).nodes).toEqual((venue as { events: Page }).events.nodes);
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
    const owners = (await runQuery(source, {}, 'administrator')) as unknown as {
      venue: { events: Page & { totalCount: number } };
      organizer: { events: Page & { totalCount: number } };
      term: { events: { totalCount: number; edges: { cursor: string }[] } };
    };
    const atHall = owners.venue.events.nodes.map((node) => node.databaseId);
    expect([owners.venue.events.totalCount, owners.organizer.events.totalCount, owners.term.events.totalCount]).toEqual([7, 14, 14]);
    expect(atHall).not.toContain(draft);
    expect(atHall).not.toContain(hidden);
    expect(owners.organizer.events.nodes).toHaveLength(2);
    const nextPage = await runQuery(
      `{ term(id: ${night}) { events(first: 100, after: "${owners.term.events.edges[0]?.cursor}") { nodes { databaseId } pageInfo { hasPreviousPage } } } }`,
    );
    expect((nextPage['term'] as { events: Page }).events.nodes).toHaveLength(13);
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
  ])('take the same number of statements for any number of %s', async (_name, field, maximum) => {
    const statementsOf = async (count: number) => {
      const source = `{ ${field.replaceAll('%', String(count))} }`;
      await runQuery(source);
      site.statements.length = 0;
      await runQuery(source);
      return site.statements.length;
    };
    const statements = await statementsOf(2);
    expect([await statementsOf(12), statements <= maximum]).toEqual([statements, true]);
  });

  it('count only if totalCount is selected', async () => {
    const countsOf = async (selection: string) => {
      site.statements.length = 0;
      await runQuery(`{ events(first: 2) { ${selection} } venues(first: 2) { ${selection} } organizers(first: 2) { ${selection} } }`);
      return site.statements.filter((text) => text.includes('count(*)')).length;
    };
    expect(await countsOf('nodes { name } pageInfo { hasNextPage endCursor }')).toBe(0);
    expect(await countsOf('totalCount')).toBe(3);
  });
});

describe('Connections of all types', () => {
  it.each<List>(['events', 'venues', 'organizers', 'eventCategories'])(
    '%s refuse sizes above the limit and cursors of other lists',
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
      await runQuery(
        `mutation($draft: ${type}Draft!) { create${type}(draft: $draft) { ${type.toLowerCase()} { databaseId } } }`,
        { draft: { title: `${name} walk` } },
        'administrator',
      );
    const byDate = (await runQuery(`{ ${page}(perPage: 100, filter: { search: "walk" }) { nodes { databaseId } } }`))[page] as Page;
    const ids = byDate.nodes.map((node) => node.databaseId);
    expect(await readAllPages(list, 'orderBy: DATE order: DESC filter: { search: "walk" }', { size: 2 })).toEqual(ids);
    for (const by of ['DATE', 'TITLE', 'MODIFIED']) {
      const forward = await readAllPages(list, `orderBy: ${by} filter: { search: "walk" }`, { size: 2 });
      expect(forward.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));
      expect(await readAllPages(list, `orderBy: ${by} order: DESC filter: { search: "walk" }`, { size: 2 })).toEqual(forward.toReversed());
      expect(await readAllPages(list, `orderBy: ${by} filter: { search: "walk" }`, { size: 2, isBackward: true })).toEqual(forward);
    }
  });

  it('of events with other statuses contain exactly the events that the viewer may read', async () => {
    const ownDraft = (await site.makeEvent({ title: 'Own, hushed', status: 'draft' }, 'author')).id;
    const foreignDraft = (await site.makeEvent({ title: 'Foreign, hushed', status: 'draft' }, 'administrator')).id;
    const drafts = 'filter: { statuses: [DRAFT], search: "hushed" }';
    expect(await readAllPages('events', drafts, { as: 'author' })).toEqual([ownDraft]);
    expect((await readAllPages('events', drafts, { as: 'editor' })).toSorted((a, b) => a - b)).toEqual([ownDraft, foreignDraft]);
    expect(await codeOf(`{ events(${drafts}) { totalCount } }`)).toBe('invalid_arguments');
    expect(await codeOf(`{ events(${drafts}) { totalCount } }`, 'subscriber')).toBe('invalid_arguments');
    const result = await runQuery(`{ events(${drafts}) { totalCount } }`, {}, 'author');
    expect(result['events']).toEqual({ totalCount: 1 });
  });

  it('return the same objects by global ID, and null for unreadable ones', async () => {
    const venue = await site.makeVenue({ venue: 'Node' });
    const organizer = await site.makeOrganizer({ organizer: 'Node' });
    const event = await site.makeEvent({ venue: venue.id, organizer: organizer.id, categories: ['Noded'] });
    const reply = await runQuery(`{ event(id: ${event.id}) { id venues { id } organizers { id } categories { id } } }`);
    const withRelations = reply['event'] as {
      id: string;
      venues: { id: string }[];
      organizers: { id: string }[];
      categories: { id: string }[];
    };
    const ids = [withRelations.id, withRelations.venues[0]?.id, withRelations.organizers[0]?.id, withRelations.categories[0]?.id];
    const nodes = 'query($ids: [ID!]!) { nodes(ids: $ids) { id __typename ... on Event { start } ... on Venue { city } } }';
    const reloaded = (await runQuery(nodes, { ids }))['nodes'] as { id: string; __typename: string }[];
    expect(reloaded.map((node) => [node.id, node.__typename])).toEqual(
      ids.map((id, i) => [id, ['Event', 'Venue', 'Organizer', 'Term'][i]]),
    );
    await runQuery(`mutation { updateEvent(id: ${event.id}, changes: { status: PRIVATE }) { event { status } } }`, {}, 'administrator');
    expect((await runQuery('query($id: ID!) { node(id: $id) { id } }', { id: withRelations.id }))['node']).toBeNull();
  });
});

describe('Content interface', () => {
  it('returns event fields wherever content is an event', async () => {
    const parent = await makeEvent({ title: 'Series', start: '2032-01-01 10:00', end: '2032-01-01 11:00', timezone: 'UTC' });
    await makeEvent({ title: 'Part', start: '2032-02-01 10:00', end: '2032-02-01 11:00', timezone: 'UTC', parentId: parent });
    const source = `{ event(id: ${parent}) { link children { nodes { ... on Event { start venues { name } } } edges { node { ... on Event { timezone } } } } } }`;
    const { event } = (await runQuery(source)) as unknown as { event: { link: string; children: object } };
    expect(event.children).toEqual({ nodes: [{ start: '2032-02-01T10:00:00', venues: [] }], edges: [{ node: { timezone: 'UTC' } }] });
    const byUrl = await runQuery('query($url: String!) { contentByUrl(url: $url) { ... on Event { start } } }', { url: event.link });
    expect(byUrl['contentByUrl']).toEqual({ start: '2032-01-01T10:00:00' });
  });
});

describe('Restoring from the trash', () => {
  it('restores status and slug, for users who may edit', async () => {
    const { id, slug } = await site.makeEvent({ title: 'Comes back', status: 'private' });
    const restore = `mutation { restoreEvent(id: ${id}) { event { status slug } } }`;
    expect(await codeOf(restore, 'editor')).toBe('event_is_not_in_trash');
    await runQuery(`mutation { trashEvent(id: ${id}) { event { status } } }`, {}, 'editor');
    expect(await codeOf(restore)).toBe('forbidden');
    expect(await codeOf(restore, 'author')).toBe('forbidden');
    const inTrash = await readPage('events', 'filter: { statuses: [TRASH], search: "comes back" }', 'editor');
    expect(inTrash.nodes).toEqual([{ databaseId: id }]);
    expect((await runQuery(restore, {}, 'editor'))['restoreEvent']).toEqual({ event: { status: 'PRIVATE', slug } });
    expect(await codeOf('mutation { restoreEvent(id: 99999999) { event { status } } }', 'editor')).toBe('event_not_found');
  });

  it.each([
    ['Venue', () => site.makeVenue({ venue: 'Back' })],
    ['Organizer', () => site.makeOrganizer({ organizer: 'Back' })],
  ])('works for %s, without its previous links', async (type, create) => {
    const { id } = await create();
    const event = await site.makeEvent({ [type.toLowerCase()]: id });
    await runQuery(`mutation { trash${type}(id: ${id}) { ${type.toLowerCase()} { status } } }`, {}, 'administrator');
    expect(await codeOf(`mutation { restore${type}(id: ${id}) { __typename } }`, 'contributor')).toBe('forbidden');
    const restored = await runQuery(
      `mutation { restore${type}(id: ${id}) { ${type.toLowerCase()} { status slug } } }`,
      {},
      'administrator',
    );
    expect(restored[`restore${type}`]).toEqual({ [type.toLowerCase()]: { status: 'PUBLISH', slug: 'back' } });
    expect(await codeOf(`mutation { restore${type}(id: ${id}) { __typename } }`, 'administrator')).toBe(
      `${type.toLowerCase()}_is_not_in_trash`,
    );
    const links = await runQuery(`{ event(id: ${event.id}) { venues { name } organizers { name } } }`);
    expect(links['event']).toEqual({ venues: [], organizers: [] });
  });
});

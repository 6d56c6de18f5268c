import { type Page, rowsBefore } from '#app/core/db/page.ts';
import { noticeDueContent, seenEvents } from '../content/due.ts';
import { Parameters } from '../content/list.sql.ts';
import { counted } from '#app/core/db/columns.ts';
import { StatementFamily } from '#app/core/db/statement.ts';
import { countOfWays, idsInOrder } from '#app/core/db/ways.ts';
import type { Site } from '#app/site.ts';
import {
  conditionsOf,
  type EventConditions,
  type EventOrdering,
  eventOrders,
  ofContent,
  orderKeysOf,
  statusCondition,
} from './event.conditions.ts';
import { eventColumns, type EventRecord } from './event.record.ts';

/** What a list of events asks for, page by page. */
export interface EventQuery extends EventConditions, EventOrdering {
  page: number;
  perPage: number;
}

const moment = { wall: '1970-01-01T00:00:00', instant: new Date(0) };
const everyCondition: Required<EventConditions> = {
  statuses: ['publish', 'private'],
  ownStatuses: { authorId: 1, statuses: ['draft'] },
  bounds: { startsFrom: moment, endsUntil: moment, startsBefore: moment, startsAfter: moment, endsBefore: moment, endsAfter: moment },
  overlaps: { from: moment.instant, until: moment.instant },
  includesHidden: false,
  search: 'a b',
  searchesProtected: false,
  categoryIds: [1],
  tagIds: [2],
  venueIds: [3],
  organizerIds: [4],
  featured: true,
  include: [1],
  parentId: 1,
  ticketed: true,
  isLocated: true,
};
const near = { latitude: 1, longitude: 2 };
const page = { page: 1, perPage: 10 };
const examples: readonly EventQuery[] = [
  { statuses: 'all', bounds: {}, includesHidden: true, orderBy: 'start', order: 'asc', ...page },
  { statuses: ['publish'], bounds: {}, includesHidden: true, featured: false, ticketed: false, orderBy: 'title', order: 'desc', ...page },
  ...eventOrders.map((orderBy) => ({ ...everyCondition, orderBy, near, order: 'asc' as const, ...page })),
];

const pages = new StatementFamily('event_page', counted(eventColumns), ({ db }) =>
  examples.map((query) => eventPageStatement(db, query).text),
);

/** Ids and total by an index first, then the details of these few rows; an empty page still returns one row, which holds the total. */
export function eventPageStatement(db: object, query: EventQuery): { text: string; values: unknown[] } {
  const p = new Parameters();
  const add = (value: unknown) => p.add(value);
  const { keys, needsContent: ordersContent } = orderKeysOf(query, add);
  const byStatus = (status: string) => conditionsOf(query, add, status).where;
  const where = seenEvents(db, add, byStatus);
  // Said of the content too, so that its indexes serve orders by its columns.
  const inOrder = ordersContent
    ? seenEvents(db, add, (status) =>
        [
          byStatus(status),
          `c.kind = 'event'`,
          ...(query.ownStatuses ? [] : [statusCondition(ofContent(status), query.statuses, add)]),
        ].join(' AND '),
      )
    : where;
  const { needsContent } = conditionsOf(query, () => '');
  const joined = (needed: boolean) => (needed ? 'event e JOIN content c ON c.id = e.content_id' : 'event e');
  const skip = rowsBefore(query);
  const [limit, offset] = [`${add(query.perPage)}::int`, `${add(skip)}::int`];
  const table = joined(needsContent || ordersContent);
  const ids = idsInOrder({ table, id: 'e.content_id', as: 'found_id', where: inOrder, keys, limit, offset, isPlaced: true });
  const text = `WITH found AS (${ids}),
    counted AS (SELECT ${countOfWays({ table: joined(needsContent), where })} AS total)
    SELECT counted.total, ${eventColumns.list} FROM counted
      LEFT JOIN (found JOIN event e ON e.content_id = found.found_id JOIN content c ON c.id = e.content_id) ON true ORDER BY found.place`;
  return { text, values: p.values };
}

/** One page of events, regardless of the caller; callers drop what they may not show. One statement. */
export async function loadEventPage(site: Site, query: EventQuery): Promise<Page<EventRecord>> {
  await noticeDueContent(site.db);
  const { text, values } = eventPageStatement(site.db, query);
  const rows = await site.db.rows(pages.of(text), values);
  const total = rows[0]?.total ?? 0;
  return {
    total,
    totalPages: Math.ceil(total / query.perPage),
    nodes: rows.flatMap(({ node }) => node ?? []),
  };
}

import { type Page, rowsBefore } from '#app/core/db/page.ts';
import { noticeDueContent, seenContent } from '../content/due.ts';
import { Parameters } from '../content/list.sql.ts';
import { type Counted, counted } from '#app/core/db/columns.ts';
import { type Examples, StatementFamily } from '#app/core/db/statement.ts';
import { type Add, type OrderKey, orderByKeys } from '#app/core/db/keyset.ts';
import { countOfWays, idsInOrder } from '#app/core/db/ways.ts';
import type { Site } from '#app/site.ts';
import { conditionsOf, type LinkedConditions, linkedFrom, type LinkedTables, organizerTables, venueTables } from './linked.conditions.ts';
import { organizerColumns, type OrganizerRecord, venueColumns, type VenueRecord } from './linked.record.ts';

/** What a list of them asks for, page by page. */
export interface LinkedQuery extends LinkedConditions {
  page: number;
  perPage: number;
}

const newestFirst: readonly OrderKey[] = [
  { sql: 'c.date_local', type: 'timestamp', direction: 'DESC' },
  { sql: 'c.id', type: 'int', direction: 'DESC' },
];

function statementOf(db: object, query: LinkedQuery, tables: LinkedTables): { text: string; values: unknown[] } {
  const p = new Parameters();
  const add: Add = (value) => p.add(value);
  const where = seenContent(db, add, (status) => conditionsOf(query, tables, add, status));
  const table = linkedFrom(tables);
  const skip = rowsBefore(query);
  const part = { limit: `${add(query.perPage)}::int`, offset: `${add(skip)}::int` };
  const ids = idsInOrder({ table, id: 'c.id', as: 'found_id', where, keys: newestFirst, ...part });
  const text = `WITH found AS (${ids}),
    counted AS (SELECT ${countOfWays({ table, where })} AS total)
    SELECT counted.total, ${tables.columns.list} FROM counted
      LEFT JOIN (found JOIN content c ON c.id = found.found_id JOIN ${tables.details} ${tables.alias} ON ${tables.alias}.content_id = c.id) ON true ORDER BY ${orderByKeys(newestFirst)}`;
  return { text, values: p.values };
}

async function pageOf<Record>(
  site: Site,
  query: LinkedQuery,
  tables: LinkedTables,
  pages: StatementFamily<Counted<Record>>,
): Promise<Page<Record>> {
  await noticeDueContent(site.db);
  const { text, values } = statementOf(site.db, query, tables);
  const rows = await site.db.rows(pages.of(text), values);
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: rows.flatMap(({ node }) => node ?? []) };
}

const everyCondition: Required<LinkedConditions> = {
  statuses: ['publish', 'private'],
  ownStatuses: { authorId: 1, statuses: ['draft'] },
  search: 'a b',
  searchesProtected: false,
  eventId: 1,
  hasEvents: true,
  upcomingIn: ['publish'],
};
const examplesOf =
  (tables: LinkedTables): Examples =>
  ({ db }) => [
    statementOf(db, { statuses: 'all', upcomingIn: 'all', hasEvents: false, search: 'a', page: 1, perPage: 10 }, tables).text,
    statementOf(db, { ...everyCondition, page: 1, perPage: 10 }, tables).text,
  ];
const venuePages = new StatementFamily('venue_page', counted(venueColumns), examplesOf(venueTables));
const organizerPages = new StatementFamily('organizer_page', counted(organizerColumns), examplesOf(organizerTables));

/** One page of venues, latest first, regardless of the caller. One statement. */
export async function loadVenuePage(site: Site, query: LinkedQuery): Promise<Page<VenueRecord>> {
  return await pageOf(site, query, venueTables, venuePages);
}

/** One page of organizers, latest first, regardless of the caller. One statement. */
export async function loadOrganizerPage(site: Site, query: LinkedQuery): Promise<Page<OrganizerRecord>> {
  return await pageOf(site, query, organizerTables, organizerPages);
}

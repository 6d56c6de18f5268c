import type { Page } from '../core/page.ts';
import { Parameters } from '../content/list.sql.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Site } from '../site.ts';
import { conditionsOf, type LinkedConditions, linkedFrom, type LinkedTables, organizerTables, venueTables } from './linked.conditions.ts';
import { organizerOf, type OrganizerRecord, type OrganizerRow, venueOf, type VenueRecord, type VenueRow } from './linked.record.ts';

/** What a list of them asks for, page by page. */
export interface LinkedQuery extends LinkedConditions {
  page: number;
  perPage: number;
}

function statementOf(query: LinkedQuery, tables: LinkedTables): { text: string; values: unknown[] } {
  const p = new Parameters();
  const where = conditionsOf(query, tables, (value) => p.add(value));
  const from = linkedFrom(tables);
  const skip = Math.min((query.page - 1) * query.perPage, 2_147_483_647);
  const order = 'c.date_local DESC, c.id DESC';
  const text = `WITH found AS (SELECT c.id AS found_id FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ${p.add(query.perPage)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${from} WHERE ${where})
    SELECT counted.total, ${tables.columns} FROM counted
      LEFT JOIN (found JOIN content c ON c.id = found.found_id JOIN ${tables.details} ${tables.alias} ON ${tables.alias}.content_id = c.id) ON true ORDER BY ${order}`;
  return { text, values: p.values };
}

async function run<Row extends { id: number; total: number }, Record>(
  site: Site,
  query: LinkedQuery,
  tables: LinkedTables,
  names: StatementNames,
  make: (row: Row) => Record,
): Promise<Page<Record>> {
  await settleDueContent(site);
  const { text, values } = statementOf(query, tables);
  const rows = await site.db.sql<Row>(text, values, names.of(text));
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: rows.flatMap((row) => (row.id === null ? [] : [make(row)])) };
}

const venueNames = new StatementNames('venue_page');
const organizerNames = new StatementNames('organizer_page');

/** One page of venues, latest first, whoever asks. One statement. */
export async function loadVenuePage(site: Site, query: LinkedQuery): Promise<Page<VenueRecord>> {
  const at = utcNow();
  return await run(site, query, venueTables, venueNames, (row: VenueRow & { total: number }) => venueOf(row, at));
}

/** One page of organizers, latest first, whoever asks. One statement. */
export async function loadOrganizerPage(site: Site, query: LinkedQuery): Promise<Page<OrganizerRecord>> {
  const at = utcNow();
  return await run(site, query, organizerTables, organizerNames, (row: OrganizerRow & { total: number }) => organizerOf(row, at));
}

import { Parameters } from '../content/list.sql.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { containing } from '../content/search.rules.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import { now } from '../core/clock.ts';
import type { Site } from '../site.ts';
import {
  organizerColumns,
  organizerOf,
  type OrganizerRecord,
  type OrganizerRow,
  venueColumns,
  venueOf,
  type VenueRecord,
  type VenueRow,
} from './linked.record.ts';

/** What a list of venues or organizers asks for (events.md 2.10). */
export interface LinkedQuery {
  page: number;
  perPage: number;
  /** Real statuses; `all` = every one but `trash`. */
  statuses: readonly string[] | 'all';
  /** One field must hold all words. */
  search?: string | undefined;
  /** Linked by this event. */
  eventId?: number | undefined;
  /** Linked by an event that is neither draft nor pending, or by none such. */
  hasEvents?: boolean | undefined;
  /** Linked by an event of these statuses that has not started. */
  upcomingIn?: readonly string[] | 'all' | undefined;
}

export interface LinkedPage<Record> {
  total: number;
  totalPages: number;
  nodes: Record[];
}

/** The tables of one kind: details `d`, links `link` with column `key`. */
interface Tables {
  kind: string;
  details: string;
  alias: string;
  columns: string;
  links: string;
  key: string;
}

const venues: Tables = { kind: 'venue', details: 'venue', alias: 'v', columns: venueColumns, links: 'event_venue', key: 'venue_id' };
const organizers: Tables = {
  kind: 'organizer',
  details: 'organizer',
  alias: 'o',
  columns: organizerColumns,
  links: 'event_organizer',
  key: 'organizer_id',
};

function wordsOf(search: string | undefined): string[] {
  return [
    ...new Set(
      (search ?? '')
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word !== ''),
    ),
  ];
}

function searchConditions(words: readonly string[], alias: string, p: Parameters): string[] {
  if (words.length === 0) return [];
  const patterns = words.map((word) => p.add(containing(word)));
  const everywhere = `c.search_text || chr(1) || ${alias}.search_text`;
  // The first two conditions are what the indexes know; the last one says that a single field holds all the words.
  return [
    ...patterns.map((pattern) => `(c.search_text LIKE ${pattern} OR ${alias}.search_text LIKE ${pattern})`),
    ...(words.length > 1
      ? [
          `EXISTS (SELECT 1 FROM unnest(string_to_array(${everywhere}, chr(1))) AS field WHERE ${patterns.map((pattern) => `field LIKE ${pattern}`).join(' AND ')})`,
        ]
      : []),
  ];
}

function statusCondition(column: string, statuses: readonly string[] | 'all', p: Parameters): string {
  return statuses === 'all'
    ? `${column} <> 'trash'`
    : statuses.length === 1
      ? `${column} = ${p.add(statuses[0])}`
      : `${column} = ANY(${p.add(statuses)}::text[])`;
}

function conditionsOf(query: LinkedQuery, { kind, links, key, alias }: Tables, p: Parameters): string {
  const linked = (condition: string) =>
    `EXISTS (SELECT 1 FROM ${links} link JOIN event e ON e.content_id = link.event_id WHERE link.${key} = c.id AND ${condition})`;
  const all = [
    `c.kind = ${p.add(kind)}`,
    statusCondition('c.status', query.statuses, p),
    ...searchConditions(wordsOf(query.search), alias, p),
  ];
  if (query.eventId !== undefined)
    all.push(`EXISTS (SELECT 1 FROM ${links} link WHERE link.${key} = c.id AND link.event_id = ${p.add(query.eventId)})`);
  if (query.hasEvents !== undefined) all.push(`${query.hasEvents ? '' : 'NOT '}${linked(`e.status NOT IN ('draft', 'pending', 'trash')`)}`);
  if (query.upcomingIn !== undefined)
    all.push(linked(`e.start_utc >= ${p.add(now())}::timestamptz AND ${statusCondition('e.status', query.upcomingIn, p)}`));
  return all.join(' AND ');
}

function statementOf(query: LinkedQuery, tables: Tables): { text: string; values: unknown[] } {
  const p = new Parameters();
  const where = conditionsOf(query, tables, p);
  const from = `content c JOIN ${tables.details} ${tables.alias} ON ${tables.alias}.content_id = c.id`;
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
  tables: Tables,
  names: StatementNames,
  make: (row: Row) => Record,
): Promise<LinkedPage<Record>> {
  await settleDueContent(site);
  const { text, values } = statementOf(query, tables);
  const rows = await site.db.sql<Row>(text, values, names.of(text));
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / query.perPage), nodes: rows.flatMap((row) => (row.id === null ? [] : [make(row)])) };
}

const venueNames = new StatementNames('venue_page');
const organizerNames = new StatementNames('organizer_page');

/** One page of venues, latest first, whoever asks. One statement. */
export async function loadVenuePage(site: Site, query: LinkedQuery): Promise<LinkedPage<VenueRecord>> {
  const at = utcNow();
  return await run(site, query, venues, venueNames, (row: VenueRow & { total: number }) => venueOf(row, at));
}

/** One page of organizers, latest first, whoever asks. One statement. */
export async function loadOrganizerPage(site: Site, query: LinkedQuery): Promise<LinkedPage<OrganizerRecord>> {
  const at = utcNow();
  return await run(site, query, organizers, organizerNames, (row: OrganizerRow & { total: number }) => organizerOf(row, at));
}

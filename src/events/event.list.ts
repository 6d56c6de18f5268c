import { Parameters } from '../content/list.sql.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { containing } from '../content/search.rules.ts';
import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { Site } from '../site.ts';
import { eventColumns, type EventRecord, eventOf, type EventRow } from './event.record.ts';
import { ticketingOfEvents } from './ticketing.ts';
import type { Bounds } from './window.rules.ts';

/** What events may be ordered by; `start` first by start, then by id. */
export type EventOrder = 'start' | 'date' | 'title' | 'menu_order' | 'modified' | 'distance';

/** What a list of events asks for; everything has been checked and resolved. */
export interface EventQuery {
  page: number;
  perPage: number;
  /** Real statuses; `all` = every one but `trash`. */
  statuses: readonly string[] | 'all';
  orderBy: EventOrder;
  order: 'asc' | 'desc';
  bounds: Bounds;
  /** Whether events that are hidden from listings are in it. */
  includesHidden: boolean;
  /** Every word must occur in title, text or excerpt. */
  search?: string | undefined;
  /** Any of these terms, resolved with their descendants. */
  categoryIds?: readonly number[] | undefined;
  tagIds?: readonly number[] | undefined;
  venueIds?: readonly number[] | undefined;
  organizerIds?: readonly number[] | undefined;
  featured?: boolean | undefined;
  include?: readonly number[] | undefined;
  parentId?: number | undefined;
  ticketed?: boolean | undefined;
  /** Only events whose first venue has coordinates. */
  isLocated?: boolean | undefined;
  /** Where distances are counted from. */
  near?: { latitude: number; longitude: number } | undefined;
}

/** One page of events, with the number of all that the query finds. */
export interface EventPage {
  total: number;
  totalPages: number;
  nodes: EventRecord[];
}

const names = new StatementNames('event_page');

const comparisons = {
  startsFrom: 'e.start_utc >=',
  endsUntil: 'e.end_utc <=',
  startsBefore: 'e.start_utc <',
  startsAfter: 'e.start_utc >',
  endsBefore: 'e.end_utc <',
  endsAfter: 'e.end_utc >',
} as const;

const firstVenue =
  'SELECT v.latitude, v.longitude FROM event_venue ev JOIN venue v ON v.content_id = ev.venue_id WHERE ev.event_id = e.content_id ORDER BY ev.position LIMIT 1';

function statusCondition(row: 'e' | 'c', statuses: EventQuery['statuses'], p: Parameters): string {
  if (statuses === 'all') return `${row}.status <> 'trash'`;
  return statuses.length === 1 ? `${row}.status = ${p.add(statuses[0])}` : `${row}.status = ANY(${p.add(statuses)}::text[])`;
}

function conditionsOf(query: EventQuery, p: Parameters): { where: string; needsContent: boolean } {
  const all = [statusCondition('e', query.statuses, p)];
  const own: string[] = [];
  if (!query.includesHidden) all.push('NOT e.hide_from_listings');
  for (const [name, comparison] of Object.entries(comparisons)) {
    const bound = query.bounds[name as keyof Bounds];
    if (bound) all.push(`${comparison} ${p.add(bound.instant)}::timestamptz`);
  }
  if (query.featured !== undefined) all.push(query.featured ? 'e.featured' : 'NOT e.featured');
  if (query.include) all.push(`e.content_id = ANY(${p.add(query.include)}::int[])`);
  for (const ids of [query.categoryIds, query.tagIds]) {
    if (ids)
      all.push(`EXISTS (SELECT 1 FROM content_term ct WHERE ct.content_id = e.content_id AND ct.term_id = ANY(${p.add(ids)}::int[]))`);
  }
  if (query.venueIds)
    all.push(
      `EXISTS (SELECT 1 FROM event_venue ev WHERE ev.event_id = e.content_id AND ev.venue_id = ANY(${p.add(query.venueIds)}::int[]))`,
    );
  if (query.organizerIds)
    all.push(
      `EXISTS (SELECT 1 FROM event_organizer eo WHERE eo.event_id = e.content_id AND eo.organizer_id = ANY(${p.add(query.organizerIds)}::int[]))`,
    );
  if (query.ticketed !== undefined) all.push(`${query.ticketed ? '' : 'NOT '}(${ticketingOfEvents().hasTicketsSql})`);
  if (query.isLocated) all.push(`(SELECT located.latitude FROM (${firstVenue}) AS located) IS NOT NULL`);
  if (query.parentId !== undefined) own.push(`c.parent_id = ${p.add(query.parentId)}`);
  for (const word of wordsOf(query.search)) own.push(`c.search_text LIKE ${p.add(containing(word))}`);
  return { where: [...all, ...own].join(' AND '), needsContent: own.length > 0 };
}

function wordsOf(search: string | undefined): string[] {
  return [
    ...new Set(
      (search ?? '')
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

const contentOrders = { date: 'c.date_local', title: 'c.sort_title', menu_order: 'c.menu_order', modified: 'c.modified_local' } as const;

function orderOf(query: EventQuery, p: Parameters): { order: string; needsContent: boolean } {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  if (query.orderBy === 'start') return { order: `e.start_utc ${direction}, e.content_id ${direction}`, needsContent: false };
  if (query.orderBy === 'distance' && query.near) {
    const { latitude, longitude } = query.near;
    const [lat, lng] = [p.add(latitude), p.add(longitude)];
    return {
      order: `(SELECT sin(radians(located.latitude - ${lat}::float8) / 2) ^ 2 + cos(radians(${lat}::float8)) * cos(radians(located.latitude))
        * sin(radians(located.longitude - ${lng}::float8) / 2) ^ 2 FROM (${firstVenue}) AS located) ${direction} NULLS LAST, e.content_id ${direction}`,
      needsContent: false,
    };
  }
  const column = query.orderBy === 'distance' ? 'e.start_utc' : contentOrders[query.orderBy];
  return { order: `${column} ${direction}, e.content_id ${direction}`, needsContent: query.orderBy !== 'distance' };
}

/** Ids and total by an index first, then the details of these few rows; an empty page still answers one row, which holds the total. */
export function eventPageStatement(query: EventQuery): { text: string; values: unknown[] } {
  const p = new Parameters();
  const { where, needsContent } = conditionsOf(query, p);
  const { order, needsContent: ordersContent } = orderOf(query, p);
  // Said of the content too, so that its indexes serve orders by its columns.
  const ofContent = ordersContent ? ` AND c.kind = 'event' AND ${statusCondition('c', query.statuses, p)}` : '';
  const joined = (needed: boolean) => (needed ? 'event e JOIN content c ON c.id = e.content_id' : 'event e');
  const skip = Math.min((query.page - 1) * query.perPage, 2_147_483_647);
  const text = `WITH found AS (SELECT e.content_id AS found_id, row_number() OVER (ORDER BY ${order}) AS place FROM ${joined(needsContent || ordersContent)}
      WHERE ${where}${ofContent} ORDER BY ${order} LIMIT ${p.add(query.perPage)}::int OFFSET ${p.add(skip)}::int),
    counted AS (SELECT count(*)::int AS total FROM ${joined(needsContent)} WHERE ${where})
    SELECT counted.total, ${eventColumns()} FROM counted
      LEFT JOIN (found JOIN event e ON e.content_id = found.found_id JOIN content c ON c.id = e.content_id) ON true ORDER BY found.place`;
  return { text, values: p.values };
}

/** One page of events, whoever asks; callers drop what they may not show. One statement. */
export async function loadEventPage(site: Site, query: EventQuery): Promise<EventPage> {
  await settleDueContent(site);
  const { text, values } = eventPageStatement(query);
  const rows = await site.db.sql<EventRow & { total: number }>(text, values, names.of(text));
  const now = utcNow();
  const total = rows[0]?.total ?? 0;
  return {
    total,
    totalPages: Math.ceil(total / query.perPage),
    nodes: rows.flatMap((row) => (row.id === null ? [] : [eventOf(row, now)])),
  };
}

import { foldForSearch } from '#app/core/text/fold.ts';
import { type Add, type OrderKey } from '#app/core/db/keyset.ts';
import { containing, isOpenOrTitled } from '../content/search.rules.ts';
import { ticketingOfEvents } from './ticketing.ts';
import type { Bounds } from './window.rules.ts';

/** What events may be ordered by; `start` first by start, then by id. */
export const eventOrders = ['start', 'date', 'title', 'menu_order', 'modified', 'distance'] as const;
/** What lists of events may be ordered by. */
export type EventOrder = (typeof eventOrders)[number];

/** Which events a list holds; everything has been checked and resolved. */
export interface EventConditions {
  /** Real statuses; `all` = every one but `trash`. */
  statuses: readonly string[] | 'all';
  /** Statuses in which only this author's events belong to the list, in addition. */
  ownStatuses?: { authorId: number; statuses: readonly string[] } | undefined;
  bounds: Bounds;
  /** Going on at some moment between these two: the first one belongs to it, the second one does not. */
  overlaps?: { from?: Date | undefined; until?: Date | undefined } | undefined;
  /** Whether events that are hidden from listings are in it. */
  includesHidden: boolean;
  /** Every word must occur in title, text or excerpt. */
  search?: string | undefined;
  /** Whether what a password hides is looked into too, and not only its title. */
  searchesProtected?: boolean | undefined;
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
}

/** What a list of events is ordered by. */
export interface EventOrdering {
  orderBy: EventOrder;
  order: 'asc' | 'desc';
  /** Where distances are counted from; only for lists of located events. */
  near?: { latitude: number; longitude: number } | undefined;
}

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

/** The expression of the status of an event's content, beside that of the event. */
export function ofContent(status: string): string {
  return status === 'e.status' ? 'c.status' : status;
}

/** The condition that the expression of a status is one of the statuses. */
export function statusCondition(status: string, statuses: EventConditions['statuses'], add: Add): string {
  if (statuses === 'all') return `${status} <> 'trash'`;
  return statuses.length === 1 ? `${status} = ${add(statuses[0])}` : `${status} = ANY(${add(statuses)}::text[])`;
}

/**
 * The conditions on the row `e`, joined by AND, and whether they speak of the row `c` of its content too. `status` is the expression of its
 * status.
 */
export function conditionsOf(query: EventConditions, add: Add, status = 'e.status'): { where: string; needsContent: boolean } {
  const all: string[] = [];
  const own: string[] = [];
  if (query.ownStatuses) {
    const { authorId, statuses } = query.ownStatuses;
    own.push(
      `(${statusCondition(status, query.statuses, add)} OR (c.author_id = ${add(authorId)} AND ${statusCondition(status, statuses, add)}))`,
    );
  } else all.push(statusCondition(status, query.statuses, add));
  if (!query.includesHidden) all.push('NOT e.hide_from_listings');
  for (const [name, comparison] of Object.entries(comparisons)) {
    const bound = query.bounds[name as keyof Bounds];
    if (bound) all.push(`${comparison} ${add(bound.instant)}::timestamptz`);
  }
  if (query.overlaps?.until) all.push(`e.start_utc < ${add(query.overlaps.until)}::timestamptz`);
  if (query.overlaps?.from) {
    const from = `${add(query.overlaps.from)}::timestamptz`;
    // An event without duration takes place in the moment of its start.
    all.push(`e.end_utc >= ${from} AND (e.end_utc > ${from} OR e.start_utc = ${from})`);
  }
  if (query.featured !== undefined) all.push(query.featured ? 'e.featured' : 'NOT e.featured');
  if (query.include) all.push(`e.content_id = ANY(${add(query.include)}::int[])`);
  for (const ids of [query.categoryIds, query.tagIds]) {
    if (ids) all.push(`EXISTS (SELECT 1 FROM content_term ct WHERE ct.content_id = e.content_id AND ct.term_id = ANY(${add(ids)}::int[]))`);
  }
  if (query.venueIds)
    all.push(`EXISTS (SELECT 1 FROM event_venue ev WHERE ev.event_id = e.content_id AND ev.venue_id = ANY(${add(query.venueIds)}::int[]))`);
  if (query.organizerIds)
    all.push(
      `EXISTS (SELECT 1 FROM event_organizer eo WHERE eo.event_id = e.content_id AND eo.organizer_id = ANY(${add(query.organizerIds)}::int[]))`,
    );
  if (query.ticketed !== undefined) all.push(`${query.ticketed ? '' : 'NOT '}(${ticketingOfEvents().hasTicketsSql})`);
  if (query.isLocated) all.push(`(SELECT located.latitude FROM (${firstVenue}) AS located) IS NOT NULL`);
  if (query.parentId !== undefined) own.push(`c.parent_id = ${add(query.parentId)}`);
  const patterns = wordsOf(query.search).map((word) => add(containing(word)));
  for (const pattern of patterns) own.push(`c.search_text LIKE ${pattern}`);
  if (patterns.length > 0 && !query.searchesProtected) own.push(isOpenOrTitled(patterns));
  return { where: [...all, ...own].join(' AND '), needsContent: own.length > 0 };
}

function wordsOf(search: string | undefined): string[] {
  return [
    ...new Set(
      foldForSearch(search ?? '')
        .split(/\s+/)
        .filter((word) => word !== ''),
    ),
  ];
}

const contentKeys = {
  date: { sql: 'c.date_local', type: 'timestamp' },
  title: { sql: 'c.sort_title', type: 'text' },
  menu_order: { sql: 'c.menu_order', type: 'int' },
  modified: { sql: 'c.modified_local', type: 'timestamp' },
} as const satisfies Record<string, Omit<OrderKey, 'direction'>>;

/** What the events are ordered by, and whether that is said of the row `c` of their content. */
export function orderKeysOf({ orderBy, order, near }: EventOrdering, add: Add): { keys: OrderKey[]; needsContent: boolean } {
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const id: OrderKey = { sql: 'e.content_id', type: 'int', direction };
  if (orderBy === 'distance' && near) {
    const [lat, lng] = [add(near.latitude), add(near.longitude)];
    const sql = `(SELECT sin(radians(located.latitude - ${lat}::float8) / 2) ^ 2 + cos(radians(${lat}::float8)) * cos(radians(located.latitude))
        * sin(radians(located.longitude - ${lng}::float8) / 2) ^ 2 FROM (${firstVenue}) AS located)`;
    return { keys: [{ sql, type: 'float8', direction }, id], needsContent: false };
  }
  if (orderBy === 'start' || orderBy === 'distance')
    return { keys: [{ sql: 'e.start_utc', type: 'timestamptz', direction }, id], needsContent: false };
  return { keys: [{ ...contentKeys[orderBy], direction }, id], needsContent: true };
}

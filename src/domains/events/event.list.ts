import { filter, flag } from '#app/core/db/lists/filters.ts';
import type { AddParameter, OrderKey } from '#app/core/db/lists/keyset.ts';
import { orderByColumn, defineList, type SortOrder, type QueryOf } from '#app/core/db/lists/list.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { refreshDueContent, withDueEvents } from '../content/due-content.ts';
import { toLikePattern, buildTitleMatch } from '../content/search.rules.ts';
import { eventColumns } from './event.record.ts';
import { type ListedStatuses, buildStatusCondition } from './list.statuses.ts';
import type { Bounds } from './window.rules.ts';

/** Conditions on lists of events in addition to the filters, checked and resolved. */
export interface EventScope extends ListedStatuses {
  bounds: Bounds;
  /** Matches events that overlap this interval. It includes `from` and excludes `until`. */
  overlaps?: { from?: Date | undefined; until?: Date | undefined } | undefined;
  /** True if the list includes events that are hidden from listings. */
  includesHidden: boolean;
  /** Words that must all occur in title, text or excerpt. */
  search?: string | undefined;
  /** True if the search includes password-protected texts, not only their titles. */
  searchesProtected?: boolean | undefined;
  /** Origin of distances; only for lists of located events. */
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

function splitSearchWords(search: string | undefined): string[] {
  const words = foldForSearch(search ?? '').split(/\s+/);
  return [...new Set(words.filter((word) => word !== ''))];
}

function buildScopeConditions(query: EventScope, add: AddParameter, status: string): string[] {
  const conditions = [buildStatusCondition(status, query, add)];
  if (!query.includesHidden) conditions.push('NOT e.hide_from_listings');
  for (const [name, comparison] of Object.entries(comparisons)) {
    const bound = query.bounds[name as keyof Bounds];
    if (bound) conditions.push(`${comparison} ${add(bound.instant)}::timestamptz`);
  }
  if (query.overlaps?.until) conditions.push(`e.start_utc < ${add(query.overlaps.until)}::timestamptz`);
  if (query.overlaps?.from) {
    const from = `${add(query.overlaps.from)}::timestamptz`;
    // an event without duration takes place at the moment of its start
    conditions.push(`e.end_utc >= ${from} AND (e.end_utc > ${from} OR e.start_utc = ${from})`);
  }
  const patterns = splitSearchWords(query.search).map((word) => add(toLikePattern(word)));
  for (const pattern of patterns) conditions.push(`c.search_text LIKE ${pattern}`);
  if (patterns.length > 0 && !query.searchesProtected) conditions.push(buildTitleMatch(patterns));
  return conditions;
}

const declareTermFilter = (description: string) =>
  filter(
    'numbers',
    [1],
    description,
    (ids, add) => `EXISTS (SELECT 1 FROM content_term ct WHERE ct.content_id = e.content_id AND ct.term_id = ANY(${add(ids)}::int[]))`,
  );
const declareLinkedFilter = (kind: 'venue' | 'organizer', description: string) =>
  filter(
    'numbers',
    [1],
    description,
    (ids, add) =>
      `EXISTS (SELECT 1 FROM event_${kind} link WHERE link.event_id = e.content_id AND link.${kind}_id = ANY(${add(ids)}::int[]))`,
  );

const firstVenue =
  'SELECT v.latitude, v.longitude FROM event_venue ev JOIN venue v ON v.content_id = ev.venue_id WHERE ev.event_id = e.content_id ORDER BY ev.position LIMIT 1';

/** Filters of lists and views of events. The IDs of categories include their descendants. */
export const eventFilters = {
  categoryIds: declareTermFilter('Only events in any of these categories or their descendants. Unknown IDs match nothing.'),
  tagIds: declareTermFilter('Only events with any of these tags. Unknown IDs match nothing.'),
  venueIds: declareLinkedFilter('venue', 'Only events at any of these venues. An unknown ID is an error.'),
  organizerIds: declareLinkedFilter('organizer', 'Only events of any of these organizers. An unknown ID is an error.'),
  isFeatured: flag('e.featured', 'Only events that are (true) or are not (false) featured.'),
  include: filter(
    'numbers',
    [1],
    'Only events with these IDs. Bounds on the start and end are then ignored; `overlaps` still applies.',
    (ids, add) => `e.content_id = ANY(${add(ids)}::int[])`,
  ),
  parentId: filter('number', 1, 'Only events with this parent.', (id, add) => `c.parent_id = ${add(id)}`),
  isTicketed: filter(
    'flag',
    true,
    'Only events with (true) or without (false) tickets.',
    (isTicketed) =>
      `${isTicketed ? '' : 'NOT '}(EXISTS (SELECT 1 FROM ticket WHERE ticket.post_id = e.content_id AND ticket.status <> 'trash'))`,
  ),
  isLocated: filter('flag', true, undefined, (isLocated) =>
    isLocated ? `(SELECT located.latitude FROM (${firstVenue}) AS located) IS NOT NULL` : null,
  ),
};

/** Repeats the conditions for the content row, so that the database can sort by columns of `content` with an index. */
const buildContentConditions = (query: EventScope, add: AddParameter, status: string) => [
  `c.kind = 'event'`,
  ...(query.ownStatuses ? [] : [buildStatusCondition(status === 'e.status' ? 'c.status' : status, { statuses: query.statuses }, add)]),
];
const orderByContentColumn = (...column: Parameters<typeof orderByColumn>): SortOrder => ({
  ...orderByColumn(...column),
  where: buildContentConditions,
});

function orderByDistance({ near }: EventScope, add: AddParameter, id: OrderKey): OrderKey[] {
  const { direction } = id;
  if (!near) return [{ sql: 'e.start_utc', type: 'timestamptz', direction }, id];
  const [lat, lng] = [add(near.latitude), add(near.longitude)];
  const sql = `(SELECT sin(radians(located.latitude - ${lat}::float8) / 2) ^ 2 + cos(radians(${lat}::float8)) * cos(radians(located.latitude))
        * sin(radians(located.longitude - ${lng}::float8) / 2) ^ 2 FROM (${firstVenue}) AS located)`;
  return [{ sql, type: 'float8', direction }, id];
}

/**
 * Matches IDs from a subquery that runs first. With a plain join, the planner scanned all events in sort order until it had found enough
 * matches, which took seconds for a hundred venues with few events.
 */
const buildInSubquery = (ids: string) => `e.content_id = ANY(ARRAY(${ids}))`;

const exampleBound = { wall: '1970-01-01T00:00:00', instant: new Date(0) };

/**
 * List of events, sorted by start by default. Callers add the statuses that the viewer may read. A test prepares the statements of the `examples`.
 */
export const eventList = defineList({
  name: 'event',
  // an outer join: the planner drops it if nothing else uses the content
  from: 'event e LEFT JOIN content c ON c.id = e.content_id',
  alias: 'e',
  id: 'e.content_id',
  details: 'found JOIN event e ON e.content_id = found.found_id JOIN content c ON c.id = e.content_id',
  shape: eventColumns,
  filters: eventFilters,
  scope: buildScopeConditions,
  orders: {
    start: orderByColumn('e.start_utc', 'timestamptz', 'By start of the event.'),
    date: orderByContentColumn('c.date_local', 'timestamp', 'By date of publication.'),
    title: orderByContentColumn('c.sort_title', 'text', 'By title, ignoring case and accents.'),
    menu_order: orderByContentColumn('c.menu_order', 'int', 'Sticky events first.'),
    modified: orderByContentColumn('c.modified_local', 'timestamp', 'By date of the last change.'),
    distance: { description: 'By distance of the first venue from `filter.near`.', keys: orderByDistance },
  },
  defaultOrder: ['start', 'asc'],
  due: { notice: refreshDueContent, ways: withDueEvents },
  totals: {
    tables: ['event', 'content_term'],
    searched: ['content', 'searched_text'],
    filters: ['categoryIds', 'tagIds', 'isFeatured'],
    unless: ['ownStatuses'],
  },
  owners: {
    venue: (owner) => buildInSubquery(`SELECT ev.event_id FROM event_venue ev WHERE ev.venue_id = ${owner}`),
    organizer: (owner) => buildInSubquery(`SELECT eo.event_id FROM event_organizer eo WHERE eo.organizer_id = ${owner}`),
    term: (owner) => buildInSubquery(`SELECT ct.content_id FROM content_term ct WHERE ct.term_id = ${owner}`),
  },
  examples: [
    {
      statuses: ['publish', 'private'],
      ownStatuses: { authorId: 1, statuses: ['draft'] },
      bounds: {
        startsFrom: exampleBound,
        endsUntil: exampleBound,
        startsBefore: exampleBound,
        startsAfter: exampleBound,
        endsBefore: exampleBound,
        endsAfter: exampleBound,
      },
      overlaps: { from: exampleBound.instant, until: exampleBound.instant },
      includesHidden: false,
      search: 'a b',
      near: { latitude: 1, longitude: 2 },
    },
    { statuses: 'all', bounds: {}, includesHidden: true, isFeatured: false, isTicketed: false },
    { statuses: ['publish'], bounds: {}, includesHidden: true, orderBy: 'title', order: 'desc' },
  ],
});

/** Query of a list of events. */
export type EventQuery = QueryOf<typeof eventList>;

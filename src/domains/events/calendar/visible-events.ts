import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { type CreateExamples, StatementFamily } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { anonymous, type Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Parameters } from '#app/core/db/lists/keyset.ts';
import { refreshDueContent, withDueEvents } from '#app/domains/content/due-content.ts';
import { toLikePattern, buildTitleMatch } from '#app/domains/content/search.rules.ts';
import type { OrderKey } from '#app/core/db/lists/keyset.ts';
import { createAnyBranchCondition, createIdSelect, type UnionBranches } from '#app/core/db/lists/union-branches.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { createFilterConditions } from '#app/core/db/lists/filters.ts';
import { eventFilters } from '../event.list.ts';
import { loadEvents } from '../event.reader.ts';
import type { EventRecord } from '../event.record.ts';
import { eventKind } from '../kinds.ts';
import type { Site } from '#app/site.ts';
import { type Day, getLastDay } from './days.ts';

/** Conditions on the events that a view shows, and the viewer who reads them (docs/behaviour/events.md 4.3). */
export interface ViewFilter {
  viewer: Viewer;
  keyword: string;
  /** Events in any of these categories. An empty list matches no event; undefined does not filter. */
  categoryIds?: readonly number[] | undefined;
  tagIds?: readonly number[] | undefined;
  venueId?: number | undefined;
  organizerId?: number | undefined;
  isFeatured: boolean;
  /** True to include published events that are now in the trash. */
  includesTrashed?: boolean;
}

/** Conditions on the time of events. Omitted members do not filter. */
export interface Span {
  /** Ends after this moment. */
  endsAfter?: Date | undefined;
  /** Ends at or before this moment. */
  endsUntil?: Date | undefined;
  /** Ends on or after this day in the event's time zone. */
  fromDay?: Day | undefined;
  /** Starts on or before this day in the event's time zone. */
  untilDay?: Day | undefined;
}

/** Limit, offset and direction of a list of events. */
export interface ListOptions {
  latestFirst?: boolean;
  limit: number;
  offset?: number;
}

/** Values that determine an event's position in a grid. */
export interface GridEvent {
  id: number;
  startLocal: WallTime;
  endLocal: WallTime;
  isSticky: boolean;
}

const MAX_WORDS = 20;
const DAY_MS = 86_400_000;

function buildReadableCondition({ viewer, includesTrashed }: ViewFilter, status: string, parameters: Parameters): string {
  if (includesTrashed) return `(${status} = 'publish' OR (${status} = 'trash' AND c.trashed_from = 'publish'))`;
  if (!viewer.signedIn) return `${status} = 'publish'`;
  if (viewer.can(eventKind.capabilities.readPrivate)) return `${status} IN ('publish', 'private')`;
  return `(${status} = 'publish' OR (${status} = 'private' AND c.author_id = ${parameters.add(viewer.id)}))`;
}

function buildKeywordConditions(keyword: string, parameters: Parameters): string[] {
  const words = [
    ...new Set(
      foldForSearch(keyword)
        .split(' ')
        .filter((word) => word !== ''),
    ),
  ].slice(0, MAX_WORDS);
  return words.map((word) => {
    const pattern = parameters.add(toLikePattern(word));
    return `c.search_text LIKE ${pattern} AND ${buildTitleMatch([pattern])}`;
  });
}

function buildSpanConditions({ endsAfter, endsUntil, fromDay, untilDay }: Span, parameters: Parameters): string[] {
  const conditions: string[] = [];
  if (endsAfter) conditions.push(`e.end_utc > ${parameters.add(endsAfter)}::timestamptz`);
  if (endsUntil) conditions.push(`e.end_utc <= ${parameters.add(endsUntil)}::timestamptz`);
  // Only conditions on UTC times can use an index. No zone is more than a day from UTC, so the UTC condition of a day is a day wider;
  // the condition on local times then selects the exact events.
  if (fromDay !== undefined) {
    const start = `${fromDay}T00:00:00`;
    conditions.push(`e.end_utc >= ${parameters.add(new Date(Date.parse(`${start}Z`) - DAY_MS))}::timestamptz`);
    const dayStart = parameters.add(start);
    conditions.push(`(e.end_local > ${dayStart}::timestamp OR e.start_local >= ${dayStart}::timestamp)`);
  }
  if (untilDay !== undefined) {
    const end = `${untilDay}T23:59:59`;
    conditions.push(`e.start_utc <= ${parameters.add(new Date(Date.parse(`${end}Z`) + DAY_MS))}::timestamptz`);
    conditions.push(`e.start_local <= ${parameters.add(end)}::timestamp`);
  }
  return conditions;
}

/** Returns the conditions of the filter and the span, and the tables to read from: without `content` if no condition uses it. */
function buildSource({ db }: Site, filter: ViewFilter, span: Span, parameters: Parameters): { table: string; where: UnionBranches } {
  const { venueId, organizerId, categoryIds, tagIds, isFeatured } = filter;
  const filterValues = {
    categoryIds,
    tagIds,
    venueIds: venueId === undefined ? null : [venueId],
    organizerIds: organizerId === undefined ? null : [organizerId],
    isFeatured: isFeatured || null,
  };
  const conditions = [
    'NOT e.hide_from_listings',
    ...buildSpanConditions(span, parameters),
    ...buildKeywordConditions(filter.keyword, parameters),
    ...createFilterConditions(eventFilters, filterValues, parameters.add),
  ];
  const where = withDueEvents(db, parameters.add, (status) =>
    [buildReadableCondition(filter, status, parameters), ...conditions].join(' AND '),
  );
  return { table: /\bc\./.test(createAnyBranchCondition(where)) ? EVENT_WITH_CONTENT : 'event e', where };
}

const EVENT_WITH_CONTENT = 'event e JOIN content c ON c.id = e.content_id';

/** Examples from which a test builds and prepares the statements of this file. */
const exampleFilters: readonly ViewFilter[] = [
  { viewer: anonymous, keyword: '', isFeatured: false },
  { viewer: anonymous, keyword: '', isFeatured: true, includesTrashed: true },
  {
    viewer: { ...anonymous, signedIn: true, id: 1 },
    keyword: 'a b',
    categoryIds: [1],
    tagIds: [2],
    venueId: 3,
    organizerId: 4,
    isFeatured: true,
  },
  { viewer: { ...anonymous, signedIn: true, can: () => true }, keyword: '', isFeatured: false },
];
const exampleSpan: Required<Span> = { endsAfter: new Date(0), endsUntil: new Date(0), fromDay: '2024-01-01', untilDay: '2024-02-01' };
const buildExamples =
  (buildStatement: (site: Site, filter: ViewFilter, span: Span) => SqlStatement): CreateExamples<Site> =>
  (site) =>
    exampleFilters.flatMap((filter) => [buildStatement(site, filter, {}).text, buildStatement(site, filter, exampleSpan).text]);

const idStatements = new StatementFamily(
  'calendar_ids',
  rowShape({ id: 'int' }),
  buildExamples((site, filter, span) => buildIdsStatement(site, filter, span, { limit: 1 })),
);
const gridStatements = new StatementFamily(
  'calendar_grid',
  rowShape({ id: 'int', startLocal: 'text', endLocal: 'text', isSticky: 'bool' }),
  buildExamples((site, filter, span) => buildGridStatement(site, filter, span)),
);
const extentStatements = new StatementFamily(
  'calendar_extent',
  rowShape({ first: 'text?', last: 'text?' }),
  buildExamples((site, filter) => buildExtentStatement(site, filter)),
);

interface SqlStatement {
  text: string;
  values: readonly unknown[];
}

function buildIdsStatement(
  site: Site,
  filter: ViewFilter,
  span: Span,
  { latestFirst = false, limit, offset = 0 }: ListOptions,
): SqlStatement {
  const parameters = new Parameters();
  const direction = latestFirst ? 'DESC' : 'ASC';
  const keys: OrderKey[] = [
    { sql: 'e.start_utc', type: 'timestamptz', direction },
    { sql: 'e.duration_seconds', type: 'int', direction },
    { sql: 'e.content_id', type: 'int', direction },
  ];
  const paging = { id: 'e.content_id', as: 'id', keys, limit: `${parameters.add(limit)}::int`, offset: `${parameters.add(offset)}::int` };
  return { text: createIdSelect({ ...buildSource(site, filter, span, parameters), ...paging }), values: parameters.values };
}

function buildGridStatement(site: Site, filter: ViewFilter, span: Span): SqlStatement {
  const parameters = new Parameters();
  const text = `SELECT e.content_id AS id, e.start_local::text AS "startLocal", e.end_local::text AS "endLocal", c.menu_order = -1 AS "isSticky"
    FROM ${EVENT_WITH_CONTENT} WHERE ${createAnyBranchCondition(buildSource(site, filter, span, parameters).where)}
    ORDER BY (c.menu_order = -1) DESC, e.start_utc, e.duration_seconds, e.content_id`;
  return { text, values: parameters.values };
}

function buildExtentStatement(site: Site, filter: ViewFilter): SqlStatement {
  const parameters = new Parameters();
  const source = buildSource(site, filter, {}, parameters);
  const selectOutermost = (sql: string, direction: 'ASC' | 'DESC') =>
    createIdSelect({ ...source, id: 'e.content_id', as: 'id', keys: [{ sql, type: 'timestamptz', direction }], limit: '1' });
  const text = `SELECT (SELECT start_local::text FROM event WHERE content_id = (${selectOutermost('e.start_utc', 'ASC')})) AS first,
    (SELECT start_local::text || '|' || end_local::text FROM event WHERE content_id = (${selectOutermost('e.end_utc', 'DESC')})) AS last`;
  return { text, values: parameters.values };
}

/** Returns the IDs of the events, sorted by start, then by duration. */
export async function findEventIds(site: Site, filter: ViewFilter, span: Span, options: ListOptions): Promise<number[]> {
  await refreshDueContent(site.db);
  const { text, values } = buildIdsStatement(site, filter, span, options);
  return (await site.db.rows(idStatements.createStatement(text), values)).map(({ id }) => id);
}

const parseWallTime = (text: string): WallTime => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** Returns all events of the span with their times. Sorts sticky events first, then by start. */
export async function findGridEvents(site: Site, filter: ViewFilter, span: Span): Promise<GridEvent[]> {
  await refreshDueContent(site.db);
  const { text, values } = buildGridStatement(site, filter, span);
  const rows = await site.db.rows(gridStatements.createStatement(text), values);
  return rows.map((row) => ({ ...row, startLocal: parseWallTime(row.startLocal), endLocal: parseWallTime(row.endLocal) }));
}

/** True if at least one event matches. */
export async function hasEvents(site: Site, filter: ViewFilter, span: Span): Promise<boolean> {
  return (await findEventIds(site, filter, span, { limit: 1 })).length > 0;
}

/**
 * True if the viewer may see at least one upcoming event. Uses only the viewer of the filter. With `expiresWith`, a cached response expires when an
 * event starts or ends.
 */
export async function hasUpcomingEvents(site: Site, { viewer }: ViewFilter): Promise<boolean> {
  return await hasEvents(site, { viewer, keyword: '', isFeatured: false }, { endsAfter: now({ expiresWith: ['events'] }) });
}

/**
 * Returns the day on which the first matching event starts and the day on which the last one ends, each in its own time zone; null if no event
 * matches.
 */
export async function findExtent(site: Site, filter: ViewFilter): Promise<{ first: Day; last: Day } | null> {
  await refreshDueContent(site.db);
  const { text, values } = buildExtentStatement(site, filter);
  const [row] = await site.db.rows(extentStatements.createStatement(text), values);
  if (!row?.first || !row.last) return null;
  const [start = '', end = ''] = row.last.split('|');
  return { first: row.first.slice(0, 10), last: getLastDay({ startLocal: parseWallTime(start), endLocal: parseWallTime(end) }) };
}

/** Returns the events with these IDs in the same order. */
export async function loadEventsInOrder(site: Site, ids: readonly number[]): Promise<EventRecord[]> {
  const eventsById = new Map((await loadEvents(site, [...new Set(ids)])).map((event) => [event.id, event]));
  return ids.flatMap((id) => eventsById.get(id) ?? []);
}

import type { Viewer } from '../auth/viewer.ts';
import { Parameters } from '../content/list.sql.ts';
import { settleDueContent } from '../content/schedule.service.ts';
import { containing, isOpenOrTitled } from '../content/search.rules.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { WallTime } from '../core/time/wall-time.ts';
import { loadEvents } from '../events/event.reader.ts';
import type { EventRecord } from '../events/event.record.ts';
import { eventKind } from '../events/kinds.ts';
import type { Site } from '../site.ts';
import { type Day, lastDayOf } from './days.ts';

/** Which events a view may show at all (events.md 4.3). */
export interface EventChoice {
  viewer: Viewer;
  keyword: string;
  /** Any of these; an empty list finds nothing, undefined everything. */
  categoryIds?: readonly number[] | undefined;
  tagIds?: readonly number[] | undefined;
  venueId?: number | undefined;
  organizerId?: number | undefined;
  isFeatured: boolean;
  /** Also what was published and is in the trash. */
  includesTrashed?: boolean;
}

/** When they take place: conditions on the moments and on what the clocks show; absent = any. */
export interface Span {
  /** Ends later. */
  endsAfter?: Date | undefined;
  /** Has ended then. */
  endedAt?: Date | undefined;
  /** Touches a day from this one on, on its own clocks. */
  fromDay?: Day | undefined;
  /** Touches a day until this one. */
  untilDay?: Day | undefined;
}

export interface Portion {
  latestFirst?: boolean;
  limit: number;
  offset?: number;
}

/** What places an event in a grid. */
export interface PlacedEvent {
  id: number;
  startLocal: WallTime;
  endLocal: WallTime;
  isSticky: boolean;
}

const MOST_WORDS = 20;
const DAY_MS = 86_400_000;
function readableBy({ viewer, includesTrashed }: EventChoice, p: Parameters): string {
  if (includesTrashed) return `(e.status = 'publish' OR (e.status = 'trash' AND c.trashed_from = 'publish'))`;
  if (!viewer.signedIn) return `e.status = 'publish'`;
  if (viewer.can(eventKind.capabilities.readPrivate)) return `e.status IN ('publish', 'private')`;
  return `(e.status = 'publish' OR (e.status = 'private' AND c.author_id = ${p.add(viewer.id)}))`;
}

function keywordConditions(keyword: string, p: Parameters): string[] {
  const found = [
    ...new Set(
      keyword
        .toLowerCase()
        .split(' ')
        .filter((word) => word !== ''),
    ),
  ].slice(0, MOST_WORDS);
  return found.map((word) => {
    const pattern = p.add(containing(word));
    return `c.search_text LIKE ${pattern} AND ${isOpenOrTitled([pattern])}`;
  });
}

function spanConditions({ endsAfter, endedAt, fromDay, untilDay }: Span, p: Parameters): string[] {
  const all: string[] = [];
  if (endsAfter) all.push(`e.end_utc > ${p.add(endsAfter)}::timestamptz`);
  if (endedAt) all.push(`e.end_utc <= ${p.add(endedAt)}::timestamptz`);
  // no clock is further than a day from UTC: the first condition of each is what an index knows
  if (fromDay !== undefined) {
    const start = `${fromDay}T00:00:00`;
    all.push(`e.end_utc >= ${p.add(new Date(Date.parse(`${start}Z`) - DAY_MS))}::timestamptz`);
    const at = p.add(start);
    all.push(`(e.end_local > ${at}::timestamp OR e.start_local >= ${at}::timestamp)`);
  }
  if (untilDay !== undefined) {
    const end = `${untilDay}T23:59:59`;
    all.push(
      `e.start_utc <= ${p.add(new Date(Date.parse(`${end}Z`) + DAY_MS))}::timestamptz AND e.start_local <= ${p.add(end)}::timestamp`,
    );
  }
  return all;
}

function fromWhere(choice: EventChoice, span: Span, p: Parameters): string {
  const carries = (ids: readonly number[]) =>
    `EXISTS (SELECT 1 FROM content_term ct WHERE ct.content_id = e.content_id AND ct.term_id = ANY(${p.add(ids)}::int[]))`;
  const all = [readableBy(choice, p), 'NOT e.hide_from_listings', ...spanConditions(span, p), ...keywordConditions(choice.keyword, p)];
  if (choice.isFeatured) all.push('e.featured');
  if (choice.categoryIds) all.push(carries(choice.categoryIds));
  if (choice.tagIds) all.push(carries(choice.tagIds));
  if (choice.venueId !== undefined)
    all.push(`EXISTS (SELECT 1 FROM event_venue ev WHERE ev.event_id = e.content_id AND ev.venue_id = ${p.add(choice.venueId)})`);
  if (choice.organizerId !== undefined)
    all.push(
      `EXISTS (SELECT 1 FROM event_organizer eo WHERE eo.event_id = e.content_id AND eo.organizer_id = ${p.add(choice.organizerId)})`,
    );
  const where = all.join(' AND ');
  return `FROM event e${where.includes('c.') ? ' JOIN content c ON c.id = e.content_id' : ''} WHERE ${where}`;
}

const names = new StatementNames('calendar');

async function rowsOf<Row>(site: Site, text: string, p: Parameters): Promise<Row[]> {
  await settleDueContent(site);
  return await site.db.sql<Row>(text, p.values, names.of(text));
}

/** Ids of the events, by start and then duration. */
export async function findEventIds(
  site: Site,
  choice: EventChoice,
  span: Span,
  { latestFirst = false, limit, offset = 0 }: Portion,
): Promise<number[]> {
  const p = new Parameters();
  const direction = latestFirst ? 'DESC' : 'ASC';
  const text = `SELECT e.content_id AS id ${fromWhere(choice, span, p)}
    ORDER BY e.start_utc ${direction}, e.duration_seconds ${direction}, e.content_id ${direction} LIMIT ${p.add(limit)}::int OFFSET ${p.add(offset)}::int`;
  return (await rowsOf<{ id: number }>(site, text, p)).map(({ id }) => id);
}

const wall = (text: string): WallTime => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** All events of the span with what places them in a grid, sticky ones first, then by start. */
export async function findPlacedEvents(site: Site, choice: EventChoice, span: Span): Promise<PlacedEvent[]> {
  const p = new Parameters();
  const inner = fromWhere(choice, span, p).replace('FROM event e WHERE', 'FROM event e JOIN content c ON c.id = e.content_id WHERE');
  const text = `SELECT e.content_id AS id, e.start_local::text AS "startLocal", e.end_local::text AS "endLocal", c.menu_order = -1 AS "isSticky" ${inner}
    ORDER BY (c.menu_order = -1) DESC, e.start_utc, e.duration_seconds, e.content_id`;
  const rows = await rowsOf<PlacedEvent>(site, text, p);
  return rows.map((row) => ({ ...row, startLocal: wall(row.startLocal), endLocal: wall(row.endLocal) }));
}

/** Whether there is any such event. */
export async function hasEvents(site: Site, choice: EventChoice, span: Span): Promise<boolean> {
  return (await findEventIds(site, choice, span, { limit: 1 })).length > 0;
}

/** The first and the last day that such events touch, on their own clocks; null when there are none. */
export async function extentOf(site: Site, choice: EventChoice): Promise<{ first: Day; last: Day } | null> {
  const p = new Parameters();
  const inner = fromWhere(choice, {}, p);
  const text = `SELECT (SELECT e.start_local::text ${inner} ORDER BY e.start_utc LIMIT 1) AS first,
    (SELECT (e.start_local::text || '|' || e.end_local::text) ${inner} ORDER BY e.end_utc DESC LIMIT 1) AS last`;
  const [row] = await rowsOf<{ first: string | null; last: string | null }>(site, text, p);
  if (!row?.first || !row.last) return null;
  const [start = '', end = ''] = row.last.split('|');
  return { first: row.first.slice(0, 10), last: lastDayOf({ startLocal: wall(start), endLocal: wall(end) }) };
}

/** The events with these ids, in this order. */
export async function eventsInOrder(site: Site, ids: readonly number[]): Promise<EventRecord[]> {
  const found = new Map((await loadEvents(site, [...new Set(ids)])).map((event) => [event.id, event]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

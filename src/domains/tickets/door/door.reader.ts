import { Parameters } from '#app/core/db/lists/keyset.ts';
import { toLikePattern, buildSortTitle } from '../../content/search.rules.ts';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import { statement, StatementFamily } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from '../attendee.record.ts';
import { entryStatuses } from '../statuses.ts';
import { splitSearchWords } from '../ticket.list.ts';

/** Number of checked-in attendees, and of all who may enter. */
export interface DoorCounts {
  in: number;
  all: number;
}

const counts = statement(
  'door_counts',
  `SELECT count(*)::int AS "all", count(*) FILTER (WHERE checked_in)::int AS "in" FROM attendee
  WHERE post_id = $1 AND status = 'publish' AND order_status = ANY($2::text[])`,
  rowShape({ all: 'int', in: 'int' }),
);

/** Counts the attendees of a post who may enter. */
export async function countDoor(site: Site, postId: number): Promise<DoorCounts> {
  const [row] = await site.db.rows(counts, [postId, [...entryStatuses]]);
  return row ?? { in: 0, all: 0 };
}

/** Maximum number of search results. */
export const MAX_RESULTS = 30;
const MAX_WORDS = 6;
const searches = new StatementFamily('door_search', attendeeColumns, () => [
  buildSearchStatement(1, ['a']).text,
  buildSearchStatement(1, ['a', 'b']).text,
]);

function buildSearchStatement(postId: number, words: readonly string[]): { text: string; values: readonly unknown[] } {
  const p = new Parameters();
  const where = [`a.post_id = ${p.add(postId)}::int`, `a.status = 'publish'`];
  for (const word of words) {
    const [pattern, folded] = [p.add(toLikePattern(word)), p.add(toLikePattern(buildSortTitle(word)))];
    where.push(`(a.search_text LIKE ${pattern} OR a.email_text LIKE ${pattern} OR a.sort_title LIKE ${folded})`);
  }
  const text = `SELECT ${attendeeColumns.list} FROM attendee a ${attendeePostJoins} WHERE ${where.join(' AND ')} ORDER BY a.sort_title, a.id LIMIT ${MAX_RESULTS + 1}`;
  return { text, values: p.values };
}

/**
 * Finds attendees of a post by words in their name (ignoring accents), email address or order ID. Every word must match. Returns them sorted by name,
 * and at most `MAX_RESULTS + 1`: the extra row shows that there are more results.
 */
export async function searchAtDoor(site: Site, postId: number, search: string): Promise<AttendeeRecord[]> {
  const words = splitSearchWords(search).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const { text, values } = buildSearchStatement(postId, words);
  return await site.db.rows(searches.createStatement(text), values);
}

/** A post that sells tickets, for the list of doors. */
export interface DoorPost {
  id: number;
  title: string;
  /** Start in the time zone of the event; null for content without a time. */
  startLocal: string | null;
}

const doors = statement(
  'open_doors',
  `SELECT c.id, c.title, e.start_local::text AS "startLocal" FROM content c LEFT JOIN event e ON e.content_id = c.id
  WHERE (c.status IN ('publish', 'private') OR c.status = 'future' AND c.date_utc <= $2::timestamptz) AND (e.content_id IS NULL OR e.end_utc > $1::timestamptz)
    AND EXISTS (SELECT 1 FROM ticket t WHERE t.post_id = c.id AND t.status <> 'trash')
  ORDER BY e.start_utc NULLS LAST, c.id LIMIT 50`,
  rowShape({ id: 'int', title: 'text', startLocal: 'text?' }),
);
const DAY_MS = 86_400_000;

/** Returns at most 50 published or private posts that sell tickets, soonest first. Omits events that ended more than a day ago. */
export async function listOpenDoors(site: Site): Promise<DoorPost[]> {
  return await site.db.rows(doors, [new Date(now().getTime() - DAY_MS), now()]);
}

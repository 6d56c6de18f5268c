import { Parameters } from '../../content/list.sql.ts';
import { containing, sortTitleOf } from '../../content/search.rules.ts';
import { utcNow } from '../../content/site-time.ts';
import { StatementNames } from '../../content/statement-names.ts';
import { now } from '../../core/clock.ts';
import type { Site } from '../../site.ts';
import { attendeeColumns, attendeeOf, attendeePostJoins, type AttendeeRecord, type AttendeeRow } from '../attendee.record.ts';
import { completedStatuses } from '../statuses.ts';
import { searchWords } from '../ticket.list.ts';

/** How many have come of those who may. */
export interface DoorCounts {
  in: number;
  all: number;
}

const counts = `SELECT count(*)::int AS "all", count(*) FILTER (WHERE checked_in)::int AS "in" FROM attendee
  WHERE post_id = $1 AND status = 'publish' AND order_status = ANY($2::text[])`;

/** Counts the attendees of a post whose place is settled. */
export async function doorCounts(site: Site, postId: number): Promise<DoorCounts> {
  const [row] = await site.db.sql<DoorCounts>(counts, [postId, [...completedStatuses]], 'door_counts');
  return row ?? { in: 0, all: 0 };
}

/** Most people that a search shows. */
export const MOST_FOUND = 30;
const MOST_WORDS = 6;
const names = new StatementNames('door_search');

/** Attendees of a post in whose name (accents do not matter), address or order number every word occurs, by name. One more than `MOST_FOUND` at most. */
export async function searchAtDoor(site: Site, postId: number, text: string): Promise<AttendeeRecord[]> {
  const words = searchWords(text).slice(0, MOST_WORDS);
  if (words.length === 0) return [];
  const p = new Parameters();
  const where = [`a.post_id = ${p.add(postId)}::int`, `a.status = 'publish'`];
  for (const word of words) {
    const [written, plain] = [p.add(containing(word)), p.add(containing(sortTitleOf(word)))];
    where.push(`(a.search_text LIKE ${written} OR a.email_text LIKE ${written} OR a.sort_title LIKE ${plain})`);
  }
  const statement = `SELECT ${attendeeColumns} FROM attendee a ${attendeePostJoins} WHERE ${where.join(' AND ')} ORDER BY a.sort_title, a.id LIMIT ${MOST_FOUND + 1}`;
  const at = utcNow();
  return (await site.db.sql<AttendeeRow>(statement, p.values, names.of(statement))).map((row) => attendeeOf(row, at));
}

/** A post that sells tickets, as the list of doors shows it. */
export interface DoorPost {
  id: number;
  title: string;
  /** On the clocks of its zone; null for content that takes place at no time. */
  startLocal: string | null;
}

const doors = `SELECT c.id, c.title, e.start_local::text AS "startLocal" FROM content c LEFT JOIN event e ON e.content_id = c.id
  WHERE c.status IN ('publish', 'private') AND (e.content_id IS NULL OR e.end_utc > $1::timestamptz)
    AND EXISTS (SELECT 1 FROM ticket t WHERE t.post_id = c.id AND t.status <> 'trash')
  ORDER BY e.start_utc NULLS LAST, c.id LIMIT 50`;
const DAY_MS = 86_400_000;

/** What sells tickets and is not over for more than a day, the next first. */
export async function openDoors(site: Site): Promise<DoorPost[]> {
  return await site.db.sql<DoorPost>(doors, [new Date(now().getTime() - DAY_MS)], 'open_doors');
}

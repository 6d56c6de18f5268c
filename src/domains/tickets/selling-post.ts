import type { ContentFacts } from '../content/content.permissions.ts';
import { rowShape, type ShapedRow } from '#app/core/db/columns.ts';
import { getSiteZone, getUtcNow } from '../content/site-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { isZone, type Zone, getZoneByName } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';

/** The content that sells tickets, such as an event, with the data that its tickets need. */
export interface SellingPost extends ContentFacts {
  id: number;
  title: string;
  password: string;
  dateLocal: WallTime;
  /** ID of the image for the tickets of the post. */
  headerImageId: number | null;
  /** True if the content of the post contains the list of attendees. */
  showsAttendees: boolean;
  /** True if the attendees of the post are hidden from the public. */
  hidesAttendees: boolean;
  sharedEnabled: boolean;
  sharedCapacity: number;
  sharedLevel: number;
  /** Time of an event; null for other kinds. */
  startUtc: Date | null;
  endUtc: Date | null;
  startLocal: WallTime | null;
  timezone: string | null;
}

/** Returns the SQL joins of a selling post: `c` (content), `s` (stock) and `e` (event). `id` is an SQL expression for the post's ID. */
export const buildSellingPostJoins = (id: string) =>
  `LEFT JOIN content c ON c.id = ${id} LEFT JOIN post_stock s ON s.post_id = ${id} LEFT JOIN event e ON e.content_id = ${id}`;

/** Columns of a `SellingPost`, with the prefix `p_`. All are null if the post does not exist. */
export const sellingPostColumns = {
  list: `c.id AS p_id, c.kind AS p_kind, c.status AS p_status, c.trashed_from AS p_trashed_from, c.author_id AS p_author_id,
  c.title AS p_title, c.password AS p_password, c.date_local::text AS p_date_local, (c.date_utc AT TIME ZONE 'UTC')::text AS p_date_utc,
  c.meta->>'_tribe_ticket_header' AS p_header, (c.content LIKE '%wp:tribe/attendees%' OR c.content LIKE '%[tribe_attendees_list%') AS p_shows,
  s.hide_attendees_list AS p_hides, s.shared_enabled AS p_shared_enabled, s.shared_capacity AS p_shared_capacity, s.shared_level AS p_shared_level,
  e.start_utc AS p_start_utc, e.end_utc AS p_end_utc, e.start_local::text AS p_start_local, e.timezone AS p_timezone`,
  ...rowShape({
    p_id: 'int?',
    p_kind: 'text',
    p_status: 'text',
    p_trashed_from: 'text?',
    p_author_id: 'int?',
    p_title: 'text',
    p_password: 'text',
    p_date_local: 'text',
    p_date_utc: 'text?',
    p_header: 'text?',
    p_shows: 'bool',
    p_hides: 'bool?',
    p_shared_enabled: 'bool?',
    p_shared_capacity: 'int?',
    p_shared_level: 'int?',
    p_start_utc: 'timestamptz?',
    p_end_utc: 'timestamptz?',
    p_start_local: 'text?',
    p_timezone: 'text?',
  }),
};

type SellingPostRow = ShapedRow<typeof sellingPostColumns>;

const toWallTime = (text: string): WallTime => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** Returns the post in a row, or null if it was deleted. A scheduled post has the status `publish` from its publication time. */
export function toSellingPost(row: SellingPostRow): SellingPost | null {
  if (row.p_id === null) return null;
  const isNowPublished = row.p_status === 'future' && row.p_date_utc !== null && toWallTime(row.p_date_utc) <= getUtcNow();
  return {
    id: row.p_id,
    kind: row.p_kind,
    status: isNowPublished ? 'publish' : row.p_status,
    trashedFrom: row.p_trashed_from,
    authorId: row.p_author_id,
    title: row.p_title,
    password: row.p_password,
    dateLocal: toWallTime(row.p_date_local),
    headerImageId: Number(row.p_header) || null,
    showsAttendees: row.p_shows,
    hidesAttendees: row.p_hides ?? false,
    sharedEnabled: row.p_shared_enabled ?? false,
    sharedCapacity: row.p_shared_capacity ?? 0,
    sharedLevel: row.p_shared_level ?? 0,
    startUtc: row.p_start_utc,
    endUtc: row.p_end_utc,
    startLocal: row.p_start_local === null ? null : toWallTime(row.p_start_local),
    timezone: row.p_timezone,
  };
}

/** True if the post shows a public attendee list, which contains the names of buyers who agree to it. */
export const hasAttendeeList = (post: Pick<SellingPost, 'showsAttendees' | 'hidesAttendees'> | null): boolean =>
  post !== null && post.showsAttendees && !post.hidesAttendees;

/** Returns the zone for the sale of a post's tickets: the zone of the event, or else of the site. */
export function getSaleZone(site: Site, post: Pick<SellingPost, 'timezone'> | null): Zone {
  return post?.timezone && isZone(post.timezone) ? getZoneByName(post.timezone) : getSiteZone(site);
}

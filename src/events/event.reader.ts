import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import type { Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import { eventColumns, type EventRecord, eventOf, type EventRow } from './event.record.ts';
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

const eventsById = () => `SELECT ${eventColumns()} FROM event e JOIN content c ON c.id = e.content_id WHERE e.content_id = ANY($1::int[])`;
const venuesById = `SELECT ${venueColumns} FROM venue v JOIN content c ON c.id = v.content_id WHERE v.content_id = ANY($1::int[])`;
const organizersById = `SELECT ${organizerColumns} FROM organizer o JOIN content c ON c.id = o.content_id WHERE o.content_id = ANY($1::int[])`;

/** The events with these ids, whoever asks and whatever their status, in no particular order. One statement. */
export async function loadEvents(site: Site, ids: readonly number[]): Promise<EventRecord[]> {
  if (ids.length === 0) return [];
  await settleDueContent(site);
  const rows = await site.db.sql<EventRow>(eventsById(), [ids], 'events_by_id');
  const now = utcNow();
  return rows.map((row) => eventOf(row, now));
}

/** The venues with these ids; see `loadEvents`. */
export async function loadVenues(site: Site, ids: readonly number[]): Promise<VenueRecord[]> {
  if (ids.length === 0) return [];
  await settleDueContent(site);
  const rows = await site.db.sql<VenueRow>(venuesById, [ids], 'venues_by_id');
  const now = utcNow();
  return rows.map((row) => venueOf(row, now));
}

/** The organizers with these ids; see `loadEvents`. */
export async function loadOrganizers(site: Site, ids: readonly number[]): Promise<OrganizerRecord[]> {
  if (ids.length === 0) return [];
  await settleDueContent(site);
  const rows = await site.db.sql<OrganizerRow>(organizersById, [ids], 'organizers_by_id');
  const now = utcNow();
  return rows.map((row) => organizerOf(row, now));
}

/** The events with these ids as the transaction sees them, in no particular order. */
export async function loadEventsIn(tx: Tx, ids: readonly number[]): Promise<EventRecord[]> {
  const now = utcNow();
  return (await tx.$queryRawUnsafe<EventRow[]>(eventsById(), ids)).map((row) => eventOf(row, now));
}

/** The event as the transaction sees it; null when there is none. */
export async function readEvent(tx: Tx, id: number): Promise<EventRecord | null> {
  return (await loadEventsIn(tx, [id]))[0] ?? null;
}

/** The venues with these ids as the transaction sees them, in no particular order. */
export async function loadVenuesIn(tx: Tx, ids: readonly number[]): Promise<VenueRecord[]> {
  const now = utcNow();
  return (await tx.$queryRawUnsafe<VenueRow[]>(venuesById, ids)).map((row) => venueOf(row, now));
}

/** The venue as the transaction sees it; null when there is none. */
export async function readVenue(tx: Tx, id: number): Promise<VenueRecord | null> {
  return (await loadVenuesIn(tx, [id]))[0] ?? null;
}

/** The organizers with these ids as the transaction sees them, in no particular order. */
export async function loadOrganizersIn(tx: Tx, ids: readonly number[]): Promise<OrganizerRecord[]> {
  const now = utcNow();
  return (await tx.$queryRawUnsafe<OrganizerRow[]>(organizersById, ids)).map((row) => organizerOf(row, now));
}

/** The organizer as the transaction sees it; null when there is none. */
export async function readOrganizer(tx: Tx, id: number): Promise<OrganizerRecord | null> {
  return (await loadOrganizersIn(tx, [id]))[0] ?? null;
}

const idOfSlug = `SELECT id FROM content WHERE kind = $1 AND slug = $2 ORDER BY (status IN ('draft', 'pending')), id LIMIT 1`;

/** The id of the content of a kind with this slug, whatever its status; null when there is none. */
export async function contentIdOfSlug(site: Site, kind: string, slug: string): Promise<number | null> {
  const [row] = await site.db.sql<{ id: number }>(idOfSlug, [kind, slug], 'content_of_slug');
  return row?.id ?? null;
}

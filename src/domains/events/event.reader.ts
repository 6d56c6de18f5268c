import { rowShape } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { eventColumns, type EventRecord } from './event.record.ts';
import { organizerColumns, type OrganizerRecord, venueColumns, type VenueRecord } from './linked.record.ts';

const eventsById = statement(
  'events_by_id',
  `SELECT ${eventColumns.list} FROM event e JOIN content c ON c.id = e.content_id WHERE e.content_id = ${anyId('$1')}`,
  eventColumns,
);
const venuesById = statement(
  'venues_by_id',
  `SELECT ${venueColumns.list} FROM venue v JOIN content c ON c.id = v.content_id WHERE v.content_id = ${anyId('$1')}`,
  venueColumns,
);
const organizersById = statement(
  'organizers_by_id',
  `SELECT ${organizerColumns.list} FROM organizer o JOIN content c ON c.id = o.content_id WHERE o.content_id = ${anyId('$1')}`,
  organizerColumns,
);

/** Returns the events with these IDs in no particular order, without permission checks and with any status. Uses one statement. */
export async function loadEvents(site: Site, ids: readonly number[]): Promise<EventRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(eventsById, [ids]);
}

/** Returns the venues with these IDs; see `loadEvents`. */
export async function loadVenues(site: Site, ids: readonly number[]): Promise<VenueRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(venuesById, [ids]);
}

/** Returns the organizers with these IDs; see `loadEvents`. */
export async function loadOrganizers(site: Site, ids: readonly number[]): Promise<OrganizerRecord[]> {
  return ids.length === 0 ? [] : await site.db.rows(organizersById, [ids]);
}

const lockEventRows = statement('lock_events', 'SELECT id FROM content WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE');

/** Locks events until the end of the transaction. */
export async function lockEvents(tx: Tx, ids: readonly number[]): Promise<void> {
  await executeIn(tx, lockEventRows, ids);
}

/** Returns the events with these IDs within the transaction, in no particular order. */
export async function loadEventsIn(tx: Tx, ids: readonly number[]): Promise<EventRecord[]> {
  return await queryIn(tx, eventsById, ids);
}

/** Returns the event within the transaction; null if none exists. */
export async function readEvent(tx: Tx, id: number): Promise<EventRecord | null> {
  return (await loadEventsIn(tx, [id]))[0] ?? null;
}

/** Returns the venues with these IDs within the transaction, in no particular order. */
export async function loadVenuesIn(tx: Tx, ids: readonly number[]): Promise<VenueRecord[]> {
  return await queryIn(tx, venuesById, ids);
}

/** Returns the venue within the transaction; null if none exists. */
export async function readVenue(tx: Tx, id: number): Promise<VenueRecord | null> {
  return (await loadVenuesIn(tx, [id]))[0] ?? null;
}

/** Returns the organizers with these IDs within the transaction, in no particular order. */
export async function loadOrganizersIn(tx: Tx, ids: readonly number[]): Promise<OrganizerRecord[]> {
  return await queryIn(tx, organizersById, ids);
}

/** Returns the organizer within the transaction; null if none exists. */
export async function readOrganizer(tx: Tx, id: number): Promise<OrganizerRecord | null> {
  return (await loadOrganizersIn(tx, [id]))[0] ?? null;
}

const idOfSlug = statement(
  'content_of_slug',
  `SELECT c.id FROM content c WHERE c.kind = $1 AND c.slug = $2 ORDER BY (c.status IN ('draft', 'pending')), c.id LIMIT 1`,
  rowShape({ id: 'int' }),
);

/** Returns the ID of the content of this kind with this slug and any status; null if none exists. */
export async function findContentIdBySlug(site: Site, kind: string, slug: string): Promise<number | null> {
  return (await site.db.rows(idOfSlug, [kind, slug]))[0]?.id ?? null;
}

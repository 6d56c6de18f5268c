import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const eventsOfSeries = statement(
  'events_in_series',
  `SELECT e.content_id AS "eventId", o.content_id AS id FROM event e JOIN event o ON o.series_id = e.series_id
  WHERE e.content_id = ANY($1::int[]) AND o.status <> 'trash' ORDER BY o.start_utc, o.content_id`,
  rowShape({ eventId: 'int', id: 'int' }),
);

/**
 * Returns, for each event, the IDs of all events in its series, sorted by start and without trashed events. A list is empty if the event has
 * no series. Uses one statement.
 */
export async function loadSeriesEventIds(site: Site, eventIds: readonly number[]): Promise<number[][]> {
  const rowsByEvent = Map.groupBy(await site.db.rows(eventsOfSeries, [eventIds]), ({ eventId }) => eventId);
  return eventIds.map((id) => (rowsByEvent.get(id) ?? []).map((row) => row.id));
}

/** Returns the IDs of all events in the series of one event, sorted by start; empty if the event has no series. */
export async function listSeriesEventIds(site: Site, eventId: number): Promise<number[]> {
  return (await loadSeriesEventIds(site, [eventId]))[0] ?? [];
}

const otherEvents = statement(
  'other_dates_of_series',
  `SELECT o.content_id AS id FROM event e JOIN event o ON o.series_id = e.series_id AND o.content_id <> e.content_id
  WHERE e.content_id = $1 AND o.status = 'publish' AND NOT o.hide_from_listings AND o.end_utc > $2::timestamptz ORDER BY o.start_utc, o.content_id LIMIT $3::int`,
  rowShape({ id: 'int' }),
);

/** Returns the IDs of the other public events in the series that end after a moment, sorted by start; empty if the event has no series. */
export async function findOtherEventIds(site: Site, eventId: number, after: Date, limit: number): Promise<number[]> {
  return (await site.db.rows(otherEvents, [eventId, after, limit])).map(({ id }) => id);
}

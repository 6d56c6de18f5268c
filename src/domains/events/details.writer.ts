import type { Tx } from '#app/core/db/database.ts';
import { buildInputColumns, buildTimeColumns } from './event.columns.ts';
import type { EventInput, OrganizerInput, VenueInput } from './inputs.ts';
import { buildOrganizerRow, buildVenueRow } from './linked.columns.ts';
import type { EventTimes } from './times.rules.ts';

/** Input for the row of an event, venue or organizer. The content row already exists. */
interface Details<Input> {
  contentId: number;
  input: Input;
}

async function loadStatuses(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.content.findMany({ where: { id: { in: [...ids] } }, select: { id: true, status: true } });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** Inserts the event rows of existing content, without terms and links. Stores `times`, and ignores the times and content fields of the inputs. */
export async function insertEvents(tx: Tx, events: readonly (Details<EventInput> & { times: EventTimes })[]): Promise<void> {
  const statuses = await loadStatuses(
    tx,
    events.map(({ contentId }) => contentId),
  );
  await tx.event.createMany({
    data: events.map(({ contentId, input, times }) => ({
      contentId,
      status: statuses.get(contentId) as string,
      ...buildTimeColumns(times),
      ...buildInputColumns(input),
      customFields: (input.customFields ?? {}) as object,
    })),
  });
}

/** Inserts the venue rows of existing content. */
export async function insertVenues(tx: Tx, venues: readonly Details<VenueInput>[]): Promise<void> {
  await tx.venue.createMany({ data: venues.map(({ contentId, input }) => ({ contentId, ...buildVenueRow(input) })) });
}

/** Inserts the organizer rows of existing content. */
export async function insertOrganizers(tx: Tx, organizers: readonly Details<OrganizerInput>[]): Promise<void> {
  await tx.organizer.createMany({ data: organizers.map(({ contentId, input }) => ({ contentId, ...buildOrganizerRow(input) })) });
}

/** Links venues and organizers in this order. The events must have no links yet. */
export async function insertLinks(
  tx: Tx,
  events: readonly { eventId: number; venueIds: readonly number[]; organizerIds: readonly number[] }[],
): Promise<void> {
  const venues = events.flatMap(({ eventId, venueIds }) => venueIds.map((venueId, position) => ({ eventId, venueId, position })));
  const organizers = events.flatMap(({ eventId, organizerIds }) =>
    organizerIds.map((organizerId, position) => ({ eventId, organizerId, position })),
  );
  if (venues.length > 0) await tx.eventVenue.createMany({ data: venues });
  if (organizers.length > 0) await tx.eventOrganizer.createMany({ data: organizers });
}

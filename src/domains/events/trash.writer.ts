import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { ContentKind } from '../content/kinds.ts';
import { moveContentToTrash } from '../content/trash.service.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { organizerKind, venueKind } from './kinds.ts';

/** Moves an event, venue or organizer to the trash. Unlinks venues and organizers permanently from their events (docs/behaviour/events.md 2.7). */
export async function moveToTrash(site: Site, tx: Tx, viewer: Viewer, kind: ContentKind, id: number): Promise<void> {
  await moveContentToTrash(site, tx, viewer, kind, id);
  if (kind === venueKind) await tx.eventVenue.deleteMany({ where: { venueId: id } });
  if (kind === organizerKind) await tx.eventOrganizer.deleteMany({ where: { organizerId: id } });
}

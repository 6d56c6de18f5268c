import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { isPublicStatus } from '../content/statuses.ts';
import { readEvent } from './event.reader.ts';
import { getTicketing } from './ticketing.ts';

/** Notifies the ticketing domain before an event with tickets loses its public status. `status` is the new status, or null for a deletion. */
export async function notifyEventHidden(site: Site, tx: Tx, id: number, status: string | null): Promise<void> {
  // most writes set a public status, which hides nothing: do not read the event
  if (status !== null && isPublicStatus(status)) return;
  const event = await readEvent(tx, id);
  if (event && event.ticketed.length > 0) await getTicketing(site).onEventHidden(site, tx, event, status);
}

import { createKeyedHash } from '#app/core/secrets/keyed-hash.ts';
import { formatIsoLocal } from '#app/core/time/zone.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { Site } from '#app/site.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import type { TicketSheet } from '../qr/ticket-sheet.ts';

/** Start and end of a pass's event, with the local offset: `2027-06-01T19:00:00+02:00`. */
export interface PassTimes {
  start: string;
  end: string;
  isAllDay: boolean;
}

/** Returns the start and end of a ticket's event, or null for content without a time. Runs one SQL statement. */
export async function loadPassTimes(site: Site, { attendee }: TicketSheet): Promise<PassTimes | null> {
  const [event] = attendee.postId === null ? [] : await loadEvents(site, [attendee.postId]);
  if (!event) return null;
  const formatLocal = (utc: string) => formatIsoLocal(new Date(`${utc}Z`), event.timezone);
  return { start: formatLocal(event.startUtc), end: formatLocal(event.endUtc), isAllDay: event.allDay };
}

/**
 * Returns the ID of a ticket's pass in wallets. A transferred ticket has another code and therefore another pass, which does not replace the pass of
 * the previous holder. The code cannot be derived from the ID of the pass.
 */
export function buildPassId(site: Site, { id, securityCode }: Pick<AttendeeRecord, 'id' | 'securityCode'>): string {
  return `${id}-${createKeyedHash(site, 'wallet pass', `${site.config.siteUrl} ${id} ${securityCode}`).slice(0, 24)}`;
}

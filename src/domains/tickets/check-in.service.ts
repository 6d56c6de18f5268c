import { now } from '#app/core/time/clock.ts';
import { retryOnConflict } from '#app/core/db/retry-on-conflict.ts';
import { statement } from '#app/core/db/statement.ts';
import { Failure, invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { attendeeColumns, attendeePostJoins, type AttendeeRecord } from './attendee.record.ts';
import { loadAttendees } from './attendee.reader.ts';
import { attendeeNotFound } from './failures.ts';
import { activeProviders, checkProviderActive } from './providers.ts';
import { entryStatuses, canEnter } from './statuses.ts';

/** Source and author of a check-in. */
export interface CheckIn {
  source: 'site' | 'app';
  /** ID of the user who checked the attendee in; 0 if the request used the key of the check-in app. */
  authorId: number;
  /** Name of the entrance or device. */
  device?: string | null | undefined;
  /** True if the QR code of the ticket was scanned. */
  byQrCode?: boolean;
}

/** Lets exactly one of several concurrent check-ins succeed, and counts the scan. */
const checkInStatement = statement(
  'check_in',
  `WITH won AS (
    UPDATE attendee SET checked_in = true, checkin_at = $2::timestamptz, checkin_source = $3, checkin_author = $4::int, checkin_device = $5,
      qr_mark = $6::boolean, modified_utc = $2::timestamptz
    WHERE id = $1 AND NOT checked_in AND status = 'publish' AND order_status = ANY($7::text[])
      AND ($8::text[] IS NULL OR provider = ANY($8::text[])) RETURNING *
  ), scanned AS (
    INSERT INTO ticket_scans (id, scan_count, last_scan_at) SELECT 1, 1, $2::timestamptz FROM won WHERE $6::boolean
    ON CONFLICT (id) DO UPDATE SET scan_count = ticket_scans.scan_count + 1, last_scan_at = excluded.last_scan_at
  ) SELECT ${attendeeColumns.list} FROM won a ${attendeePostJoins}`,
  attendeeColumns,
);

/** Checks in an attendee and returns the record, or null if the attendee is already checked in or may not enter. */
async function updateCheckIn(
  site: Site,
  id: number,
  { source, authorId, device, byQrCode = false }: CheckIn,
  providers: readonly string[] | null = null,
): Promise<AttendeeRecord | null> {
  const values = [id, now(), source, authorId, device ?? '', byQrCode, [...entryStatuses], providers];
  const [attendee] = await retryOnConflict(() => site.db.rows(checkInStatement, values));
  return attendee ?? null;
}

/** Checks an attendee in. Exactly one of several concurrent calls returns true. Returns false for an attendee who may not enter. */
export async function tryCheckIn(site: Site, id: number, options: CheckIn): Promise<boolean> {
  return (await updateCheckIn(site, id, options)) !== null;
}

/** Returns the reason why a check-in fails, or null if the attendee can be checked in. */
export function findCheckInRefusal(attendee: AttendeeRecord): Failure | null {
  if (attendee.checkedIn) return invalid('attendee_already_checked_in', 'This attendee is already checked in.');
  if (attendee.status !== 'publish' || !canEnter(attendee.provider, attendee.orderStatus)) {
    return invalid('check_in_refused', 'Only attendees with a valid ticket can be checked in.');
  }
  return null;
}

async function getAttendeeById(site: Site, id: number): Promise<AttendeeRecord> {
  const [attendee] = await loadAttendees(site, [id]);
  if (!attendee) throw attendeeNotFound();
  return attendee;
}

/**
 * Checks an attendee in, with one statement. Reads the attendee only after a failure, to find the reason. Throws `attendee_already_checked_in`,
 * `check_in_refused`, `invalid_attendee_id`, `invalid_attendee_provider`.
 */
export async function checkIn(site: Site, id: number, options: CheckIn): Promise<AttendeeRecord> {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const attendee = await updateCheckIn(site, id, options, activeProviders);
    if (attendee) return attendee;
    const stored = await getAttendeeById(site, id);
    checkProviderActive(stored);
    const refusal = findCheckInRefusal(stored);
    if (refusal) throw refusal;
    // the previous check-in was undone between the two statements
  }
  throw new Failure('attendee_update_failed', 500, 'The attendee could not be checked in.');
}

/** Columns of an attendee who is not checked in. */
export const noCheckIn = { checkedIn: false, checkinAt: null, checkinSource: '', checkinAuthor: 0, checkinDevice: '', qrMark: false };

const undo = statement(
  'undo_check_in',
  `UPDATE attendee SET checked_in = false, checkin_at = NULL, checkin_source = '', checkin_author = 0, checkin_device = '', qr_mark = false,
  modified_utc = $2::timestamptz WHERE id = $1 AND checked_in`,
);

/** Undoes a check-in. Does nothing if the attendee is not checked in. Throws `invalid_attendee_id`. */
export async function undoCheckIn(site: Site, id: number): Promise<AttendeeRecord> {
  await retryOnConflict(() => site.db.rows(undo, [id, now()]));
  return await getAttendeeById(site, id);
}

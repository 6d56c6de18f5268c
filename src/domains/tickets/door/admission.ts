import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { tryCheckIn, undoCheckIn } from '../check-in.service.ts';
import { createRandomCode } from '../random-code.ts';
import { getTicketState } from '../qr/ticket-sheet.ts';
import { readScannedCode } from './scanned-code.ts';

/**
 * Result of an action at the door: `in` = checked in, `again` = was already checked in, `invalid` = the ticket does not permit entry, `elsewhere` =
 * the ticket belongs to another post, `unknown` = there is no such ticket, `undone` = the check-in was undone, `paid` = the order was paid.
 */
export type AdmissionOutcome = 'in' | 'again' | 'invalid' | 'elsewhere' | 'unknown' | 'undone' | 'paid';

/** Outcome and attendee of an action at the door. */
export interface Admission {
  outcome: AdmissionOutcome;
  /** The attendee after the action; null for an unknown ticket. */
  attendee: AttendeeRecord | null;
}

/** The entrance where staff check people in. */
export interface Door {
  postId: number;
  /** Name that staff gave the entrance; may be empty. */
  name: string;
  viewer: Viewer;
}

const unknown: Admission = { outcome: 'unknown', attendee: null };

async function admit(site: Site, { postId, name, viewer }: Door, attendee: AttendeeRecord, byQrCode: boolean): Promise<Admission> {
  if (attendee.postId !== postId) return { outcome: 'elsewhere', attendee };
  const isFirst = await tryCheckIn(site, attendee.id, {
    source: byQrCode ? 'app' : 'site',
    authorId: viewer.id,
    device: name,
    byQrCode,
  });
  const [after] = await loadAttendees(site, [attendee.id]);
  if (!after) return unknown;
  if (isFirst) return { outcome: 'in', attendee: after };
  return { outcome: after.checkedIn && getTicketState(after) === 'good' ? 'again' : 'invalid', attendee: after };
}

const byCode = statement('attendee_by_code', 'SELECT a.id FROM attendee a WHERE a.security_code = $1', rowShape({ id: 'int' }));

/** Checks in the holder of the ticket with the code. Only one of several concurrent scans succeeds. */
export async function admitByCode(site: Site, door: Door, text: string): Promise<Admission> {
  const code = readScannedCode(text);
  if (!code) return unknown;
  const [row] = code.attendeeId === null ? await site.db.rows(byCode, [code.securityCode]) : [];
  const [attendee] = await loadAttendees(site, [code.attendeeId ?? row?.id ?? 0]);
  if (!areEqualInConstantTime(attendee?.securityCode ?? createRandomCode(10), code.securityCode) || !attendee) return unknown;
  return await admit(site, door, attendee, true);
}

/** Checks in an attendee who was found by name. */
export async function admitById(site: Site, door: Door, attendeeId: number): Promise<Admission> {
  const [attendee] = await loadAttendees(site, [attendeeId]);
  return attendee ? await admit(site, door, attendee, false) : unknown;
}

/** Undoes a check-in. Does nothing for attendees of other posts. */
export async function undoAdmission(site: Site, { postId }: Door, attendeeId: number): Promise<Admission> {
  const [attendee] = await loadAttendees(site, [attendeeId]);
  if (!attendee) return unknown;
  if (attendee.postId !== postId) return { outcome: 'elsewhere', attendee };
  return { outcome: 'undone', attendee: await undoCheckIn(site, attendeeId) };
}

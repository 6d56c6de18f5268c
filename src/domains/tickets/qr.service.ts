import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from './attendee.reader.ts';
import type { AttendeeRecord } from './attendee.record.ts';
import { tryCheckIn } from './check-in.service.ts';
import { createRandomCode } from './random-code.ts';
import { canEnter } from './statuses.ts';
import { loadSellingPosts } from './ticket.reader.ts';
import { qrApiKey, qrBufferMinutes, qrOnlyWhileEventRuns } from './tickets.settings.ts';

/** Outcome of a scan (docs/behaviour/tickets.md 6.3). */
export type ScanOutcome =
  | 'checked_in'
  | 'key_not_valid'
  | 'security_code_not_valid'
  | 'attendee_not_found'
  | 'attendee_not_authorized'
  | 'attendee_already_checked_in'
  | 'event_not_happening_now'
  | 'attendee_failed_check_in';

/** Data from a scanner. */
export interface Scan {
  /** True if the request had the key of the check-in app. */
  hasKey: boolean;
  attendeeId: number;
  securityCode: string;
  /** ID of the post at whose entrance the ticket was scanned. */
  postId?: number | null | undefined;
}

/** Response to a scanner. */
export interface ScanResult {
  outcome: ScanOutcome;
  /** The attendee, without the check-in that this scan made. Null if the key or the code is wrong, or the attendee was removed. */
  attendee: AttendeeRecord | null;
}

/** Messages for staff at the door. */
export const scanMessages: Readonly<Record<ScanOutcome, string>> = {
  checked_in: 'Checked in!',
  key_not_valid: 'The key is not valid.',
  security_code_not_valid: 'The security code is not valid.',
  attendee_not_found: 'The attendee was not found.',
  attendee_not_authorized: 'This ticket is not valid, because its order is not completed.',
  attendee_already_checked_in: 'This ticket is already checked in.',
  event_not_happening_now: 'The event is not taking place now.',
  attendee_failed_check_in: 'The attendee could not be checked in.',
};

/** True if check-in for the post is possible at a moment. If the site requires it, events allow check-in only while they run. */
export async function isCheckInTime(site: Site, postId: number | null | undefined, moment: Date): Promise<boolean> {
  if (!site.settings.get(qrOnlyWhileEventRuns) || !postId) return true;
  const [post] = await loadSellingPosts(site, [postId]);
  if (!post?.startUtc || !post.endUtc) return true;
  const buffer = site.settings.get(qrBufferMinutes) * 60_000;
  const at = moment.getTime();
  return at >= post.startUtc.getTime() - buffer && at <= post.endUtc.getTime() + buffer;
}

/**
 * Checks in the holder of the scanned ticket. The checks run in the order of docs/behaviour/tickets.md 6.3. Only one of several concurrent scans
 * succeeds.
 */
export async function scanTicket(site: Site, viewer: Viewer, scan: Scan): Promise<ScanResult> {
  if (!scan.hasKey) return { outcome: 'key_not_valid', attendee: null };
  const [attendee] = await loadAttendees(site, [scan.attendeeId]);
  if (!areEqualInConstantTime(attendee?.securityCode ?? createRandomCode(10), scan.securityCode) || !attendee)
    return { outcome: 'security_code_not_valid', attendee: null };
  if (attendee.status === 'trash') return { outcome: 'attendee_not_found', attendee: null };
  if (!canEnter(attendee.provider, attendee.orderStatus)) return { outcome: 'attendee_not_authorized', attendee };
  if (attendee.checkedIn) return { outcome: 'attendee_already_checked_in', attendee };
  if (!(await isCheckInTime(site, scan.postId, now()))) return { outcome: 'event_not_happening_now', attendee };
  if (await tryCheckIn(site, attendee.id, { source: 'app', authorId: viewer.id, byQrCode: true }))
    return { outcome: 'checked_in', attendee };
  const [updated] = await loadAttendees(site, [scan.attendeeId]);
  return { outcome: updated?.checkedIn ? 'attendee_already_checked_in' : 'attendee_failed_check_in', attendee: updated ?? attendee };
}

/** Returns the key of the check-in app. Creates the key if none exists. */
export async function getQrKey(site: Site): Promise<string> {
  const stored = site.settings.get(qrApiKey);
  return stored !== '' ? stored : await rotateQrKey(site);
}

/** Replaces the key of the check-in app: 32 letters and digits. The old one becomes invalid immediately. */
export async function rotateQrKey(site: Site): Promise<string> {
  const key = createRandomCode(32);
  await site.settings.set(qrApiKey, key);
  return key;
}

/** Returns the URL for the QR code of a ticket. A scan of this URL by staff checks the attendee in. */
export function buildCheckInUrl(site: Site, attendee: Pick<AttendeeRecord, 'id' | 'postId' | 'securityCode'>): string {
  const query = new URLSearchParams({
    event_qr_code: '1',
    ticket_id: String(attendee.id),
    event_id: String(attendee.postId ?? 0),
    security_code: attendee.securityCode,
    path: `${site.config.restRoot.slice(1)}/vendor/tickets/v1/qr`,
  });
  return `${site.config.siteUrl}/?${query.toString()}`;
}

import { rowShape, type ShapedRow } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { createRandomCode } from '../random-code.ts';
import { lockAttendees } from '../lock-order.ts';
import { isCheckInTime } from '../qr.service.ts';
import { entryStatuses, canEnter } from '../statuses.ts';
import { loadSellingPosts } from '../ticket.reader.ts';

/** A scan that a device stored. */
export interface OfflineScan {
  attendeeId: number;
  securityCode: string;
  scannedAt: Date;
}

/** Result of a scan. */
export type OfflineOutcome =
  | 'checked_in'
  | 'duplicate'
  | 'check_in_undone'
  | 'outside_event'
  | 'security_code_not_valid'
  | 'attendee_not_authorized'
  | 'event_not_happening_now'
  | 'scanned_in_future';

/** Time and device of a scan. The device is empty for an online check-in. */
export interface DeviceScan {
  at: Date;
  device: string;
}

/** Result of a scan that was uploaded. */
export interface OfflineResult {
  scan: Pick<OfflineScan, 'attendeeId' | 'scannedAt'>;
  outcome: OfflineOutcome;
  /** The scan that checked the attendee in, if `outcome` is `duplicate`; otherwise null. */
  first: DeviceScan | null;
  /** Later scans of the ticket on other devices, sorted by time; empty unless `outcome` is `checked_in`. */
  duplicates: readonly DeviceScan[];
}

/** Corrects the result `checked_in` of a scan, because another device has uploaded an earlier scan of the same ticket since. */
export interface Correction extends OfflineResult {
  id: string;
}

/** Response to an upload. */
export interface UploadResult {
  results: OfflineResult[];
  corrections: Correction[];
}

/** Maximum time by which a device's clock may be ahead. */
const MAX_AHEAD_MS = 5 * 60_000;
/** Scans that are further than this from the event check nobody in. */
const MAX_DISTANCE_MS = 24 * 3_600_000;
/** Maximum number of scans in one upload. */
export const MAX_SCANS = 1000;
const DEVICE_FORMAT = /^[\w .:-]{1,100}$/;

async function findRefusal(
  site: Site,
  postId: number,
  { securityCode, scannedAt }: OfflineScan,
  attendee: AttendeeRecord | undefined,
  isOutside: (at: Date) => boolean,
): Promise<OfflineOutcome | null> {
  const isHolder = areEqualInConstantTime(attendee?.securityCode ?? createRandomCode(10), securityCode);
  if (!isHolder || attendee?.postId !== postId || attendee.status !== 'publish') return 'security_code_not_valid';
  if (!canEnter(attendee.provider, attendee.orderStatus)) return 'attendee_not_authorized';
  if (scannedAt.getTime() > now().getTime() + MAX_AHEAD_MS) return 'scanned_in_future';
  // a scan far from the event is stored, but does not count
  return isOutside(scannedAt) || (await isCheckInTime(site, postId, scannedAt)) ? null : 'event_not_happening_now';
}

const insertScans = statement(
  'store_offline_scans',
  `INSERT INTO offline_scan (attendee_id, device, scanned_at, uploaded_at, author_id, is_outside)
  SELECT scan.id, $3, scan.at, $4::timestamptz, $5::int, scan.is_outside FROM unnest($1::int[], $2::text[]::timestamptz[], $6::boolean[]) AS scan(id, at, is_outside)
  ON CONFLICT (attendee_id, device, scanned_at) DO NOTHING`,
);

/**
 * The earliest scan of each attendee counts; at equal times, the scan of the device whose name sorts first. The scan checks in an attendee who is not
 * checked in yet, and replaces a check-in by a later offline scan. An online check-in remains.
 */
const mergeScans = statement(
  'merge_offline_scans',
  `WITH first AS (
    SELECT DISTINCT ON (attendee_id) attendee_id, device, scanned_at, author_id FROM offline_scan
    WHERE attendee_id = ANY($1::int[]) AND NOT is_void AND NOT is_outside ORDER BY attendee_id, scanned_at, device COLLATE "C"
  ), before AS (SELECT id, checked_in FROM attendee WHERE id = ANY($1::int[])), let_in AS (
    UPDATE attendee a SET checked_in = true, checkin_at = date_trunc('second', first.scanned_at), checkin_source = 'app', checkin_author = first.author_id,
      checkin_device = first.device, qr_mark = true, modified_utc = $2::timestamptz
    FROM first WHERE a.id = first.attendee_id AND a.status = 'publish' AND a.order_status = ANY($3::text[]) AND (NOT a.checked_in OR EXISTS (
      SELECT 1 FROM offline_scan o WHERE o.attendee_id = a.id AND NOT o.is_void AND NOT o.is_outside AND o.device = a.checkin_device
        AND date_trunc('second', o.scanned_at) = a.checkin_at)) RETURNING a.id
  ) INSERT INTO ticket_scans (id, scan_count, last_scan_at)
    SELECT 1, count(*), $2::timestamptz FROM let_in JOIN before USING (id) WHERE NOT before.checked_in HAVING count(*) > 0
    ON CONFLICT (id) DO UPDATE SET scan_count = ticket_scans.scan_count + excluded.scan_count, last_scan_at = excluded.last_scan_at`,
);

const scanStateColumns = rowShape({
  attendeeId: 'int',
  scannedAt: 'timestamptz',
  isVoid: 'bool',
  isOutside: 'bool',
  isCheckedIn: 'bool',
  checkinAt: 'timestamptz?',
  checkinDevice: 'text',
  isFirst: 'bool',
  duplicates: 'json',
});

/** SQL condition: the scan `o` checked the attendee in. */
const isFirstSql = `(a.checked_in AND NOT o.is_void AND NOT o.is_outside AND a.checkin_device = o.device AND a.checkin_at = date_trunc('second', o.scanned_at)
    AND NOT EXISTS (SELECT 1 FROM offline_scan e WHERE e.attendee_id = o.attendee_id AND NOT e.is_void AND NOT e.is_outside
      AND e.device = o.device AND e.scanned_at < o.scanned_at))`;

const scanStates = statement(
  'states_of_offline_scans',
  `SELECT o.attendee_id AS "attendeeId", o.scanned_at AS "scannedAt", o.is_void AS "isVoid", o.is_outside AS "isOutside", a.checked_in AS "isCheckedIn",
    a.checkin_at AS "checkinAt", a.checkin_device AS "checkinDevice",
    ${isFirstSql} AS "isFirst", COALESCE((SELECT json_agg(json_build_object('at', e.scanned_at, 'device', e.device) ORDER BY e.scanned_at, e.device)
      FROM offline_scan e WHERE e.attendee_id = o.attendee_id AND NOT e.is_void AND NOT e.is_outside AND e.device <> o.device), '[]') AS duplicates
  FROM offline_scan o JOIN attendee a ON a.id = o.attendee_id WHERE o.device = $1 AND o.attendee_id = ANY($2::int[])`,
  scanStateColumns,
);

type ScanState = ShapedRow<typeof scanStateColumns>;

/** Stores in `told_in` whether the response to the device says that its scan checked the attendee in. */
const storeOutcome = statement(
  'store_outcomes_of_offline_scans',
  `UPDATE offline_scan o SET told_in = ${isFirstSql} FROM attendee a
  WHERE a.id = o.attendee_id AND o.device = $1 AND (o.attendee_id, o.scanned_at) IN (SELECT * FROM unnest($2::int[], $3::text[]::timestamptz[]))`,
);

/** Ends the repetition of corrections that the device has confirmed. */
const confirmCorrections = statement(
  'confirm_corrections',
  `UPDATE offline_scan SET told_in = false WHERE device = $1 AND told_in AND id = ANY($2::text[]::bigint[])`,
);

const openCorrections = statement(
  'corrections_of_offline_scans',
  `SELECT o.id::text, o.attendee_id AS "attendeeId", o.scanned_at AS "scannedAt", a.checkin_at AS "checkinAt", a.checkin_device AS "checkinDevice"
  FROM offline_scan o JOIN attendee a ON a.id = o.attendee_id
  WHERE o.device = $1 AND o.told_in AND NOT o.is_void AND a.post_id = $2::int AND a.checked_in AND a.checkin_at IS NOT NULL AND NOT ${isFirstSql}
  ORDER BY o.id LIMIT ${MAX_SCANS}`,
  rowShape({ id: 'text', attendeeId: 'int', scannedAt: 'timestamptz', checkinAt: 'timestamptz', checkinDevice: 'text' }),
);

/** Returns the corrections that a device has not confirmed. Every upload returns them again, because a response may be lost. */
async function listCorrections(site: Site, device: string, postId: number): Promise<Correction[]> {
  return (await site.db.rows(openCorrections, [device, postId])).map(({ id, attendeeId, scannedAt, checkinAt, checkinDevice }) => ({
    id,
    scan: { attendeeId, scannedAt },
    outcome: 'duplicate',
    first: { at: checkinAt, device: checkinDevice },
    duplicates: [],
  }));
}

/** Returns a function that checks whether a moment is more than a day before the start or after the end of the event. */
async function createOutsideCheck(site: Site, postId: number): Promise<(at: Date) => boolean> {
  const [post] = await loadSellingPosts(site, [postId]);
  const [start, end] = [post?.startUtc?.getTime() ?? -Infinity, post?.endUtc?.getTime() ?? Infinity];
  return (at) => at.getTime() < start - MAX_DISTANCE_MS || at.getTime() > end + MAX_DISTANCE_MS;
}

type AcceptedScan = OfflineScan & { isOutside: boolean };

async function storeScans(tx: Tx, device: string, scans: readonly AcceptedScan[], authorId: number): Promise<ScanState[]> {
  const ids = [...new Set(scans.map(({ attendeeId }) => attendeeId))].sort((a, b) => a - b);
  await lockAttendees(tx, { ids });
  const at = now();
  await executeIn(
    tx,
    insertScans,
    scans.map(({ attendeeId }) => attendeeId),
    scans.map(({ scannedAt }) => scannedAt.toISOString()),
    device,
    at,
    authorId,
    scans.map(({ isOutside }) => isOutside),
  );
  await executeIn(tx, mergeScans, ids, at, [...entryStatuses]);
  await executeIn(
    tx,
    storeOutcome,
    device,
    scans.map(({ attendeeId }) => attendeeId),
    scans.map(({ scannedAt }) => scannedAt.toISOString()),
  );
  return await queryIn(tx, scanStates, device, ids);
}

const getScanKey = ({ attendeeId, scannedAt }: { attendeeId: number; scannedAt: Date }) => `${attendeeId} ${scannedAt.getTime()}`;

function toResult(scan: OfflineScan, state: ScanState | undefined): OfflineResult {
  const emptyResult = { scan, first: null, duplicates: [] };
  if (!state || state.isVoid) return { ...emptyResult, outcome: 'check_in_undone' };
  if (state.isOutside) return { ...emptyResult, outcome: 'outside_event' };
  if (state.isFirst) {
    const others = state.duplicates as { at: string; device: string }[];
    return { ...emptyResult, outcome: 'checked_in', duplicates: others.map(({ at, device }) => ({ at: new Date(at), device })) };
  }
  const first = state.isCheckedIn && state.checkinAt ? { at: state.checkinAt, device: state.checkinDevice } : null;
  return { ...emptyResult, outcome: first ? 'duplicate' : 'attendee_not_authorized', first };
}

/**
 * Stores the scans of one offline device and returns their results. The results do not depend on the order in which devices upload, on the size of
 * uploads, or on repetition. The first scan of a ticket counts, by time and then by device name; later scans are reported as duplicates. If a later
 * upload changes a result, the device receives a correction with each upload until it confirms the correction (`confirmedIds`). Scans more than a day
 * from the event are stored but check nobody in.
 */
export async function uploadScans(
  site: Site,
  postId: number,
  device: string,
  scans: readonly OfflineScan[],
  authorId: number,
  confirmedIds: readonly string[] = [],
): Promise<UploadResult> {
  if (!DEVICE_FORMAT.test(device))
    throw invalid('invalid_arguments', 'The name of a device has 1 to 100 characters: ASCII letters, digits, blanks and `.:-_`.');
  if (scans.length > MAX_SCANS) throw invalid('invalid_arguments', `Send at most ${MAX_SCANS} scans at once.`);
  const attendees = new Map(
    (await loadAttendees(site, [...new Set(scans.map(({ attendeeId }) => attendeeId))])).map((attendee) => [attendee.id, attendee]),
  );
  const isOutside = await createOutsideCheck(site, postId);
  const checked = await Promise.all(
    scans.map(async (scan) => ({ scan, refusal: await findRefusal(site, postId, scan, attendees.get(scan.attendeeId), isOutside) })),
  );
  const accepted = checked.flatMap(({ scan, refusal }) => (refusal === null ? [{ ...scan, isOutside: isOutside(scan.scannedAt) }] : []));
  const ids = confirmedIds.filter((id) => /^\d{1,18}$/.test(id));
  if (ids.length > 0) await site.db.transaction((tx) => executeIn(tx, confirmCorrections, device, ids));
  const states = accepted.length === 0 ? [] : await site.db.transaction((tx) => storeScans(tx, device, accepted, authorId));
  const byScan = new Map(states.map((state) => [getScanKey(state), state]));
  const results = checked.map(({ scan, refusal }) =>
    refusal === null ? toResult(scan, byScan.get(getScanKey(scan))) : { scan, outcome: refusal, first: null, duplicates: [] },
  );
  return { results, corrections: await listCorrections(site, device, postId) };
}

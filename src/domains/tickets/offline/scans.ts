import { answer, type Answered } from '#app/core/db/columns.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { sameText } from '#app/core/secrets/keyed-hash.ts';
import { now } from '#app/core/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { invalid } from '#app/core/failure.ts';
import type { Site } from '#app/site.ts';
import { loadAttendees } from '../attendee.reader.ts';
import type { AttendeeRecord } from '../attendee.record.ts';
import { randomCode } from '../codes.ts';
import { lockAttendees } from '../lock-order.ts';
import { takesPlaceAt } from '../qr.service.ts';
import { completedStatuses, isCompleted } from '../statuses.ts';

/** A scan as a device kept it. */
export interface OfflineScan {
  attendeeId: number;
  securityCode: string;
  scannedAt: Date;
}

/** What came of a scan. */
export type OfflineOutcome =
  | 'checked_in'
  | 'duplicate'
  | 'check_in_undone'
  | 'security_code_not_valid'
  | 'attendee_not_authorized'
  | 'event_not_happening_now'
  | 'scanned_in_future';

/** What became of a scan that was sent later. */
export interface OfflineResult {
  scan: OfflineScan;
  outcome: OfflineOutcome;
  /** When and where the attendee came in, where that was another scan. */
  first: { at: Date; device: string } | null;
}

/** Clocks of devices may be ahead of ours by so much. */
const AHEAD_MS = 5 * 60_000;
export const mostScans = 1000;
const DEVICE = /^[\w .:-]{1,100}$/;

async function refusalOf(
  site: Site,
  postId: number,
  { securityCode, scannedAt }: OfflineScan,
  attendee: AttendeeRecord | undefined,
): Promise<OfflineOutcome | null> {
  const isHolder = sameText(attendee?.securityCode ?? randomCode(10), securityCode);
  if (!isHolder || attendee?.postId !== postId || attendee.status !== 'publish') return 'security_code_not_valid';
  if (!isCompleted(attendee.provider, attendee.orderStatus)) return 'attendee_not_authorized';
  if (scannedAt.getTime() > now().getTime() + AHEAD_MS) return 'scanned_in_future';
  return (await takesPlaceAt(site, postId, scannedAt)) ? null : 'event_not_happening_now';
}

const keep = statement(
  'keep_offline_scans',
  `INSERT INTO offline_scan (attendee_id, device, scanned_at, uploaded_at, author_id)
  SELECT one.id, $3, one.at, $4::timestamptz, $5::int FROM unnest($1::int[], $2::text[]::timestamptz[]) AS one(id, at)
  ON CONFLICT (attendee_id, device, scanned_at) DO NOTHING`,
);

/**
 * The earliest scan of each attendee is the one that counts, of equal times that of the device whose name sorts first. It lets in who is not
 * here yet, and takes the place of a later scan of the same kind; a check-in that was made online stays.
 */
const merge = statement(
  'merge_offline_scans',
  `WITH first AS (
    SELECT DISTINCT ON (attendee_id) attendee_id, device, scanned_at, author_id FROM offline_scan
    WHERE attendee_id = ANY($1::int[]) AND NOT is_void ORDER BY attendee_id, scanned_at, device COLLATE "C"
  ), before AS (SELECT id, checked_in FROM attendee WHERE id = ANY($1::int[])), let_in AS (
    UPDATE attendee a SET checked_in = true, checkin_at = date_trunc('second', first.scanned_at), checkin_source = 'app', checkin_author = first.author_id,
      checkin_device = first.device, qr_mark = true, modified_utc = $2::timestamptz
    FROM first WHERE a.id = first.attendee_id AND a.status = 'publish' AND a.order_status = ANY($3::text[]) AND (NOT a.checked_in OR EXISTS (
      SELECT 1 FROM offline_scan o WHERE o.attendee_id = a.id AND NOT o.is_void AND o.device = a.checkin_device
        AND date_trunc('second', o.scanned_at) = a.checkin_at)) RETURNING a.id
  ) INSERT INTO ticket_scans (id, scan_count, last_scan_at)
    SELECT 1, count(*), $2::timestamptz FROM let_in JOIN before USING (id) WHERE NOT before.checked_in HAVING count(*) > 0
    ON CONFLICT (id) DO UPDATE SET scan_count = ticket_scans.scan_count + excluded.scan_count, last_scan_at = excluded.last_scan_at`,
);

const standingColumns = answer({
  attendeeId: 'int',
  scannedAt: 'timestamptz',
  isVoid: 'bool',
  isCheckedIn: 'bool',
  checkinAt: 'timestamptz?',
  checkinDevice: 'text',
  isFirst: 'bool',
});

const standing = statement(
  'standing_of_offline_scans',
  `SELECT o.attendee_id AS "attendeeId", o.scanned_at AS "scannedAt", o.is_void AS "isVoid", a.checked_in AS "isCheckedIn",
    a.checkin_at AS "checkinAt", a.checkin_device AS "checkinDevice",
    (a.checked_in AND a.checkin_device = o.device AND a.checkin_at = date_trunc('second', o.scanned_at) AND NOT EXISTS (
      SELECT 1 FROM offline_scan e WHERE e.attendee_id = o.attendee_id AND NOT e.is_void AND e.device = o.device AND e.scanned_at < o.scanned_at)) AS "isFirst"
  FROM offline_scan o JOIN attendee a ON a.id = o.attendee_id WHERE o.device = $1 AND o.attendee_id = ANY($2::int[])`,
  standingColumns,
);

type Standing = Answered<typeof standingColumns>;

async function store(tx: Tx, device: string, scans: readonly OfflineScan[], authorId: number): Promise<Standing[]> {
  const ids = [...new Set(scans.map(({ attendeeId }) => attendeeId))].sort((a, b) => a - b);
  await lockAttendees(tx, { ids });
  const at = now();
  await runIn(
    tx,
    keep,
    scans.map(({ attendeeId }) => attendeeId),
    scans.map(({ scannedAt }) => scannedAt.toISOString()),
    device,
    at,
    authorId,
  );
  await runIn(tx, merge, ids, at, [...completedStatuses]);
  return await rowsIn(tx, standing, device, ids);
}

const keyOf = ({ attendeeId, scannedAt }: { attendeeId: number; scannedAt: Date }) => `${attendeeId} ${scannedAt.getTime()}`;

function outcomeOf(scan: OfflineScan, found: Standing | undefined): OfflineResult {
  if (!found || found.isVoid) return { scan, outcome: 'check_in_undone', first: null };
  if (found.isFirst) return { scan, outcome: 'checked_in', first: null };
  const first = found.isCheckedIn && found.checkinAt ? { at: found.checkinAt, device: found.checkinDevice } : null;
  return { scan, outcome: first ? 'duplicate' : 'attendee_not_authorized', first };
}

/**
 * Takes over the scans of one device that had no connection. Whatever the order in which devices send theirs, how they are cut, and how often
 * they are sent: the first scan wins, by time and then by name of the device; others are reported as duplicates. One transaction.
 */
export async function uploadScans(
  site: Site,
  postId: number,
  device: string,
  scans: readonly OfflineScan[],
  authorId: number,
): Promise<OfflineResult[]> {
  if (!DEVICE.test(device)) throw invalid('invalid_arguments', 'The name of a device has 1 to 100 letters, digits, blanks and .:-_');
  if (scans.length > mostScans) throw invalid('invalid_arguments', `At most ${mostScans} scans are sent at once.`);
  const attendees = new Map(
    (await loadAttendees(site, [...new Set(scans.map(({ attendeeId }) => attendeeId))])).map((one) => [one.id, one]),
  );
  const judged = await Promise.all(
    scans.map(async (scan) => ({ scan, refusal: await refusalOf(site, postId, scan, attendees.get(scan.attendeeId)) })),
  );
  const good = judged.flatMap(({ scan, refusal }) => (refusal === null ? [scan] : []));
  const found = good.length === 0 ? [] : await site.db.transaction((tx) => store(tx, device, good, authorId));
  const byScan = new Map(found.map((one) => [keyOf(one), one]));
  return judged.map(({ scan, refusal }) =>
    refusal === null ? outcomeOf(scan, byScan.get(keyOf(scan))) : { scan, outcome: refusal, first: null },
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid } from '#app/core/failures/failure.ts';
import { createNonce } from '#app/domains/identity/auth/nonces.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { getTextsForRequest } from '#app/web/pages/language.ts';
import { createFieldReader, requireOwnForm } from '#app/web/pages/forms.ts';
import { loadAttendees } from '../../attendee.reader.ts';
import { createCodeList } from '../../offline/code-list.ts';
import { type OfflineScan, uploadScans } from '../../offline/scans.ts';
import type { SellingPost } from '../../selling-post.ts';
import { countDoor } from '../door.reader.ts';
import { DOOR_ACTION } from './door.view.ts';
import { formatInstantAt } from './door-result.ts';

/** Maximum time that a device may be offline. After this time, its stored data expires. */
const MAX_OFFLINE_HOURS = 24;
/** Maximum number of scans in one request. */
const MAX_SCANS = 200;

/** Maximum body size of requests with scans, in bytes. */
export const SCANS_LIMIT = 64 * 1024;

/** Serves the signed list of codes, and a new nonce with which a page that was opened earlier can send its scans. Contains no names. */
export async function sendCodeList(site: Site, reply: FastifyReply, viewer: Viewer, post: SellingPost): Promise<FastifyReply> {
  const { payload, signature } = await createCodeList(site, post.id, MAX_OFFLINE_HOURS);
  return reply
    .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .send({ payload, signature, nonce: createNonce(site, viewer, DOOR_ACTION) });
}

function readScan(value: unknown): OfflineScan {
  const { attendeeId, securityCode, scannedAt } = (value ?? {}) as Record<string, unknown>;
  const at = new Date(typeof scannedAt === 'string' ? scannedAt : NaN);
  if (!Number.isInteger(attendeeId) || typeof securityCode !== 'string' || securityCode.includes('\0') || Number.isNaN(at.getTime()))
    throw invalid('invalid_arguments', 'A scan needs `attendeeId` (whole number), `securityCode` (string) and `scannedAt` (ISO 8601).');
  return { attendeeId: Math.min(Math.max(attendeeId as number, 0), 2 ** 31 - 1), securityCode, scannedAt: at };
}

function readScans(text: string): OfflineScan[] {
  let scans: unknown;
  try {
    scans = JSON.parse(text);
  } catch {
    scans = null;
  }
  if (!Array.isArray(scans) || scans.length > MAX_SCANS)
    throw invalid('invalid_arguments', `\`scans\` must be a JSON array of at most ${MAX_SCANS} scans.`);
  return scans.map(readScan);
}

/** Text keys for offline check-ins that were invalid or repeated, by outcome. */
const problemTexts = {
  duplicate: 'door.odd.duplicate',
  checked_in: 'door.odd.cameTwice',
  outside_event: 'door.odd.outside',
  check_in_undone: 'door.odd.undone',
  security_code_not_valid: 'door.odd.notValid',
  attendee_not_authorized: 'door.odd.notCompleted',
  event_not_happening_now: 'door.odd.notNow',
  scanned_in_future: 'door.odd.inFuture',
} as const;

/**
 * Stores the scans of an offline door in order. Idempotent. Sends the problems that staff must handle. The device confirms the
 * corrections among them with their IDs.
 */
export async function receiveOfflineScans(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  viewer: Viewer,
  post: SellingPost,
): Promise<FastifyReply> {
  requireOwnForm(site, request, viewer, DOOR_ACTION);
  const field = createFieldReader(request.body);
  const scans = readScans(field('scans'));
  const confirmedIds = field('seen').split(',').slice(0, 1000);
  const { results, corrections } = await uploadScans(site, post.id, field('device'), scans, viewer.id, confirmedIds);
  const problematic = [...results.filter(({ outcome, duplicates }) => outcome !== 'checked_in' || duplicates.length > 0), ...corrections];
  const translate = getTextsForRequest(site, request);
  const attendees = new Map(
    (await loadAttendees(site, [...new Set(problematic.map(({ scan }) => scan.attendeeId))])).map((attendee) => [attendee.id, attendee]),
  );
  const notes = problematic.map(({ scan, outcome, first: earlier, duplicates }) => {
    const first = earlier ?? duplicates[0] ?? null;
    const attendee = attendees.get(scan.attendeeId);
    const who = attendee?.postId === post.id ? attendee.fullName : translate('door.ticket', { number: String(scan.attendeeId) });
    const device = first?.device ?? '';
    return translate('door.oddNote', {
      who,
      problem: translate(problemTexts[outcome]),
      known: first ? 'yes' : 'no',
      when: first ? formatInstantAt(site, translate, post, first.at) : '',
      placed: device === '' ? 'no' : 'yes',
      door: device,
      here: formatInstantAt(site, translate, post, scan.scannedAt),
    });
  });
  return reply
    .headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .send({ taken: results.length, notes, corrected: corrections.map(({ id }) => id), counts: await countDoor(site, post.id) });
}

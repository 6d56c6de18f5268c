import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { createHash, randomBytes } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { invalid } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { entryStatuses } from '../statuses.ts';
import { deriveSigningKey, signText } from './signing-key.ts';

/** Maximum number of codes in a list, so that a phone can keep the list in memory. */
const MAX_CODES = 200_000;
const HOUR_MS = 3_600_000;

/** A signed list of valid codes. The signature covers the exact string of the payload. */
export interface CodeList {
  payload: string;
  /** Ed25519, base64url. */
  signature: string;
  keyId: string;
  issuedAt: Date;
  expiresAt: Date;
  count: number;
}

/** Returns the hash for comparing a code: SHA-256 of salt, attendee and code, base64url. The list thus reveals no codes. */
function hashCode(salt: string, attendeeId: number, securityCode: string): string {
  return createHash('sha256').update(`${salt}:${attendeeId}:${securityCode}`).digest('base64url');
}

const validCodes = statement(
  'valid_codes',
  `SELECT id, ticket_id AS "ticketId", security_code AS code, checked_in AS "isCheckedIn" FROM attendee
  WHERE post_id = $1 AND status = 'publish' AND order_status = ANY($2::text[]) ORDER BY id LIMIT ${MAX_CODES + 1}`,
  rowShape({ id: 'int', ticketId: 'int', code: 'text', isCheckedIn: 'bool' }),
);

const formatInstant = (at: Date) => at.toISOString().replace('.000Z', 'Z');

/**
 * Returns the signed list of valid codes of a post for offline scanners. The list expires after `hours`. The payload is JSON with `version`, `site`,
 * `postId`, `issuedAt`, `expiresAt`, `keyId`, `salt`, and `codes` with `id` (of the attendee), `ticketId`, `hash`, and `in` (true if checked in).
 * Throws `too_many_codes`.
 */
export async function createCodeList(site: Site, postId: number, hours: number): Promise<CodeList> {
  const rows = await site.db.rows(validCodes, [postId, [...entryStatuses]]);
  if (rows.length > MAX_CODES) throw invalid('too_many_codes', `A list has at most ${MAX_CODES} codes.`);
  const { keyId } = deriveSigningKey(site);
  const salt = randomBytes(16).toString('base64url');
  const issuedAt = new Date(Math.floor(now().getTime() / 1000) * 1000);
  const expiresAt = new Date(issuedAt.getTime() + hours * HOUR_MS);
  const payload = JSON.stringify({
    version: 1,
    site: site.config.siteUrl,
    postId,
    issuedAt: formatInstant(issuedAt),
    expiresAt: formatInstant(expiresAt),
    keyId,
    salt,
    codes: rows.map(({ id, ticketId, code, isCheckedIn }) => ({ id, ticketId, hash: hashCode(salt, id, code), in: isCheckedIn })),
  });
  return { payload, signature: signText(site, payload), keyId, issuedAt, expiresAt, count: rows.length };
}

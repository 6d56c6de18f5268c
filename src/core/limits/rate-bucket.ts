import type { Database } from '../db/database.ts';
import ipaddr from 'ipaddr.js';
import { now } from '../time/clock.ts';
import type { Tx } from '../db/database.ts';
import { executeIn, statement } from '../db/statement.ts';
import { declareDeletion, removeExpired } from '../db/expiry.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';

/** Number of expired counts that are removed with each new one. More are removed than added, so a flood of addresses cannot fill the table. */
const SWEEP_SIZE = 10;

/** Limit for an event. */
export interface Bucket {
  limit: number;
  /** Lifetime of a count from its first event, in milliseconds. */
  lifeMs: number;
  /** True if each counted event extends the lifetime. */
  isProlonged?: boolean;
}

/** Returns the network of an address for counting, because the owner of an IPv6 address has a whole network (/64). */
export function getIpNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString() : address.toString();
}

const createKey = (site: { secretKey: string }, subject: string) => keyedHash(site, 'rate bucket', subject);

const countEvent = statement(
  'count_in_bucket',
  `INSERT INTO rate_bucket AS b (key, count, expires_at) VALUES ($1, 1, $2::timestamptz)
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN b.expires_at <= $3::timestamptz THEN 1 ELSE b.count + 1 END,
      expires_at = CASE WHEN $4::boolean OR b.expires_at <= $3::timestamptz THEN excluded.expires_at ELSE b.expires_at END
    WHERE b.count < $5::int OR b.expires_at <= $3::timestamptz`,
);
const sweep = statement(
  'sweep_buckets',
  `DELETE FROM rate_bucket WHERE key IN (
    SELECT key FROM rate_bucket WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEEP_SIZE} FOR UPDATE SKIP LOCKED)`,
);
const decrement = statement('give_back_to_bucket', 'UPDATE rate_bucket SET count = GREATEST(count - 1, 0) WHERE key = $1');

/**
 * Counts an event within a transaction. Returns null if it is allowed. Otherwise does not count it, and returns the seconds until it is allowed again.
 * Concurrent requests wait for each other.
 */
export async function takeFromBucket(
  site: { secretKey: string },
  tx: Tx,
  subject: string,
  { limit, lifeMs, isProlonged = false }: Bucket,
): Promise<number | null> {
  const key = createKey(site, subject);
  const moment = now();
  const expiresAt = new Date(moment.getTime() + lifeMs);
  const counted = await executeIn(tx, countEvent, key, expiresAt, moment, isProlonged, limit);
  if (counted === 0) {
    const bucket = await tx.rateBucket.findUnique({ where: { key }, select: { expiresAt: true } });
    return Math.max(1, Math.ceil(((bucket?.expiresAt.getTime() ?? 0) - moment.getTime()) / 1000));
  }
  await executeIn(tx, sweep, moment);
  return null;
}

/** Reverses the count of an event that turned out not to count. */
export async function returnToBucket(site: { secretKey: string }, tx: Tx, subject: string): Promise<void> {
  await executeIn(tx, decrement, createKey(site, subject));
}

/** Deletes a count. */
export async function emptyBucket(site: { secretKey: string }, tx: Tx, subject: string): Promise<void> {
  await tx.rateBucket.deleteMany({ where: { key: createKey(site, subject) } });
}

const expiredCounts = declareDeletion('remove_old_buckets', 'rate_bucket', 'key', 'expires_at <= $1');

/** Deletes expired counts and returns their number. */
export async function removeOldBuckets(site: { db: Database; secretKey: string }): Promise<number> {
  return await removeExpired(site, expiredCounts, [now()]);
}

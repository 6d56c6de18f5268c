import type { Database } from '../db/database.ts';
import ipaddr from 'ipaddr.js';
import { now } from '../time/clock.ts';
import type { Tx } from '../db/database.ts';
import { executeIn, statement } from '../db/statement.ts';
import { declareBatchDelete, deleteInBatches } from '../db/expiry.ts';
import { createKeyedHash } from '../secrets/keyed-hash.ts';

/**
 * Number of expired counts that are deleted with each counted event. It is more than one, so that events from many IP addresses cannot fill the
 * table.
 */
const SWEEP_SIZE = 10;

/** Limit for a kind of event. */
export interface Bucket {
  /** Maximum number of events. */
  limit: number;
  /** Lifetime of a count from its first event, in milliseconds. */
  lifeMs: number;
  /** True if each counted event extends the lifetime. */
  extendsOnEvent?: boolean;
}

/**
 * Returns what is counted for an IP address: an IPv4 address itself, but the /64 network of an IPv6 address, because its owner has all addresses of
 * the network.
 */
export function getIpNetwork(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString() : address.toString();
}

const createKey = (site: { secretKey: string }, subject: string) => createKeyedHash(site, 'rate bucket', subject);

const countEvent = statement(
  'count_in_bucket',
  `INSERT INTO rate_bucket AS b (key, count, expires_at) VALUES ($1, 1, $2::timestamptz)
    ON CONFLICT (key) DO UPDATE SET count = CASE WHEN b.expires_at <= $3::timestamptz THEN 1 ELSE b.count + 1 END,
      expires_at = CASE WHEN $4::boolean OR b.expires_at <= $3::timestamptz THEN excluded.expires_at ELSE b.expires_at END
    WHERE b.count < $5::int OR b.expires_at <= $3::timestamptz`,
);
const deleteSomeExpired = statement(
  'sweep_buckets',
  `DELETE FROM rate_bucket WHERE key IN (
    SELECT key FROM rate_bucket WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEEP_SIZE} FOR UPDATE SKIP LOCKED)`,
);
const decrementCount = statement('give_back_to_bucket', 'UPDATE rate_bucket SET count = GREATEST(count - 1, 0) WHERE key = $1');

/**
 * Counts an event of a subject within the transaction and returns null if the limit permits it. Otherwise returns the seconds until the next event is
 * permitted, without counting this one. Concurrent requests with the same subject wait for each other.
 */
export async function takeFromBucket(
  site: { secretKey: string },
  tx: Tx,
  subject: string,
  { limit, lifeMs, extendsOnEvent = false }: Bucket,
): Promise<number | null> {
  const key = createKey(site, subject);
  const moment = now();
  const expiresAt = new Date(moment.getTime() + lifeMs);
  const counted = await executeIn(tx, countEvent, key, expiresAt, moment, extendsOnEvent, limit);
  if (counted === 0) {
    const bucket = await tx.rateBucket.findUnique({ where: { key }, select: { expiresAt: true } });
    return Math.max(1, Math.ceil(((bucket?.expiresAt.getTime() ?? 0) - moment.getTime()) / 1000));
  }
  await executeIn(tx, deleteSomeExpired, moment);
  return null;
}

/** Removes an event from the count, if it turns out that it should not count. */
export async function returnToBucket(site: { secretKey: string }, tx: Tx, subject: string): Promise<void> {
  await executeIn(tx, decrementCount, createKey(site, subject));
}

/** Deletes the count of a subject. */
export async function emptyBucket(site: { secretKey: string }, tx: Tx, subject: string): Promise<void> {
  await tx.rateBucket.deleteMany({ where: { key: createKey(site, subject) } });
}

const expiredCounts = declareBatchDelete('remove_old_buckets', 'rate_bucket', 'key', 'expires_at <= $1');

/** Deletes expired counts. Returns the number of deleted counts. */
export async function removeOldBuckets(site: { db: Database; secretKey: string }): Promise<number> {
  return await deleteInBatches(site, expiredCounts, [now()]);
}

import type { Database } from '../db/database.ts';
import ipaddr from 'ipaddr.js';
import { now } from '../time/clock.ts';
import type { Tx } from '../db/database.ts';
import { runIn, statement } from '../db/statement.ts';
import { expiring, removeExpired } from '../db/expiry.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';

/** Counts that are over and go with each new one: more than come, so that ever new addresses fill nothing. */
const SWEPT = 10;

/** How often something may happen. */
export interface Bucket {
  limit: number;
  /** How long a count lives, from its first event. */
  lifeMs: number;
  /** Each counted event prolongs it. */
  isProlonged?: boolean;
}

/** The network behind an address for counting: anyone who has an IPv6 address has a whole network of them. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv6' ? ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString() : address.toString();
}

const keyOf = (site: { secretKey: string }, what: string) => keyedHash(site, 'rate bucket', what);

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
    SELECT key FROM rate_bucket WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${SWEPT} FOR UPDATE SKIP LOCKED)`,
);
const giveBack = statement('give_back_to_bucket', 'UPDATE rate_bucket SET count = GREATEST(count - 1, 0) WHERE key = $1');

/**
 * Counts an event as part of a transaction. Returns null, or the seconds until it may happen again when it happened too often: then it is not
 * counted. Requests at the same time wait for each other.
 */
export async function takeFromBucket(
  site: { secretKey: string },
  tx: Tx,
  what: string,
  { limit, lifeMs, isProlonged = false }: Bucket,
): Promise<number | null> {
  const key = keyOf(site, what);
  const moment = now();
  const until = new Date(moment.getTime() + lifeMs);
  const counted = await runIn(tx, countEvent, key, until, moment, isProlonged, limit);
  if (counted === 0) {
    const bucket = await tx.rateBucket.findUnique({ where: { key }, select: { expiresAt: true } });
    return Math.max(1, Math.ceil(((bucket?.expiresAt.getTime() ?? 0) - moment.getTime()) / 1000));
  }
  await runIn(tx, sweep, moment);
  return null;
}

/** Takes one counted event back: it was none after all. */
export async function giveBackToBucket(site: { secretKey: string }, tx: Tx, what: string): Promise<void> {
  await runIn(tx, giveBack, keyOf(site, what));
}

/** Forgets what was counted. */
export async function emptyBucket(site: { secretKey: string }, tx: Tx, what: string): Promise<void> {
  await tx.rateBucket.deleteMany({ where: { key: keyOf(site, what) } });
}

const over = expiring('remove_old_buckets', 'rate_bucket', 'key', 'expires_at <= $1');

/** Removes the counts that are over; returns how many. */
export async function removeOldBuckets(site: { db: Database; secretKey: string }): Promise<number> {
  return await removeExpired(site, over, [now()]);
}

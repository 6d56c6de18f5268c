import { randomUUID } from 'node:crypto';
import type { LicenseKey } from '#db';
import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { KeyError } from '../failures.ts';
import { getProduct } from '../product.service.ts';

/* License store of this installation, which replaces a vendor's server. */

const createKey = (): string => randomUUID().toUpperCase();

/** A new license key. */
export interface NewKey {
  /** Maximum number of activations, at least 1. */
  maxActivations: number;
  /** Null if the key does not expire. */
  expiresAt: Date | null;
}

/** Creates a key for a product. Throws `product_not_found`. */
export async function issueKey(site: Site, slug: string, { maxActivations, expiresAt }: NewKey): Promise<LicenseKey> {
  await getProduct(site, slug);
  return await site.db.prisma.licenseKey.create({
    data: { key: createKey(), productSlug: slug, maxActivations: Math.max(1, maxActivations), createdAt: now(), expiresAt },
  });
}

/** Revokes a key, so that it cannot be activated any more. Active licenses stay active. Returns the key, or null if it does not exist. */
export async function revokeKey(site: Site, key: string): Promise<LicenseKey | null> {
  await site.db.prisma.licenseKey.updateMany({ where: { key, revokedAt: null }, data: { revokedAt: now() } });
  return await site.db.prisma.licenseKey.findUnique({ where: { key } });
}

/** Creates and returns a key for a free product, so that it can be activated like other products. */
export async function createFreeKey(tx: Tx, slug: string): Promise<string> {
  const { key } = await tx.licenseKey.create({ data: { key: createKey(), productSlug: slug, createdAt: now() } });
  return key;
}

const createKeyError = (debug: string, help: string): KeyError => ({ validateStatus: 'error', hasFeedback: true, help, debug });

const lockKey = statement(
  'hold_license_key',
  `SELECT product_slug AS "productSlug", max_activations AS "maxActivations", coalesce(expires_at <= $2::timestamptz, false) AS "hasExpired",
    revoked_at IS NOT NULL AS "isRevoked" FROM license_key WHERE key = $1 FOR UPDATE`,
  rowShape({ productSlug: 'text', maxActivations: 'int', hasExpired: 'bool', isRevoked: 'bool' }),
);

/** Returns the error of a key, or null if it is valid. Call it in the transaction that activates the key. */
export async function findKeyError(tx: Tx, slug: string, key: string): Promise<KeyError | null> {
  // locks the key, so that concurrent activations cannot exceed the maximum
  const [keyRow] = await queryIn(tx, lockKey, key, now());
  if (!keyRow || keyRow.productSlug !== slug) return createKeyError('unknown', 'There is no such license key for this product.');
  if (keyRow.isRevoked) return createKeyError('revoked', 'This license key was revoked.');
  if (keyRow.hasExpired) return createKeyError('expired', 'This license key has expired.');
  if ((await tx.productLicense.count({ where: { code: key } })) >= keyRow.maxActivations)
    return createKeyError('exhausted', 'This license key has reached its maximum number of activations.');
  return null;
}

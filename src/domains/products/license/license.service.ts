import { randomUUID } from 'node:crypto';
import { Prisma, type ProductLicense } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import { product as consentBanner } from '#app/domains/consent/product.ts';
import { storeLicense, type License, handleLicenseAdded, stopScans } from '#app/domains/consent/license/license.service.ts';
import type { Site } from '#app/site.ts';
import { type KeyError, licenseSkipped, notActivated, siteNotFound } from '../failures.ts';
import { getProduct, isActive, type LicensedProduct, SITE_ID } from '../product.service.ts';
import { findKeyError, createFreeKey } from './keys.service.ts';

/** Purpose for which an installation uses a product. */
export type InstallationType = 'development' | 'production';

/** Input of an activation. */
export interface Activation {
  /** License key. Null to create a key for a free product. */
  code: string | null;
  installationType: InstallationType;
  telemetry: boolean;
}

/** Returns a product with its license. `blogId` must be `SITE_ID`. Throws `product_not_found` or `licensed_site_not_found`. */
export async function getLicensed(site: Site, slug: string, blogId: number): Promise<LicensedProduct> {
  const licensed = await getProduct(site, slug);
  if (blogId !== SITE_ID) throw siteNotFound();
  return licensed;
}

const whereLicense = (slug: string) => ({ productSlug_blogId: { productSlug: slug, blogId: SITE_ID } });

const lockStatement = statement(
  'hold_product_license',
  'SELECT blog_id FROM product_license WHERE product_slug = $1 AND blog_id = $2 FOR UPDATE',
);

async function lockLicense(tx: Tx, slug: string): Promise<ProductLicense> {
  await executeIn(tx, lockStatement, slug, SITE_ID);
  return await tx.productLicense.findUniqueOrThrow({ where: whereLicense(slug) });
}

const doNothing = async (): Promise<void> => {};
const noLicense: License = { code: '', isDevelopment: false };

/** Applies a changed license to its product within the transaction. Returns a function that must be called after the commit. */
async function notifyProduct(site: Site, tx: Tx, slug: string, license: License): Promise<() => Promise<void>> {
  return slug === consentBanner.slug ? await storeLicense(site, tx, license) : doNothing;
}

/**
 * Activates a product. Does nothing if its license is already active. Returns the error of the key, or null if the product is active. Notifies the
 * product after the commit.
 */
export async function activate(site: Site, { product }: LicensedProduct, activation: Activation): Promise<KeyError | null> {
  const { slug, isPaid, asksForTelemetry } = product;
  const { error, code, afterCommit } = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    if (isActive(license)) return { error: null, code: null, afterCommit: doNothing };
    const givenCode = activation.code ?? '';
    const keyError = givenCode === '' && !isPaid ? null : await findKeyError(tx, slug, givenCode);
    if (keyError) return { error: keyError, code: null, afterCommit: doNothing };
    const activated = givenCode === '' ? await createFreeKey(tx, slug) : givenCode;
    await tx.productLicense.update({
      where: whereLicense(slug),
      data: {
        code: activated,
        uuid: license.uuid || randomUUID(),
        hostname: new URL(site.config.siteUrl).host,
        telemetry: asksForTelemetry && activation.telemetry,
        installationType: activation.installationType,
        noUsage: false,
        hint: Prisma.DbNull,
        activatedAt: now(),
      },
    });
    const activeLicense = { code: activated, isDevelopment: activation.installationType === 'development' };
    return { error: null, code: activated, afterCommit: await notifyProduct(site, tx, slug, activeLicense) };
  });
  await afterCommit();
  if (code !== null && slug === consentBanner.slug) await handleLicenseAdded(site);
  return error;
}

/** Values of a removed license. */
const removedLicense = { code: '', hostname: '', telemetry: false, installationType: null, noUsage: false, activatedAt: null };

/** Deactivates the license within the transaction. Returns whether it was active, and a function that must be called after the commit. */
async function deactivateWithin(
  site: Site,
  tx: Tx,
  slug: string,
  changes: { uuid?: string },
): Promise<{ wasActive: boolean; afterCommit: () => Promise<void> }> {
  const { count } = await tx.productLicense.updateMany({
    where: { productSlug: slug, blogId: SITE_ID, code: { not: null }, NOT: { code: '' } },
    data: { ...removedLicense, ...changes },
  });
  if (count === 0) return { wasActive: false, afterCommit: doNothing };
  if (slug === consentBanner.slug) await stopScans(tx);
  return { wasActive: true, afterCommit: await notifyProduct(site, tx, slug, noLicense) };
}

/** Deactivates the license of a product and applies further changes to it. Does nothing if it is not active. Returns true if it was active. */
export async function deactivateLicense(site: Site, slug: string, changes: { uuid?: string } = {}): Promise<boolean> {
  const { wasActive, afterCommit } = await site.db.transaction((tx) => deactivateWithin(site, tx, slug, changes));
  await afterCommit();
  return wasActive;
}

/** Deactivates a product. Throws `product_not_found`, `licensed_site_not_found`, `license_not_activated`. */
export async function deactivate(site: Site, slug: string, blogId: number): Promise<void> {
  await getLicensed(site, slug, blogId);
  if (!(await deactivateLicense(site, slug))) throw notActivated(slug, blogId);
}

/** Deactivates a product and removes the ID of the installation, so that the next activation gets another ID. */
export async function forgetInstallation(site: Site, slug: string, blogId: number): Promise<void> {
  await getLicensed(site, slug, blogId);
  if (await deactivateLicense(site, slug, { uuid: '' })) return;
  await site.db.prisma.productLicense.update({ where: whereLicense(slug), data: { uuid: '' } });
}

/** Skips the license of a product. Throws `product_not_found`, or `license_skipped` if it is already skipped. */
export async function skipLicense(site: Site, slug: string): Promise<void> {
  await getProduct(site, slug);
  const afterCommit = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    if (license.code === '') throw licenseSkipped();
    await tx.productLicense.update({ where: whereLicense(slug), data: { ...removedLicense, installationType: 'production' } });
    if (isActive(license) && slug === consentBanner.slug) await stopScans(tx);
    return await notifyProduct(site, tx, slug, noLicense);
  });
  await afterCommit();
}

/** Stores that the site does not use a product, and deactivates the license. */
export async function markUnused(site: Site, slug: string): Promise<void> {
  const afterCommit = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    await tx.productLicense.update({
      where: whereLicense(slug),
      data: { ...removedLicense, installationType: 'production', noUsage: true },
    });
    if (isActive(license) && slug === consentBanner.slug) await stopScans(tx);
    return await notifyProduct(site, tx, slug, noLicense);
  });
  await afterCommit();
}

/**
 * Activates a product with its automatic license key (`programmatic`), if the operator has set one. Stores an error of the key as a hint instead of
 * throwing it.
 */
export async function retryProgrammatic(site: Site, slug: string, blogId: number): Promise<void> {
  const licensed = await getLicensed(site, slug, blogId);
  const { programmatic } = licensed;
  if (!programmatic) return;
  const { key, environment, telemetry, optInPrivacyPolicy } = programmatic;
  const error = optInPrivacyPolicy
    ? await activate(site, licensed, { code: key, installationType: environment as InstallationType, telemetry })
    : { help: 'The privacy policy has not been accepted. Set optInPrivacyPolicy.' };
  const hint = error ? { validateStatus: 'error', hasFeedback: true, help: error.help } : Prisma.DbNull;
  await site.db.prisma.productLicense.update({ where: whereLicense(slug), data: { hint } });
}

/** License key that activates an installation automatically. */
export interface ProgrammaticKey {
  key: string;
  environment: InstallationType;
  telemetry: boolean;
  optInPrivacyPolicy: boolean;
}

/**
 * Sets the automatic key and activates the product with it. Null removes the key. Stores an error of the key as a hint. Throws `product_not_found`.
 */
export async function setProgrammaticKey(site: Site, slug: string, key: ProgrammaticKey | null): Promise<void> {
  await getProduct(site, slug);
  const { programmaticLicense } = site.db.prisma;
  const productSlug = slug;
  if (!key) {
    await programmaticLicense.deleteMany({ where: { productSlug } });
    return;
  }
  await programmaticLicense.upsert({ where: { productSlug }, create: { productSlug, ...key }, update: key });
  await retryProgrammatic(site, slug, SITE_ID);
}

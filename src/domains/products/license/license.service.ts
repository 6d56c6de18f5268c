import { randomUUID } from 'node:crypto';
import { Prisma, type ProductLicense } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { runIn, statement } from '#app/core/db/statement.ts';
import { product as consentBanner } from '#app/domains/consent/product.ts';
import { storeLicense, type License, afterLicenseAdded, stopScans } from '#app/domains/consent/license/license.service.ts';
import type { Site } from '#app/site.ts';
import { type KeyFault, licenseSkipped, notActivated, siteNotFound } from '../failures.ts';
import { getProduct, isActive, type LicensedProduct, THE_SITE } from '../product.service.ts';
import { faultOf, freeKey } from './keys.service.ts';

/** Purpose of an installation. */
export type InstallationType = 'development' | 'production';

/** Input of an activation. */
export interface Activation {
  /** License key; null = a free product gets a new key. */
  code: string | null;
  installationType: InstallationType;
  telemetry: boolean;
}

/** Returns a product with the license of a site. Throws `product_not_found` or `licensed_site_not_found`. */
export async function getLicensed(site: Site, slug: string, blogId: number): Promise<LicensedProduct> {
  const licensed = await getProduct(site, slug);
  if (blogId !== THE_SITE) throw siteNotFound();
  return licensed;
}

const keyOf = (slug: string) => ({ productSlug_blogId: { productSlug: slug, blogId: THE_SITE } });

const hold = statement('hold_product_license', 'SELECT blog_id FROM product_license WHERE product_slug = $1 AND blog_id = $2 FOR UPDATE');

async function lockLicense(tx: Tx, slug: string): Promise<ProductLicense> {
  await runIn(tx, hold, slug, THE_SITE);
  return await tx.productLicense.findUniqueOrThrow({ where: keyOf(slug) });
}

const nothing = async (): Promise<void> => {};
const none: License = { code: '', isDevelopment: false };

/** Notifies a product of its changed license within the transaction. Call the returned function after the commit. */
async function tellProduct(site: Site, tx: Tx, slug: string, license: License): Promise<() => Promise<void>> {
  return slug === consentBanner.slug ? await storeLicense(site, tx, license) : nothing;
}

/**
 * Activates a product and leaves an active license unchanged. Returns the error of the key, or null if the product is active. Runs the
 * product's follow-up actions after the commit.
 */
export async function activate(site: Site, { product }: LicensedProduct, wanted: Activation): Promise<KeyFault | null> {
  const { slug, isPaid, asksForTelemetry } = product;
  const { fault, code, told } = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    if (isActive(license)) return { fault: null, code: null, told: nothing };
    const own = wanted.code ?? '';
    const refused = own === '' && !isPaid ? null : await faultOf(tx, slug, own);
    if (refused) return { fault: refused, code: null, told: nothing };
    const activated = own === '' ? await freeKey(tx, slug) : own;
    await tx.productLicense.update({
      where: keyOf(slug),
      data: {
        code: activated,
        uuid: license.uuid || randomUUID(),
        hostname: new URL(site.config.siteUrl).host,
        telemetry: asksForTelemetry && wanted.telemetry,
        installationType: wanted.installationType,
        noUsage: false,
        hint: Prisma.DbNull,
        activatedAt: now(),
      },
    });
    const activeLicense = { code: activated, isDevelopment: wanted.installationType === 'development' };
    return { fault: null, code: activated, told: await tellProduct(site, tx, slug, activeLicense) };
  });
  await told();
  if (code !== null && slug === consentBanner.slug) await afterLicenseAdded(site);
  return fault;
}

/** Values of a removed license. */
const removed = { code: '', hostname: '', telemetry: false, installationType: null, noUsage: false, activatedAt: null };

/** Deactivates an active license. Returns true if there was one, and a function to call after the commit. */
async function giveBackWithin(
  site: Site,
  tx: Tx,
  slug: string,
  more: { uuid?: string },
): Promise<{ was: boolean; told: () => Promise<void> }> {
  const { count } = await tx.productLicense.updateMany({
    where: { productSlug: slug, blogId: THE_SITE, code: { not: null }, NOT: { code: '' } },
    data: { ...removed, ...more },
  });
  if (count === 0) return { was: false, told: nothing };
  if (slug === consentBanner.slug) await stopScans(tx);
  return { was: true, told: await tellProduct(site, tx, slug, none) };
}

async function giveBack(site: Site, slug: string, more: { uuid?: string } = {}): Promise<boolean> {
  const { was, told } = await site.db.transaction((tx) => giveBackWithin(site, tx, slug, more));
  await told();
  return was;
}

/** Deactivates a product. Throws `product_not_found`, `licensed_site_not_found`, `license_not_activated`. */
export async function deactivate(site: Site, slug: string, blogId: number): Promise<void> {
  await getLicensed(site, slug, blogId);
  if (!(await giveBack(site, slug))) throw notActivated(slug, blogId);
}

/** Deactivates a product if it is active. Returns true if it was. */
export async function deactivateIfActive(site: Site, slug: string): Promise<boolean> {
  return await giveBack(site, slug);
}

/** Removes the installation's ID from the license store: the next activation gets another one. */
export async function forgetInstallation(site: Site, slug: string, blogId: number): Promise<void> {
  await getLicensed(site, slug, blogId);
  if (await giveBack(site, slug, { uuid: '' })) return;
  await site.db.prisma.productLicense.update({ where: keyOf(slug), data: { uuid: '' } });
}

/** Stores that no license is wanted. Throws `product_not_found`, or `license_skipped` the second time. */
export async function skipLicense(site: Site, slug: string): Promise<void> {
  await getProduct(site, slug);
  const told = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    if (license.code === '') throw licenseSkipped();
    await tx.productLicense.update({ where: keyOf(slug), data: { ...removed, installationType: 'production' } });
    if (isActive(license) && slug === consentBanner.slug) await stopScans(tx);
    return await tellProduct(site, tx, slug, none);
  });
  await told();
}

/** Stores that a site does not use a product, and deactivates its license. */
export async function markUnused(site: Site, slug: string): Promise<void> {
  const told = await site.db.transaction(async (tx) => {
    const license = await lockLicense(tx, slug);
    await tx.productLicense.update({
      where: keyOf(slug),
      data: { ...removed, installationType: 'production', noUsage: true },
    });
    if (isActive(license) && slug === consentBanner.slug) await stopScans(tx);
    return await tellProduct(site, tx, slug, none);
  });
  await told();
}

/** Retries the license key that the operator set for this installation. Stores its error as a hint and does not throw it. */
export async function retryProgrammatic(site: Site, slug: string, blogId: number): Promise<void> {
  const licensed = await getLicensed(site, slug, blogId);
  const { programmatic } = licensed;
  if (!programmatic) return;
  const { key, environment, telemetry, optInPrivacyPolicy } = programmatic;
  const fault = optInPrivacyPolicy
    ? await activate(site, licensed, { code: key, installationType: environment as InstallationType, telemetry })
    : { help: 'Nobody has agreed to the privacy policy yet.' };
  const hint = fault ? { validateStatus: 'error', hasFeedback: true, help: fault.help } : Prisma.DbNull;
  await site.db.prisma.productLicense.update({ where: keyOf(slug), data: { hint } });
}

/** License key that activates an installation automatically. */
export interface ProgrammaticKey {
  key: string;
  environment: InstallationType;
  telemetry: boolean;
  optInPrivacyPolicy: boolean;
}

/** Sets the automatic key and activates with it; null removes it. Stores an error as a hint. Throws `product_not_found`. */
export async function setProgrammaticKey(site: Site, slug: string, key: ProgrammaticKey | null): Promise<void> {
  await getProduct(site, slug);
  const { programmaticLicense } = site.db.prisma;
  const productSlug = slug;
  if (!key) {
    await programmaticLicense.deleteMany({ where: { productSlug } });
    return;
  }
  await programmaticLicense.upsert({ where: { productSlug }, create: { productSlug, ...key }, update: key });
  await retryProgrammatic(site, slug, THE_SITE);
}

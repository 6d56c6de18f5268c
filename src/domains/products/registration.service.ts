import { now } from '#app/core/time/clock.ts';
import { changeDesign } from '#app/domains/consent/banner/design.service.ts';
import { completeDesign } from '#app/domains/consent/banner/design.defaults.ts';
import { readConfiguration } from '#app/domains/consent/configuration/configuration.ts';
import { product as consentBanner } from '#app/domains/consent/product.ts';
import type { Site } from '#app/site.ts';
import { invalidKeys, type KeyError, licensesMissing, newsletterIncomplete, licenseNotInUse, siteUnknown } from './failures.ts';
import { activate, type InstallationType, markUnused } from './license/license.service.ts';
import { getProduct, isActive, type LicensedProduct, SITE_ID } from './product.service.ts';

/** Requested license of one site. */
export interface LicenseRequest {
  blogId: number;
  installationType: InstallationType;
  code: string | null;
  noUsage: boolean;
}

/** Setup form of a product. */
export interface Registration {
  /** Requested licenses. Null if the form contains none. */
  licenses: readonly LicenseRequest[] | null;
  autoUpdates: boolean;
  telemetry: boolean;
  newsletter: boolean;
  firstName: string;
  email: string;
  /** Names of the checked boxes. */
  checked: readonly string[];
}

/** An additional checkbox of the form. */
export interface Checkbox {
  id: string;
  text: string;
}

const POWERED_BY = 'powered-by-link';

/** Returns the checkboxes of the form. Omits checkboxes whose setting is already enabled. */
export async function listOpenCheckboxes(site: Site, slug: string): Promise<Checkbox[]> {
  if (slug !== consentBanner.slug) return [];
  const { design } = await readConfiguration(site);
  return completeDesign(design)['footerDesign']?.['poweredByLink'] === true
    ? []
    : [{ id: POWERED_BY, text: 'The banner may link to the software that it is made with.' }];
}

async function activateAll(site: Site, licensed: LicensedProduct, { licenses, telemetry }: Registration): Promise<void> {
  const { product } = licensed;
  const requests = licenses ?? [{ blogId: SITE_ID, installationType: 'production' as const, code: null, noUsage: false }];
  const otherSite = requests.find(({ blogId }) => blogId !== SITE_ID);
  if (otherSite) throw siteUnknown(otherSite.blogId);
  if (product.isPaid && requests.every(({ noUsage }) => noUsage) && !isActive(licensed.license)) throw licenseNotInUse();
  const errors: Record<number, KeyError> = {};
  for (const { blogId, noUsage, code, installationType } of requests) {
    if (noUsage) {
      await markUnused(site, product.slug);
      continue;
    }
    const error = await activate(site, licensed, { code, installationType, telemetry });
    if (error) errors[blogId] = error;
  }
  if (Object.keys(errors).length > 0) throw invalidKeys(errors);
}

/**
 * Sets up a product from the form (docs/behaviour/consent-queue-product.md 9.3). Automatic updates stay enabled even if the license is rejected.
 * Throws `product_not_found`, `newsletter_incomplete`, `licenses_missing`, `licensed_site_unknown`, `none_in_use` or `license_keys_invalid`.
 */
export async function registerProduct(site: Site, slug: string, form: Registration): Promise<void> {
  const licensed = await getProduct(site, slug);
  const { product } = licensed;
  const { newsletter, firstName, email } = form;
  if (newsletter && (firstName === '' || email === '')) throw newsletterIncomplete();
  if (form.licenses === null && product.isPaid) throw licensesMissing();
  if (form.autoUpdates) await site.db.prisma.product.update({ where: { slug }, data: { autoUpdates: true } });
  await activateAll(site, licensed, form);
  if (newsletter && product.asksForNewsletter)
    await site.db.prisma.newsletterOptIn.create({ data: { productSlug: slug, firstName, email, createdAt: now() } });
  const checkboxes = await listOpenCheckboxes(site, slug);
  if (form.checked.includes(POWERED_BY) && checkboxes.some(({ id }) => id === POWERED_BY))
    await changeDesign(site, { footerDesign: { poweredByLink: true } });
}

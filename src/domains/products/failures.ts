import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';

/* Failures of this domain. `rest-map/` contains their public codes. */

export const productNotFound = () => notFound('product_not_found', 'Not found');
export const siteNotFound = () => notFound('licensed_site_not_found', 'There is no such site.');
export const siteUnknown = (siteId: number) => invalid('licensed_site_unknown', 'There is no such site.', { blog: siteId });
export const newsletterIncomplete = () => invalid('newsletter_incomplete', 'The newsletter needs a first name and an email address.');
export const licensesMissing = () => invalid('licenses_missing', 'This product needs a license key.');
export const licenseNotInUse = () => invalid('none_in_use', 'At least one site must use the product.');
export const licenseSkipped = () => invalid('license_skipped', 'The license has already been skipped.');
export const notActivated = (slug: string, siteId: number) =>
  invalid('license_not_activated', 'There is no active license.', { blog: siteId, slug });

/** Error of a license key, shown to the person who entered the key. */
export interface KeyError {
  validateStatus: 'error';
  hasFeedback: true;
  help: string;
  /** Machine-readable reason. */
  debug: string;
}

/** Returns the failure for invalid keys. The keys of `errors` are site IDs. */
export const invalidKeys = (errors: Readonly<Record<number, KeyError>>) =>
  new Failure('license_keys_invalid', 400, 'Some license keys are not valid.', { invalidKeys: errors });

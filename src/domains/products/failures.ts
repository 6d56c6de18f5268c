import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';

/** The refusals of this domain. Their published codes are in `rest-map/`. */

export const productNotFound = () => notFound('product_not_found', 'Not found');
export const siteNotFound = () => notFound('licensed_site_not_found', 'There is no such site.');
export const siteUnknown = (blog: number) => invalid('licensed_site_unknown', 'There is no such site.', { blog });
export const newsletterIncomplete = () => invalid('newsletter_incomplete', 'The newsletter needs a first name and an e-mail address.');
export const licensesMissing = () => invalid('licenses_missing', 'This product needs a license key.');
export const noneInUse = () => invalid('none_in_use', 'At least one site has to use the product.');
export const licenseSkipped = () => invalid('license_skipped', 'The license was skipped before.');
export const notActivated = (slug: string, blog: number) => invalid('license_not_activated', 'There is no active license.', { blog, slug });

/** Why a key is refused, for the person who entered it. */
export interface KeyFault {
  validateStatus: 'error';
  hasFeedback: true;
  help: string;
  /** The reason for programs. */
  debug: string;
}

/** Keys that do not do, by number of the site. */
export const invalidKeys = (faults: Readonly<Record<number, KeyFault>>) =>
  new Failure('license_keys_invalid', 400, 'Some license keys are not valid.', { invalidKeys: faults });

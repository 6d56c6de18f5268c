import { Failure, invalid, notFound } from '#app/core/failures/failure.ts';

// Failures of this domain. The REST API publishes other codes for some of them: see `rest-map/`.

export const consentNotDocumented = () =>
  invalid('consent_not_documented', 'Invalid decision. Send all, essentials, legitimateInterest, or lists of service IDs by group ID.');
export const tooManyConsents = () =>
  new Failure('too_many_consents', 429, 'Too many consents came from your network within a minute. Please try again later.', {
    retryAfter: 60,
  });
export const consentNotFound = () => notFound('consent_not_found', 'There is no such consent.');
export const unreadableIp = () => invalid('unreadable_ip', 'The IP address in the filter is invalid.');
export const noConsentsFound = () => notFound('no_consents_found', 'No consents match the selection.');
export const selectionMissing = () =>
  invalid('consents_not_chosen', 'Missing selection. Specify a UUID, or both the first and the last day.');

export const revisionNotFound = () => notFound('revision_not_found', 'There is no such revision.');
export const orderEmpty = () => invalid('wrong_order', 'The list of IDs is empty.');
export const groupNotFound = () => notFound('service_group_not_found', 'There is no such group.');
export const serviceNotFound = () => notFound('service_not_found', 'There is no such service.');
export const blockerNotFound = () => notFound('content_blocker_not_found', 'There is no such content blocker.');
export const linkNotFound = () => notFound('banner_link_not_found', 'There is no such link.');
export const essentialGroupLocked = () => invalid('essential_group', 'The essential group can neither be deleted nor replaced.');

export const statisticNotFound = () => notFound('statistic_not_found', 'There is no such statistic.');
export const noticeNotFound = () => notFound('notice_not_found', 'There is no such notice.');
export const templateNotFound = () => notFound('template_not_found', 'There is no such template.');
export const catalogUnreadable = () => new Failure('catalogue_unreadable', 500, 'The catalog of templates cannot be read.');
export const countryDatabaseUnreadable = () =>
  new Failure(
    'country_database_unreadable',
    500,
    'The file that maps addresses to countries cannot be read. The previous map remains in use.',
  );

export const menuNotFound = () => notFound('menu_not_found', 'There is no such menu.');
export const menuItemNotFound = () => notFound('menu_item_not_found', 'There is no such menu item.');
export const migrationFailed = () =>
  invalid('migration_failed', 'There is no such step of a migration, or nothing to do in it.', { result: { success: false } });

export const urlsMissing = () =>
  new Failure('addresses_expected', 422, 'The list of URLs is missing, or it contains values that are not strings.');
export const scanJobNotFound = () => notFound('scan_job_not_found', 'There is no such scan job.');
export const scanUrlInvalid = () => invalid('scan_address_invalid', 'Invalid URL. Specify an absolute URL with a host.');
export const scanHostForeign = () => invalid('scan_host_foreign', 'The scanner only fetches pages from the host of its job.');
export const scanFailed = () => new Failure('scan_failed', 500, 'The page could not be fetched.');
export const scanResultNotFound = () => notFound('scan_result_not_found', 'There is no such scan result.');
export const scanMarkupNotFound = () => notFound('scan_markup_not_found', 'There is no such markup.');

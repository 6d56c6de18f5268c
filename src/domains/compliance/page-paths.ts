/** Page on which data requests are worked off. */
export const REQUESTS_PATH = '/privacy/requests';
/** Page on what the site holds about an address. */
export const PERSON_PATH = '/privacy/person';
/** What gives all of it as one archive. */
export const ARCHIVE_PATH = '/privacy/archive.zip';
/** What takes the erasure of an address. */
export const ERASURE_PATH = '/privacy/erasure';

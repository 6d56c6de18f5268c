/** Page with the list of data requests. */
export const REQUESTS_PATH = '/privacy/requests';
/** Page about the personal data of an address. */
export const PERSON_PATH = '/privacy/person';
/** Download of the personal data of an address as an archive. */
export const ARCHIVE_PATH = '/privacy/archive.zip';
/** Path that accepts the erasure of an address. */
export const ERASURE_PATH = '/privacy/erasure';

/** Path of the page with the list of data requests. */
export const REQUESTS_PATH = '/privacy/requests';
/** Path of the page about the personal data of an email address. */
export const PERSON_PATH = '/privacy/person';
/** Path that downloads the personal data of an email address as an archive. */
export const ARCHIVE_PATH = '/privacy/archive.zip';
/** Path that erases the personal data of an email address. */
export const ERASURE_PATH = '/privacy/erasure';

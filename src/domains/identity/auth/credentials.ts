/** Credentials of an `Authorization: Basic` header. */
export interface Credentials {
  /** Login name or email address. */
  user: string;
  password: string;
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i;

/** Parses an `Authorization` header. Returns null for other schemes and malformed headers. */
export function parseBasicCredentials(header: string): Credentials | null {
  const encoded = BASIC.exec(header)?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

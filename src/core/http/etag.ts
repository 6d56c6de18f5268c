import { hash } from 'node:crypto';

/** Maximum length of a string that is hashed for a weak ETag. */
const MAX_LENGTH = 1024 * 1024;

/** Returns the weak ETag of a response body, or null if the body is empty or too long. */
export function createWeakEtag(text: string): string | null {
  return text.length > 0 && text.length <= MAX_LENGTH ? `W/"${hash('sha1', text, 'base64url')}"` : null;
}

/** Returns the strong ETag of a page or file of any length. */
export function createStrongEtag(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
}

/** True if an `If-None-Match` header contains the tag. Ignores whether the tags are weak or strong. */
export function matchesEtag(condition: string, etag: string): boolean {
  return condition.trim() === '*' || condition.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

import { hash } from 'node:crypto';

/** Longer texts are not worth reading once more. */
const LONGEST = 1024 * 1024;

/** The weak tag of a response's text; null for one that is empty or too long. */
export function etagOf(text: string): string | null {
  return text.length > 0 && text.length <= LONGEST ? `W/"${hash('sha1', text, 'base64url')}"` : null;
}

/** The strong tag of a page or a file: of its bytes, whatever their number. */
export function strongEtagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 27)}"`;
}

/** Whether a condition (`If-None-Match`) names the tag, weak or strong. */
export function matchesEtag(condition: string, etag: string): boolean {
  return condition.trim() === '*' || condition.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

import { isIP } from 'node:net';
import { stripTags } from '#app/core/text/plain-text.ts';

/* Cleans strings of the settings (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.2 and 1.3). Removes invalid parts instead of throwing. */

const FORBIDDEN_CHARACTERS = /[<>'"()$[\];#\s]/g;

/** Removes tags, whitespace and `..` from a path. */
export function cleanPath(text: string): string {
  return stripTags(text).replaceAll('..', '').replace(/\s/g, '');
}

/** Removes tags and splits the strings at whitespace and commas. With `keepsBlanks`, splits only at commas and line breaks. Removes duplicates. */
export function cleanList(texts: readonly string[], { keepsBlanks = false } = {}): string[] {
  const parts = texts.flatMap((text) => stripTags(text).split(keepsBlanks ? /,|[\r\n]+/ : /[\s,]+/));
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** Cleans the string that the front page must contain. */
export function cleanMarker(text: string): string {
  return text.replace(FORBIDDEN_CHARACTERS, '');
}

/** Cleans the paths whose responses never expire. Converts URLs of the site to paths. */
export function cleanPinned(texts: readonly string[], siteUrl: string): string[] {
  const paths = texts.map((text) => text.replace(siteUrl, '').replace(FORBIDDEN_CHARACTERS, '').replaceAll('..', '')).filter(Boolean);
  return [...new Set(paths.map((path) => (path.startsWith('/') ? path : `/${path}`)))];
}

/** Returns the trimmed IP address, or an empty string if it is invalid. */
export function cleanIp(text: string): string {
  return isIP(text.trim()) === 0 ? '' : text.trim();
}

/** Formats a time as `HH:MM`. Returns `00:00` for an invalid time. */
export function cleanTime(text: string): string {
  const [, hours, minutes] = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(text) ?? [];
  return hours !== undefined && minutes !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : '00:00';
}

import { isIP } from 'node:net';
import { stripTags } from '#app/core/text/plain-text.ts';

/** How texts of the settings are kept (cache-compliance-maps-2fa-theme.md 1.2 and 1.3). Only what may stand there stays; nothing is refused. */

const UNWANTED = /[<>'"()$[\];#\s]/g;

/** Text without tags, blanks around it, and steps upwards. */
export function cleanPath(text: string): string {
  return stripTags(text).replaceAll('..', '').replace(/\s/g, '');
}

/** Texts of a list, without tags; each is parted at blanks and commas, or only at commas. */
export function cleanList(given: readonly string[], { keepsBlanks = false } = {}): string[] {
  const parts = given.flatMap((one) => stripTags(one).split(keepsBlanks ? /,|[\r\n]+/ : /[\s,]+/));
  return [...new Set(parts.map((part) => part.trim()).filter(Boolean))];
}

/** Text that a front page must show. */
export function cleanMarker(text: string): string {
  return text.replace(UNWANTED, '');
}

/** Paths that are kept for good; of an address of the site its path. */
export function cleanPinned(given: readonly string[], siteUrl: string): string[] {
  const paths = given.map((one) => one.replace(siteUrl, '').replace(UNWANTED, '').replaceAll('..', '')).filter(Boolean);
  return [...new Set(paths.map((path) => (path.startsWith('/') ? path : `/${path}`)))];
}

/** The address, if it is one of a computer. */
export function cleanIp(text: string): string {
  return isIP(text.trim()) === 0 ? '' : text.trim();
}

/** `HH:MM`; `00:00` for anything else. */
export function cleanTime(text: string): string {
  const [, hours, minutes] = /^\s*(\d{1,2}):(\d{2})\s*$/.exec(text) ?? [];
  return hours !== undefined && minutes !== undefined && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : '00:00';
}

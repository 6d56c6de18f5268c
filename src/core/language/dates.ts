import { type WallTime, wallToMs } from '../time/wall-time.ts';
import type { Language, Translate } from './translate.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function getFormat(language: Language | 'en-GB', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })));
  return format;
}

/** Formats a local time in a language. Does not convert it to another time zone. */
export function formatLocalTime(language: Language | 'en-GB', wall: WallTime, options: Intl.DateTimeFormatOptions): string {
  return getFormat(language, options).format(wallToMs(wall));
}

/** Formats a moment in UTC, for messages whose reader's time zone is unknown. */
export function formatUtc({ language }: Translate, moment: Date): string {
  return `${getFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)} UTC`;
}

/** Formats a range of local times. Parts that both have in common appear once: `4.–10. Mai 2031`. */
export function formatWallRange(language: Language, first: WallTime, last: WallTime, options: Intl.DateTimeFormatOptions): string {
  return getFormat(language, options).formatRange(wallToMs(first), wallToMs(last));
}

import { type WallTime, wallToMs } from '../time/wall-time.ts';
import type { Language, Say } from './say.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language | 'en-GB', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })));
  return format;
}

/** A wall time as the language writes it: its clock reading counts, whatever zone it belongs to. */
export function wallText(language: Language | 'en-GB', wall: WallTime, options: Intl.DateTimeFormatOptions): string {
  return formatOf(language, options).format(wallToMs(wall));
}

/** A moment in words, where no clock of a place is known. */
export function utcText({ language }: Say, moment: Date): string {
  return `${formatOf(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeStyle: 'short' }).format(moment)} UTC`;
}

/** A span of wall times, with what both have in common said once: `4.–10. Mai 2031`. */
export function wallSpanText(language: Language, first: WallTime, last: WallTime, options: Intl.DateTimeFormatOptions): string {
  return formatOf(language, options).formatRange(wallToMs(first), wallToMs(last));
}

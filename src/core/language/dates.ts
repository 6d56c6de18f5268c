import { type WallTime, wallToMs } from '../time/wall-time.ts';
import type { Language } from './say.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** A wall time as the language writes it: its clock reading counts, whatever zone it belongs to. */
export function wallText(language: Language | 'en-GB', wall: WallTime, options: Intl.DateTimeFormatOptions): string {
  const key = `${language} ${JSON.stringify(options)}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })));
  return format.format(wallToMs(wall));
}

import { dateFormat } from '../settings/site.settings.ts';
import type { WallTime } from '../time/wall-time.ts';
import type { Settings } from '../settings/settings.service.ts';
import { formatWallByPattern } from './date-format.ts';
import { formatLocalTime } from './dates.ts';
import type { Translate } from './translate.ts';

/** Formats a day for readers of a language: in English with the site's date format, otherwise with the long date format of the language. */
export function formatSiteDay({ settings }: { settings: Settings }, { language }: Translate, wall: WallTime): string {
  return language === 'en' ? formatWallByPattern(wall, settings.get(dateFormat)) : formatLocalTime(language, wall, { dateStyle: 'long' });
}

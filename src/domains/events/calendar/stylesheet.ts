import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Site } from '#app/site.ts';

/** Style sheet of the calendar's views and pages. */
export const stylesheet = readFileSync(new URL('./calendar.css', import.meta.url), 'utf8');

const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Path below the site's URL. It contains a hash of the style sheet, so browsers may cache it forever. */
export const stylesheetPath = `/assets/calendar-${hash}.css`;

/** Returns the absolute URL of the style sheet, for views embedded in other sites. */
export function getStylesheetUrl(site: Pick<Site, 'config'>): string {
  return site.config.siteUrl + stylesheetPath;
}

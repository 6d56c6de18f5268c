import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Site } from '#app/site.ts';

/** Style sheet of the calendar's views and pages. */
export const stylesheet = readFileSync(new URL('./calendar.css', import.meta.url), 'utf8');

const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Path below the site's address. It contains a hash of the text, so browsers may cache it forever. */
export const stylesheetPath = `/assets/calendar-${hash}.css`;

/** Returns the whole address, for views embedded in other sites. */
export function getStylesheetUrl(site: Pick<Site, 'config'>): string {
  return site.config.siteUrl + stylesheetPath;
}

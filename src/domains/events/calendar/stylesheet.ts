import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Site } from '#app/site.ts';

/** The style sheet of the calendar's views and pages. */
export const stylesheet = readFileSync(new URL('./calendar.css', import.meta.url), 'utf8');

const hash = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Where it is served below the site's address; another text has another address, so browsers may keep it for ever. */
export const stylesheetPath = `/assets/calendar-${hash}.css`;

/** Its whole address, for views that stand in pages of other sites. */
export function stylesheetUrl(site: Pick<Site, 'config'>): string {
  return site.config.siteUrl + stylesheetPath;
}

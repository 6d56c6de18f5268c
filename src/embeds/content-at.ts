import { resolveLink } from '../content/permalinks.ts';
import type { Site } from '../site.ts';

const DATED = /\/(\d{4})\/(\d{2})\/(\d{2})\//;

/** Whether the day in a dated address is one that the calendar has. The database refuses to compare with others. */
function hasPossibleDay(path: string): boolean {
  const [, year = '', month = '', day = ''] = DATED.exec(path) ?? [];
  if (year === '') return true;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return year !== '0000' && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${year}-${month}-${day}`);
}

/** Id of the content behind an address of this site, null when nothing has it; never throws, whatever the address looks like. */
export async function contentAt(site: Site, address: string): Promise<number | null> {
  return hasPossibleDay(URL.parse(address, site.config.siteUrl)?.pathname ?? '') ? await resolveLink(site, address) : null;
}

import type { Site } from '#app/site.ts';
import { scannedTemplates } from '../templates/template.service.ts';
import { externalHosts } from './results.service.ts';

/** What of a scan's results someone has still to look at. */
export interface ScanSummary {
  count: number;
  /** The same in words; null when there is nothing. */
  text: string | null;
}

const several = (count: number, one: string, more: string): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]);

/** Templates that nothing was made from, and hosts that are not blocked everywhere; what is to be ignored is left out. */
export async function summarizeScan(site: Site): Promise<ScanSummary> {
  const [templates, hosts] = await Promise.all([scannedTemplates(site), externalHosts(site)]);
  const open = templates.filter(({ createdId, isIgnored }) => createdId === null && !isIgnored).length;
  const loose = hosts.filter(({ blockedCount, foundCount, isIgnored }) => blockedCount < foundCount && !isIgnored).length;
  const found = [...several(open, 'known service', 'known services'), ...several(loose, 'unknown host', 'unknown hosts')];
  return { count: open + loose, text: found.length > 0 ? `The scanner has found ${found.join(' and ')} that nothing blocks yet.` : null };
}

import type { Site } from '#app/site.ts';
import { scannedTemplates } from '../templates/template.service.ts';
import { externalHosts } from './results.service.ts';

/** Scan results that need attention. */
export interface ScanSummary {
  count: number;
  /** Text for administrators. Null if nothing needs attention. */
  text: string | null;
}

const several = (count: number, one: string, more: string): string[] => (count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]);

/** Counts templates that are not used yet, and hosts that are not fully blocked. Omits ignored ones. */
export async function summarizeScan(site: Site): Promise<ScanSummary> {
  const [templates, hosts] = await Promise.all([scannedTemplates(site), externalHosts(site)]);
  const open = templates.filter(({ createdId, isIgnored }) => createdId === null && !isIgnored).length;
  const loose = hosts.filter(({ blockedCount, foundCount, isIgnored }) => blockedCount < foundCount && !isIgnored).length;
  const found = [...several(open, 'known service', 'known services'), ...several(loose, 'unknown host', 'unknown hosts')];
  return { count: open + loose, text: found.length > 0 ? `The scanner has found ${found.join(' and ')} that nothing blocks yet.` : null };
}

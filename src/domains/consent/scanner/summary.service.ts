import type { Site } from '#app/site.ts';
import { listScannedTemplates } from '../templates/template.service.ts';
import { listExternalHosts } from './results.service.ts';

/** Scan results that need attention. */
export interface ScanSummary {
  count: number;
  /** Text for administrators. Null if nothing needs attention. */
  text: string | null;
}

const describeCount = (count: number, noun: string): string[] => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]);

/** Counts templates that are not used yet and hosts that are not fully blocked, without those that administrators ignore. */
export async function summarizeScan(site: Site): Promise<ScanSummary> {
  const [templates, hosts] = await Promise.all([listScannedTemplates(site), listExternalHosts(site)]);
  const unusedTemplates = templates.filter(({ createdId, isIgnored }) => createdId === null && !isIgnored).length;
  const unblockedHosts = hosts.filter(({ blockedCount, foundCount, isIgnored }) => blockedCount < foundCount && !isIgnored).length;
  const count = unusedTemplates + unblockedHosts;
  const parts = [...describeCount(unusedTemplates, 'known service'), ...describeCount(unblockedHosts, 'unknown host')];
  return { count, text: count > 0 ? `The scanner has found ${parts.join(' and ')} that nothing blocks yet.` : null };
}

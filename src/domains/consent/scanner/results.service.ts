import type { Prisma, ScanEntry, ScanMarkup } from '#db';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { scanMarkupNotFound, scanResultNotFound } from '../failures.ts';
import { ignoredHosts, ignoredTemplates } from '../settings/state.settings.ts';
import { matchesAny } from './matches-any.ts';

/** Number of findings, and of pages on which they occur. */
export interface ScanCount {
  foundCount: number;
  foundOnSitesCount: number;
  lastScanned: Date;
}

/** An external host that no template matches. */
export interface ExternalHost extends ScanCount {
  host: string;
  /** Number of findings that a blocker of this site blocks. */
  blockedCount: number;
  isIgnored: boolean;
  tags: string[];
}

const selectTemplateCounts = statement(
  'scan_counts',
  `SELECT preset, count(*)::int AS "foundCount", count(DISTINCT source_url_hash)::int AS "foundOnSitesCount", max(created) AS "lastScanned"
    FROM scan_entry WHERE preset <> '' GROUP BY preset`,
  rowShape({ preset: 'text', foundCount: 'int', foundOnSitesCount: 'int', lastScanned: 'timestamptz' }),
);
const selectHosts = statement(
  'scan_hosts',
  `SELECT blocked_host AS host, blocked_url AS url, tag, source_url_hash AS page, count(*)::int AS count, max(created) AS created
    FROM scan_entry WHERE preset = '' AND blocked_host IS NOT NULL GROUP BY blocked_host, blocked_url, tag, source_url_hash ORDER BY 1`,
  rowShape({ host: 'text', url: 'text', tag: 'text', page: 'text', count: 'int', created: 'timestamptz' }),
);
const selectSizes = statement(
  'scan_sizes',
  `SELECT count(DISTINCT preset) FILTER (WHERE preset <> '')::int AS templates, count(DISTINCT blocked_host) FILTER (WHERE preset = '')::int AS hosts FROM scan_entry`,
  rowShape({ templates: 'int', hosts: 'int' }),
);

/** Returns the counts of findings by template identifier. */
export async function readScanCounts(site: Site): Promise<Map<string, ScanCount>> {
  const rows = await site.db.rows(selectTemplateCounts);
  return new Map(rows.map(({ preset, ...count }) => [preset, count]));
}

/** Returns the rules of all blockers of the site. */
export async function listBlockingRules(site: Site): Promise<string[]> {
  const { blockers } = await readConfiguration(site);
  return blockers.filter(({ status }) => status !== 'trash').flatMap(({ rules }) => rules);
}

/** Returns external hosts that no template matches, in alphabetical order. */
export async function listExternalHosts(site: Site): Promise<ExternalHost[]> {
  const rows = await site.db.rows(selectHosts);
  const rules = await listBlockingRules(site);
  const ignored = new Set(site.settings.get(ignoredHosts));
  const byHost = Map.groupBy(rows, ({ host }) => host);
  return [...byHost].map(([host, findings]) => ({
    host,
    foundCount: findings.reduce((sum, { count }) => sum + count, 0),
    foundOnSitesCount: new Set(findings.map(({ page }) => page)).size,
    blockedCount: findings.filter(({ url }) => matchesAny(rules, url)).reduce((sum, { count }) => sum + count, 0),
    isIgnored: ignored.has(host),
    lastScanned: new Date(Math.max(...findings.map(({ created }) => created.getTime()))),
    tags: [...new Set(findings.map(({ tag }) => tag))].sort(),
  }));
}

/**
 * Returns the findings of a host without a template, or of a template. `query` contains the columns that GraphQL requests. Throws
 * `scan_result_not_found` if no findings exist.
 */
export async function listFindings(
  site: Site,
  where: { preset: string; blockedHost?: string },
  query: Prisma.ScanEntryDefaultArgs,
): Promise<ScanEntry[]> {
  const entries = await site.db.prisma.scanEntry.findMany({ ...query, where, orderBy: [{ blockedUrl: 'asc' }, { id: 'asc' }] });
  if (entries.length === 0) throw scanResultNotFound();
  return entries;
}

/** Returns the number of templates with findings, and of hosts without a template. */
export async function readScanSizes(site: Site): Promise<{ templates: number; hosts: number }> {
  const [row] = await site.db.rows(selectSizes);
  return row ?? { templates: 0, hosts: 0 };
}

/** Markup of a finding, with the ID and the tag of the finding. */
export interface FindingMarkup extends ScanMarkup {
  id: number;
  tag: string;
  mime: string;
}

const MIME_TYPES: Readonly<Record<string, string>> = { script: 'text/javascript', style: 'text/css' };

/** Returns the markup of a finding by ID. Throws `scan_markup_not_found`. */
export async function getMarkup(site: Site, id: number): Promise<FindingMarkup> {
  const entry = await site.db.prisma.scanEntry.findUnique({ where: { id } });
  const stored = entry && (await site.db.prisma.scanMarkup.findUnique({ where: { markupHash: entry.markupHash } }));
  if (!entry || !stored) throw scanMarkupNotFound();
  return { ...stored, id, tag: entry.tag, mime: stored.markup.startsWith('<') ? 'text/html' : (MIME_TYPES[entry.tag] ?? 'text/html') };
}

/** Hides a template or host from the results of the scanner, or shows it again. Accepts values without findings. */
export async function ignoreResult(site: Site, type: 'template' | 'host', value: string, isIgnored: boolean): Promise<void> {
  const setting = type === 'template' ? ignoredTemplates : ignoredHosts;
  await site.settings.change(setting, (ignored) =>
    isIgnored ? [...new Set([...ignored, value])] : ignored.filter((item) => item !== value),
  );
}

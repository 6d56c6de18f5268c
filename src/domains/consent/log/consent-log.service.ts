import type { Consent, Prisma } from '#db';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { type ConsentFilter, toConsentWhere, matchesEverything, type ResolvedFilter, resolveFilter } from './consent-filter.ts';
import { countByDays, countByDaysSince } from './day-counts.ts';

/** Sort order of consents: newest first. */
export const newestFirstOrder = [{ created: 'desc' }, { id: 'desc' }] satisfies Prisma.ConsentOrderByWithRelationInput[];

const selectSize = statement(
  'consent_log_size',
  'SELECT count, truncated FROM consent_log_head',
  rowShape({ count: 'int', truncated: 'int' }),
);

/** Returns the number of all consents, and of those without a full IP address. Reads both from the head of the log instead of counting. */
export async function countLog(site: Site): Promise<{ count: number; truncated: number }> {
  const [head] = await site.db.rows(selectSize);
  return head ?? { count: 0, truncated: 0 };
}

async function countMatching(site: Site, filters: ResolvedFilter): Promise<number> {
  if (matchesEverything(filters)) return (await countLog(site)).count;
  // one UUID or one network has few consents, so counting rows is fast
  const isSelective = filters.uuid !== null || filters.addressIds !== null;
  return isSelective ? await site.db.prisma.consent.count({ where: toConsentWhere(filters) }) : await countByDays(site, filters);
}

/** Returns the exact number of consents that match a filter. Throws `unreadable_ip`. */
export async function countConsents(site: Site, filter: ConsentFilter): Promise<number> {
  return await countMatching(site, await resolveFilter(site, filter));
}

/**
 * Returns the number of matching consents, and a time since which at least `needed` of them were documented. The time is null if it is unknown, or
 * if the search needs no such limit.
 */
async function countForPage(site: Site, filters: ResolvedFilter, needed: number): Promise<{ count: number; since: Date | null }> {
  const { uuid, addressIds, pureRefererId, context } = filters;
  const needsDayCounts = uuid === null && addressIds === null && (pureRefererId !== null || context !== null);
  return needsDayCounts ? await countByDaysSince(site, filters, needed) : { count: await countMatching(site, filters), since: null };
}

/** Number of matching consents, and one page of them. */
export interface ConsentPage {
  count: number;
  /** Loads the page. `query` contains the columns and relations that GraphQL requests. */
  nodes(query: Prisma.ConsentDefaultArgs): Promise<Consent[]>;
}

/** Returns one page of the log by offset, newest first. Throws `unreadable_ip`. */
export async function listConsents(site: Site, filter: ConsentFilter, slice: { offset: number; perPage: number }): Promise<ConsentPage> {
  const filters = await resolveFilter(site, filter);
  const skip = Math.max(slice.offset, 0);
  const { count, since } = await countForPage(site, filters, skip + slice.perPage);
  // limits the searched rows, because a combination of page and context may be rare even if each of them is frequent
  const where = toConsentWhere(since === null ? filters : { ...filters, from: since });
  return {
    count,
    nodes: async (query) =>
      count <= skip ? [] : await site.db.prisma.consent.findMany({ ...query, where, orderBy: newestFirstOrder, skip, take: slice.perPage }),
  };
}

const selectReferers = statement(
  'consent_referers',
  `SELECT t.text FROM consent_text t WHERE t.kind = 'url' AND EXISTS (SELECT 1 FROM consent c WHERE c.pure_referer_id = t.id) ORDER BY t.text COLLATE "C"`,
  rowShape({ text: 'text' }),
);
const selectContexts = statement(
  'consent_contexts',
  `WITH RECURSIVE found AS (
      (SELECT context FROM consent ORDER BY context LIMIT 1)
      UNION ALL SELECT (SELECT c.context FROM consent c WHERE c.context > found.context ORDER BY c.context LIMIT 1) FROM found WHERE found.context IS NOT NULL
    ) SELECT context FROM found WHERE context IS NOT NULL`,
  rowShape({ context: 'text' }),
);

/** Returns the URLs of all pages in the log, without query and fragment, in alphabetical order. */
export async function listReferers(site: Site): Promise<string[]> {
  const rows = await site.db.rows(selectReferers);
  return rows.map(({ text }) => text);
}

/** Returns all contexts in the log. Each costs one index lookup. */
export async function listContexts(site: Site): Promise<string[]> {
  const rows = await site.db.rows(selectContexts);
  return rows.map(({ context }) => context);
}

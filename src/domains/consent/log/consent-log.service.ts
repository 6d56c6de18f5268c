import type { Consent, Prisma } from '#db';
import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { type ConsentFilter, consentsWhere, isEverything, type WantedConsents, wantedConsents } from './consent-filter.ts';
import { countByDays, countByDaysSince } from './day-counts.ts';

/** Newest first. */
export const newestFirst = [{ created: 'desc' }, { id: 'desc' }] satisfies Prisma.ConsentOrderByWithRelationInput[];

const size = statement('consent_log_size', 'SELECT count, truncated FROM consent_log_head', rowShape({ count: 'int', truncated: 'int' }));

/** Returns the number of consents, and of those without a full address. The head of the log stores both, so nothing is counted. */
export async function logSize(site: Site): Promise<{ count: number; truncated: number }> {
  const [head] = await site.db.rows(size);
  return head ?? { count: 0, truncated: 0 };
}

async function countWanted(site: Site, wanted: WantedConsents): Promise<number> {
  if (isEverything(wanted)) return (await logSize(site)).count;
  // one ID or one network has few consents, so they are counted
  const isOfFew = wanted.uuid !== null || wanted.addressIds !== null;
  return isOfFew ? await site.db.prisma.consent.count({ where: consentsWhere(wanted) }) : await countByDays(site, wanted);
}

/** Returns the exact number of consents that match a filter. Throws `unreadable_ip`. */
export async function countConsents(site: Site, filter: ConsentFilter): Promise<number> {
  return await countWanted(site, await wantedConsents(site, filter));
}

/** Returns the number, and a time since which at least `needed` consents match. The time is null if unknown, or if an index already finds them. */
async function countForPage(site: Site, wanted: WantedConsents, needed: number): Promise<{ count: number; since: Date | null }> {
  const { uuid, addressIds, pureRefererId, context } = wanted;
  const mayBeRare = uuid === null && addressIds === null && (pureRefererId !== null || context !== null);
  return mayBeRare ? await countByDaysSince(site, wanted, needed) : { count: await countWanted(site, wanted), since: null };
}

/** Number of matching consents, and one page of them. */
export interface ConsentPage {
  count: number;
  /** `query` contains the columns and relations that GraphQL requests. */
  nodes(query: Prisma.ConsentDefaultArgs): Promise<Consent[]>;
}

/** Returns one page of the log by offset, newest first. Throws `unreadable_ip`. */
export async function consentPage(site: Site, filter: ConsentFilter, part: { offset: number; perPage: number }): Promise<ConsentPage> {
  const wanted = await wantedConsents(site, filter);
  const skip = Math.max(part.offset, 0);
  const { count, since } = await countForPage(site, wanted, skip + part.perPage);
  // limits the scan, because a combination of page and context may be rare even if each is frequent
  const where = consentsWhere(since === null ? wanted : { ...wanted, from: since });
  return {
    count,
    nodes: async (query) =>
      count <= skip ? [] : await site.db.prisma.consent.findMany({ ...query, where, orderBy: newestFirst, skip, take: part.perPage }),
  };
}

const referers = statement(
  'consent_referers',
  `SELECT t.text FROM consent_text t WHERE t.kind = 'url' AND EXISTS (SELECT 1 FROM consent c WHERE c.pure_referer_id = t.id) ORDER BY t.text COLLATE "C"`,
  rowShape({ text: 'text' }),
);
const contexts = statement(
  'consent_contexts',
  `WITH RECURSIVE found AS (
      (SELECT context FROM consent ORDER BY context LIMIT 1)
      UNION ALL SELECT (SELECT c.context FROM consent c WHERE c.context > found.context ORDER BY c.context LIMIT 1) FROM found WHERE found.context IS NOT NULL
    ) SELECT context FROM found WHERE context IS NOT NULL`,
  rowShape({ context: 'text' }),
);

/** Returns the pages of all consents, without queries, in alphabetical order. */
export async function refererList(site: Site): Promise<string[]> {
  const rows = await site.db.rows(referers);
  return rows.map(({ text }) => text);
}

/** Returns the contexts of all consents. Needs one index lookup per context. */
export async function contextsInLog(site: Site): Promise<string[]> {
  const rows = await site.db.rows(contexts);
  return rows.map(({ context }) => context);
}

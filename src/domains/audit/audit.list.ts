import type { Prisma } from '#db';
import type { Row } from '#app/core/db/model.ts';
import type { Site } from '#app/site.ts';

/** Filters of the audit log. An absent filter does not limit the list. */
export interface AuditListOptions {
  action?: string | null | undefined;
  subject?: string | null | undefined;
  rowKey?: string | null | undefined;
  actorId?: number | null | undefined;
  requestId?: string | null | undefined;
  api?: string | null | undefined;
  since?: Date | null | undefined;
  until?: Date | null | undefined;
}

const whereEntry = ({ action, subject, rowKey, actorId, requestId, api, since, until }: AuditListOptions): Prisma.AuditEntryWhereInput => ({
  ...(typeof action === 'string' && { action }),
  ...(typeof subject === 'string' && { subject }),
  ...(typeof rowKey === 'string' && { rowKey }),
  ...(typeof actorId === 'number' && { actorId }),
  ...(typeof requestId === 'string' && { requestId }),
  ...(typeof api === 'string' && { face: api }),
  ...((since || until) && { at: { ...(since && { gte: since }), ...(until && { lt: until }) } }),
});

/** Returns entries of the audit log, newest first. `query` selects the columns and the page. */
export async function listAuditEntries(
  site: Site,
  options: AuditListOptions,
  query: Pick<Prisma.AuditEntryFindManyArgs, 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<Row<'AuditEntry'>[]> {
  return await site.db.prisma.auditEntry.findMany({ ...query, where: whereEntry(options), orderBy: { id: 'desc' } });
}

/** Returns the number of entries that match the filters. */
export async function countAuditEntries(site: Site, options: AuditListOptions): Promise<number> {
  return await site.db.prisma.auditEntry.count({ where: whereEntry(options) });
}

const BATCH_SIZE = 1000;

/** Yields the whole log in ascending order, one line of JSON for each entry. */
export async function* iterateAuditLines(site: Site): AsyncGenerator<string> {
  for (let lastId = 0n; ; ) {
    const batch = await site.db.prisma.auditEntry.findMany({ where: { id: { gt: lastId } }, orderBy: { id: 'asc' }, take: BATCH_SIZE });
    for (const entry of batch) yield `${JSON.stringify({ ...entry, id: String(entry.id) })}\n`;
    const lastEntry = batch.at(-1);
    if (!lastEntry) return;
    lastId = lastEntry.id;
  }
}

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

const given = ({ action, subject, rowKey, actorId, requestId, api, since, until }: AuditListOptions): Prisma.AuditEntryWhereInput => ({
  ...(typeof action === 'string' && { action }),
  ...(typeof subject === 'string' && { subject }),
  ...(typeof rowKey === 'string' && { rowKey }),
  ...(typeof actorId === 'number' && { actorId }),
  ...(typeof requestId === 'string' && { requestId }),
  ...(typeof api === 'string' && { face: api }),
  ...((since || until) && { at: { ...(since && { gte: since }), ...(until && { lt: until }) } }),
});

/** Returns entries of the audit log, newest first. `reading` selects the columns and the page. */
export async function readAudit(
  site: Site,
  options: AuditListOptions,
  reading: Pick<Prisma.AuditEntryFindManyArgs, 'select' | 'cursor' | 'take' | 'skip'>,
): Promise<Row<'AuditEntry'>[]> {
  return await site.db.prisma.auditEntry.findMany({ ...reading, where: given(options), orderBy: { id: 'desc' } });
}

/** Returns the number of entries that match. */
export async function countAudit(site: Site, options: AuditListOptions): Promise<number> {
  return await site.db.prisma.auditEntry.count({ where: given(options) });
}

const AT_ONCE = 1000;

/** Yields the whole log in ascending order, one line of JSON for each entry. */
export async function* auditLines(site: Site): AsyncGenerator<string> {
  for (let last = 0n; ; ) {
    const part = await site.db.prisma.auditEntry.findMany({ where: { id: { gt: last } }, orderBy: { id: 'asc' }, take: AT_ONCE });
    for (const entry of part) yield `${JSON.stringify({ ...entry, id: String(entry.id) })}\n`;
    const end = part.at(-1);
    if (!end) return;
    last = end.id;
  }
}

import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';

/** Database table of marks: named values with an optional expiry (docs/behaviour/analytics.md 3, transients). */
type MarksTable = Pick<Tx, 'analyticsMark'>;

/** Names of marks. Marks of the same kind share a prefix. */
export const marks = {
  dataAvailable: (slug: string) => `data-available:${slug}`,
  customDimension: (name: string) => `custom-dimension:${name}`,
  customDimensions: 'custom-dimension:',
  resourceDate: (type: string, slug: string) => `resource-date:${type}:${slug}`,
  resourceDates: 'resource-date:',
  invited: (userId: number) => `invited:${userId}`,
  accountTicket: (userId: number) => `account-ticket:${userId}`,
  tagIdMismatch: 'tag-id-mismatch',
  streamUnavailable: (id: string) => `stream-unavailable:${id}`,
  emptyRuns: (frequency: string) => `report-empty-runs:${frequency}`,
} as const;

const whereNotExpired = (time: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: time } }] });

/** Sets a mark for a number of seconds, or permanently. Returns true if the mark was not set before. */
export async function setMark(
  db: MarksTable,
  name: string,
  { seconds, value = true }: { seconds?: number; value?: Prisma.InputJsonValue } = {},
): Promise<boolean> {
  const time = now();
  const expiresAt = seconds === undefined ? null : new Date(time.getTime() + seconds * 1000);
  const created = await db.analyticsMark.createMany({ data: [{ name, value, expiresAt }], skipDuplicates: true });
  if (created.count > 0) return true;
  // an expired mark counts as not set
  const renewed = await db.analyticsMark.updateMany({ where: { name, expiresAt: { lte: time } }, data: { value, expiresAt } });
  if (renewed.count > 0) return true;
  await db.analyticsMark.updateMany({ where: { name }, data: { value, expiresAt } });
  return false;
}

/** Sets a mark for a number of seconds if it is not set. Returns false if it was already set. */
export async function setMarkOnce(db: MarksTable, name: string, seconds: number): Promise<boolean> {
  const time = now();
  const expiresAt = new Date(time.getTime() + seconds * 1000);
  const created = await db.analyticsMark.createMany({ data: [{ name, value: true, expiresAt }], skipDuplicates: true });
  if (created.count > 0) return true;
  const taken = await db.analyticsMark.updateMany({ where: { name, expiresAt: { lte: time } }, data: { expiresAt } });
  return taken.count > 0;
}

/** Returns the names of those marks that are set. */
export async function findMarks(db: MarksTable, names: readonly string[]): Promise<Set<string>> {
  const rows = await db.analyticsMark.findMany({ where: { name: { in: [...names] }, ...whereNotExpired(now()) }, select: { name: true } });
  return new Set(rows.map(({ name }) => name));
}

/** Deletes all marks whose name starts with one of the prefixes. */
export async function clearMarks(db: MarksTable, ...prefixes: readonly string[]): Promise<void> {
  await db.analyticsMark.deleteMany({ where: { OR: prefixes.map((prefix) => ({ name: { startsWith: prefix } })) } });
}

/** Deletes expired marks and returns their number. */
export async function deleteExpiredMarks(site: Pick<Site, 'db'>): Promise<number> {
  const { count } = await site.db.prisma.analyticsMark.deleteMany({ where: { expiresAt: { lte: now() } } });
  return count;
}

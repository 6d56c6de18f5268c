import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import type { Prisma } from '#db';

/** Named flags with an optional expiry (analytics.md 3, transients). Names of one kind share a prefix. */
type Marks = Pick<Tx, 'analyticsMark'>;

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
  workerLock: (frequency: string) => `report-worker:${frequency}`,
  cleanUpLock: 'report-clean-up',
  emptyRuns: (frequency: string) => `report-empty-runs:${frequency}`,
} as const;

const live = (at: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] });

/** Sets a mark, for a number of seconds or permanently. Returns true if it was not set before. */
export async function setMark(
  db: Marks,
  name: string,
  { seconds, value = true }: { seconds?: number; value?: Prisma.InputJsonValue } = {},
): Promise<boolean> {
  const at = now();
  const expiresAt = seconds === undefined ? null : new Date(at.getTime() + seconds * 1000);
  const made = await db.analyticsMark.createMany({ data: [{ name, value, expiresAt }], skipDuplicates: true });
  if (made.count > 0) return true;
  // an expired mark counts as not set
  const renewed = await db.analyticsMark.updateMany({ where: { name, expiresAt: { lte: at } }, data: { value, expiresAt } });
  if (renewed.count > 0) return true;
  await db.analyticsMark.updateMany({ where: { name }, data: { value, expiresAt } });
  return false;
}

/** Sets a mark only if it is not set. Returns false otherwise. */
export async function takeMark(db: Marks, name: string, seconds: number): Promise<boolean> {
  const at = now();
  const expiresAt = new Date(at.getTime() + seconds * 1000);
  const made = await db.analyticsMark.createMany({ data: [{ name, value: true, expiresAt }], skipDuplicates: true });
  if (made.count > 0) return true;
  const taken = await db.analyticsMark.updateMany({ where: { name, expiresAt: { lte: at } }, data: { expiresAt } });
  return taken.count > 0;
}

/** Returns those of the names that are set. */
export async function knownMarks(db: Marks, names: readonly string[]): Promise<Set<string>> {
  const found = await db.analyticsMark.findMany({ where: { name: { in: [...names] }, ...live(now()) }, select: { name: true } });
  return new Set(found.map(({ name }) => name));
}

/** Deletes all marks whose name starts with one of the texts. */
export async function clearMarks(db: Marks, ...beginnings: readonly string[]): Promise<void> {
  await db.analyticsMark.deleteMany({ where: { OR: beginnings.map((name) => ({ name: { startsWith: name } })) } });
}

/** Deletes expired marks and returns their number. */
export async function removeOldMarks(site: Pick<Site, 'db'>): Promise<number> {
  const { count } = await site.db.prisma.analyticsMark.deleteMany({ where: { expiresAt: { lte: now() } } });
  return count;
}

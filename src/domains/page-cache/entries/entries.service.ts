import type { Site } from '#app/site.ts';
import { waitForWrites } from '../store/store.ts';
import type { EntryFacts } from './entry.ts';

/** Columns of a cached response without its body. */
const selection = { key: true, bucket: true, directory: true, objectId: true, pageType: true, storedAt: true, size: true } as const;

/** A cached response with its size. */
export type SizedFacts = EntryFacts & { size: number };

/** Returns the cached responses of all processes. */
export async function loadEntries(site: Site): Promise<SizedFacts[]> {
  await waitForWrites(site);
  const rows = await site.db.prisma.pageCacheEntry.findMany({ select: selection, orderBy: { key: 'asc' } });
  return rows.map((row) => ({ ...row, key: Buffer.from(row.key).toString('hex') }) as SizedFacts);
}

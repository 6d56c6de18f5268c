import type { Site } from '#app/site.ts';
import { settled } from '../store/store.ts';
import type { EntryFacts } from './entry.ts';

/** Columns of a cached response. All rows fit into memory (`MAX_ROWS`). */
const columns = { key: true, bucket: true, directory: true, objectId: true, pageType: true, storedAt: true, size: true } as const;

/** A cached response with its size. */
export type SizedFacts = EntryFacts & { size: number };

/** Returns all cached responses of all processes. */
export async function allEntries(site: Site): Promise<SizedFacts[]> {
  await settled(site);
  const rows = await site.db.prisma.pageCacheEntry.findMany({ select: columns, orderBy: { key: 'asc' } });
  return rows.map((row) => ({ ...row, key: Buffer.from(row.key).toString('hex') }) as SizedFacts);
}
